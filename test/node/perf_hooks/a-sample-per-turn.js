// differs from Node: older releases do not have samplePerIteration
// With samplePerIteration there is a sample for each turn of the loop, and none while it waits.
const assert = require('node:assert');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const delay = monitorEventLoopDelay({ samplePerIteration: true });
delay.enable();
let turns = 0;
setImmediate(function next() {
  if (++turns < 20)
    setImmediate(next);
  else
    assert.ok(delay.count >= 18 && delay.count <= 21, `${delay.count} samples`);
});
assert.throws(() => monitorEventLoopDelay({ samplePerIteration: 1 }),
              { code: 'ERR_INVALID_ARG_TYPE' });
