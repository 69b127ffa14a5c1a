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
    if (specifier === 'virtual hooks')
      return next('./later.mjs', context);
    if (specifier === 'no url')
      return { url: 'file:///no-url', format: 'no url', shortCircuit: true };
    if (specifier === 'wrong')
      throw new RangeError('as asked');
    if (specifier === 'number')
      return next(5);
    if (specifier.startsWith('context '))
      return next('node:os', JSON.parse(specifier.slice(8)));
    if (specifier === 'incomplete')
      return {};
    return next(specifier, context);
  }
  export async function load(url, context, next) {
    if (url.startsWith('virtual:')) {
      const text = JSON.stringify(url + isMainThread);
      return { format: 'module', source: 'export default ' + text, shortCircuit: true };
    }
    return next(context.format === 'no url' ? 'no/url' : url, context);
  }
`);
fs.writeFileSync(path.join(folder, 'failing.mjs'), `
  export function initialize({ name }) { throw new RangeError(name); }
  export async function resolve(specifier, context, next) {
    return specifier !== 'of failing' ? next(specifier, context) :
      { url: 'data:text/javascript,export default "failing"', shortCircuit: true };
  }
`);
fs.writeFileSync(path.join(folder, 'later.mjs'), `
  export async function resolve(specifier, context, next) {
    return specifier !== 'of virtual hooks' ? next(specifier, context) :
      { url: 'data:text/javascript,export default "later"', shortCircuit: true };
  }
`);
fs.writeFileSync(path.join(folder, 'outer.mjs'), `
  import { register } from 'node:module';
  register('./inner.mjs', import.meta.url, { data: 'inner' });
  export async function resolve(specifier, context, next) {
    return specifier.startsWith('outer:') ?
      { url: 'data:text/javascript,export default "outer' + specifier.slice(6) + '"',
        shortCircuit: true } : next(specifier, context);
  }
`);
fs.writeFileSync(path.join(folder, 'inner.mjs'), `
  let given;
  export async function initialize(data) { await 0; given = data; }
  export async function resolve(specifier, context, next) {
    if (specifier === 'outer:')
      return next('outer: through ' + given, context);
    return specifier === 'inner:' ?
      { url: 'data:text/javascript,export default "' + given + '"', shortCircuit: true } :
      next(specifier, context);
  }
`);

async function main() {
  assert.strictEqual(register.name, 'register');
  assert.strictEqual(register.length, 1);
  register('./hooks.mjs', pathToFileURL(`${folder}/`), { data: { name: 'x' } });
  assert.strictEqual((await import('virtual')).default, 'virtual:xfalse');
  assert.strictEqual((await import('os')).default, os);
  await assert.rejects(import('wrong'), { name: 'RangeError', message: 'as asked' });
  await assert.rejects(import('incomplete'), { code: 'ERR_LOADER_CHAIN_INCOMPLETE' });
  await assert.rejects(import('number'), {
    code: 'ERR_INVALID_ARG_TYPE',
    message: /^The "node:internal\/modules\/esm\/resolve 'resolve' hook's nextResolve\(\) /,
  });
  await assert.rejects(import('context 1'), {
    code: 'ERR_INVALID_ARG_TYPE',
    message: /'resolve' hook's nextResolve\(\) context" argument must be of type object\./,
  });
  await assert.rejects(import('context []'), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.strictEqual((await import('context null')).default, os);
  await assert.rejects(import('no url'), {
    code: 'ERR_INVALID_ARG_VALUE',
    message: /'load' hook's nextLoad\(\) url' should be a URL string\./,
  });
  await assert.rejects(import('./not-there.mjs'), { code: 'ERR_MODULE_NOT_FOUND' });
  assert.throws(() => require('virtual'), { code: 'MODULE_NOT_FOUND' });

  // Hooks are used although their initialize() threw.
  const given = { parentURL: pathToFileURL(`${folder}/`), data: { name: 'thrown' } };
  assert.throws(() => register('./failing.mjs', given), { name: 'RangeError', message: 'thrown' });
  assert.strictEqual((await import('of failing')).default, 'failing');

  // Hooks resolve the modules of later ones.
  register('virtual hooks', pathToFileURL(`${folder}/`));
  assert.strictEqual((await import('of virtual hooks')).default, 'later');

  // register() by a module of hooks adds to the same chain, after that module.
  register('./outer.mjs', pathToFileURL(`${folder}/`));
  assert.strictEqual((await import('inner:')).default, 'inner');
  assert.strictEqual((await import('outer:')).default, 'outer through inner');
  assert.throws(() => register('./none.mjs', pathToFileURL(`${folder}/`)),
                { code: 'ERR_MODULE_NOT_FOUND' });
}

main();
