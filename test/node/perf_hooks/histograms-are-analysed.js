// differs from Node: older releases do not have these methods
// Shares, buckets, moments, moving averages and tests of histograms, and corrected records.
const assert = require('node:assert');
const { createHistogram } = require('node:perf_hooks');

const filled = (values, options) => {
  const histogram = createHistogram(options);
  values.forEach((value) => histogram.record(value));
  return histogram;
};
const near = (actual, expected) =>
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)),
            `${actual} is not ${expected}`);
const to100 = filled(Array.from({ length: 100 }, (_, i) => i + 1));

assert.deepStrictEqual([to100.cdf(0), to100.cdf(25), to100.ccdf(25), to100.cdf(1e6)],
                       [0, 0.25, 0.75, 1]);
assert.deepStrictEqual([...to100.linearBuckets(33)], [[33, 33], [66, 33], [99, 33], [132, 1]]);
assert.deepStrictEqual([...to100.logBuckets(10, 3)], [[10, 10], [30, 20], [90, 60], [270, 10]]);
assert.throws(() => to100.logBuckets(1, 1), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => filled([2 ** 50]).linearBuckets(1), RangeError);
assert.deepStrictEqual([...to100.percentilesAt([99, 50])], [[50, 50], [99, 99]]);
assert.throws(() => to100.percentilesAt([0]), { message: /"percentiles\[0\]" is out of range/ });
near(to100.kurtosis, -1.2002400240024);
near(filled([1, 2, 3, 10, 50, 3000, 3001]).skewness, 0.9482322625553029);

const one = filled([1, 2, 3, 10, 50, 300, 301]);
const two = filled([4, 5, 6, 70, 80, 900]);
assert.strictEqual(one.ksTest(two), 3 / 7);
const welch = one.welchTest(two);
near(welch.tStatistic, -0.5314996779711028);
near(welch.degreesOfFreedom, 6.346389705687164);
near(welch.pValue, 0.613155791054665);
near(welch.confidenceInterval.lower, -455.75968442866593);
near(one.welchTest(two, { confidence: 0.99 }).confidenceInterval.upper, 478.63004581196736);
const ranks = one.mannWhitneyTest(two);
assert.strictEqual(ranks.uStatistic, 16);
near(ranks.zScore, -5 / 7);
near(ranks.pValue, 0.475050524053953);
near(filled([1, 2, 3, 4, 5]).mannWhitneyTest(filled([6, 7, 8, 9])).pValue, 0.014305878435429647);
near(one.cohensD(two), -0.31443799591767835);
near(one.cliffsD(two), -10 / 42);
near(one.meanCI().upper, 225.89292103718276);
assert.deepStrictEqual({ ...filled([5]).meanCI() }, { mean: 5, lower: NaN, upper: NaN });
assert.deepStrictEqual({ ...filled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).percentileCI(50) },
                       { value: 6, lower: 3, upper: 10 });
assert.throws(() => one.ksTest({}),
              { message: /"other" argument must be an instance of Histogram/ });
assert.throws(() => one.meanCI({ confidence: 1 }), { code: 'ERR_OUT_OF_RANGE' });

const moving = filled([10, 20, 150], { halfLife: 5, threshold: 100 });
near(moving.ewmaMean, 29.249843938951873);
near(moving.ewmaStddev, 46.66820861920947);
near(moving.ewmaErrorRate, 1 - 2 ** (-1 / 5));
near(moving.burnRate(0.9), 10 * moving.ewmaErrorRate);

const corrected = createHistogram();
corrected.recordCorrected(100, 30);
assert.deepStrictEqual([...corrected.linearBuckets(10)].filter(([, n]) => n > 0).map(([at]) => at),
                       [40, 70, 100]);
corrected.recordCorrected(Number.MAX_SAFE_INTEGER, 1);
assert.throws(() => corrected.recordCorrected(5n, 1), { code: 'ERR_INVALID_ARG_TYPE' });
corrected.subtract(corrected);
assert.deepStrictEqual([corrected.count, corrected.max], [0, 0]);

const { get } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Object.getPrototypeOf(one)), 'skewness');
assert.throws(() => get.call({}), { code: 'ERR_INVALID_THIS' });
