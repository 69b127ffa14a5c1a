'use strict';
// performance.nodeTiming is a value that a program can replace, also before node:perf_hooks is
// loaded.
const assert = require('node:assert');

const own = Object.create(performance);
own.nodeTiming = 1;
assert.strictEqual(own.nodeTiming, 1);

const { value, writable, enumerable, configurable } =
  Object.getOwnPropertyDescriptor(Performance.prototype, 'nodeTiming');
assert.strictEqual(value.name, 'node');
assert.strictEqual(performance.nodeTiming, value);
assert.deepStrictEqual([writable, enumerable, configurable], [true, false, true]);
