'use strict';
// The class Worker: a thread with an engine and a loop of its own (docs/workers.md).
// (1) A program often requires this class in its workers too, because parent and worker are one
//     file. So the implementation is in internal/worker/parent, which the first `new Worker()`
//     loads.

const { SymbolAsyncDispose } = primordials;
const EventEmitter = require('events');

let loaded;
const parent = () => loaded ??= require('internal/worker/parent');

class Worker extends EventEmitter {
  constructor(filename, options = { __proto__: null }) {
    super();
    parent().start(this, filename, options);
  }

  get resourceLimits() { return parent().resourceLimits(this); }
  get stdin() { return parent().stdioOf(this).stdin; }
  get stdout() { return parent().stdioOf(this).stdout; }
  get stderr() { return parent().stdioOf(this).stderr; }

  postMessage(...args) { parent().postMessage(this, args); }
  terminate(callback) { return parent().terminate(this, callback); }
  [SymbolAsyncDispose]() { return parent().dispose(this); }
  ref() { parent().ref(this); }
  unref() { parent().unref(this); }
  getHeapSnapshot(options) { return parent().getHeapSnapshot(this, options); }
  getHeapStatistics() { return parent().getHeapStatistics(this); }
  cpuUsage(previous) { return parent().cpuUsage(this, previous); }
}

module.exports = { Worker };
