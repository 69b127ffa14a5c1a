// holds: request 7
// let go: ends when another process opens its other end
const fs = require('fs');
const path = `${require('os').tmpdir()}/gyre-why-${process.pid}`;
require('child_process').execFileSync('mkfifo', [path]);
process.on('exit', () => fs.unlinkSync(path));
fs.createWriteStream(path).end('hello');
process.once('SIGHUP', () => require('child_process').exec(`cat ${path}`));
