'use strict';
// process.features says what there is: TLS, and require() of ES modules unless it is turned off.
const assert = require('assert');
const { spawnSync } = require('child_process');

const { tls, tls_alpn: alpn, tls_ocsp: ocsp, tls_sni: sni, require_module: modules } =
  process.features;
assert.deepStrictEqual([tls, alpn, ocsp, sni, modules], [true, true, true, true, true]);

const run = (...args) => spawnSync(process.execPath, args, { encoding: 'utf8' });
const off = run('--no-experimental-require-module', '-p', 'process.features.require_module');
assert.strictEqual(off.stdout, 'false\n');

const sqlite = run('--no-experimental-sqlite', '-e', 'require("node:sqlite")');
assert.match(sqlite.stderr, /No such built-in module: node:sqlite/);
assert.notStrictEqual(sqlite.status, 0);
