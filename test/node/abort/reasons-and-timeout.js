'use strict';
// The default reason is an AbortError DOMException; timeout() gives a TimeoutError.
const assert = require('assert');

const { reason } = AbortSignal.abort();
assert.ok(reason instanceof DOMException);
assert.deepStrictEqual([reason.name, reason.code, reason.message],
                       ['AbortError', 20, 'This operation was aborted']);
assert.throws(() => new AbortSignal(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
assert.throws(() => AbortSignal.abort(5).throwIfAborted(), (err) => err === 5);

const signal = AbortSignal.timeout(1);
const alive = setInterval(() => {}, 1000);
signal.onabort = (event) => {
  clearInterval(alive);
  assert.strictEqual(event.isTrusted, true);
  assert.deepStrictEqual([signal.reason.name, signal.reason.code], ['TimeoutError', 23]);
};
process.on('exit', () => assert.ok(signal.aborted));
