'use strict';
// util.callbackify and promisify: values, errors, falsy rejections, names, and what deprecate and
// inherits do.
const assert = require('assert');
const util = require('util');

let calls = 0;
async function give(value) { return value; }
const withCallback = util.callbackify(give);
assert.strictEqual(withCallback.name, 'giveCallbackified');
assert.strictEqual(withCallback.length, 2);
withCallback(5, (error, value) => {
  calls++;
  assert.strictEqual(error, null);
  assert.strictEqual(value, 5);
});
util.callbackify(() => Promise.reject(null))((error) => {
  calls++;
  assert.strictEqual(error.code, 'ERR_FALSY_VALUE_REJECTION');
  assert.strictEqual(error.reason, null);
});
assert.throws(() => util.callbackify(1), { code: 'ERR_INVALID_ARG_TYPE' });

const later = util.promisify((value, done) => process.nextTick(done, value === 'bad' ?
    new Error('bad') : null, value));
later(1).then((value) => {
  calls++;
  assert.strictEqual(value, 1);
});
later('bad').catch((error) => {
  calls++;
  assert.strictEqual(error.message, 'bad');
});

function Parent() {}
function Child() {}
util.inherits(Child, Parent);
assert.ok(new Child() instanceof Parent);
assert.strictEqual(Child.super_, Parent);
assert.throws(() => util.inherits(Child, null), { code: 'ERR_INVALID_ARG_TYPE' });
process.on('exit', () => assert.strictEqual(calls, 4));
