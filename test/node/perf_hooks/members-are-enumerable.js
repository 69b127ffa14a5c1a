'use strict';
// Members of entries and observers are enumerable; marks, measures and entries of the runtime
// write their detail as JSON; constants cannot be changed; there is an onresourcetimingbufferfull.
const assert = require('assert');
const {
  PerformanceEntry, PerformanceMark, PerformanceObserver, PerformanceObserverEntryList, constants,
  performance,
} = require('perf_hooks');

const mark = performance.mark('a', { detail: 1 });
assert.deepStrictEqual(Object.keys(mark.toJSON()),
    ['name', 'entryType', 'startTime', 'duration', 'detail']);
assert.strictEqual('detail' in PerformanceEntry.prototype.toJSON.call(mark), false);
assert.ok(Object.hasOwn(PerformanceMark.prototype, 'toJSON'));
assert.deepStrictEqual(Object.keys(PerformanceEntry.prototype),
    ['name', 'entryType', 'startTime', 'duration', 'toJSON']);
assert.deepStrictEqual(Object.getOwnPropertyNames(PerformanceObserver.prototype),
    ['constructor', 'observe', 'disconnect', 'takeRecords']);
assert.deepStrictEqual(Object.keys(PerformanceObserverEntryList.prototype),
    ['getEntries', 'getEntriesByType', 'getEntriesByName']);
assert.throws(() => new PerformanceObserverEntryList([]), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
assert.throws(() => { constants.NODE_PERFORMANCE_GC_MAJOR = 5; }, TypeError);

assert.strictEqual(performance.onresourcetimingbufferfull, null);
const seen = [];
performance.onresourcetimingbufferfull = (event) => { seen.push(event.type); };
performance.dispatchEvent(new Event('resourcetimingbufferfull'));
performance.onresourcetimingbufferfull = null;
performance.dispatchEvent(new Event('resourcetimingbufferfull'));
assert.deepStrictEqual(seen, ['resourcetimingbufferfull']);
const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(performance),
                                                'onresourcetimingbufferfull');
assert.strictEqual(typeof get, 'function');
