'use strict';
// Histograms: the number of occurrences of each value. Values are rounded to three significant
// digits, which bounds the number of buckets.

const {
  BigInt, Map, MapPrototypeForEach, MapPrototypeSet, MathCeil, MathFloor, MathLog2, MathMax,
  MathMin, MathRound, MathSqrt, Number, NumberMAX_SAFE_INTEGER, NumberMIN_VALUE,
  ObjectDefineProperty, SafeArray, SafeMap, SymbolDispose,
} = primordials;
const { now } = internalBinding('process');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');
const { customInspectSymbol } = require('internal/util');

const NOTHING = 9223372036854776000;    // `min` before there is one, as Node.js has it
const EXACT = 2048;

// The value of the bucket that contains `value`.
function bucketOf(value) {
  if (value < EXACT)
    return value;
  const step = 2 ** (MathFloor(MathLog2(value)) - 10);
  return MathFloor(value / step) * step;
}

class Histogram {
  #counts = new SafeMap();
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
    this.#min = MathMin(this.#min, value);
    this.#max = MathMax(this.#max, value);
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
    return MathSqrt(MathMax(0, this.#squares / this.#count - this.mean ** 2));
  }

  // [value, count] pairs, by value.
  #sorted() {
    const pairs = new SafeArray();
    this.#counts.forEach((count, value) => { pairs.push([value, count]); });
    return pairs.sort((a, b) => a[0] - b[0]);
  }

  percentile(percentile) {
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100))
      throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    const wanted = MathMax(1, MathCeil(this.#count * percentile / 100));
    let seen = 0;
    const pairs = this.#sorted();
    for (let i = 0; i < pairs.length; i++) {
      const { 0: value, 1: count } = pairs[i];
      seen += count;
      if (seen >= wanted)
        return value;
    }
    return 0;
  }

  percentileBigInt(percentile) { return BigInt(this.percentile(percentile)); }

  // Each step halves the remaining share, until all values are included.
  get percentiles() {
    const result = new Map();
    if (this.#count > 0) {
      let last = 0;
      MapPrototypeSet.call(result, 0, this.percentile(NumberMIN_VALUE));
      for (let at = 50; at < 100 - 100 / (2 * this.#count); at += (100 - at) / 2) {
        MapPrototypeSet.call(result, at, this.percentile(at));
        last = at;
      }
      if (this.#count > 1)
        MapPrototypeSet.call(result, last / 2 + 50, this.#max);
    }
    return MapPrototypeSet.call(result, 100, this.#count === 0 ? 0 : this.percentile(100));
  }

  get percentilesBigInt() {
    const result = new Map();
    MapPrototypeForEach.call(this.percentiles, (value, at) => {
      MapPrototypeSet.call(result, at, BigInt(value));
    });
    return result;
  }

  reset() {
    this.#counts.clear();
    this.#count = this.#exceeds = this.#max = this.#sum = this.#squares = 0;
    this.#min = NOTHING;
  }

  merge(other) {
    other.#counts.forEach((count, value) => {
      for (let i = 0; i < count; i++)
        this.take(value);
    });
  }

  toJSON() {
    const { count, min, max, mean, exceeds, stddev, percentiles } = this;
    const table = {};
    MapPrototypeForEach.call(percentiles, (value, at) => { table[at] = value; });
    return { count, min, max, mean, exceeds, stddev, percentiles: table };
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
      this.take(MathMax(1, MathRound(time - this.#last)));
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
ObjectDefineProperty(RecordableHistogram, 'name', { __proto__: null, value: 'Histogram' });

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest = 1, highest = NumberMAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint')
    validateInteger(lowest, 'options.lowest', 1, NumberMAX_SAFE_INTEGER);
  if (typeof highest !== 'bigint')
    validateInteger(highest, 'options.highest', 2 * Number(lowest), NumberMAX_SAFE_INTEGER);
  else if (highest < 2n * BigInt(lowest))
    throw new ERR_INVALID_ARG_VALUE.RangeError('options.highest', highest);
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(Number(highest));
}

// How much later than its due time a timer fires.
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
    this.#timer = require('timers').setInterval(() => {
      const time = now();
      this.take(MathMax(1, MathRound((time - last) * 1e6)));
      last = time;
    }, this.#resolution);
    this.#timer.unref();
    return true;
  }

  disable() {
    if (!this.#timer)
      return false;
    require('timers').clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  [SymbolDispose]() { this.disable(); }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(resolution);
}

module.exports = { createHistogram, monitorEventLoopDelay };
