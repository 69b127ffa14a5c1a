'use strict';
// Hooks of module.register() run on a thread of their own and may be asynchronous; require() does
// not use them.
// flags: --no-warnings
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { register } = require('module');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-register-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(path.join(folder, 'hooks.mjs'), `
  import { isMainThread } from 'node:worker_threads';
  let given;
  export async function initialize(data) { given = data; }
  export async function resolve(specifier, context, next) {
    await new Promise(setImmediate);
    if (specifier === 'virtual')
      return { url: 'virtual:' + given.name, shortCircuit: true };
    if (specifier === 'wrong')
      throw new RangeError('as asked');
    if (specifier === 'incomplete')
      return {};
    return next(specifier, context);
  }
  export async function load(url, context, next) {
    if (url.startsWith('virtual:')) {
      const text = JSON.stringify(url + isMainThread);
      return { format: 'module', source: 'export default ' + text, shortCircuit: true };
    }
    return next(url, context);
  }
`);

async function main() {
  register('./hooks.mjs', pathToFileURL(`${folder}/`), { data: { name: 'x' } });
  assert.strictEqual((await import('virtual')).default, 'virtual:xfalse');
  assert.strictEqual((await import('os')).default, os);
  await assert.rejects(import('wrong'), { name: 'RangeError', message: 'as asked' });
  await assert.rejects(import('incomplete'), { code: 'ERR_LOADER_CHAIN_INCOMPLETE' });
  await assert.rejects(import('./not-there.mjs'), { code: 'ERR_MODULE_NOT_FOUND' });
  assert.throws(() => require('virtual'), { code: 'MODULE_NOT_FOUND' });
  assert.throws(() => register('./none.mjs', pathToFileURL(`${folder}/`)),
                { code: 'ERR_MODULE_NOT_FOUND' });
}

main();
