'use strict';
// The lines of an interface for `for await`. Lines wait in a queue until they are requested; while
// the queue is long, the input is paused.

const {
  ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise, PromiseReject, PromiseResolve, SafeArray,
  SymbolAsyncIterator, SymbolFor,
} = primordials;
const HIGH = 1024;
const LOW = 1;
const WATERMARKS = SymbolFor('nodejs.watermarkData');
const AsyncIteratorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(async function* () {}).prototype);

class Lines {
  constructor(reader) {
    this.reader = reader;
    this.queue = new SafeArray();
    this.first = 0;       // index of the first line in the queue that was not taken
    this.pending = new SafeArray();
    this.paused = false;
    this.ended = false;
    this.failed = false;
    this.error = undefined;
    reader.on('line', (line) => this.add(line));
    reader.on('error', (error) => this.fail(error));
    reader.once('close', () => this.end());
  }

  get size() { return this.queue.length - this.first; }

  add(line) {
    if (this.pending.length > 0) {
      this.pending.shift().resolve({ done: false, value: line });
      return;
    }
    this.queue.push(line);
    if (this.size > HIGH && !this.paused && !this.reader.closed) {
      this.paused = true;
      this.reader.pause();
    }
  }

  fail(error) {
    if (this.pending.length > 0) {
      this.pending.shift().reject(error);
    } else {
      this.failed = true;
      this.error = error;
    }
    this.end();
  }

  end() {
    this.ended = true;
    const { pending } = this;
    this.pending = new SafeArray();
    for (let i = 0; i < pending.length; i++)
      pending[i].resolve({ done: true, value: undefined });
  }

  take() {
    const line = this.queue[this.first++];
    if (this.first === this.queue.length) {
      this.queue = new SafeArray();
      this.first = 0;
    }
    if (this.paused && this.size < LOW && !this.reader.closed) {
      this.paused = false;
      this.reader.resume();
    }
    return line;
  }

  next() {
    if (this.first < this.queue.length)
      return PromiseResolve.call(Promise, { done: false, value: this.take() });
    if (this.failed) {
      this.failed = false;
      return PromiseReject.call(Promise, this.error);
    }
    if (this.ended)
      return PromiseResolve.call(Promise, { done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.pending.push({ __proto__: null, resolve, reject });
    });
  }

  // Closes the interface and drops the lines in the queue.
  stop() {
    this.queue = new SafeArray();
    this.first = 0;
    this.reader.close();
    return PromiseResolve.call(Promise, { done: true, value: undefined });
  }
}

ObjectSetPrototypeOf(Lines.prototype, null);

function linesOf(reader) {
  const lines = new Lines(reader);
  return {
    __proto__: AsyncIteratorPrototype,
    next() { return lines.next(); },
    return() { return lines.stop(); },
    throw(error) {
      lines.fail(error);
      return lines.stop();
    },
    [SymbolAsyncIterator]() { return this; },
    [WATERMARKS]: {
      __proto__: null,
      get size() { return lines.size; },
      get low() { return LOW; },
      get high() { return HIGH; },
      get isPaused() { return lines.paused; },
    },
  };
}

module.exports = { linesOf };
