'use strict';
// A PFX file that cannot be read is refused with the reason as message and without a code.
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const tls = require('tls');
const { issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-pfx-'));
const file = (name) => path.join(folder, name);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

fs.writeFileSync(file('key.pem'), key);
fs.writeFileSync(file('cert.pem'), cert);
execFileSync('openssl', ['pkcs12', '-export', '-inkey', file('key.pem'), '-in', file('cert.pem'),
                         '-passout', 'pass:right', '-out', file('both.pfx')]);
const pfx = fs.readFileSync(file('both.pfx'));

function messageOf(options) {
  try {
    tls.createSecureContext(options);
  } catch (err) {
    assert.deepStrictEqual([err.name, Object.keys(err)], ['Error', []]);
    return err.message;
  }
}
assert.strictEqual(messageOf({ pfx, passphrase: 'right' }), undefined);
assert.strictEqual(messageOf({ pfx, passphrase: 'wrong' }), 'mac verify failure');
assert.strictEqual(messageOf({ pfx }), 'mac verify failure');
assert.strictEqual(messageOf({ pfx: pfx.subarray(0, 300), passphrase: 'right' }),
                   'not enough data');
assert.strictEqual(messageOf({ pfx: 'text', passphrase: 'right' }), 'not enough data');
