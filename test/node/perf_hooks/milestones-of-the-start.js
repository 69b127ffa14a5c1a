// nodeTiming has the times of the start, in order; uvMetricsInfo counts turns of the loop.
const assert = require('node:assert');
const { performance } = require('node:perf_hooks');

const { nodeTiming } = performance;
const order = ['nodeStart', 'v8Start', 'environment', 'bootstrapComplete'];
let last = 0;
for (const name of order) {
  assert.ok(nodeTiming[name] > last, `${name}: ${nodeTiming[name]} after ${last}`);
  last = nodeTiming[name];
}
assert.ok(last < performance.now());
assert.strictEqual(nodeTiming.loopStart, -1);
assert.strictEqual(nodeTiming.loopExit, -1);
assert.deepStrictEqual(nodeTiming.uvMetricsInfo, { loopCount: 0, events: 0, eventsWaiting: 0 });

setImmediate(() => {
  assert.ok(nodeTiming.loopStart > last);
  assert.strictEqual(nodeTiming.uvMetricsInfo.loopCount, 1);
});
process.on('exit', () => assert.ok(nodeTiming.loopExit > nodeTiming.loopStart));
