// stdin: open
// holds: stdin 5
// let go: rl.close()
const readline = require('readline/promises');
const rl = readline.createInterface({ input: process.stdin });
rl.question('name? ').then(() => {});
process.once('SIGHUP', () => rl.close());
