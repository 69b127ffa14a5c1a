'use strict';
// A histogram of the latest values: a ring of histograms, of which the oldest is dropped when a
// new one begins, after a time or a number of values. There is no timer: it turns when it is used.

const { MathFloor, Symbol } = primordials;
const { now } = internalBinding('process');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } =
  require('internal/errors');
const { validateInteger, validateObject } = require('internal/validators');
const { markAsUncloneable } = require('internal/messaging/transfer');
const { Buckets } = require('internal/perf/buckets');
const { histogramOf, readLayout, validateRecorded } = require('internal/perf/histogram');

const kSecret = Symbol('slidingWindow');
const LONGEST = 18446744073709;     // ms: 64 bits of nanoseconds

class SlidingWindowHistogram {
  #layout;
  #chunks = new primordials.SafeArray();      // [number of the chunk, buckets], oldest first
  #size;
  #duration;
  #perChunk;
  #began = now();
  #records = 0;

  constructor(secret, layout, size, duration, perChunk) {
    if (secret !== kSecret)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#layout = layout;
    this.#size = size;
    this.#duration = duration;
    this.#perChunk = perChunk;
    markAsUncloneable(this);
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#size in value))
      throw new ERR_INVALID_THIS('SlidingWindowHistogram');
  }

  // Drops the chunks that are too old for one of this number to be the latest.
  #dropBefore(number) {
    while (this.#chunks.length > 0 && this.#chunks[0][0] <= number - this.#size)
      this.#chunks.shift();
  }

  #current() {
    return this.#duration === undefined ? MathFloor(this.#records / this.#perChunk) :
      MathFloor((now() - this.#began) / this.#duration);
  }

  record(val) {
    SlidingWindowHistogram.#check(this);
    const value = validateRecorded(val, 'val');
    const number = this.#current();
    this.#records++;
    this.#dropBefore(number);
    let last = this.#chunks[this.#chunks.length - 1];
    if (last === undefined || last[0] !== number) {
      last = [number, new Buckets(this.#layout)];
      this.#chunks.push(last);
    }
    last[1].record(value);
  }

  // A histogram of the values in the window now.
  snapshot() {
    SlidingWindowHistogram.#check(this);
    if (this.#duration !== undefined)
      this.#dropBefore(this.#current());
    const result = new Buckets(this.#layout);
    for (let i = 0; i < this.#chunks.length; i++)
      result.merge(this.#chunks[i][1]);
    result.exceeds = 0;
    return histogramOf(result);
  }

  reset() {
    SlidingWindowHistogram.#check(this);
    this.#chunks.length = 0;
    this.#records = 0;
    this.#began = now();
  }
}

function createSlidingWindowHistogram(options) {
  validateObject(options, 'options');
  const { chunks, chunkDuration, recordsPerChunk } = options;
  validateInteger(chunks, 'options.chunks', 1, 1024);
  if ((chunkDuration === undefined) === (recordsPerChunk === undefined)) {
    throw new ERR_INVALID_ARG_VALUE(
      'options', options, 'must specify exactly one of "chunkDuration" or "recordsPerChunk"');
  }
  if (chunkDuration !== undefined)
    validateInteger(chunkDuration, 'options.chunkDuration', 1, LONGEST);
  else
    validateInteger(recordsPerChunk, 'options.recordsPerChunk', 1);
  return new SlidingWindowHistogram(
    kSecret, readLayout(options), chunks, chunkDuration, recordsPerChunk);
}

module.exports = { createSlidingWindowHistogram };
