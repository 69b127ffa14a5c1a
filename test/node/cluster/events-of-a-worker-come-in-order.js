// A worker is forked, online, listening, disconnected and dead, and cluster and worker emit that.
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  assert.strictEqual(cluster.isPrimary, false);
  assert.strictEqual(process.env.GIVEN, 'to the worker');
  assert.strictEqual('NODE_UNIQUE_ID' in process.env, false);
  assert.strictEqual(cluster.worker.process, process);
  net.createServer().listen(0);
  process.on('message', (message) => process.send(message));
} else {
  const events = [];
  const note = (text) => events.push(text);
  cluster.on('setup', (settings) => {
    assert.strictEqual(settings, cluster.settings);
    note('setup');
  });
  for (const name of ['fork', 'online', 'listening', 'message', 'disconnect', 'exit']) {
    cluster.on(name, (worker, ...rest) => {
      assert.strictEqual(worker.id, 1);
      note(name === 'message' || name === 'exit' ? `${name} ${rest[0]}` : name);
    });
  }
  const worker = cluster.fork({ GIVEN: 'to the worker' });
  assert(worker instanceof cluster.Worker);
  assert.strictEqual(cluster.workers[1], worker);
  assert.strictEqual(worker.exitedAfterDisconnect, undefined);
  worker.on('online', () => note('worker online'));
  worker.on('listening', () => {
    note('worker listening');
    assert.strictEqual(worker.isConnected(), true);
    assert.strictEqual(worker.isDead(), false);
    worker.send('hello');
  });
  worker.on('message', (message) => {
    assert.strictEqual(message, 'hello');
    assert.strictEqual(worker.disconnect(), worker);
  });
  worker.on('exit', (code, signal) => {
    assert.deepStrictEqual([code, signal], [0, null]);
    assert.strictEqual(worker.exitedAfterDisconnect, true);
    assert.strictEqual(worker.isConnected(), false);
    assert.strictEqual(worker.isDead(), true);
    assert.deepStrictEqual(Object.keys(cluster.workers), []);
    setImmediate(() => assert.deepStrictEqual(events, [
      'setup', 'fork', 'worker online', 'online', 'worker listening', 'listening',
      'message hello', 'disconnect', 'exit 0']));
  });
}
