'use strict';
const { step, text, temporary } = require('../harness.js');
const fs = require('node:fs');

const at = (name) => temporary + '/' + name;
const file = (name, content) => { fs.writeFileSync(at(name), content); };
step('exports', async () => {
  file('a.mjs',
    'export const a = 1; export let b = 2; export default "d"; ' +
    'export function f() { return b++; }');
  const space = await import(at('a.mjs'));
  const first = space.f();
  return text(space.a, first, space.b, space.default);
});
step('graph', async () => {
  file('g1.mjs',
    'import d, { b as c } from "./a.mjs"; import * as all from "./g2.mjs"; export { c, ' +
    'all }; export * from "./g2.mjs"; export default d;');
  file('g2.mjs', 'export const x = "x"; export const y = await Promise.resolve("y");');
  const space = await import(at('g1.mjs'));
  return text(space.c, space.all.x, space.x, space.y, space.default);
});
step('CommonJS from ES modules', async () => {
  file('c.cjs', 'exports.one = 1; exports.two = () => 2; module.exports.three = 3;');
  file('uses.mjs',
    'import c, { one, three } from "./c.cjs"; export default [one, three, c.two()];');
  return text((await import(at('uses.mjs'))).default);
});
step('built-ins from ES modules', async () => {
  file('b.mjs',
    'import fs, { readFileSync } from "node:fs"; import { join } from "path"; ' +
    'export default [fs.readFileSync === readFileSync, join("a", "b")];');
  return text((await import(at('b.mjs'))).default);
});
step('import.meta', async () => {
  file('meta.mjs',
    'export default [import.meta.url, import.meta.filename, import.meta.dirname, ' +
    'import.meta.resolve("./x.mjs"), import.meta.main];');
  const found = (await import(at('meta.mjs'))).default;
  return text(found[0] === 'file://' + at('meta.mjs'), found[1] === at('meta.mjs'),
    found[2] === temporary, found[3] === 'file://' + at('x.mjs'), found[4]);
});
step('JSON', async () => {
  file('j.json', '{"a": 5}');
  file('uses-json.mjs', 'import j from "./j.json" with { type: "json" }; export default j.a;');
  return text((await import(at('uses-json.mjs'))).default);
});
step('packages', async () => {
  fs.mkdirSync(at('node_modules/p'), { recursive: true });
  file('node_modules/p/package.json',
    '{"name": "p", "type": "module", "exports": {".": {"import": "./i.js"}, "./s": "./s.js"}}');
  file('node_modules/p/i.js', 'export default "imported";');
  file('node_modules/p/s.js', 'export default "sub";');
  file('uses-p.mjs', 'import p from "p"; import s from "p/s"; export default p + s;');
  return text((await import(at('uses-p.mjs'))).default);
});
step('data URLs',
  async () => text((await import('data:text/javascript,export default 7')).default));
step('cycles', async () => {
  file('c1.mjs',
    'import { b } from "./c2.mjs"; export function a() { return "a"; } export default b;');
  file('c2.mjs', 'import { a } from "./c1.mjs"; export const b = a() + "b";');
  return text((await import(at('c1.mjs'))).default);
});
step('errors', async () => {
  let result = '';
  file('throws.mjs', 'throw new RangeError("mine");');
  file('syntax.mjs', 'let a = ;');
  file('missing.mjs', 'import { nothing } from "./a.mjs";');
  const failing = async (name) => {
    try {
      await import(name);
    } catch (error) {
      result += error.name + ' ' + (error.code ?? '') + ';';
    }
  };
  await failing(at('throws.mjs'));
  await failing(at('throws.mjs'));
  await failing(at('syntax.mjs'));
  await failing(at('missing.mjs'));
  await failing(at('none.mjs'));
  await failing('no-such-package');
  await failing('node:none');
  return text(result);
});
step('namespace', async () => {
  const space = await import(at('a.mjs'));
  return text('a' in space, 'z' in space, typeof space[Symbol.toStringTag]);
});
