'use strict';
// performance.markResourceTiming() makes an entry that is listed, observed and cleared.
const assert = require('assert');
const { performance, PerformanceEntry, PerformanceObserver, PerformanceResourceTiming } =
  require('perf_hooks');

const times = {
  startTime: 50, endTime: 100, postRedirectStartTime: 51, finalNetworkRequestStartTime: 60,
  finalNetworkResponseStartTime: 70, redirectStartTime: 0, redirectEndTime: 0,
  finalServiceWorkerStartTime: 0, encodedBodySize: 150, decodedBodySize: 200,
  finalConnectionTimingInfo: { domainLookupStartTime: 52, ALPNNegotiatedProtocol: 'h1' },
};
const mark = (mode) => performance.markResourceTiming(
  times, 'http://a/', 'fetch', globalThis, mode, {}, 200, '');

let observed = 0;
const observer = new PerformanceObserver((list) => {
  observed += list.getEntries().length;
  observer.disconnect();
});
observer.observe({ type: 'resource' });

const entry = mark('');
assert.ok(entry instanceof PerformanceResourceTiming && entry instanceof PerformanceEntry);
const { name, entryType, startTime, duration, fetchStart, requestStart, responseEnd } = entry;
const seen = [name, entryType, startTime, duration, fetchStart, requestStart, responseEnd];
assert.deepStrictEqual(seen, ['http://a/', 'resource', 50, 50, 51, 60, 100]);
assert.strictEqual(entry.domainLookupStart, 52);
assert.strictEqual(entry.nextHopProtocol, 'h1');
assert.strictEqual(entry.transferSize, 450);
assert.strictEqual(mark('local').transferSize, 0);
assert.strictEqual(entry.toJSON().responseStatus, 200);
assert.strictEqual(performance.getEntriesByType('resource').length, 2);
assert.deepStrictEqual(performance.getEntriesByName('http://a/')[0], entry);
performance.clearResourceTimings();
assert.strictEqual(performance.getEntriesByType('resource').length, 0);
assert.throws(() => new PerformanceResourceTiming(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
process.on('exit', () => assert.strictEqual(observed, 2));
