'use strict';
// The lines of an interface for `for await`: those that came before anybody asked wait in a queue,
// and while it is long the input is paused.

const HIGH = 1024;
const LOW = 1;
const WATERMARKS = Symbol.for('nodejs.watermarkData');
const AsyncIteratorPrototype =
  Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

class Lines {
  constructor(reader) {
    this.reader = reader;
    this.queue = [];
    this.first = 0;       // of the queue that nobody took yet
    this.askers = [];
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
    if (this.askers.length > 0) {
      this.askers.shift().resolve({ done: false, value: line });
      return;
    }
    this.queue.push(line);
    if (this.size > HIGH && !this.paused && !this.reader.closed) {
      this.paused = true;
      this.reader.pause();
    }
  }

  fail(error) {
    if (this.askers.length > 0) {
      this.askers.shift().reject(error);
    } else {
      this.failed = true;
      this.error = error;
    }
    this.end();
  }

  end() {
    this.ended = true;
    for (const { resolve } of this.askers.splice(0))
      resolve({ done: true, value: undefined });
  }

  take() {
    const line = this.queue[this.first++];
    if (this.first === this.queue.length) {
      this.queue = [];
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
      return Promise.resolve({ done: false, value: this.take() });
    if (this.failed) {
      this.failed = false;
      return Promise.reject(this.error);
    }
    if (this.ended)
      return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.askers.push({ resolve, reject }));
  }

  // What was read and not taken is gone with the interface.
  stop() {
    this.queue = [];
    this.first = 0;
    this.reader.close();
    return Promise.resolve({ done: true, value: undefined });
  }
}

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
    [Symbol.asyncIterator]() { return this; },
    [WATERMARKS]: {
      get size() { return lines.size; },
      get low() { return LOW; },
      get high() { return HIGH; },
      get isPaused() { return lines.paused; },
    },
  };
}

module.exports = { linesOf };
