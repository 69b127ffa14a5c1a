'use strict';
// Statistics of histograms: tests that compare two of them, and intervals of confidence. Each value
// counts as the middle of its bucket, or as its lowest value where only the order matters.

const {
  MathAbs, MathExp, MathLog, MathLog1p, MathMax, MathMin, MathPI, MathSqrt,
} = primordials;
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateNumber, validateObject } = require('internal/validators');

const TINY = 1e-300;
const PRECISION = 1e-16;

function confidenceOf(options) {
  if (options === undefined)
    return 0.95;
  validateObject(options, 'options');
  const { confidence = 0.95 } = options;
  validateNumber(confidence, 'options.confidence');
  if (!(confidence > 0 && confidence < 1))
    throw new ERR_OUT_OF_RANGE('options.confidence', '> 0 && < 1', confidence);
  return confidence;
}

// Stirling's series, which is exact to a double from 10 on; smaller arguments are shifted there.
function logGamma(x) {
  let shift = 0;
  for (; x < 10; x++)
    shift += MathLog(x);
  const y = 1 / (x * x);
  const series = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 -
    y * 691 / 360360))))) / x;
  return (x - 0.5) * MathLog(x) - x + MathLog(2 * MathPI) / 2 + series - shift;
}

// A continued fraction b0 + a1 / (b1 + a2 / (b2 + ...)), by Lentz's method. term(i) returns [a, b].
function continuedFraction(b0, term) {
  let value = b0 === 0 ? TINY : b0;
  let above = value;
  let below = 0;
  for (let i = 1; i < 10000; i++) {
    const { 0: a, 1: b } = term(i);
    below = 1 / (b + a * below || TINY);
    above = b + a / above || TINY;
    const factor = above * below;
    value *= factor;
    if (MathAbs(factor - 1) < PRECISION * 4)
      break;
  }
  return value;
}

// The regularized incomplete beta function: the share of a beta distribution that is below x.
function incompleteBeta(x, a, b) {
  if (!(x > 0))
    return 0;
  if (x >= 1)
    return 1;
  if (x > (a + 1) / (a + b + 2))
    return 1 - incompleteBeta(1 - x, b, a);
  const front = MathExp(logGamma(a + b) - logGamma(a) - logGamma(b) +
    a * MathLog(x) + b * MathLog1p(-x)) / a;
  return front / continuedFraction(1, (i) => {
    const m = (i - i % 2) / 2;
    const numerator = i % 2 === 0 ? m * (b - m) * x / ((a + i - 1) * (a + i)) :
      -(a + m) * (a + b + m) * x / ((a + i - 1) * (a + i));
    return [numerator, 1];
  });
}

// The chance that a standard normal variable is at least this far from 0.
function normalTails(z) {
  const x = z * z / 2;
  if (x === 0)
    return 1;
  const front = MathExp(-x) * MathSqrt(x / MathPI);
  if (x > 2) {
    return front / continuedFraction(x + 0.5,
                                     (i) => [-i * (i - 0.5), x + 0.5 + 2 * i]);
  }
  let sum = 0;
  for (let n = 0.5, term = 2; term > sum * PRECISION; n++) {
    sum += term;
    term *= x / (n + 1);
  }
  return 1 - front * sum;
}

// The chance that Student's variable is at least this far from 0.
const studentTails = (t, freedom) => incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);

// The solution of falling(x) = wanted; `falling` never rises from 0 on.
function solve(falling, wanted) {
  let high = 1;
  while (falling(high) > wanted && high < 1e300)
    high *= 2;
  let low = 0;
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high)
      break;
    if (falling(middle) > wanted)
      low = middle;
    else
      high = middle;
  }
  return high;
}
const studentQuantile = (confidence, freedom) =>
  solve((t) => studentTails(t, freedom), 1 - confidence);

const sampleVariance = (buckets, mean) => buckets.moment(2, mean) / (buckets.count - 1);
const interval = (lower, upper) => ({ __proto__: null, lower, upper });

function meanInterval(buckets, options) {
  const confidence = confidenceOf(options);
  const mean = buckets.mean();
  if (buckets.count < 2)
    return { __proto__: null, mean, lower: NaN, upper: NaN };
  const error = MathSqrt(sampleVariance(buckets, mean) / buckets.count);
  const distance = error === 0 ? 0 : error * studentQuantile(confidence, buckets.count - 1);
  return { __proto__: null, mean, lower: mean - distance, upper: mean + distance };
}

// The smallest k with chance(k), of 0 to n, where chance() holds from some k on.
function firstWith(n, holds) {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = low + ((high - low) - (high - low) % 2) / 2;
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// An interval of order statistics: how many of the values are below the percentile is binomial.
function percentileInterval(buckets, percentile, options) {
  const tail = (1 - confidenceOf(options)) / 2;
  const n = buckets.count;
  const value = buckets.percentile(percentile);
  if (n === 0)
    return { __proto__: null, value, lower: 0, upper: 0 };
  const p = percentile / 100;
  const atMost = (k) => (k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1));
  const lower = MathMax(1, firstWith(n, (k) => atMost(k) > tail));
  const upper = MathMin(n, firstWith(n, (k) => 1 - atMost(k) <= tail) + 1);
  return { __proto__: null, value, lower: buckets.ranked(lower),
           upper: buckets.top(buckets.ranked(upper)) };
}

// Calls each(n1, n2) for every value of one or both, in order, with its counts.
function forEachValue(one, two, each) {
  const pairs1 = one.pairs();
  const pairs2 = two.pairs();
  for (let i = 0, k = 0; i < pairs1.length || k < pairs2.length;) {
    const value1 = i < pairs1.length ? pairs1[i][0] : Infinity;
    const value2 = k < pairs2.length ? pairs2[k][0] : Infinity;
    each(value1 <= value2 ? pairs1[i++][1] : 0, value2 <= value1 ? pairs2[k++][1] : 0);
  }
}

// Kolmogorov and Smirnov: the largest distance of the two distributions.
function ksTest(one, two) {
  if (one.count === 0 || two.count === 0)
    return 0;
  let seen1 = 0;
  let seen2 = 0;
  let largest = 0;
  forEachValue(one, two, (n1, n2) => {
    seen1 += n1;
    seen2 += n2;
    largest = MathMax(largest, MathAbs(seen1 / one.count - seen2 / two.count));
  });
  return largest;
}

function welchTest(one, two, options) {
  const confidence = confidenceOf(options);
  const result = { __proto__: null, tStatistic: 0, degreesOfFreedom: 0, pValue: 1,
                   confidenceInterval: interval(0, 0) };
  if (one.count < 2 || two.count < 2)
    return result;
  const mean1 = one.mean();
  const mean2 = two.mean();
  const share1 = sampleVariance(one, mean1) / one.count;
  const share2 = sampleVariance(two, mean2) / two.count;
  const error = MathSqrt(share1 + share2);
  if (error === 0)
    return result;
  const difference = mean1 - mean2;
  result.tStatistic = difference / error;
  result.degreesOfFreedom = (share1 + share2) ** 2 /
    (share1 ** 2 / (one.count - 1) + share2 ** 2 / (two.count - 1));
  result.pValue = studentTails(result.tStatistic, result.degreesOfFreedom);
  const distance = error * studentQuantile(confidence, result.degreesOfFreedom);
  result.confidenceInterval = interval(difference - distance, difference + distance);
  return result;
}

// How often a value of `one` is above one of `two` (a tie counts half), and the sum of t ** 3 - t
// over the counts of equal values.
function compareAll(one, two) {
  let above = 0;
  let ties = 0;
  let below2 = 0;
  forEachValue(one, two, (n1, n2) => {
    above += n1 * (below2 + n2 / 2);
    below2 += n2;
    ties += (n1 + n2) ** 3 - (n1 + n2);
  });
  return { __proto__: null, above, ties };
}

function mannWhitneyTest(one, two) {
  const { above, ties } = compareAll(one, two);
  const product = one.count * two.count;
  const all = one.count + two.count;
  const variance = all < 2 ? 0 : product / 12 * (all + 1 - ties / (all * (all - 1)));
  const zScore = variance > 0 ? (above - product / 2) / MathSqrt(variance) : 0;
  return { __proto__: null, uStatistic: above, zScore, pValue: normalTails(zScore) };
}

// Cohen's d: the difference of the means in units of the common standard deviation.
function cohensD(one, two) {
  if (one.count < 2 || two.count < 2)
    return 0;
  const mean1 = one.mean();
  const mean2 = two.mean();
  const deviation = MathSqrt((one.moment(2, mean1) + two.moment(2, mean2)) /
    (one.count + two.count - 2));
  return deviation === 0 ? 0 : (mean1 - mean2) / deviation;
}

// Cliff's delta: how much more often a value of `one` is above one of `two` than below it.
function cliffsD(one, two) {
  const product = one.count * two.count;
  return product === 0 ? 0 : 2 * compareAll(one, two).above / product - 1;
}

module.exports = {
  meanInterval, percentileInterval, ksTest, welchTest, mannWhitneyTest, cohensD, cliffsD,
};
