// holds: pipe 5
// let go: child.stdout.destroy()
const { pipeline, PassThrough } = require('stream');
const { spawn } = require('child_process');
const child = spawn('sleep', ['60'], { stdio: ['ignore', 'pipe', 'ignore'] });
child.unref();
pipeline(child.stdout, new PassThrough(), () => {});
process.once('SIGHUP', () => child.stdout.destroy());
