'use strict';
// The main script of a worker runs in its loop: nodeTiming.loopStart is set, as in Node.
const assert = require('node:assert');
const { Worker } = require('node:worker_threads');

assert.strictEqual(performance.nodeTiming.loopStart, -1);
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(performance.nodeTiming.loopStart);`, { eval: true });
let started;
worker.on('message', (value) => { started = value; });
worker.on('exit', () => assert.ok(started > 0, `${started}`));
