'use strict';
// What hooks of module.register() write is written before their call returns, all of it.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-register-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(path.join(folder, 'hooks.mjs'), `
  export async function resolve(specifier, context, next) {
    console.log('resolve', specifier);
    console.error('error');
    await new Promise(setImmediate);
    console.log('again');
    return next(specifier, context);
  }
`);
fs.writeFileSync(path.join(folder, 'main.mjs'), `
  import { register } from 'node:module';
  register('./hooks.mjs', import.meta.url);
  await import('node:os');
  console.log('imported');
  if (process.argv[2] === 'exit')
    process.exit();
`);

for (const how of ['end', 'exit']) {
  const { stdout, stderr } = spawnSync(
    process.execPath, ['--no-deprecation', path.join(folder, 'main.mjs'), how],
    { encoding: 'utf8' });
  assert.strictEqual(stdout, 'resolve node:os\nagain\nimported\n');
  assert.strictEqual(stderr, 'error\n');
}
