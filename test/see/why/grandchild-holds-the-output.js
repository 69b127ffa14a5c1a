// holds: pipe 5
// what: stdout of process \d+, /bin/sh, which has ended
// let go: child.stdout.destroy()
const { spawn } = require('child_process');
const child = spawn('/bin/sh', ['-c', 'sleep 60 & echo started'],
                    { stdio: ['ignore', 'pipe', 'ignore'] });
child.stdout.resume();
process.once('SIGHUP', () => child.stdout.destroy());
