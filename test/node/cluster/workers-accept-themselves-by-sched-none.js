// By SCHED_NONE workers share the listening socket: the primary accepts nothing.
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

cluster.schedulingPolicy = cluster.SCHED_NONE;
if (cluster.isWorker) {
  net.createServer((socket) => socket.end(`${process.pid}`)).listen(0, '127.0.0.1');
} else {
  const pids = [];
  let listening = 0;
  cluster.on('listening', (worker, { port, address, addressType }) => {
    assert.strictEqual(address, '127.0.0.1');
    assert.strictEqual(addressType, 4);
    pids.push(`${worker.process.pid}`);
    if (++listening < 2)
      return;
    net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', (pid) => {
      assert(pids.includes(pid));
      cluster.disconnect();
    });
  });
  cluster.fork();
  cluster.fork();
}
