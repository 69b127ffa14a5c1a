'use strict';
// Standard streams that go through the private port of a worker, on both sides.
// (1) A chunk that was posted counts as written when the reader wants more: that is back-pressure.
// (2) While the thread exits nobody waits: what was posted arrives.

const { SafeArray, Symbol } = primordials;
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { setOwnProperty } = require('internal/util');

const kPort = Symbol('kPort');
const kName = Symbol('kName');
const kCallbacks = Symbol('kCallbacks');
const kStartedReading = Symbol('kStartedReading');
const kIncrements = Symbol('kIncrements');

class WorkerReadable extends Readable {
  constructor(port, name) {
    super();
    this[kPort] = port;
    this[kName] = name;
    this[kStartedReading] = true;
    this[kIncrements] = false;
  }

  _read() {
    if (this[kStartedReading] && this[kIncrements]) {
      this[kStartedReading] = false;
      this[kPort].ref();
    }
    this[kPort].postMessage({ type: 'stdioWantsMore', stream: this[kName] });
  }

  receive(chunks) {
    for (let i = 0; i < chunks.length; i++) {
      const { chunk, encoding } = chunks[i];
      if (chunk === null)
        this.push(null);
      else
        this.push(typeof chunk === 'string' ? chunk :
          require('internal/buffer').bufferFrom(chunk), encoding);
    }
  }
}

class WorkerWritable extends Writable {
  constructor(port, name, isHeld) {
    super({ __proto__: null, decodeStrings: false });
    this[kPort] = port;
    this[kName] = name;
    this[kCallbacks] = new SafeArray();
    this.holds = isHeld;
  }

  _writev(list, callback) {
    const chunks = [];
    for (let i = 0; i < list.length; i++)
      setOwnProperty(chunks, i, { chunk: list[i].chunk, encoding: list[i].encoding });
    this[kPort].postMessage({ type: 'stdioPayload', stream: this[kName], chunks });
    if (process._exiting) {
      callback();
      return;
    }
    this[kCallbacks].push(callback);
    if (this.holds && this[kCallbacks].length === 1)
      this[kPort].ref();
  }

  _final(callback) {
    this[kPort].postMessage({
      type: 'stdioPayload', stream: this[kName], chunks: [{ chunk: null, encoding: '' }],
    });
    callback();
  }

  wantsMore() {
    const callbacks = this[kCallbacks];
    if (callbacks.length === 0)
      return;
    this[kCallbacks] = new SafeArray();
    for (let i = 0; i < callbacks.length; i++)
      callbacks[i]();
    if (this.holds && this[kCallbacks].length === 0)
      this[kPort].unref();
  }
}

// The standard input of a worker keeps its loop alive while it is read.
function makeInput(port) {
  const stream = new WorkerReadable(port, 'stdin');
  stream[kIncrements] = true;
  stream.on('end', () => port.unref());
  stream.on('pause', () => port.unref());
  return stream;
}

module.exports = { WorkerReadable, WorkerWritable, makeInput };
