// holds: child 4
// let go: child.stdin.end()
const { exec } = require('child_process');
const child = exec('cat', () => {});
process.once('SIGHUP', () => child.stdin.end());
