'use strict';
// A failed operation tells code, errno, syscall, path and dest, the same way in all three styles.
const assert = require('assert');
const fs = require('fs');

const table = [
  ['stat', ['/no/x'], 'stat', "ENOENT: no such file or directory, stat '/no/x'"],
  ['open', ['/no/x', 'r'], 'open', "ENOENT: no such file or directory, open '/no/x'"],
  ['rename', ['/no/x', '/no/y'], 'rename',
   "ENOENT: no such file or directory, rename '/no/x' -> '/no/y'"],
  ['readdir', ['/no/x'], 'scandir', "ENOENT: no such file or directory, scandir '/no/x'"],
  ['copyFile', ['/no/x', '/no/y'], 'copyfile',
   "ENOENT: no such file or directory, copyfile '/no/x' -> '/no/y'"],
];

function check(err, args, syscall, message) {
  assert.strictEqual(err.message, message);
  assert.strictEqual(err.code, 'ENOENT');
  assert.strictEqual(err.errno, -2);
  assert.strictEqual(err.syscall, syscall);
  assert.strictEqual(err.path, args[0]);
  if (message.includes('->'))
    assert.strictEqual(err.dest, args[1]);
  return true;
}

let told = 0;
for (const [name, args, syscall, message] of table) {
  assert.throws(() => fs[`${name}Sync`](...args), (err) => check(err, args, syscall, message));
  fs[name](...args, (err) => { told++; check(err, args, syscall, message); });
  fs.promises[name](...args)
    .then(assert.fail, (err) => { told++; check(err, args, syscall, message); });
}
process.on('exit', () => assert.strictEqual(told, 2 * table.length));
