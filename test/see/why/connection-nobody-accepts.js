// holds: request 13
// what: connects to 127\.0\.0\.1:\d+
// let go: socket.destroy()
const { spawn } = require('child_process');
const net = require('net');
const LISTENS = 'import socket, time; s = socket.socket(); ' +
  's.bind(("127.0.0.1", 0)); s.listen(0); ' +
  'print(s.getsockname()[1], flush=True); time.sleep(600)';
const child = spawn('python3', ['-c', LISTENS], { stdio: ['ignore', 'pipe', 'ignore'] });
process.on('exit', () => child.kill());
child.stdout.once('data', (port) => {
  for (const holder of [child, child.stdout]) holder.unref();
  const sockets = Array.from({ length: 4 }, () => net.connect(+port, '127.0.0.1'));
  process.once('SIGHUP', () => sockets.forEach((socket) => socket.destroy()));
});
