// By SCHED_RR two workers get connections in turn, on the port that both asked for as 0.
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  net.createServer((socket) => socket.end(`${cluster.worker.id}`)).listen(0, '127.0.0.1');
} else {
  assert.strictEqual(cluster.schedulingPolicy, cluster.SCHED_RR);
  const ports = new Set();
  const ask = (port) => new Promise((resolve) => {
    net.connect(port, '127.0.0.1').setEncoding('utf8').on('data', resolve);
  });
  let listening = 0;
  cluster.on('listening', async (worker, address) => {
    ports.add(address.port);
    if (++listening < 2)
      return;
    assert.strictEqual(ports.size, 1);
    const answers = [];
    for (let i = 0; i < 6; i++)
      answers.push(await ask(address.port));
    const [first, second] = answers;
    assert.notStrictEqual(first, second);
    assert.deepStrictEqual(answers, [first, second, first, second, first, second]);
    cluster.disconnect();
  });
  cluster.fork();
  cluster.fork();
}
