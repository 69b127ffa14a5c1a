'use strict';
// setFips() and getFips() change and report which algorithms OpenSSL is asked for. Workers cannot
// change that, and without a FIPS provider a process cannot be started with --enable-fips.
const assert = require('assert');
const { spawnSync } = require('child_process');
const crypto = require('crypto');
const { Worker } = require('worker_threads');

assert.strictEqual(crypto.getFips(), 0);
crypto.setFips(true);
assert.strictEqual(crypto.getFips(), 1);
assert.throws(() => crypto.scryptSync('secret', 'salt', 16));
crypto.setFips(false);
assert.strictEqual(crypto.getFips(), 0);
assert.strictEqual(crypto.scryptSync('secret', 'salt', 16).length, 16);

const { status, stderr } = spawnSync(process.execPath, ['--enable-fips', '-e', '0'],
                                     { encoding: 'utf8' });
assert.notStrictEqual(status, 0);
assert.match(stderr, /--enable-fips.* active OpenSSL provider named "fips"/);

let code;
const program = `
  try {
    require('crypto').setFips(true);
  } catch (err) {
    require('worker_threads').parentPort.postMessage(err.code);
  }`;
new Worker(program, { eval: true }).on('message', (message) => { code = message; });
process.on('exit', () => assert.strictEqual(code, 'ERR_WORKER_UNSUPPORTED_OPERATION'));
