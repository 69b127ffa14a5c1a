// monitorEventLoopDelay() records a block of the loop in full, and waiting as the resolution.
const assert = require('node:assert');
const { monitorEventLoopDelay, performance } = require('node:perf_hooks');

let isDone = false;
const delay = monitorEventLoopDelay({ resolution: 10 });
assert.strictEqual(delay.enable(), true);
assert.strictEqual(delay.enable(), false);

function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

// Until most of the time was waiting, which is recorded as 10 ms.
function wait() {
  setTimeout(() => {
    const usual = delay.percentile(50);
    if (usual > 9e6 && usual < 11e6)
      setImmediate(measureBlock);
    else
      wait();
  }, 60);
}

function measureBlock() {
  block(120);
  setTimeout(() => {
    assert.ok(delay.max >= 120e6, `${delay.max} ns`);
    assert.ok(delay.percentile(100) >= 119e6);
    delay.reset();
    assert.strictEqual(delay.count, 0);
    assert.strictEqual(delay.disable(), true);
    assert.strictEqual(delay.disable(), false);
    isDone = true;
  }, 1);
}

wait();
process.on('exit', () => assert.strictEqual(isDone, true));
assert.throws(() => monitorEventLoopDelay({ resolution: 0 }), { code: 'ERR_OUT_OF_RANGE' });
