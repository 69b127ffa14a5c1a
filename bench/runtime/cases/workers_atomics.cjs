// Two threads wake each other by Atomics.notify() and wait by Atomics.wait(), in turn.
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { measureSync } = require('./lib.cjs');

function takeTurns(cells, me, n) {
  for (let i = 0; i < n; i++) {
    while (Atomics.load(cells, 0) !== me)
      Atomics.wait(cells, 0, 1 - me);
    Atomics.store(cells, 0, 1 - me);
    Atomics.notify(cells, 0);
  }
}

if (!isMainThread) {
  parentPort.postMessage(1);
  takeTurns(workerData, 1, Infinity);
} else {
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(__filename, { workerData: cells });
  worker.once('message', () => measureSync(5000, (n) => takeTurns(cells, 0, n)));
}
