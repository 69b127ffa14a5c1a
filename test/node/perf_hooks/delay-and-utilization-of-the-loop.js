'use strict';
// B6.6: a callback that blocks is seen as delay and as utilization of the loop.
const assert = require('assert');
const { monitorEventLoopDelay, performance } = require('perf_hooks');

const BLOCK = 50;
const histogram = monitorEventLoopDelay({ resolution: 5 });
histogram.enable();
const before = performance.eventLoopUtilization();

setTimeout(() => {
  const end = performance.now() + BLOCK;
  while (performance.now() < end)
    continue;
  setTimeout(function check() {
    const { active, idle, utilization } = performance.eventLoopUtilization(before);
    if (idle === 0)
      return setTimeout(check, 20); // a pause of the machine was longer than the sleep
    histogram.disable();
    assert.ok(active >= BLOCK, `active ${active}`);
    assert.ok(utilization > 0 && utilization < 1);
    // The monitor's timer was due 5 ms after it was started, at the latest.
    assert.ok(histogram.max >= (BLOCK - 5) * 1e6, `max ${histogram.max}`);
  }, 20);
}, 20);
