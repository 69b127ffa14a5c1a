'use strict';
// navigator.locks.request() refuses symbols as Node does, and takes two arguments at least.
const assert = require('assert');

const { locks } = navigator;
assert.strictEqual(locks.request.length, 2);
assert.rejects(locks.request(Symbol('a'), () => {}), {
  name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE',
  message: 'Value is a Symbol and cannot be converted to a string.',
});
