// spawn, sync, errors
const spawn = require('cross-spawn');
console.log(spawn.sync('echo', ['a', 'b'], { encoding: 'utf8' }).stdout, spawn.sync('no-such-program').error.code);
spawn('sh', ['-c', 'echo $0 "$@"', 'x y', 'z'], { stdio: 'pipe' }).on('close', (code) => console.log('close', code)).stdout.on('data', (d) => console.log(String(d)));
spawn('no-such-program').on('error', (e) => console.log(e.code, e.syscall));
