'use strict';
// No fs function calls its callback before it returns, and a missing callback throws at once.
const assert = require('assert');
const fs = require('fs');

let returned = false;
const later = () => assert.ok(returned);
fs.stat(__filename, later);
fs.stat('/no/such/file', later);
fs.readFile(__filename, later);
fs.access(__filename, later);
fs.exists(__filename, later);
fs.realpath(__filename, later);
fs.rm('/no/such/file', later);
fs.cp('/no/such/file', '/no/such/other', later);
fs.mkdir('/no/such/folder/x', { recursive: false }, later);
fs.open(__filename, (err, fd) => {
  later();
  let sync = true;
  fs.read(fd, Buffer.alloc(0), () => assert.ok(!sync));
  sync = false;
  fs.close(fd);
});
returned = true;

for (const name of ['stat', 'readFile', 'access', 'open', 'unlink', 'opendir', 'realpath', 'readdir'])
  assert.throws(() => fs[name](__filename), { code: 'ERR_INVALID_ARG_TYPE', name: 'TypeError' }, name);
