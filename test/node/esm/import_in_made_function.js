'use strict';
// import() in text given to Function() finds modules from the file that called it.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'made-'));
fs.mkdirSync(path.join(dir, 'sub'));
fs.writeFileSync(path.join(dir, 'value.mjs'), 'export default 42;');
fs.writeFileSync(path.join(dir, 'sub', 'maker.cjs'),
                 'module.exports = new Function("name", "return import(name)");');

(async () => {
  const load = require(path.join(dir, 'sub', 'maker.cjs'));
  assert.strictEqual((await load('../value.mjs')).default, 42);
  assert.strictEqual((await load('node:fs')).default, fs);
  await assert.rejects(load('./none.mjs'), { code: 'ERR_MODULE_NOT_FOUND' });

  const made = Function('a', 'b = 2', '/* import(a) */ return [a, b, this]');
  assert.deepStrictEqual(made.call(undefined, 1), [1, 2, globalThis]);
  assert.strictEqual(made.name, 'anonymous');
  assert.strictEqual(made.length, 1);
  assert.throws(() => new Function('return import('), SyntaxError);
  assert.throws(() => new Function('} import("a"); {'), SyntaxError);

  assert.strictEqual((() => {}).constructor, Function);
  assert.strictEqual(Object.getPrototypeOf((async () => {}).constructor), Function);
  assert.ok(made instanceof Function && load instanceof Function);
  assert.strictEqual(Function.length, 1);
  assert.strictEqual(Function.name, 'Function');
  class Own extends Function {}
  assert.ok(new Own('return import("fs")') instanceof Own);
})().finally(() => fs.rmSync(dir, { recursive: true }));
