// differs from Node: older releases do not have these methods
// The bytes of a histogram are Node's; what is no histogram is refused.
const assert = require('node:assert');
const { createHistogram, importHistogram } = require('node:perf_hooks');

const histogram = createHistogram(
  { figures: 2, lowest: 5, highest: 2 ** 41, halfLife: 3, threshold: 7 });
for (const value of [1, 1, 5, 2 ** 40])
  histogram.record(value);
const expected = Buffer.from(
  'ac00010105021b0000020000000000030204040501061b0000010000000000070008fb3ff00000000000000919' +
  '11000a8600020101190fff010ba500fb3fca68056b0a470c01fb424a68056b0b007a02fb44c4f56eaebfa24403' +
  'fb3fca68056b0a470c0407', 'hex');
const bytes = histogram.export();
assert.strictEqual(Object.getPrototypeOf(bytes), Uint8Array.prototype);
const changed = [...bytes.keys()].filter((i) => bytes[i] !== expected[i]);
// Only the last bits of the moving averages may differ.
assert.ok(changed.length <= 2, Buffer.from(bytes).toString('hex'));
assert.strictEqual(bytes.length, expected.length);

const copy = importHistogram(bytes);
assert.deepStrictEqual(copy.toJSON(), histogram.toJSON());
copy.record(3);
assert.strictEqual(copy.count, 5);
assert.deepStrictEqual(importHistogram(createHistogram().export()).toJSON(),
                       createHistogram().toJSON());

assert.throws(() => importHistogram('x'), { code: 'ERR_INVALID_ARG_TYPE' });
for (let length = 0; length < bytes.length; length++) {
  assert.throws(() => importHistogram(bytes.subarray(0, length)),
                { code: 'ERR_INVALID_ARG_VALUE', message: 'Invalid histogram export data' });
}
