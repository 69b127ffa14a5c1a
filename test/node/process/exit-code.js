'use strict';
// process.exitCode takes integers and texts of integers, nothing else; null and undefined clear it.
const assert = require('assert');

for (const bad of ['x', '', true, {}, [], Symbol('a')])
  assert.throws(() => { process.exitCode = bad; }, { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => { process.exitCode = 1.5; }, { code: 'ERR_OUT_OF_RANGE' });
process.exitCode = '12';
assert.strictEqual(process.exitCode, 12);
process.exitCode = null;
assert.strictEqual(process.exitCode, undefined);
assert.throws(() => process.exit('nonsense'), { code: 'ERR_INVALID_ARG_TYPE' });
