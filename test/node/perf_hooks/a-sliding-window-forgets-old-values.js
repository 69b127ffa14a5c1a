// differs from Node: older releases do not have createSlidingWindowHistogram()
// The oldest chunk of a window is dropped when a new one begins.
const assert = require('node:assert');
const { createSlidingWindowHistogram } = require('node:perf_hooks');

const byCount = createSlidingWindowHistogram({ chunks: 3, recordsPerChunk: 2 });
const oldest = [];
for (let i = 1; i <= 9; i++) {
  byCount.record(i);
  oldest.push(byCount.snapshot().min);
}
assert.deepStrictEqual(oldest, [1, 1, 1, 1, 1, 1, 3, 3, 5]);
assert.strictEqual(byCount.snapshot().record, undefined);
byCount.reset();
assert.strictEqual(byCount.snapshot().count, 0);

const byTime = createSlidingWindowHistogram({ chunks: 2, chunkDuration: 20 });
byTime.record(1);
assert.strictEqual(byTime.snapshot().count, 1);
setTimeout(() => assert.strictEqual(byTime.snapshot().count, 0), 60);

assert.throws(() => createSlidingWindowHistogram(),
              { code: 'ERR_INVALID_ARG_TYPE', message: /"options" argument/ });
for (const options of [{ chunks: 2 }, { chunks: 2, chunkDuration: 1, recordsPerChunk: 1 }]) {
  assert.throws(() => createSlidingWindowHistogram(options), {
     code: 'ERR_INVALID_ARG_VALUE', message: /must specify exactly one of/,
  });
}
assert.throws(() => structuredClone(byTime), { name: 'DataCloneError' });
