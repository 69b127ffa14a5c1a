'use strict';
// stat() as numbers and as bigints tells the same; times are Dates only when looked at.
const assert = require('assert');
const fs = require('fs');

const plain = fs.statSync(__filename);
const big = fs.statSync(__filename, { bigint: true });
for (const key of ['dev', 'ino', 'mode', 'size', 'nlink', 'uid', 'gid', 'blocks'])
  assert.strictEqual(BigInt(plain[key]), big[key], key);
assert.strictEqual(big.mtimeMs, BigInt(Math.floor(plain.mtimeMs)));
assert.strictEqual(big.mtimeNs / 1000000n, big.mtimeMs);
assert.ok(!Object.hasOwn(plain, 'mtime'));
assert.strictEqual(plain.mtime.getTime(), Math.round(plain.mtimeMs));
assert.ok(Object.hasOwn(plain, 'mtime'));
assert.ok(plain.isFile() && big.isFile() && !plain.isDirectory());
assert.strictEqual(fs.statSync('/no/such/file', { throwIfNoEntry: false }), undefined);

// Two answers that arrive in one turn do not mix.
fs.stat('/', (err, root) => assert.ok(root.isDirectory()));
fs.stat(__filename, (err, file) => assert.strictEqual(file.ino, plain.ino));
