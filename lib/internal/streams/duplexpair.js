'use strict';
// duplexPair(): two connected streams. What is written to one is read from the other.

const { Symbol } = primordials;
const { Duplex } = require('internal/streams/duplex');
const { AnyBuffer, sizeOf } = require('internal/streams/state');

const kOther = Symbol('other');
const kWaiting = Symbol('waitingWriteCallback');

class End extends Duplex {
  constructor(options) {
    super(options);
    this[kOther] = null;
    this[kWaiting] = null;
  }

  _read() {
    const callback = this[kWaiting];
    if (callback) {
      this[kWaiting] = null;
      callback();
    }
  }

  _write(chunk, encoding, callback) {
    const other = this[kOther];
    const isBytes = typeof chunk === 'string' || chunk instanceof AnyBuffer;
    if ((isBytes ? sizeOf(chunk) : chunk.length) === 0) {
      process.nextTick(callback); // an empty chunk never makes the reader ask for the next
      return;
    }
    other.push(chunk);
    other[kWaiting] = callback;
  }

  _final(callback) {
    this[kOther].on('end', callback);
    this[kOther].push(null);
  }

  _destroy(err, callback) {
    const other = this[kOther];
    // As over a network, the other end is closed but does not get the error.
    process.nextTick(() => {
      if (err)
        other.destroy();
      else if (!other.destroyed && !other._readableState.ended)
        other.push(null);
    });
    callback(err);
  }
}

function duplexPair(options) {
  const first = new End(options);
  const second = new End(options);
  first[kOther] = second;
  second[kOther] = first;
  return [first, second];
}

module.exports = { duplexPair };
