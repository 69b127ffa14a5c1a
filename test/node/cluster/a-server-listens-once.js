// listen() twice before the primary has answered: the server listens once, and closing it closes
// both. A server that is closed before the answer never listens.
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  cluster.fork().on('exit', (code) => assert.strictEqual(code, 0));
} else {
  let count = 0;
  const server = net.createServer().on('listening', () => count++);
  server.listen(0);
  server.listen(0);
  net.createServer().listen(0, () => assert.fail('it is closed')).close();
  let answers = 0;
  process.on('internalMessage', (message) => {
    if (message.ack === undefined || ++answers < 3)
      return;
    setImmediate(() => {
      assert.strictEqual(count, 1);
      server.close(() => cluster.worker.disconnect());
    });
  });
}
