'use strict';
// The section `libuv` of a report has the addresses, paths and times of handles; `workers` has a
// report of each worker that answers, made on its own thread.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const { Worker } = require('worker_threads');

process.report.excludeNetwork = true;      // no look-ups
const shared = new Int32Array(new SharedArrayBuffer(4));
// Its first report loads what makes them, so that the one which is asked for comes in time.
const code = `const { parentPort, workerData } = require('worker_threads');
process.report.excludeNetwork = true;
process.report.getReport();
parentPort.on('message', () => {
  parentPort.postMessage('waits');
  Atomics.wait(workerData, 0, 0);
});
parentPort.postMessage('ready');`;
const worker = new Worker(code, { eval: true, name: 'images', workerData: shared });
const of = (report, type) => report.libuv.filter((handle) => handle.type === type);

function checkSockets(report, port) {
  const [server, client, ...others] = of(report, 'tcp');
  assert.strictEqual(others.length, 1);      // the accepted one
  assert.deepStrictEqual(server.localEndpoint, { host: '127.0.0.1', ip4: '127.0.0.1', port });
  assert.strictEqual(server.remoteEndpoint, null);
  assert.strictEqual(server.readable, false);
  assert.deepStrictEqual(client.remoteEndpoint, server.localEndpoint);
  assert.strictEqual(client.writable, true);
  assert.strictEqual(client.writeQueueSize, 0);
  for (const name of ['fd', 'sendBufferSize', 'recvBufferSize'])
    assert.strictEqual(typeof client[name], 'number', name);
}

function checkOthers(report) {
  assert.deepStrictEqual(of(report, 'fs_event').map(({ filename }) => filename), [__dirname]);
  assert.deepStrictEqual(of(report, 'signal').map(({ signum, signal }) => [signum, signal]),
                         [[12, 'SIGUSR2']]);
  const [loop] = of(report, 'loop');
  assert.ok(loop.loopIdleTimeSeconds > 0);
  for (const timer of of(report, 'timer')) {
    assert.strictEqual(typeof timer.repeat, 'number');
    assert.strictEqual(typeof timer.firesInMsFromNow, 'number');
    assert.strictEqual(timer.is_active || timer.expired, true);
  }
}

function checkWorker(report) {
  const [found, ...others] = report.workers;
  assert.strictEqual(others.length, 0);
  assert.strictEqual(found.header.event, 'Worker thread subreport [images]');
  assert.strictEqual(found.header.threadId, worker.threadId);
  assert.strictEqual(found.header.trigger, 'GetReport');
  assert.ok(found.libuv.length > 1);
  assert.deepStrictEqual(found.workers, []);
}

const server = net.createServer();
worker.once('message', () => server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = net.connect(port, '127.0.0.1');
  const watcher = fs.watch(__dirname);
  process.on('SIGUSR2', () => {});
  client.write('x');
  server.once('connection', (peer) => peer.once('data', () => {
    const report = process.report.getReport();
    checkSockets(report, port);
    checkOthers(report);
    checkWorker(report);
    worker.postMessage('wait');
    // A worker that does not turn has no report; the others are not held up for ever.
    worker.once('message', () => {
      assert.deepStrictEqual(process.report.getReport().workers, []);
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
      watcher.close();
      client.destroy();
      server.close();
      worker.terminate();
    });
  }));
}));
