// holds: request 3
const { spawn } = require('child_process');
const child = spawn('sleep', ['60'], { stdio: ['pipe', 'ignore', 'ignore'] });
child.unref();
child.stdin.write(Buffer.alloc(1 << 20));
process.on('exit', () => child.kill());
