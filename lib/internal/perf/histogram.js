'use strict';
// Histograms: the number of occurrences of each value, in buckets (buckets.js). What compares two
// of them or estimates is in histogram_statistics.js, their form as bytes in histogram_export.js.

const {
  ArrayIsArray, BigInt, Map, MapPrototypeForEach, MapPrototypeGet, MapPrototypeSet, MathMax,
  MathRound, MathSqrt, Number, NumberMAX_SAFE_INTEGER, SafeArray, Symbol, SymbolDispose,
} = primordials;
const { now } = internalBinding('process');
const binding = internalBinding('performance');
const { codes: {
  ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_OUT_OF_RANGE,
} } = require('internal/errors');
const { validateBoolean, validateInteger, validateNumber, validateObject } =
  require('internal/validators');
const { customInspectSymbol } = require('internal/util');
const { kClone } = require('internal/messaging/transfer');
const { Buckets, UNSET } = require('internal/perf/buckets');

const kSecret = Symbol('histogram');
const MAX_INTERVALS = 2 ** 24;      // as many as a Map has entries
const LARGEST_BIGINT = 2n ** 63n - 1n;

// The buckets of a histogram, up to date; undefined of anything else.
let bucketsIn;

function bucketsOf(histogram) {
  const buckets = bucketsIn(histogram);
  if (buckets === undefined)
    throw new ERR_INVALID_THIS('Histogram');
  return buckets;
}

function bucketsOfOther(other) {
  const buckets = bucketsIn(other);
  if (buckets === undefined)
    throw new ERR_INVALID_ARG_TYPE('other', 'Histogram', other);
  return buckets;
}

function validatePercentile(percentile, name) {
  validateNumber(percentile, name);
  if (!(percentile > 0 && percentile <= 100))
    throw new ERR_OUT_OF_RANGE(name, '> 0 && <= 100', percentile);
}

function asBigInts(map) {
  const result = new Map();
  MapPrototypeForEach.call(
    map, (value, at) => { MapPrototypeSet.call(result, at, BigInt(value)); });
  return result;
}

// A program chooses the intervals: it must not be able to fill the memory with empty ones.
function intervalsOf(buckets, level, next) {
  const result = new Map();
  let left = MAX_INTERVALS;
  buckets.forEachInterval(level, next, (key, count) => {
    if (--left < 0)
      throw new primordials.RangeError('Map maximum size exceeded');
    MapPrototypeSet.call(result, key, (MapPrototypeGet.call(result, key) ?? 0) + count);
  });
  return result;
}

const statistics = () => require('internal/perf/histogram_statistics');

class Histogram {
  #buckets;     // shared with clones

  constructor(secret = undefined, buckets = undefined) {
    if (secret !== kSecret)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#buckets = buckets;
  }

  static {
    bucketsIn = (value) => {
      if (typeof value !== 'object' || value === null || !(#buckets in value))
        return undefined;
      value.#buckets.refresh?.();
      return value.#buckets;
    };
  }

  // A message has the same histogram: what one end records, the other sees.
  [kClone]() { return new Histogram(kSecret, bucketsOf(this)); }

  get count() { return bucketsOf(this).count; }
  get countBigInt() { return BigInt(bucketsOf(this).count); }
    ccdf(value) {
    const buckets = bucketsOf(this);
    validateNumber(value, 'value');
    return 1 - buckets.share(value);
  }
  cdf(value) {
    const buckets = bucketsOf(this);
    validateNumber(value, 'value');
    return buckets.share(value);
  }
  countAt(value) {
    const buckets = bucketsOf(this);
    validateNumber(value, 'value');
    return value >= 0 ? buckets.counts.get(buckets.bottom(value)) ?? 0 : 0;
  }
  get min() {
    const buckets = bucketsOf(this);
    return buckets.count === 0 ? UNSET : buckets.bottom(buckets.low);
  }
  get minBigInt() { return bucketsOf(this).count === 0 ? LARGEST_BIGINT : BigInt(this.min); }
  get max() {
    const buckets = bucketsOf(this);
    return buckets.count === 0 ? 0 : buckets.top(buckets.high);
  }
  get maxBigInt() { return BigInt(this.max); }
  get mean() { return bucketsOf(this).mean(); }
  meanCI(options = undefined) { return statistics().meanInterval(bucketsOf(this), options); }
  get exceeds() { return bucketsOf(this).exceeds; }
  get exceedsBigInt() { return BigInt(bucketsOf(this).exceeds); }
  export() { return require('internal/perf/histogram_export').encode(bucketsOf(this)); }
  get ewmaMean() { return bucketsOf(this).ewmaMean; }
  get ewmaStddev() { return MathSqrt(bucketsOf(this).ewmaVariance); }
  get ewmaErrorRate() { return bucketsOf(this).ewmaErrorRate; }
  burnRate(sloTarget) {
    const buckets = bucketsOf(this);
    validateNumber(sloTarget, 'sloTarget');
    if (!(sloTarget > 0 && sloTarget < 1))
      throw new ERR_OUT_OF_RANGE('sloTarget', '> 0 && < 1', sloTarget);
    return buckets.ewmaErrorRate / (1 - sloTarget);
  }
  ksTest(other) { return statistics().ksTest(bucketsOf(this), bucketsOfOther(other)); }
  welchTest(other, options = undefined) {
    return statistics().welchTest(bucketsOf(this), bucketsOfOther(other), options);
  }
  mannWhitneyTest(other) {
    return statistics().mannWhitneyTest(bucketsOf(this), bucketsOfOther(other));
  }
  cohensD(other) { return statistics().cohensD(bucketsOf(this), bucketsOfOther(other)); }
  cliffsD(other) { return statistics().cliffsD(bucketsOf(this), bucketsOfOther(other)); }
  get kurtosis() {
    const shape = bucketsOf(this).shape(4);
    return shape === 0 ? 0 : shape - 3;
  }
  linearBuckets(stepSize) {
    const buckets = bucketsOf(this);
    validateInteger(stepSize, 'stepSize', 1);
    return intervalsOf(buckets, stepSize, (level) => level + stepSize);
  }
  logBuckets(firstBucket, base) {
    const buckets = bucketsOf(this);
    validateInteger(firstBucket, 'firstBucket', 1);
    validateNumber(base, 'base');
    if (!(base > 1))
      throw new ERR_OUT_OF_RANGE('base', '> 1', base);
    return intervalsOf(buckets, firstBucket, (level) => level * base);
  }
  get skewness() { return bucketsOf(this).shape(3); }
  get stddev() { return bucketsOf(this).stddev(); }

  percentile(percentile) {
    const buckets = bucketsOf(this);
    validatePercentile(percentile, 'percentile');
    return buckets.percentile(percentile);
  }
  percentileBigInt(percentile) { return BigInt(this.percentile(percentile)); }
  percentileCI(percentile, options = undefined) {
    const buckets = bucketsOf(this);
    validatePercentile(percentile, 'percentile');
    return statistics().percentileInterval(buckets, percentile, options);
  }
  get percentiles() {
    const result = new Map();
    bucketsOf(this).forEachPercentile((at, value) => { MapPrototypeSet.call(result, at, value); });
    return result;
  }
  get percentilesBigInt() { return asBigInts(this.percentiles); }
  percentilesAt(percentiles) {
    const buckets = bucketsOf(this);
    if (!ArrayIsArray(percentiles))
      throw new ERR_INVALID_ARG_TYPE('percentiles', 'Array', percentiles);
    const sorted = new SafeArray();
    for (let i = 0; i < percentiles.length; i++) {
      const at = percentiles[i];
      validatePercentile(at, `percentiles[${i}]`);
      sorted.push(at);
    }
    sorted.sort((a, b) => a - b);
    const result = new Map();
    for (let i = 0; i < sorted.length; i++)
      MapPrototypeSet.call(result, sorted[i], buckets.percentile(sorted[i]));
    return result;
  }

  reset() { bucketsOf(this).clear(); }

  toJSON() {
    const { count, min, max, mean, exceeds, stddev, skewness, kurtosis, ewmaMean, ewmaStddev,
            ewmaErrorRate, percentiles } = this;
    const table = {};
    MapPrototypeForEach.call(percentiles, (value, at) => { table[at] = value; });
    return { count, min, max, mean, exceeds, stddev, skewness, kurtosis, ewmaMean, ewmaStddev,
             ewmaErrorRate, percentiles: table };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0)
      return `[${this.constructor.name}]`;
    const { min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles } = this;
    return `Histogram ${require('internal/util/inspect').inspect(
      { min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles }, options)}`;
  }
}

const histogramOf = (buckets) => new Histogram(kSecret, buckets);

// A value to record, as a number.
function validateRecorded(value, name) {
  if (typeof value !== 'bigint') {
    validateInteger(value, name, 1);
  } else if (value < 1n || value > LARGEST_BIGINT) {
    const error = new ERR_OUT_OF_RANGE(name, '>= 1', value);
    error.message = `${name === 'val' ? 'value' : 'expected_interval'} is out of range`;
    throw error;
  }
  return Number(value);
}

class RecordableHistogram extends Histogram {
  #last;

  constructor(secret = undefined, buckets = undefined) { super(secret, buckets); }

  static #bucketsOf(value) {
    if (bucketsIn(value) === undefined || !(#last in value))
      throw new ERR_INVALID_THIS('RecordableHistogram');
    return bucketsIn(value);
  }
  static #bucketsOfOther(other) {
    if (bucketsIn(other) === undefined || !(#last in other))
      throw new ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    return bucketsIn(other);
  }

  [kClone]() { return new RecordableHistogram(kSecret, bucketsOf(this)); }

  record(val) {
    const buckets = RecordableHistogram.#bucketsOf(this);
    buckets.record(validateRecorded(val, 'val'));
  }

  recordDelta() {
    const buckets = RecordableHistogram.#bucketsOf(this);
    const time = now() * 1e6;
    if (this.#last !== undefined)
      buckets.record(MathMax(1, MathRound(time - this.#last)));
    this.#last = time;
  }

  // A value that was measured while nothing else could be: those that would have been measured at
  // the usual interval meanwhile are recorded too.
  recordCorrected(val, expectedInterval) {
    const buckets = RecordableHistogram.#bucketsOf(this);
    const value = validateRecorded(val, 'val');
    if (typeof val === 'bigint' && typeof expectedInterval !== 'bigint')
      throw new ERR_INVALID_ARG_TYPE('expectedInterval', 'bigint', expectedInterval);
    if (typeof val !== 'bigint')
      validateInteger(expectedInterval, 'expectedInterval', 1);
    const interval = validateRecorded(expectedInterval, 'expectedInterval');
    buckets.record(value);
    if (value <= buckets.highest)
      buckets.addDownTo(value - interval, interval);
  }

  subtract(other) {
    RecordableHistogram.#bucketsOf(this).subtract(RecordableHistogram.#bucketsOfOther(other));
  }

  add(other) {
    RecordableHistogram.#bucketsOf(this).merge(RecordableHistogram.#bucketsOfOther(other));
  }
}

// Options of a histogram that the program gives values to.
function readLayout(options) {
  const { lowest = 1, highest = NumberMAX_SAFE_INTEGER, figures = 3 } = options;
  if (typeof lowest !== 'bigint')
    validateInteger(lowest, 'options.lowest', 1, NumberMAX_SAFE_INTEGER);
  else if (lowest < 1n || lowest > LARGEST_BIGINT)
    throw new ERR_OUT_OF_RANGE('options.lowest', `>= 1n && <= ${LARGEST_BIGINT}n`, lowest);
  if (typeof highest !== 'bigint')
    validateInteger(highest, 'options.highest', 1, NumberMAX_SAFE_INTEGER);
  const least = 2n * BigInt(lowest);
  if (BigInt(highest) < least)
    throw new ERR_OUT_OF_RANGE('options.highest', `>= 2 * options.lowest (${least}n)`, highest);
  validateInteger(figures, 'options.figures', 1, 5);
  return { __proto__: null, lowest: Number(lowest), highest: Number(highest), figures };
}

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const layout = readLayout(options);
  const { halfLife = 0, threshold = 0 } = options;
  validateNumber(halfLife, 'options.halfLife');
  if (halfLife < 0)
    throw new ERR_OUT_OF_RANGE('options.halfLife', '>= 0', halfLife);
  validateNumber(threshold, 'options.threshold');
  if (threshold < 0)
    throw new ERR_OUT_OF_RANGE('options.threshold', '>= 0', threshold);
  return new RecordableHistogram(
    kSecret, new Buckets({ __proto__: null, ...layout, halfLife, threshold }));
}

function importHistogram(data) {
  const { decode } = require('internal/perf/histogram_export');
  return new RecordableHistogram(kSecret, decode(data));
}

const HOUR = 3.6e12;      // ns

// The delay of the loop: the times between two runs of an interval timer, which the loop computes
// without such a timer (src/runtime/bindings/performance.c); or the duration of each turn. The
// samples are fetched when the program reads the histogram.
class ELDHistogram extends Histogram {
  #buckets;
  #interval;      // ms; 0: a sample per turn
  #monitor = -1;

  constructor(secret, interval) {
    const buckets = new Buckets(
      { __proto__: null, lowest: 1, highest: HOUR, figures: 3 });
    super(secret, buckets);
    this.#buckets = buckets;
    this.#interval = interval;
  }

  enable() {
    if (this.#monitor >= 0)
      return false;
    const monitor = binding.startMonitor(this.#interval, (list) => this.#addAll(list));
    if (monitor < 0)
      throw require('internal/errors').errnoException(monitor, 'startMonitor');
    this.#monitor = monitor;
    this.#buckets.refresh = () => { this.#addAll(binding.takeSamples(monitor)); };
    return true;
  }

  disable() {
    if (this.#monitor < 0)
      return false;
    this.#buckets.refresh();
    this.#buckets.refresh = null;
    binding.stopMonitor(this.#monitor);
    this.#monitor = -1;
    return true;
  }

  #addAll(list) {
    for (let i = 0; i < list.length; i += 2)
      this.#buckets.record(MathMax(1, list[i]), list[i + 1]);
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

module.exports = {
  createHistogram, histogramOf, importHistogram, monitorEventLoopDelay, readLayout,
  validateRecorded,
};
