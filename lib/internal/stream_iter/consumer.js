'use strict';
// A consumer of a buffer that has several: broadcast() and share().
//
// (1) A consumer has a position in the buffer, and pending reads that are answered in order.
// (2) It is attached when it is made; a failure, the end, or return() detaches it.

const { Promise, SafeArray, SymbolAsyncIterator } = primordials;
const { asSource } = require('internal/stream_iter/bytes');
const { signalOf, splitOptions } = require('internal/stream_iter/options');
const { pipeline } = require('internal/stream_iter/pull');
const { takeAll } = require('internal/stream_iter/writer');

const result = (done, value) => ({ __proto__: null, done, value });

class Consumer {
  position;
  isAttached = true;
  #owner;
  #reads = new SafeArray();
  #outcome = null; // of a detached consumer: { reason } for a failure

  constructor(owner, position) {
    this.#owner = owner;
    this.position = position;
  }

  get isWaiting() {
    return this.#reads.length > 0;
  }

  answer(batch) {
    this.#reads.shift().resolve(result(false, batch));
  }

  next() {
    return new Promise((resolve, reject) => {
      if (!this.isAttached && this.#outcome !== null) {
        reject(this.#outcome.reason);
      } else if (!this.isAttached) {
        resolve(result(true, undefined));
      } else {
        this.#reads.push({ __proto__: null, resolve, reject });
        this.#owner.serve(this);
      }
    });
  }

  // Reads that wait, and later ones, are at the end.
  finish() {
    this.isAttached = false;
    const reads = takeAll(this.#reads);
    for (let i = 0; i < reads.length; i++)
      reads[i].resolve(result(true, undefined));
  }

  fail(reason) {
    this.isAttached = false;
    this.#outcome = { __proto__: null, reason };
    const reads = takeAll(this.#reads);
    for (let i = 0; i < reads.length; i++)
      reads[i].reject(reason);
  }

  async close() {
    if (this.isAttached) {
      this.finish();
      this.#owner.detach(this);
    }
    return result(true, undefined);
  }
}

// The iterable of a new consumer for the arguments `...transforms, options`. `attach` makes the
// consumer; it is not called if the signal is aborted already.
function iterableFor(args, attach) {
  const { options, transforms } = splitOptions(args);
  const signal = signalOf(options);
  const consumer = signal?.aborted ? null : attach();
  const raw = asSource({
    __proto__: null,
    [SymbolAsyncIterator]() {
      return {
        __proto__: null,
        next() { return consumer.next(); },
        return() { return consumer.close(); },
        throw() { return consumer.close(); },
      };
    },
  });
  return transforms.length > 0 || signal !== undefined ? pipeline(raw, transforms, signal) : raw;
}

module.exports = { Consumer, iterableFor };
