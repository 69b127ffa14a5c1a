'use strict';
// `navigator` tells of the machine and the version; the classes of perf_hooks are globals.
const assert = require('assert');
const perf = require('perf_hooks');

assert.ok(navigator instanceof Navigator);
assert.strictEqual(navigator.userAgent, `Node.js/${process.versions.node.split('.')[0]}`);
assert.strictEqual(navigator.hardwareConcurrency, require('os').availableParallelism());
assert.strictEqual(typeof navigator.language, 'string');
assert.deepStrictEqual(navigator.languages, [navigator.language]);
assert.ok(Object.isFrozen(navigator.languages));
assert.match(navigator.platform, /^Linux /);
assert.throws(() => new Navigator(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });

for (const name of ['Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure',
                    'PerformanceObserver', 'PerformanceObserverEntryList']) {
  assert.strictEqual(globalThis[name], perf[name], name);
  assert.strictEqual(Object.getOwnPropertyDescriptor(globalThis, name).enumerable, false);
}
