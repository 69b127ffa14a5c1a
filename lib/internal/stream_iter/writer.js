'use strict';
// The writer of push() and broadcast(): handles writes for which the buffer has no room.
//
// A writer belongs to a buffer, an object with
//   budget, policy      options of the program
//   size                bytes in the buffer
//   isDrained           whether the consumers have read all of it
//   add(chunks, size)   appends one write and wakes consumers
//   dropOldest()        removes one write
//   end()               marks the end; fail(error) passes an error to the consumers
//
// (1) A write waits only while the buffer is full. Waiting writes are admitted in order by
//     makeRoom(), which the buffer calls after a read. 'strict' lets one write wait.
// (2) The writer is open, then ending (end() was called, bytes are left), then ended; or failed.
// (3) An empty write is accepted and ignored.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeSplice, Promise, PromiseReject, PromiseResolve, SafeArray,
  Symbol, SymbolAsyncDispose, SymbolDispose, SymbolFor,
} = primordials;
const { codes } = require('internal/errors');
const { sizeOfBatch } = require('internal/stream_iter/bytes');
const { dictionary, signalOf, writtenBytes, writtenChunks } =
  require('internal/stream_iter/options');
const { onAbort } = require('internal/stream_iter/abort');

const drainableProtocol = SymbolFor('Stream.drainableProtocol');
const kMakeRoom = Symbol('make room');
const kStop = Symbol('stop');

const resolved = (value) => PromiseResolve.call(Promise, value);
const rejected = (reason) => PromiseReject.call(Promise, reason);

function remove(list, item) {
  const at = ArrayPrototypeIndexOf.call(list, item);
  if (at >= 0)
    ArrayPrototypeSplice.call(list, at, 1);
}

// A promise among `list` until it is settled, or until its signal is aborted.
function waitIn(list, signal, item) {
  return new Promise((resolve, reject) => {
    const stop = signal === undefined ? undefined : onAbort(signal, () => {
      remove(list, item);
      reject(signal.reason);
    });
    item.resolve = (value) => {
      stop?.();
      resolve(value);
    };
    item.reject = (reason) => {
      stop?.();
      reject(reason);
    };
    list.push(item);
  });
}

function takeAll(list) {
  return ArrayPrototypeSplice.call(list, 0, list.length);
}

class Writer {
  #buffer;
  #state = 'open';
  #reason = undefined;   // of 'failed'
  #total = 0;
  #writes = new SafeArray();
  #drains = new SafeArray();
  #ends = new SafeArray();

  constructor(buffer) {
    this.#buffer = buffer;
  }

  #isFull() {
    return this.#buffer.size >= this.#buffer.budget;
  }

  get canWrite() {
    if (this.#state !== 'open')
      return null;
    return !this.#isFull() && this.#writes.length === 0;
  }

  #add(chunks, size) {
    this.#total += size;
    this.#buffer.add(chunks, size);
  }

  // Takes a write if it need not wait.
  #take(chunks, size) {
    if (size === 0)
      return true;
    if (this.#isFull() || this.#writes.length > 0) {
      switch (this.#buffer.policy) {
        case 'drop-newest':
          return true;
        case 'drop-oldest':
          while (this.#isFull())
            this.#buffer.dropOldest();
          break;
        default:
          return false;
      }
    }
    this.#add(chunks, size);
    return true;
  }

  #closedReason() {
    return this.#state === 'failed' ? this.#reason :
      new codes.ERR_INVALID_STATE.TypeError('Writer is closed');
  }

  #write(chunks, options) {
    const signal = signalOf(dictionary(options));
    if (signal?.aborted)
      return rejected(signal.reason);
    if (this.#state !== 'open')
      return rejected(this.#closedReason());
    const size = sizeOfBatch(chunks);
    if (this.#take(chunks, size))
      return resolved();
    if (this.#buffer.policy === 'strict' && this.#writes.length > 0) {
      return rejected(new codes.ERR_INVALID_STATE.RangeError('Backpressure violation: too many ' +
        'pending writes. Await each write() call to respect backpressure.'));
    }
    return waitIn(this.#writes, signal, {
      __proto__: null, chunks, size, resolve: undefined, reject: undefined,
    });
  }

  write(chunk, options) {
    return this.#write([writtenBytes(chunk)], options);
  }

  writev(chunks, options) {
    return this.#write(writtenChunks(chunks), options);
  }

  writeSync(chunk) {
    const chunks = [writtenBytes(chunk)];
    return this.#state === 'open' && this.#take(chunks, sizeOfBatch(chunks));
  }

  writevSync(chunks) {
    const list = writtenChunks(chunks);
    return this.#state === 'open' && this.#take(list, sizeOfBatch(list));
  }

  end(options) {
    const signal = signalOf(dictionary(options));
    if (signal?.aborted)
      return rejected(signal.reason);
    if (this.#state === 'failed')
      return rejected(this.#reason);
    this.#startEnd();
    if (this.#state === 'ended')
      return resolved(this.#total);
    return waitIn(this.#ends, signal, { __proto__: null, resolve: undefined, reject: undefined });
  }

  endSync() {
    if (this.#state === 'failed')
      return -1;
    this.#startEnd();
    return this.#state === 'ended' ? this.#total : -1;
  }

  #startEnd() {
    if (this.#state !== 'open')
      return;
    this.#state = 'ending';
    this.#settleDrains(false);
    this.#endIfDrained();
  }

  #endIfDrained() {
    if (this.#state !== 'ending' || this.#writes.length > 0)
      return;
    this.#buffer.end();
    if (!this.#buffer.isDrained)
      return;
    this.#state = 'ended';
    const ends = takeAll(this.#ends);
    for (let i = 0; i < ends.length; i++)
      ends[i].resolve(this.#total);
  }

  #settleDrains(canWrite) {
    const drains = takeAll(this.#drains);
    for (let i = 0; i < drains.length; i++)
      drains[i].resolve(canWrite);
  }

  // Consumers have read.
  [kMakeRoom]() {
    while (this.#writes.length > 0 && !this.#isFull()) {
      const write = this.#writes.shift();
      this.#add(write.chunks, write.size);
      write.resolve();
    }
    if (this.canWrite === true)
      this.#settleDrains(true);
    this.#endIfDrained();
  }

  // No consumer will read. Drains get `canWrite` if it is given, else the reason.
  [kStop](reason, canWrite) {
    if (this.#state === 'ended' || this.#state === 'failed')
      return false;
    this.#state = 'failed';
    this.#reason = reason;
    const waiting = takeAll(this.#writes);
    const ends = takeAll(this.#ends);
    const drains = takeAll(this.#drains);
    for (let i = 0; i < waiting.length; i++)
      waiting[i].reject(reason);
    for (let i = 0; i < ends.length; i++)
      ends[i].reject(reason);
    for (let i = 0; i < drains.length; i++) {
      if (canWrite !== undefined)
        drains[i].resolve(canWrite);
      else
        drains[i].reject(reason);
    }
    return true;
  }

  fail(reason) {
    if (this[kStop](reason))
      this.#buffer.fail(reason);
  }

  [drainableProtocol]() {
    const { canWrite } = this;
    if (canWrite === null)
      return null;
    if (canWrite)
      return resolved(true);
    return waitIn(this.#drains, undefined,
                  { __proto__: null, resolve: undefined, reject: undefined });
  }

  [SymbolAsyncDispose]() {
    this.fail();
    return resolved();
  }

  [SymbolDispose]() {
    this.fail();
  }
}

module.exports = { Writer, drainableProtocol, kMakeRoom, kStop, remove, takeAll };
