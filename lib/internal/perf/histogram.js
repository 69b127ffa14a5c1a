'use strict';
// Histograms: how often each value came. Values are kept to three significant digits, so the
// number of buckets stays small whatever is recorded.

const { now } = internalBinding('process');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { customInspectSymbol } = require('internal/util');

const NOTHING = 9223372036854776000;    // `min` before there is one, as Node.js has it
const EXACT = 2048;

// The value that stands for its neighbours.
function bucketOf(value) {
  if (value < EXACT)
    return value;
  const step = 2 ** (Math.floor(Math.log2(value)) - 10);
  return Math.floor(value / step) * step;
}

class Histogram {
  #counts = new Map();
  #count = 0;
  #exceeds = 0;
  #min = NOTHING;
  #max = 0;
  #sum = 0;
  #squares = 0;

  take(value) {
    const bucket = bucketOf(value);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#count++;
    this.#sum += value;
    this.#squares += value * value;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  exceed() { this.#exceeds++; }

  get count() { return this.#count; }
  get countBigInt() { return BigInt(this.#count); }
  get exceeds() { return this.#exceeds; }
  get exceedsBigInt() { return BigInt(this.#exceeds); }
  get min() { return this.#min; }
  get minBigInt() { return BigInt(this.#min); }
  get max() { return this.#max; }
  get maxBigInt() { return BigInt(this.#max); }
  get mean() { return this.#count === 0 ? NaN : this.#sum / this.#count; }
  get stddev() {
    if (this.#count === 0)
      return NaN;
    return Math.sqrt(Math.max(0, this.#squares / this.#count - this.mean ** 2));
  }

  #sorted() { return [...this.#counts].sort((a, b) => a[0] - b[0]); }

  percentile(percentile) {
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100))
      throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    const wanted = Math.max(1, Math.ceil(this.#count * percentile / 100));
    let seen = 0;
    for (const [value, count] of this.#sorted()) {
      seen += count;
      if (seen >= wanted)
        return value;
    }
    return 0;
  }

  percentileBigInt(percentile) { return BigInt(this.percentile(percentile)); }

  // Halving what is left each time, until all values are passed.
  get percentiles() {
    const result = new Map();
    if (this.#count > 0) {
      result.set(0, this.percentile(Number.MIN_VALUE));
      for (let at = 50; at < 100 - 100 / (2 * this.#count); at += (100 - at) / 2)
        result.set(at, this.percentile(at));
      if (this.#count > 1)
        result.set([...result.keys()].at(-1) / 2 + 50, this.#max);
    }
    return result.set(100, this.#count === 0 ? 0 : this.percentile(100));
  }

  get percentilesBigInt() {
    return new Map([...this.percentiles].map(([at, value]) => [at, BigInt(value)]));
  }

  reset() {
    this.#counts.clear();
    this.#count = this.#exceeds = this.#max = this.#sum = this.#squares = 0;
    this.#min = NOTHING;
  }

  merge(other) {
    for (const [value, count] of other.#counts) {
      for (let i = 0; i < count; i++)
        this.take(value);
    }
  }

  toJSON() {
    const { count, min, max, mean, exceeds, stddev, percentiles } = this;
    return { count, min, max, mean, exceeds, stddev, percentiles: Object.fromEntries(percentiles) };
  }

  [customInspectSymbol](depth, options) {
    const { min, max, mean, exceeds, stddev, count, percentiles } = this;
    return `${this.constructor.name} ${require('internal/util/inspect').inspect(
      { min, max, mean, exceeds, stddev, count, percentiles }, options)}`;
  }
}

class RecordableHistogram extends Histogram {
  #last;
  #highest;

  constructor(highest) {
    super();
    this.#highest = highest;
  }

  record(value) {
    if (typeof value !== 'bigint')
      validateInteger(value, 'val', 1);
    const number = Number(value);
    if (number > this.#highest)
      this.exceed();
    else
      this.take(number);
  }

  recordDelta() {
    const time = now() * 1e6;
    if (this.#last !== undefined)
      this.take(Math.max(1, Math.round(time - this.#last)));
    this.#last = time;
  }

  add(other) {
    if (!(other instanceof RecordableHistogram)) {
      const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
      throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    }
    this.merge(other);
  }
}
Object.defineProperty(RecordableHistogram, 'name', { __proto__: null, value: 'Histogram' });

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint')
    validateInteger(lowest, 'options.lowest', 1, Number.MAX_SAFE_INTEGER);
  if (typeof highest !== 'bigint')
    validateInteger(highest, 'options.highest', 2 * Number(lowest), Number.MAX_SAFE_INTEGER);
  else if (highest < 2n * BigInt(lowest))
    throw new ERR_INVALID_ARG_VALUE.RangeError('options.highest', highest);
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(Number(highest));
}

// How much later than asked a timer comes.
class ELDHistogram extends Histogram {
  #resolution;
  #timer;

  constructor(resolution) {
    super();
    this.#resolution = resolution;
  }

  enable() {
    if (this.#timer)
      return false;
    let last = now();
    this.#timer = setInterval(() => {
      const time = now();
      this.take(Math.max(1, Math.round((time - last) * 1e6)));
      last = time;
    }, this.#resolution);
    this.#timer.unref();
    return true;
  }

  disable() {
    if (!this.#timer)
      return false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  [Symbol.dispose]() { this.disable(); }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(resolution);
}

module.exports = { createHistogram, monitorEventLoopDelay };
