'use strict';
// flags: --secure-heap=65536 --secure-heap-min=4
// --secure-heap makes a heap in which OpenSSL keeps secrets; sizes must be powers of two.
const assert = require('assert');
const { spawnSync } = require('child_process');
const crypto = require('crypto');

const { total, min, used } = crypto.secureHeapUsed();
assert.deepStrictEqual([total, min, used], [65536, 4, 0]);
const dh = crypto.getDiffieHellman('modp14');
dh.generateKeys();
const after = crypto.secureHeapUsed();
assert.ok(after.used > 0);
assert.strictEqual(after.utilization, after.used / 65536);

const { status, stderr } = spawnSync(
  process.execPath, ['--secure-heap=3', '--secure-heap-min=3', '-e', '0'], { encoding: 'utf8' });
assert.strictEqual(status, 9);
assert.match(stderr, /--secure-heap must be a power of 2\n/);
assert.match(stderr, /--secure-heap-min must be a power of 2\n/);
