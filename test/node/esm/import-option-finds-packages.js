'use strict';
// --import finds packages in the node_modules folder of the working directory.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-import-'));
process.on('exit', () => fs.rmSync(cwd, { recursive: true }));
const pkg = path.join(cwd, 'node_modules/first');
fs.mkdirSync(pkg, { recursive: true });
fs.writeFileSync(path.join(pkg, 'package.json'), '{"exports": "./main.mjs"}');
fs.writeFileSync(path.join(pkg, 'main.mjs'), 'globalThis.first = true;');

const { status, stdout } = spawnSync(
  process.execPath, ['--import', 'first', '-p', 'first'], { cwd, encoding: 'utf8' });
assert.deepStrictEqual({ status, stdout }, { status: 0, stdout: 'true\n' });
