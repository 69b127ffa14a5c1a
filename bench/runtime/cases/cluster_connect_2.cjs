// A cluster of two servers by round-robin: ten connections in flight, each accepted by the primary,
// passed to a worker, which greets and closes it. The primary is also the client.
const cluster = require('cluster');
const net = require('net');

const IN_FLIGHT = 10;

if (cluster.isWorker) {
  net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
} else {
  const { measure } = require('./lib.cjs');
  let listening = 0;
  cluster.on('listening', (worker, { port }) => {
    if (++listening < 2)
      return;
    measure(1000, (n, done) => {
      let toStart = n, left = n;
      const next = () => {
        if (toStart-- <= 0)
          return;
        net.connect(port, '127.0.0.1').on('data', () => {}).on('close', () => {
          if (--left === 0)
            done();
          else
            next();
        });
      };
      for (let i = 0; i < IN_FLIGHT; i++)
        next();
    });
  });
  cluster.fork();
  cluster.fork();
}
