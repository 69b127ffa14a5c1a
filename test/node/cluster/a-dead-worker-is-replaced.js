// A worker that is killed is reported with its signal; one forked for it serves the same port.
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  net.createServer((socket) => socket.end(`${cluster.worker.id}`)).listen(0, '127.0.0.1');
} else {
  const ask = (port) => new Promise((resolve) => {
    net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', resolve);
  });
  const [first] = [cluster.fork(), cluster.fork()];
  let listening = 0;
  cluster.on('listening', async (worker, { port }) => {
    listening++;
    if (listening === 2) {
      first.process.kill('SIGKILL');
    } else if (listening === 3) {
      assert.strictEqual(worker.id, 3);
      const answers = [await ask(port), await ask(port)].sort();
      assert.deepStrictEqual(answers, ['2', '3']);
      cluster.disconnect();
    }
  });
  first.on('exit', (code, signal) => {
    assert.deepStrictEqual([code, signal], [null, 'SIGKILL']);
    assert.strictEqual(first.exitedAfterDisconnect, false);
    cluster.fork();
  });
}
