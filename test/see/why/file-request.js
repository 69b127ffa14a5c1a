// holds: request 6
const fs = require('fs');
const path = `${require('os').tmpdir()}/gyre-why-${process.pid}`;
require('child_process').execFileSync('mkfifo', [path]);
process.on('exit', () => fs.unlinkSync(path));
fs.readFile(path, () => {});
