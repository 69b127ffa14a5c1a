'use strict';
// A histogram as bytes: a CBOR map from small numbers (KEYS) to its settings and its buckets, in
// Node's layout, so that each reads what the other has written.

const {
  DataView, DataViewPrototypeGetFloat64, DataViewPrototypeGetUint8, DataViewPrototypeSetFloat64,
  DataViewPrototypeSetUint8, MathFloor, MathLog2, MathMax,
  NumberIsSafeInteger, SafeArray, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { isUint8Array } = require('internal/util/types');
const { Buckets, UNSET, exponentOf } = require('internal/perf/buckets');

const VERSION = 1;
// Keys of the map, and of the map of moving averages in it. `offset` and `ratio` are parts of the
// format that stay 0 and 1; `min` of an empty histogram is the largest of 64 bits.
const KEYS = {
  __proto__: null, version: 0, lowest: 1, highest: 2, figures: 3, count: 4, min: 5, max: 6,
  offset: 7, ratio: 8, slots: 9, counts: 10, averages: 11,
};
const AVERAGES = { __proto__: null, weight: 0, mean: 1, variance: 2, errorRate: 3, threshold: 4 };

// Major types of CBOR, and the first byte of a number of 64 bits.
const NUMBER = 0;
const ARRAY = 4;
const MAP = 5;
const FLOAT64 = 0xfb;

// Where a bucket is in the list of all that a histogram of these settings has.
function slotOf(buckets, value) {
  const group = MathMax(
    0, exponentOf(MathMax(value, 1)) - buckets.halfExponent - buckets.unitExponent);
  const half = 2 ** buckets.halfExponent;
  return group * half + value / 2 ** (group + buckets.unitExponent);
}
function bucketAt(buckets, slot) {
  const half = 2 ** buckets.halfExponent;
  const group = MathMax(0, MathFloor(slot / half) - 1);
  return (slot - group * half) * 2 ** (group + buckets.unitExponent);
}
const slotsOf = (buckets) => (buckets.groups + 1) * 2 ** buckets.halfExponent;

const scratch = new DataView(TypedArrayPrototypeGetBuffer.call(new Uint8Array(8)));

class Writer {
  bytes = new SafeArray();

  // The head of an item: its type and a number, with as few bytes as hold it.
  head(type, number) {
    const sizes = number < 24 ? 0 : number < 2 ** 8 ? 1 : number < 2 ** 16 ? 2 :
      number < 2 ** 32 ? 4 : 8;
    const short = sizes === 0 ? number : 23 + MathLog2(sizes * 2);
    this.bytes.push(type * 32 + short);
    if (number === UNSET) {
      this.bytes.push(127);
      for (let i = 1; i < 8; i++)
        this.bytes.push(255);
      return;
    }
    for (let scale = 256 ** (sizes - 1); scale >= 1; scale /= 256)
      this.bytes.push(MathFloor(number / scale) % 256);
  }

  entry(key, number) {
    this.head(NUMBER, key);
    this.head(NUMBER, number);
  }

  float(key, number) {
    this.head(NUMBER, key);
    this.bytes.push(FLOAT64);
    DataViewPrototypeSetFloat64.call(scratch, 0, number);
    for (let i = 0; i < 8; i++)
      this.bytes.push(DataViewPrototypeGetUint8.call(scratch, i));
  }
}

function writeAverages(writer, buckets) {
  writer.head(NUMBER, KEYS.averages);
  writer.head(MAP, 5);
  writer.float(AVERAGES.weight, buckets.weight);
  writer.float(AVERAGES.mean, buckets.ewmaMean);
  writer.float(AVERAGES.variance, buckets.ewmaVariance);
  writer.float(AVERAGES.errorRate, buckets.ewmaErrorRate);
  writer.entry(AVERAGES.threshold, MathFloor(buckets.threshold));
}

function encode(buckets) {
  const writer = new Writer();
  writer.head(MAP, buckets.weight > 0 ? 12 : 11);
  writer.entry(KEYS.version, VERSION);
  writer.entry(KEYS.lowest, buckets.lowest);
  writer.entry(KEYS.highest, buckets.highest);
  writer.entry(KEYS.figures, buckets.figures);
  writer.entry(KEYS.count, buckets.count);
  writer.entry(KEYS.min, buckets.low);
  writer.entry(KEYS.max, buckets.high);
  writer.entry(KEYS.offset, 0);
  writer.float(KEYS.ratio, 1);
  writer.entry(KEYS.slots, slotsOf(buckets));
  // Pairs: how far the slot is from the one before, and its count.
  const pairs = buckets.pairs();
  writer.head(NUMBER, KEYS.counts);
  writer.head(ARRAY, pairs.length * 2);
  for (let i = 0, last = 0; i < pairs.length; i++) {
    const slot = slotOf(buckets, pairs[i][0]);
    writer.entry(slot - last, pairs[i][1]);
    last = slot;
  }
  if (buckets.weight > 0)
    writeAverages(writer, buckets);
  const result = new Uint8Array(writer.bytes.length);
  TypedArrayPrototypeSet.call(result, writer.bytes);
  return result;
}

// Reads items; undefined where the data ends too early or has an item of another type.
class Reader {
  at = 0;
  constructor(data) { this.data = data; }

  byte() { return this.data[this.at++]; }

  head(type) {
    const first = this.byte();
    const short = first - type * 32;
    if (!(short >= 0 && short < 28))
      return undefined;
    if (short < 24)
      return short;
    let number = 0;
    for (let left = 2 ** (short - 24); left > 0; left--)
      number = number * 256 + this.byte();
    return number;      // NaN behind the end
  }

  number() {
    if (this.data[this.at] !== FLOAT64)
      return this.head(NUMBER);
    this.at++;
    for (let i = 0; i < 8; i++)
      DataViewPrototypeSetUint8.call(scratch, i, this.byte());
    return DataViewPrototypeGetFloat64.call(scratch, 0);
  }

  // A map of numbers. The values of KEYS.counts and KEYS.averages, if nested, are a list and a map.
  map(nested) {
    const size = this.head(MAP);
    const result = { __proto__: null };
    if (size === undefined)
      return undefined;
    for (let i = 0; i < size; i++) {
      if (this.at >= this.data.length)
        return undefined;
      const key = this.head(NUMBER);
      if (nested && key === KEYS.counts)
        result[key] = this.list();
      else if (nested && key === KEYS.averages)
        result[key] = this.map(false);
      else
        result[key] = this.number();
      if (result[key] === undefined)
        return undefined;
    }
    return this.at > this.data.length ? undefined : result;
  }

  list() {
    const size = this.head(ARRAY);
    const result = new SafeArray();
    for (let i = 0; i < size && this.at < this.data.length; i++)
      result.push(this.number());
    return result.length === size ? result : undefined;
  }
}

const isCount = (value, least, most = Infinity) =>
  NumberIsSafeInteger(value) && value >= least && value <= most;

// Whether a histogram of these settings can be made.
const settingsAreValid = (map) => map !== undefined && map[KEYS.version] === VERSION &&
  isCount(map[KEYS.lowest], 1) &&
  map[KEYS.highest] >= 2 * map[KEYS.lowest] && map[KEYS.highest] <= UNSET &&
  isCount(map[KEYS.figures], 1, 5) && map[KEYS.counts] !== undefined;

function addCounts(buckets, counts) {
  const slots = slotsOf(buckets);
  for (let i = 0, slot = 0; i < counts.length; i += 2) {
    slot += counts[i];
    if (!isCount(counts[i], 0) || slot >= slots || !isCount(counts[i + 1], 1))
      return false;
    buckets.add(bucketAt(buckets, slot), counts[i + 1]);
  }
  return true;
}

// The values as recorded, where they fit to the buckets.
function restoreEnds(buckets, min, max) {
  if (buckets.count > 0 && buckets.bottom(min) === buckets.low)
    buckets.low = min;
  if (buckets.count > 0 && buckets.bottom(max) === buckets.high)
    buckets.high = max;
}

function restoreAverages(buckets, map) {
  if (map === undefined || !(map[AVERAGES.weight] > 0 && map[AVERAGES.weight] < 1))
    return;
  buckets.weight = map[AVERAGES.weight];
  buckets.threshold = map[AVERAGES.threshold] ?? 0;
  buckets.ewmaMean = map[AVERAGES.mean] ?? 0;
  buckets.ewmaVariance = map[AVERAGES.variance] ?? 0;
  buckets.ewmaErrorRate = map[AVERAGES.errorRate] ?? 0;
  buckets.hasAverage = buckets.count > 0;
}

function decode(data) {
  if (!isUint8Array(data))
    throw new ERR_INVALID_ARG_TYPE('data', 'Uint8Array', data);
  const map = new Reader(data).map(true);
  if (settingsAreValid(map)) {
    const buckets = new Buckets({ __proto__: null, lowest: map[KEYS.lowest],
                                  highest: map[KEYS.highest], figures: map[KEYS.figures] });
    if (addCounts(buckets, map[KEYS.counts])) {
      restoreEnds(buckets, map[KEYS.min], map[KEYS.max]);
      restoreAverages(buckets, map[KEYS.averages]);
      return buckets;
    }
  }
  const error = new ERR_INVALID_ARG_VALUE('data', data);
  error.message = 'Invalid histogram export data';
  throw error;
}

module.exports = { encode, decode };
