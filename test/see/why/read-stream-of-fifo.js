// holds: request 8
// what: fs open .*/gyre-why-\d+, a FIFO
// let go: ends when another process opens its other end
const fs = require('fs');
const path = `${require('os').tmpdir()}/gyre-why-${process.pid}`;
require('child_process').execFileSync('mkfifo', [path]);
process.on('exit', () => fs.unlinkSync(path));
fs.createReadStream(path).on('data', () => {});
process.once('SIGHUP', () => require('child_process').exec(`: > ${path}`));
