'use strict';
// node:timers has the global functions themselves, and their promised forms.
const assert = require('assert');
const timers = require('timers');
const { promisify } = require('util');

assert.deepStrictEqual(Object.keys(timers), ['setTimeout', 'clearTimeout', 'setImmediate',
                                             'clearImmediate', 'setInterval', 'clearInterval',
                                             'promises']);
assert.strictEqual(timers.setTimeout, setTimeout);
assert.strictEqual(timers.promises, require('timers/promises'));
assert.strictEqual(promisify(setTimeout), timers.promises.setTimeout);
assert.strictEqual(promisify(setImmediate), timers.promises.setImmediate);
