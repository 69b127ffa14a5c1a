'use strict';
// Standard streams of a worker: they go through its private port. Both sides are here.
// (1) A posted chunk counts as written when the reader requests more: that is back-pressure.
// (2) While the thread exits, writes do not wait, and everything that was posted arrives. If the
//     reader waits for the thread (`waits` is false), output does not wait either.
// (3) In the worker, the port keeps the loop alive while input is read or output is being written.

const { ObjectDefineProperty, SafeArray, Symbol } = primordials;
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { setOwnProperty } = require('internal/util');

const kPort = Symbol('kPort');
const kHolds = Symbol('kHolds');    // of a port: how many streams wait for something
const kName = Symbol('kName');
const kCallbacks = Symbol('kCallbacks');
const kReads = Symbol('kReads');      // input of a worker: reading keeps its loop alive
const kIsHeld = Symbol('kIsHeld');

// (3)
function hold(port, by) {
  const before = port[kHolds] ?? 0;
  const after = before + by;
  if (port[kHolds] === undefined)
    ObjectDefineProperty(port, kHolds, { __proto__: null, value: 0, writable: true });
  port[kHolds] = after;
  if (before === 0 && after > 0)
    port.ref();
  else if (before > 0 && after === 0)
    port.unref();
}

class WorkerReadable extends Readable {
  constructor(port, name) {
    super();
    this[kPort] = port;
    this[kName] = name;
    this[kReads] = false;
    this[kIsHeld] = false;
  }

  _read() {
    if (this[kReads])
      this.setHeld(true);
    this[kPort].postMessage({ type: 'stdioWantsMore', stream: this[kName] });
  }

  setHeld(on) {
    if (this[kIsHeld] === on)
      return;
    this[kIsHeld] = on;
    hold(this[kPort], on ? 1 : -1);
  }

  receive(chunks) {
    for (let i = 0; i < chunks.length; i++) {
      const { chunk, encoding } = chunks[i];
      if (chunk === null) {
        this.setHeld(false);
        this.push(null);
      } else {
        this.push(typeof chunk === 'string' ? chunk :
          require('internal/buffer').bufferFrom(chunk), encoding);
      }
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
    this.waits = true;
  }

  _writev(list, callback) {
    const chunks = [];
    for (let i = 0; i < list.length; i++)
      setOwnProperty(chunks, i, { chunk: list[i].chunk, encoding: list[i].encoding });
    this[kPort].postMessage({ type: 'stdioPayload', stream: this[kName], chunks });
    if (process._exiting || !this.waits) {
      callback();
      return;
    }
    this[kCallbacks].push(callback);
    if (this.holds)
      hold(this[kPort], 1);
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
    if (this.holds)
      hold(this[kPort], -callbacks.length);
  }
}

// The standard input of a worker keeps its loop alive while it is read.
function makeInput(port) {
  const stream = new WorkerReadable(port, 'stdin');
  stream[kReads] = true;
  stream.on('end', () => stream.setHeld(false));
  stream.on('pause', () => stream.setHeld(false));
  return stream;
}

module.exports = { WorkerReadable, WorkerWritable, makeInput };
