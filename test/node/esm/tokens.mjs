// What looks like module syntax inside of other tokens is none, and nothing hides what is.
import assert from 'node:assert';
import * as self from './tokens.mjs';
import { count, increase as increment } from './fixtures/counter.mjs';

const text = `import 'x'; ${`export ${'}'} from`} import.meta`; // import 'nothing'
const pattern = /import "a"; [/'"`{]/u; /* export { nothing } */
const six = 12 / 2; const g = 1; const two = six /g/ 3;
const half = [4][0] / 2 / 1;
const object = { import: 1, export: 2, async: 3, from: 4, default: /}/.test('}'), as: 5 };
class Loader {
  static#x = 'own'; static get x() { return Loader.#x; }
  import(name) { return `import(${name})`; }
  async *export() { yield import('./fixtures/data.json', { with: { type: 'json' } }); }
}
label: { if (six) /x/.test('x'); }
let \u{62}c = 'a';
const is = /x/ instanceof RegExp, by = 'exec' in /'/;
export { six as 'a string', Loader as default };
export const { a = /[}]/.exec('}')[0], b: [, c = `${a}`, ...d] = [1, undefined, 3] } = {},
  e = (1, 2)
export let f = 'by line break'
  , h = function() { return f = 'changed'; };

assert.strictEqual(text, "import 'x'; export } from import.meta");
assert.ok(pattern.test('import "a"; {'));
assert.deepStrictEqual([six, two, half, bc, is, by], [6, 2, 2, 'a', true, true]);
assert.deepStrictEqual(Object.keys(object), ['import', 'export', 'async', 'from', 'default', 'as']);
assert.strictEqual(new Loader().import('y') + Loader.x, 'import(y)own');
for await (const data of new Loader().export())
  assert.ok(data.default);

assert.deepStrictEqual(Object.keys(self), ['a', 'a string', 'c', 'd', 'default', 'e', 'f', 'h']);
assert.deepStrictEqual([self.a, self.c, self.d, self.e], ['}', '}', [3], 2]);
h();
assert.strictEqual(self.f, 'changed');
increment();
assert.strictEqual(count, 1);
