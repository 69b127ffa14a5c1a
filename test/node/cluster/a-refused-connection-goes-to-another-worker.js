// A worker at its maxConnections passes connections on; with dropMaxConnection it drops them.
// No connection that a worker has not accepted is lost.
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  const server = net.createServer((socket) => socket.write(`${cluster.worker.id}`));
  server.maxConnections = 2;
  server.listen(0, '127.0.0.1');
} else {
  let listening = 0;
  cluster.fork();
  cluster.fork();
  cluster.on('listening', (worker, { port }) => {
    if (++listening < 2)
      return;
    const answers = [], sockets = [];
    for (let i = 0; i < 5; i++) {
      sockets.push(net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', (id) => {
        answers.push(id);
        if (answers.length === 4) {
          assert.deepStrictEqual([...answers].sort(), ['1', '1', '2', '2']);
          sockets[0].end();   // makes room for the fifth
        } else if (answers.length === 5) {
          for (const socket of sockets)
            socket.destroy();
          cluster.disconnect();
        }
      }));
    }
  });
}
