// holds: pipe 3
const { spawn } = require('child_process');
const child = spawn('sleep', ['60']);
child.unref();
process.on('exit', () => child.kill());
