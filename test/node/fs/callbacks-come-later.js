'use strict';
// No fs function calls its callback before it returns, each calls it exactly once, and a missing
// callback throws at once.
const assert = require('assert');
const fs = require('fs');

let started = 0;
let called = 0;
let inCall = false;

/** Calls fs[name](...args, callback); `then`, if there is one, gets the callback's arguments. */
function start(name, args, then) {
  let calls = 0;
  started++;
  inCall = true;
  fs[name](...args, (...results) => {
    assert.strictEqual(inCall, false, `${name} called back inside a call`);
    assert.strictEqual(++calls, 1, `${name} called back twice`);
    called++;
    then?.(...results);
  });
  inCall = false;
}

start('stat', [__filename]);
start('stat', ['/no/such/file']);
start('readFile', [__filename]);
start('access', [__filename]);
start('exists', [__filename]);
start('realpath', [__filename]);
start('rm', ['/no/such/file']);
start('cp', ['/no/such/file', '/no/such/other']);
start('mkdir', ['/no/such/folder/x', { recursive: false }]);
start('open', [__filename], (err, fd) => {
  assert.ifError(err);
  start('read', [fd, Buffer.alloc(0)], () => start('close', [fd]));
});
process.on('exit', () => {
  assert.strictEqual(started, 12);
  assert.strictEqual(called, started);
});

for (const name of ['stat', 'readFile', 'access', 'open', 'unlink', 'opendir', 'realpath',
                    'readdir'])
  assert.throws(() => fs[name](__filename), { code: 'ERR_INVALID_ARG_TYPE', name: 'TypeError' },
                name);
