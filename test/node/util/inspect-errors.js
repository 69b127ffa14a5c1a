'use strict';
// util.inspect of errors: the stack, cause, errors and extra keys; also of those the engine throws
// itself.
const assert = require('assert');
const { inspect } = require('util');

const error = Object.assign(new TypeError('bad', { cause: new Error('inner') }), { code: 'E_BAD' });
const text = inspect(error);
assert.match(text, /^TypeError: bad\n {4}at .*inspect-errors\.js:\d+:\d+/);
assert.match(text, /\n {2}code: 'E_BAD',\n {2}\[cause\]: Error: inner\n {6}at /);

class HttpError extends Error {}
assert.match(inspect(new HttpError('x')), /^HttpError: x\n {4}at /);

try {
  null.property;
} catch (thrown) {
  assert.match(inspect(thrown), /^TypeError: .+\n {4}at .*inspect-errors\.js/);
}

const bare = new Error('no stack');
bare.stack = undefined;
assert.strictEqual(inspect(bare), '[Error: no stack]');
assert.strictEqual(inspect({ e: bare }), '{ e: [Error: no stack] }');
bare.extra = 1;
assert.strictEqual(inspect(bare), '[Error: no stack] { extra: 1 }');
const many = new AggregateError([1, bare], 'all');
many.stack = '';
assert.strictEqual(inspect(many),
    '[AggregateError: all] {\n  [errors]: [ 1, [Error: no stack] { extra: 1 } ]\n}');
