// performance.loop counts turns, callbacks and sleep of this very loop.
const assert = require('assert');
const before = performance.loop.snapshot();
let immediates = 0;
setImmediate(function again() {
  if (++immediates < 100)
    return setImmediate(again);
  setTimeout(function check() {
    const now = performance.loop.snapshot();
    const since = performance.loop.since(before);
    if (now.asleep_ns === before.asleep_ns)
      return setTimeout(check, 50); // a pause of the machine was longer than the sleep
    assert(now.turns - before.turns >= 100);
    assert(now.phases.find(({ name }) => name === 'check').callbacks >= 100);
    assert(since.utilization > 0 && since.utilization < 1, `${since.utilization}`);
    assert.strictEqual(since.phases.length, 7);
    assert(Array.isArray(performance.loop.warnings(before)));
  }, 50);
});
