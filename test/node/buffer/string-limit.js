'use strict';
// MAX_STRING_LENGTH is what a program that asked for it can make at once, and no character more.
const assert = require('assert');
const { constants: { MAX_STRING_LENGTH }, kStringMaxLength } = require('buffer');

assert.strictEqual(kStringMaxLength, MAX_STRING_LENGTH);
const tooLong = { name: 'RangeError', message: 'Invalid string length' };
assert.throws(() => 'a'.repeat(MAX_STRING_LENGTH + 1), tooLong);
assert.throws(() => 'abc'.repeat(MAX_STRING_LENGTH / 2), tooLong);
assert.throws(() => 'a'.padStart(MAX_STRING_LENGTH + 1, 'b'), tooLong);
assert.throws(() => 'a'.padEnd(MAX_STRING_LENGTH + 1), tooLong);

// All else is as it was.
assert.strictEqual('ab'.repeat('2'), 'abab');
assert.strictEqual(''.repeat(MAX_STRING_LENGTH + 1), '');
assert.strictEqual('ab'.padEnd(MAX_STRING_LENGTH + 1, ''), 'ab');
assert.strictEqual('7'.padStart(3, '0'), '007');
assert.throws(() => 'a'.repeat(Infinity), RangeError);
assert.throws(() => String.prototype.repeat.call(null, 1), TypeError);
assert.strictEqual(String.prototype.repeat.call({ toString: () => 'x' }, 2), 'xx');
assert.strictEqual(String.prototype.repeat.name, 'repeat');
assert.ok(!Object.keys(String.prototype).includes('padEnd'));
