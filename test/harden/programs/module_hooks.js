'use strict';
const { step, text, temporary } = require('../harness.js');
const fs = require('node:fs');
const nodeModule = require('node:module');

const at = (name) => temporary + '/' + name;
step('resolve and load', () => {
  const hooks = nodeModule.registerHooks({
    __proto__: null,
    resolve: (name, context, next) => (name === 'virtual:x' ?
      { __proto__: null, url: 'virtual:x', format: 'commonjs', shortCircuit: true } :
      next(name, context)),
    load: (url, context, next) => (url === 'virtual:x' ?
      { __proto__: null, source: 'exports.a = 7;', format: 'commonjs', shortCircuit: true } :
      next(url, context)),
  });
  fs.writeFileSync(at('real.js'), 'exports.b = 8;');
  const result = text(require('virtual:x').a, require(at('real.js')).b);
  hooks.deregister();
  return result;
});
step('import by hooks', async () => {
  const hooks = nodeModule.registerHooks({
    __proto__: null,
    load: (url, context, next) => {
      const loaded = next(url, context);
      return { __proto__: null, format: loaded.format, source: 'export const c = 9;',
               shortCircuit: true };
    },
  });
  fs.writeFileSync(at('changed.mjs'), 'export const c = 1;');
  const space = await import(at('changed.mjs'));
  hooks.deregister();
  return text(space.c);
});
step('finding packages', () => {
  fs.mkdirSync(at('node_modules/p/lib'), { __proto__: null, recursive: true });
  fs.writeFileSync(at('node_modules/p/package.json'),
    '{"name": "p", "exports": {".": "./lib/a.js", "./b": {"require": "./lib/b.js"}}}');
  fs.writeFileSync(at('node_modules/p/lib/a.js'), 'module.exports = "a";');
  fs.writeFileSync(at('node_modules/p/lib/b.js'), 'module.exports = "b";');
  const load = nodeModule.createRequire(at('x.js'));
  return text(load('p'), load('p/b'), load.resolve('p') === fs.realpathSync(at(
    'node_modules/p/lib/a.js')), nodeModule.findPackageJSON('p', at('x.js')) !== undefined);
});
