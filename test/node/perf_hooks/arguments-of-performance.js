'use strict';
// Names are made texts, empty options of measure() are none, entries of look-ups have what the
// program got; 'detail' is an accessor; properties of timerify() are fixed.
const assert = require('assert');
const dns = require('dns');
const { PerformanceObserver, performance } = require('perf_hooks');

assert.throws(() => performance.setResourceTimingBufferSize(), { code: 'ERR_MISSING_ARGS' });
assert.throws(() => performance.getEntriesByName(Symbol('a')), TypeError);
assert.throws(() => performance.getEntriesByType(Symbol('a')), TypeError);
assert.throws(() => performance.measure('m', {}, 'unknown'), { name: 'SyntaxError' });
assert.throws(() => performance.measure('m', { start: 1 }, 'unknown'),
              { code: 'ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS' });
const start = performance.mark('end').startTime;
const measure = performance.measure('m', null, 'end');
assert.deepStrictEqual([measure.startTime, measure.duration], [0, start]);
const { configurable } =
  Object.getOwnPropertyDescriptor(performance.timerify(() => {}), 'name');
assert.strictEqual(configurable, false);

const expected = [['127.0.0.1'], [{ address: '127.0.0.1', family: 4 }]];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    assert.deepStrictEqual(Object.keys(entry), []);
    assert.deepStrictEqual(entry.detail.addresses, expected.shift());
    assert.deepStrictEqual(entry.toJSON().detail, entry.detail);
  }
  if (expected.length === 0)
    observer.disconnect();
});
observer.observe({ type: 'dns' });
process.on('exit', () => assert.deepStrictEqual(expected, []));
dns.lookup('localhost', { family: 4 }, () => {
  dns.lookup('localhost', { family: 4, all: true }, () => {});
});
