'use strict';
// Hooks resolve and load what require() and import ask for, the newest first, until they are
// deregistered.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { registerHooks } = require('module');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-hooks-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const at = (name) => path.join(folder, name);
const write = (name, text) => { fs.writeFileSync(at(name), text); return at(name); };

// Modules that are in no file.
async function virtual() {
  const texts = { 'virtual:a': 'exports.name = require("virtual:b").b',
                  'virtual:b': 'export const b = "made up"',
                  'virtual:c': 'never loaded' };
  const hooks = registerHooks({
    resolve: (name, context, next) => (texts[name] === undefined ? next(name, context) :
      { url: name, format: name === 'virtual:a' ? 'commonjs' : 'module', shortCircuit: true }),
    load: (url, { format }, next) => (texts[url] === undefined ? next(url) :
      { format, source: texts[url], shortCircuit: true }),
  });
  assert.strictEqual(require('virtual:a').name, 'made up');
  assert.strictEqual((await import('virtual:a')).name, 'made up');
  assert.strictEqual(require.resolve('virtual:b'), 'virtual:b');
  hooks.deregister();
  assert.throws(() => require('virtual:c'), { code: 'MODULE_NOT_FOUND' });
}

// The text of files is changed on its way, by two hooks.
async function chained() {
  const plain = write('plain.js', 'exports.value = "X"');
  const esm = write('esm.mjs',
                    'import { value } from "./plain.js"; export const both = value + "X"');
  const seen = [];
  const replace = (letter, to) => registerHooks({
    load(url, context, next) {
      seen.push(letter);
      const result = next(url, context);
      return { ...result, source: `${result.source}`.replaceAll(letter, to) };
    },
  });
  const first = replace('Y', 'Z');
  const second = replace('X', 'Y');
  // X becomes Y by the newest hook, which sees the result of the other one.
  assert.strictEqual((await import(pathToFileURL(esm))).both, 'YY');
  assert.deepStrictEqual(seen, ['X', 'Y', 'X', 'Y']);
  assert.strictEqual(require(plain).value, 'Y');
  second.deregister();
  first[Symbol.dispose]();
  const later = write('later.js', 'exports.value = "XY"');
  assert.strictEqual(require(later).value, 'XY');
}

// Built-in modules can be replaced, conditions added.
function redirected() {
  const hooks = registerHooks({
    resolve(name, context, next) {
      assert.deepStrictEqual(context.conditions, ['require', 'node', 'node-addons', 'module-sync']);
      return next(name === 'zlib' ? 'os' : name,
                  { conditions: [...context.conditions, 'special'] });
    },
  });
  assert.strictEqual(require('zlib'), os);
  const pkg = at('node_modules/pkg');
  fs.mkdirSync(pkg, { recursive: true });
  fs.writeFileSync(path.join(pkg, 'package.json'),
                   '{"exports": {"special": "./special.js", "default": "./other.js"}}');
  fs.writeFileSync(path.join(pkg, 'special.js'), 'exports.special = true');
  fs.writeFileSync(path.join(pkg, 'other.js'), '');
  assert.strictEqual(require(write('asks.js', 'module.exports = require("pkg")')).special, true);
  hooks.deregister();
  assert.strictEqual(require.resolve('pkg', { paths: [folder] }), path.join(pkg, 'other.js'));
}

function wrong() {
  const refuse = (hooks, message) => {
    const registered = registerHooks(hooks);
    assert.throws(() => require(write('wrong.js', '')),
                  { code: 'ERR_INVALID_RETURN_PROPERTY_VALUE', message });
    registered.deregister();
  };
  refuse({ resolve: () => ({ url: 'x:y' }) }, /"shortCircuit" from the "resolve" hook/);
  refuse({ resolve: () => ({ url: 5, shortCircuit: true }) }, /"url" from the "resolve" hook/);
  refuse({ load: () => ({ source: 5, shortCircuit: true }) }, /"source" from the "load" hook/);
  assert.throws(() => registerHooks({ load: 5 }), { code: 'ERR_INVALID_ARG_TYPE' });
}

async function main() {
  await virtual();
  await chained();
  redirected();
  wrong();
}

main();
