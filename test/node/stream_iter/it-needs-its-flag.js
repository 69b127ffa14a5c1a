'use strict';
// Without --experimental-stream-iter there is no stream/iter, no zlib/iter, and no such method of
// a Readable works.
const assert = require('assert');
const { Readable } = require('stream');

for (const name of ['stream/iter', 'zlib/iter']) {
  assert.throws(() => require(name), { code: 'MODULE_NOT_FOUND' });
  assert.throws(() => require(`node:${name}`), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
}
const method = Readable.prototype[Symbol.for('Stream.toAsyncStreamable')];
assert.throws(() => method.call(new Readable()), { code: 'ERR_STREAM_ITER_MISSING_FLAG' });
