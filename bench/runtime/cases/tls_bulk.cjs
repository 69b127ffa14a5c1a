// 64 MiB over TLS 1.3 in writes of 64 KiB, with back-pressure: CPU time of both sides per MiB.
const tls = require('tls');
const { cert, key } = require('../keys.cjs');
const CHUNK = Buffer.alloc(65536, 'x');
const TOTAL = 64 * 16;
const ROUNDS = 3;
const rounds = [];

const server = tls.createServer({ cert, key }, (socket) => {
  let left = TOTAL;
  const send = () => {
    while (left > 0) {
      left--;
      if (!socket.write(CHUNK))
        return;
    }
    socket.end();
  };
  socket.on('drain', send);
  send();
});

function run() {
  const began = process.cpuUsage();
  let length = 0;
  const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca: cert,
                               servername: 'localhost' });
  client.on('data', (chunk) => { length += chunk.length; });
  client.on('close', () => {
    if (length !== TOTAL * CHUNK.length)
      throw new Error(`${length} bytes`);
    const { user, system } = process.cpuUsage(began);
    rounds.push((user + system) * 1000 / 64);
    if (rounds.length < ROUNDS)
      return run();
    console.log(JSON.stringify({ ns: Math.min(...rounds) }));
    process.exit(0);
  });
}
server.listen(0, '127.0.0.1', run);
