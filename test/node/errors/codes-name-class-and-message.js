'use strict';
// A coded error shows its code in stack and toString(), keeps the inherited name, and has Node's
// text.
const assert = require('assert');
const path = require('path');

let err;
try {
  path.join(1);
} catch (e) {
  err = e;
}
const message = 'The "path" argument must be of type string. Received type number (1)';
assert.ok(err instanceof TypeError);
assert.strictEqual(err.constructor, TypeError);
assert.strictEqual(err.name, 'TypeError');
assert.strictEqual(Object.hasOwn(err, 'name'), false);
assert.strictEqual(err.code, 'ERR_INVALID_ARG_TYPE');
assert.strictEqual(err.message, message);
assert.strictEqual(String(err), `TypeError [ERR_INVALID_ARG_TYPE]: ${message}`);
assert.strictEqual(err.stack.split('\n')[0], `TypeError [ERR_INVALID_ARG_TYPE]: ${message}`);
assert.deepStrictEqual(Object.keys(err), ['code']);
