'use strict';
// The counts of a histogram. Values are grouped in buckets: all are 2 ** n wide, exact below
// 2 * 10 ** figures units and wider with each power of two above, so that a bucket is never wider
// than its values divided by 10 ** figures. This is the layout of HDR histograms, which other
// programs and exported data use too.
// (1) `counts` maps the lowest value of a bucket to a count above 0.
// (2) `low` and `high` are values as recorded; `count` is the sum of all counts.

const {
  MathFloor, MathLog2, MathMax, MathMin, MathSqrt, SafeArray, SafeMap,
} = primordials;

const UNSET = 9223372036854776000;      // `min` before there is one: the largest of 64 bits
const LARGEST = 2 ** 63;

// The largest n with 2 ** n <= value; a logarithm alone rounds up just below a large power.
function exponentOf(value) {
  const exponent = MathFloor(MathLog2(value));
  return 2 ** exponent > value ? exponent - 1 : exponent;
}

class Buckets {
  // Fields are defined, where assignments would call setters of Object.prototype.
  counts; ordered; count; exceeds; low; high;
  refresh = null;     // called before the values are read
  lowest; highest; figures; unitExponent; halfExponent; groups = 1;
  halfLife; threshold; weight; hasAverage; ewmaMean; ewmaVariance; ewmaErrorRate;

  constructor({ lowest = 1, highest, figures, halfLife = 0, threshold = 0 }) {
    this.lowest = lowest;
    this.highest = highest;
    this.figures = figures;
    this.unitExponent = exponentOf(lowest);
    // Buckets are exact below 2 ** (halfExponent + 1) units.
    this.halfExponent = MathFloor(MathLog2(2 * 10 ** figures));
    // Groups of 2 ** halfExponent buckets, one per power of two up to `highest`, and one for 0.
    for (let end = 2 ** (this.halfExponent + 1 + this.unitExponent); end <= highest; end *= 2)
      this.groups++;
    this.halfLife = halfLife;
    this.threshold = threshold;
    // How much a new value counts in the moving averages.
    this.weight = halfLife > 0 && halfLife < Infinity ? 1 - 2 ** (-1 / halfLife) : 0;
    this.clear();
  }

  clear() {
    this.counts = new SafeMap();
    this.ordered = null;      // [value, count] pairs by value, until the next change
    this.count = this.exceeds = this.high = 0;
    this.low = UNSET;
    this.ewmaMean = this.ewmaVariance = this.ewmaErrorRate = 0;
    this.hasAverage = false;
  }

  widthAt(value) {
    const exponent = value < 1 ? 0 : exponentOf(value);
    return 2 ** MathMax(this.unitExponent, exponent - this.halfExponent);
  }
  bottom(value) {
    const width = this.widthAt(value);
    return MathFloor(value / width) * width;
  }
  top(value) { return this.bottom(value) + this.widthAt(value) - 1; }
  // The value that stands for a bucket in sums.
  middle(value) { return this.bottom(value) + MathFloor(this.widthAt(value) / 2); }

  // Returns false if the value is too large for this histogram.
  add(value, times = 1) {
    if (value > this.highest)
      return false;
    const bucket = this.bottom(value);
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + times);
    this.ordered = null;
    this.count += times;
    this.low = MathMin(this.low, value);
    this.high = MathMax(this.high, value);
    return true;
  }

  record(value, times = 1) {
    if (!this.add(value, times))
      this.exceeds++;
    else if (this.weight > 0)
      this.average(value);
  }

  // Adds value, value - step, ... as long as they are not below `step`.
  addDownTo(value, step) {
    while (value >= step) {
      const first = MathMax(this.bottom(value), step);
      const times = MathFloor((value - first) / step) + 1;    // of them are in this bucket
      this.add(value, times);
      this.low = MathMin(this.low, value - (times - 1) * step);
      value -= times * step;
    }
  }

  // The exponentially weighted averages of the values, and of the share above the threshold.
  average(value) {
    const failed = this.threshold > 0 && value > this.threshold ? 1 : 0;
    if (!this.hasAverage) {
      this.hasAverage = true;
      this.ewmaMean = value;
      this.ewmaErrorRate = failed;
      return;
    }
    const distance = value - this.ewmaMean;
    this.ewmaMean += this.weight * distance;
    this.ewmaVariance = (1 - this.weight) * (this.ewmaVariance + this.weight * distance ** 2);
    this.ewmaErrorRate += this.weight * (failed - this.ewmaErrorRate);
  }

  merge(other) {
    const pairs = other.pairs();
    for (let i = 0; i < pairs.length; i++)
      this.add(pairs[i][0], pairs[i][1]);
    this.exceeds += other.exceeds;
  }

  subtract(other) {
    const pairs = this.pairs();
    for (let i = 0; i < pairs.length; i++) {
      const { 0: bucket, 1: count } = pairs[i];
      const left = count - (other.counts.get(other.bottom(bucket)) ?? 0);
      if (left > 0)
        this.counts.set(bucket, left);
      else
        this.counts.delete(bucket);
    }
    this.ordered = null;
    const rest = this.pairs();
    this.count = 0;
    for (let i = 0; i < rest.length; i++)
      this.count += rest[i][1];
    this.low = rest.length === 0 ? UNSET : rest[0][0];
    this.high = rest.length === 0 ? 0 : rest[rest.length - 1][0];
  }

  // [lowest value of a bucket, count] pairs, by value.
  pairs() {
    if (this.ordered === null) {
      const pairs = new SafeArray();
      this.counts.forEach((count, value) => { pairs.push([value, count]); });
      this.ordered = pairs.sort((a, b) => a[0] - b[0]);
    }
    return this.ordered;
  }

  // The sum of the n-th powers of the distances from `center`.
  moment(n, center) {
    const pairs = this.pairs();
    let sum = 0;
    for (let i = 0; i < pairs.length; i++)
      sum += (this.middle(pairs[i][0]) - center) ** n * pairs[i][1];
    return sum;
  }
  mean() { return this.moment(1, 0) / this.count; }
  stddev() { return MathSqrt(this.moment(2, this.mean()) / this.count); }
  // The n-th standardized moment; 0 where it says nothing.
  shape(n) {
    const stddev = this.count < n ? 0 : this.stddev();
    return stddev === 0 ? 0 : this.moment(n, this.mean()) / this.count / stddev ** n;
  }

  // The bucket of the value with this rank, from 1.
  ranked(rank) {
    const pairs = this.pairs();
    let seen = 0;
    for (let i = 0; i < pairs.length; i++) {
      seen += pairs[i][1];
      if (seen >= rank)
        return pairs[i][0];
    }
    return 0;
  }
  percentile(at) {
    return this.top(this.ranked(MathMax(1, MathFloor(at / 100 * this.count + 0.5))));
  }

  // The share of values that are not above this one.
  share(value) {
    if (this.count === 0 || !(value >= 0))
      return 0;
    const pairs = this.pairs();
    const last = this.bottom(MathMin(value, LARGEST));
    let seen = 0;
    for (let i = 0; i < pairs.length && pairs[i][0] <= last; i++)
      seen += pairs[i][1];
    return seen / this.count;
  }

  // Calls emit(percentile, value): each step halves the remaining share, until all values are seen.
  forEachPercentile(emit) {
    const pairs = this.pairs();
    let at = 0;
    let seen = 0;
    for (let i = 0, entered = -1; seen < this.count;) {
      if (entered !== i)
        seen += pairs[i][1];
      entered = i;
      if (100 * seen / this.count >= at) {
        emit(at, pairs[i][0]);
        const half = 2 ** (MathFloor(MathLog2(100 / (100 - at))) + 1);
        at += 100 / half;
      } else {
        i++;
      }
    }
    emit(100, pairs.length === 0 ? 0 : pairs[pairs.length - 1][0]);
  }

  // Calls emit(key, count) for each interval up to the last value. The intervals end at `level`,
  // then at next(level), inclusive; the key of one is the lowest value of the bucket of its end.
  forEachInterval(level, next, emit) {
    const pairs = this.pairs();
    for (let i = 0; i < pairs.length;) {
      const end = this.bottom(level);
      let count = 0;
      for (; i < pairs.length && pairs[i][0] <= end; i++)
        count += pairs[i][1];
      emit(end, count);
      level = next(level);
    }
  }
}

module.exports = { Buckets, UNSET, exponentOf };
