// differs from Node: older releases have fewer methods
// What a histogram reports are the bounds of its buckets, which `lowest` and `figures` make.
const assert = require('node:assert');
const { createHistogram } = require('node:perf_hooks');

const filled = (values, options) => {
  const histogram = createHistogram(options);
  values.forEach((value) => histogram.record(value));
  return histogram;
};
const wide = filled([10001, 20003, 30007]);
assert.deepStrictEqual([wide.min, wide.max], [10000, 30015]);
assert.strictEqual(wide.mean, (10004 + 20008 + 30008) / 3);
assert.deepStrictEqual([wide.percentile(33), wide.percentile(100)], [10007, 30015]);
assert.deepStrictEqual([...wide.percentiles], [[0, 10000], [50, 20000], [75, 30000], [100, 30000]]);
assert.deepStrictEqual([wide.countAt(10007), wide.countAt(10008)], [1, 0]);
assert.strictEqual(filled([1000], { figures: 1 }).max, 1023);
assert.strictEqual(filled([5000], { lowest: 1000 }).min, 4608);

const large = filled([Number.MAX_SAFE_INTEGER]);
assert.deepStrictEqual([large.max, large.min], [2 ** 53 - 1, 2 ** 53 - 2 ** 42]);

const bounded = filled([999, 1000, 1001, 5000n], { highest: 1000 });
assert.deepStrictEqual([bounded.count, bounded.exceeds], [2, 2]);
for (const [options, message] of [
  [{ highest: 1n }, /"options.highest".*It must be >= 2 \* options.lowest \(2n\). Received 1n/],
  [{ lowest: 0n }, /"options.lowest".*It must be >= 1n && <= 9223372036854775807n/],
])
  assert.throws(() => createHistogram(options), { code: 'ERR_OUT_OF_RANGE', message });
assert.throws(() => wide.record(0n),
              { code: 'ERR_OUT_OF_RANGE', message: 'value is out of range' });
