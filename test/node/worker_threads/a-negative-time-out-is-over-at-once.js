'use strict';
// Atomics.wait() with a negative time-out does not wait, also on memory of several threads.
const assert = require('assert');
const { Worker } = require('worker_threads');

const words = new Int32Array(new SharedArrayBuffer(8));
new Worker('require("worker_threads").workerData', { eval: true, workerData: words })
  .on('exit', () => {
    for (const time of [-0.5, -999, -1e9, -1e15, -Infinity, 0])
      assert.strictEqual(Atomics.wait(words, 0, 0, time), 'timed-out', `${time}`);
  });
