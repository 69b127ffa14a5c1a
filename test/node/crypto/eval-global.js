// In -p and -e, `crypto` is the module; in a file it is Web Crypto.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');

const text = 'typeof crypto.createHash + typeof crypto.subtle.digest';
const shown = execFileSync(process.execPath, ['-p', text], { encoding: 'utf8' });
assert.strictEqual(shown, 'functionfunction\n');
assert.strictEqual(globalThis.crypto, require('crypto').webcrypto);
assert.strictEqual(globalThis.crypto.createHash, undefined);
