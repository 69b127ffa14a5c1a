// 'resourcetimingbufferfull' is dispatched when there is no room; a listener can make some.
const assert = require('node:assert');
const { performance } = require('node:perf_hooks');

const add = (startTime) => performance.markResourceTiming(
  { startTime, endTime: startTime }, 'https://example.org', '', globalThis, '', {}, 200, '');
const times = () => performance.getEntriesByType('resource').map((entry) => entry.startTime);

performance.setResourceTimingBufferSize(1);
add(1);
add(2);
assert.deepStrictEqual(times(), [1]);
performance.addEventListener('resourcetimingbufferfull', (event) => {
  assert.strictEqual(event.type, 'resourcetimingbufferfull');
  assert.strictEqual(event.target, performance);
  performance.setResourceTimingBufferSize(2);
  setImmediate(() => {
    assert.deepStrictEqual(times(), [1, 2]);
    performance.clearResourceTimings();
    assert.deepStrictEqual(times(), []);
  });
}, { once: true });
assert.ok(performance instanceof EventTarget);
