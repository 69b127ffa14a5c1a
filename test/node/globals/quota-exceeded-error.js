// QuotaExceededError is a DOMException with a quota and what was requested.
'use strict';
const assert = require('assert');
const { QuotaExceededError } = globalThis;

const error = new QuotaExceededError('full', { quota: 1, requested: 2 });
assert.ok(error instanceof DOMException);
assert.deepStrictEqual(
  [error.name, error.message, error.code, error.quota, error.requested],
  ['QuotaExceededError', 'full', 22, 1, 2]);
assert.strictEqual(String(error), 'QuotaExceededError: full');
assert.strictEqual(new QuotaExceededError().quota, null);
assert.throws(() => new QuotaExceededError('', { quota: -1 }), { name: 'RangeError' });
assert.throws(() => new QuotaExceededError('', { requested: NaN }), { name: 'TypeError' });
assert.throws(() => new QuotaExceededError('', { quota: 3, requested: 2 }), { name: 'RangeError' });
assert.throws(() => QuotaExceededError.prototype.quota, { code: 'ERR_INVALID_THIS' });

assert.throws(() => crypto.getRandomValues(new Uint8Array(65537)), (thrown) => {
  assert.ok(thrown instanceof QuotaExceededError);
  assert.deepStrictEqual([thrown.quota, thrown.requested], [null, null]);
  return true;
});
