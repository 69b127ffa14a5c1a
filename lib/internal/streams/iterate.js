'use strict';
// for await over a Readable.
//
// (1) Requests (calls of next(), return() and throw()) are answered in order.
// (2) One that the stream can answer is answered at once; one that has to wait is answered in a
//     promise job after 'readable' or after the end of the stream.
// (3) The stream is destroyed when the iteration ends. If it could still be written to, that is an
//     AbortError, also after its last chunk.
// (4) It is no generator, whose methods are on a prototype that a program can change.

const {
  ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise,
} = primordials;
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');

const nop = () => {};
const kObjects = { __proto__: null, objectMode: true };
const kReadOnly = { __proto__: null, writable: false };
const kNext = 0;
const kReturn = 1;
const kThrow = 2;
const AsyncIteratorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(async function*() {}.prototype));

function iterate(stream, options) {
  if (typeof stream.read !== 'function')
    stream = require('internal/streams/readable').Readable.wrap(stream, kObjects);
  const chunks = new Chunks(stream, options);
  return {
    __proto__: AsyncIteratorPrototype,
    next() { return chunks.request(kNext, undefined); },
    return(value) { return chunks.request(kReturn, value); },
    throw(err) { return chunks.request(kThrow, err); },
    stream,
  };
}

const isThenable = (value) =>
  value !== null && typeof value === 'object' && typeof value.then === 'function';

class Chunks {
  constructor(stream, options) {
    this.stream = stream;
    this.options = options;
    this.started = false;
    this.over = false;
    this.outcome = undefined; // of the stream; undefined: it goes on; null: ended; else its error
    this.first = null;        // the requests
    this.last = null;
    this.wake = nop;
    this.onReadable = () => {
      this.wake();
      this.wake = nop;
    };
    this.stopEos = nop;
  }

  request(kind, value) {
    return new Promise((resolve, reject) => {
      const request = { __proto__: null, kind, value, resolve, reject, next: null };
      if (this.last !== null) {
        this.last = this.last.next = request;
      } else {
        this.first = this.last = request;
        this.serve();
      }
    });
  }

  // Answers requests until one has to wait.
  serve() {
    while (this.first !== null && this.answer(this.first))
      this.dropFirst();
  }

  dropFirst() {
    this.first = this.first.next;
    if (this.first === null)
      this.last = null;
  }

  async wait() {
    await new Promise((resolve) => { this.wake = resolve; });
    this.serve();
  }

  // False: the request has to wait.
  answer(request) {
    if (!this.over) {
      if (request.kind === kNext)
        return this.answerNext(request);
      this.over = true;
      if (this.started)
        this.close(request.kind === kThrow ? request.value : undefined);
    }
    if (request.kind === kThrow)
      request.reject(request.value);
    else if (request.kind === kReturn)
      return this.give(request, request.value, true);
    else
      request.resolve({ done: true, value: undefined });
    return true;
  }

  answerNext(request) {
    const { stream } = this;
    try {
      if (!this.started)
        this.start();
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null)
        return this.give(request, chunk, false);
      if (this.outcome)
        throw this.outcome;
    } catch (err) {
      this.fail(request, err);
      return true;
    }
    if (this.outcome === undefined) {
      this.wait();
      return false;
    }
    this.over = true;
    this.close(undefined);
    request.resolve({ done: true, value: undefined });
    return true;
  }

  give(request, value, done) {
    if (isThenable(value)) {
      this.awaitValue(request, value, done);
      return false;
    }
    request.resolve({ done, value });
    return true;
  }

  // A chunk that is a promise: the request is resolved with its value.
  async awaitValue(request, promise, done) {
    try {
      request.resolve({ done, value: await promise });
    } catch (err) {
      this.fail(request, err);
    }
    this.dropFirst();
    this.serve();
  }

  fail(request, err) {
    if (!this.over) {
      this.over = true;
      this.close(err);
    }
    request.reject(err);
  }

  start() {
    this.started = true;
    this.stream.on('readable', this.onReadable);
    this.stopEos = eos(this.stream, kReadOnly, (err) => {
      this.outcome = err ?? null;
      this.onReadable();
    });
  }

  close(failure) {
    const { outcome, stream } = this;
    if ((failure || this.options?.destroyOnReturn !== false) &&
        (outcome === undefined || stream._readableState.autoDestroy)) {
      destroyer(stream, null);
    } else {
      stream.removeListener('readable', this.onReadable);
      this.stopEos();
    }
  }
}

ObjectSetPrototypeOf(Chunks.prototype, null);

module.exports = { iterate };
