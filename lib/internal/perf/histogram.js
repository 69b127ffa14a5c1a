'use strict';
// Histograms: the number of occurrences of each value. Values are rounded to three significant
// digits, which bounds the number of buckets.

const {
  BigInt, Map, MapPrototypeForEach, MapPrototypeSet, MathCeil, MathFloor, MathLog2, MathMax,
  MathMin, MathRound, MathSqrt, Number, NumberMAX_SAFE_INTEGER, NumberMIN_VALUE,
  SafeArray, SafeMap, Symbol, SymbolDispose,
} = primordials;
const { now } = internalBinding('process');
const binding = internalBinding('performance');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } =
  require('internal/errors');
const { validateBoolean, validateInteger, validateNumber, validateObject } =
  require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const { kClone } = require('internal/messaging/transfer');

const NOTHING = 9223372036854776000;    // `min` before there is one: the largest of 64 bits
const kSecret = Symbol('histogram');
const EXACT = 2048;

// The value of the bucket that contains `value`.
function bucketOf(value) {
  if (value < EXACT)
    return value;
  const step = 2 ** (MathFloor(MathLog2(value)) - 10);
  return MathFloor(value / step) * step;
}

const newState = () => ({
  __proto__: null, counts: new SafeMap(), count: 0, exceeds: 0, min: NOTHING, max: 0, sum: 0,
  squares: 0,
});

class Histogram {
  #state;     // shared with clones

  constructor(secret, state) {
    if (secret !== kSecret)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state;
  }

  // A message has the same histogram: what one end records, the other sees.
  [kClone]() { return new Histogram(kSecret, this.#state); }
  cloneAs(Type, highest) { return new Type(kSecret, this.#state, highest); }

  take(value, times = 1) {
    const bucket = bucketOf(value);
    this.#state.counts.set(bucket, (this.#state.counts.get(bucket) ?? 0) + times);
    this.#state.count += times;
    this.#state.sum += value * times;
    this.#state.squares += value * value * times;
    this.#state.min = MathMin(this.#state.min, value);
    this.#state.max = MathMax(this.#state.max, value);
  }

  exceed() { this.#state.exceeds++; }

  // Called before the values are read.
  update() {}

  get count() {
    this.update();
    return this.#state.count;
  }
  get countBigInt() { return BigInt(this.count); }
  get exceeds() {
    this.update();
    return this.#state.exceeds;
  }
  get exceedsBigInt() { return BigInt(this.exceeds); }
  get min() {
    this.update();
    return this.#state.min;
  }
  get minBigInt() { return this.count === 0 ? 2n ** 63n - 1n : BigInt(this.#state.min); }
  get max() {
    this.update();
    return this.#state.max;
  }
  get maxBigInt() { return BigInt(this.max); }
  get mean() { return this.count === 0 ? NaN : this.#state.sum / this.#state.count; }
  get stddev() {
    if (this.count === 0)
      return NaN;
    return MathSqrt(MathMax(0, this.#state.squares / this.#state.count - this.mean ** 2));
  }

  // [value, count] pairs, by value.
  #sorted() {
    const pairs = new SafeArray();
    this.#state.counts.forEach((count, value) => { pairs.push([value, count]); });
    return pairs.sort((a, b) => a[0] - b[0]);
  }

  percentile(percentile) {
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100))
      throw new ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
    const wanted = MathMax(1, MathCeil(this.count * percentile / 100));
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
    if (this.count > 0) {
      let last = 0;
      MapPrototypeSet.call(result, 0, this.percentile(NumberMIN_VALUE));
      for (let at = 50; at < 100 - 100 / (2 * this.#state.count); at += (100 - at) / 2) {
        MapPrototypeSet.call(result, at, this.percentile(at));
        last = at;
      }
      if (this.#state.count > 1)
        MapPrototypeSet.call(result, last / 2 + 50, this.#state.max);
    }
    return MapPrototypeSet.call(result, 100, this.#state.count === 0 ? 0 : this.percentile(100));
  }

  get percentilesBigInt() {
    const result = new Map();
    MapPrototypeForEach.call(this.percentiles, (value, at) => {
      MapPrototypeSet.call(result, at, BigInt(value));
    });
    return result;
  }

  reset() {
    this.update();
    this.#state.counts.clear();
    const state = this.#state;
    state.count = state.exceeds = state.max = state.sum = state.squares = 0;
    state.min = NOTHING;
  }

  merge(other) {
    other.#state.counts.forEach((count, value) => { this.take(value, count); });
  }

  toJSON() {
    const { count, min, max, mean, exceeds, stddev, percentiles } = this;
    const table = {};
    MapPrototypeForEach.call(percentiles, (value, at) => { table[at] = value; });
    return { count, min, max, mean, exceeds, stddev, percentiles: table };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0)
      return `[${this.constructor.name}]`;
    const { min, max, mean, exceeds, stddev, count, percentiles } = this;
    return `Histogram ${require('internal/util/inspect').inspect(
      { min, max, mean, exceeds, stddev, count, percentiles }, options)}`;
  }
}

class RecordableHistogram extends Histogram {
  #last;
  #highest;

  constructor(secret, state, highest) {
    super(secret, state);
    this.#highest = highest;
  }

  [kClone]() { return this.cloneAs(RecordableHistogram, this.#highest); }

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
  return new RecordableHistogram(kSecret, newState(), Number(highest));
}

// The delay of the loop: the times between two runs of an interval timer, which the loop computes
// without such a timer (src/runtime/bindings/performance.c); or the duration of each turn. The
// samples are fetched when the program reads the histogram.
class ELDHistogram extends Histogram {
  #interval;      // ms; 0: a sample per turn
  #monitor = -1;

  constructor(secret, interval) {
    super(secret, newState());
    this.#interval = interval;
  }

  enable() {
    if (this.#monitor >= 0)
      return false;
    const monitor = binding.startMonitor(this.#interval, (list) => this.#addAll(list));
    if (monitor < 0)
      throw require('internal/errors').errnoException(monitor, 'startMonitor');
    this.#monitor = monitor;
    return true;
  }

  disable() {
    if (this.#monitor < 0)
      return false;
    this.update();
    binding.stopMonitor(this.#monitor);
    this.#monitor = -1;
    return true;
  }

  update() {
    if (this.#monitor >= 0)
      this.#addAll(binding.takeSamples(this.#monitor));
  }

  #addAll(list) {
    for (let i = 0; i < list.length; i += 2)
      this.take(MathMax(1, list[i]), list[i + 1]);
  }

  [SymbolDispose]() { this.disable(); }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10, samplePerIteration = false } = options;
  validateBoolean(samplePerIteration, 'options.samplePerIteration');
  if (!samplePerIteration)
    validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(kSecret, samplePerIteration ? 0 : resolution);
}

module.exports = { createHistogram, monitorEventLoopDelay };
