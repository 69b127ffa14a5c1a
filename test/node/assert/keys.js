'use strict';
// Secret keys are compared by what they hold; process.versions names the library that makes them.
const assert = require('assert');
const { createSecretKey } = require('crypto');

const key = (byte) => createSecretKey(Buffer.alloc(4, byte));
assert.deepStrictEqual(key(1), key(1));
assert.notDeepStrictEqual(key(1), key(2));
assert.throws(() => assert.partialDeepStrictEqual({ key: key(1) }, { key: key(2) }),
              { code: 'ERR_ASSERTION' });
assert.match(process.versions.openssl, /^\d+\.\d+\.\d+/);
