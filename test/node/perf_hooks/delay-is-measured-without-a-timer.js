// monitorEventLoopDelay() records a block of the loop in full, and waiting as the resolution.
const assert = require('node:assert');
const { monitorEventLoopDelay, performance } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 10 });
assert.strictEqual(delay.enable(), true);
assert.strictEqual(delay.enable(), false);

function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

setTimeout(() => {
  assert.ok(delay.count > 0, 'samples while the loop waits');
  assert.ok(delay.min >= 1e6);
  setImmediate(() => {
    block(120);
    setTimeout(() => {
      assert.ok(delay.max >= 120e6, `${delay.max} ns`);
      assert.ok(delay.percentile(100) >= 119e6);
      delay.reset();
      assert.strictEqual(delay.count, 0);
      assert.strictEqual(delay.disable(), true);
      assert.strictEqual(delay.disable(), false);
    }, 1);
  });
}, 60);
assert.throws(() => monitorEventLoopDelay({ resolution: 0 }), { code: 'ERR_OUT_OF_RANGE' });
