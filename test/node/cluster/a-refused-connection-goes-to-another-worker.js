// A worker at its maxConnections passes connections on; with dropMaxConnection it drops them.
// No connection that a worker has not accepted is lost.
const assert = require('assert');
const cluster = require('cluster');
const { once } = require('events');
const net = require('net');

if (cluster.isWorker) {
  const server = net.createServer((socket) => socket.write(`${cluster.worker.id}`));
  server.maxConnections = 2;
  server.dropMaxConnection = process.env.DROPS === 'yes';
  server.on('drop', () => process.send('dropped'));
  server.listen(0, '127.0.0.1');
} else {
  let isDone = false;
  passesOn(() => drops().then(() => { isDone = true; }));
  process.on('exit', () => assert.ok(isDone));
}

function passesOn(done) {
  let listening = 0;
  cluster.fork();
  cluster.fork();
  cluster.on('listening', function onListening(worker, { port }) {
    if (++listening < 2)
      return;
    cluster.off('listening', onListening);
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
          cluster.disconnect(done);
        }
      }));
    }
  });
}

async function drops() {
  const worker = cluster.fork({ DROPS: 'yes' });
  const { 0: { port } } = await once(worker, 'listening');
  const sockets = [];
  for (let i = 0; i < 2; i++) {
    sockets.push(net.connect(port, '127.0.0.1'));
    await once(sockets[i], 'data');
  }
  const third = net.connect(port, '127.0.0.1').on('data', assert.fail).on('error', () => {});
  const closed = once(third, 'close');
  assert.deepStrictEqual(await once(worker, 'message'), ['dropped', undefined]);
  await closed;
  for (const socket of sockets)
    socket.destroy();
  cluster.disconnect();
}
