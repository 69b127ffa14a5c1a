// What looks like an import or a regular expression and is none; declarations of every form.
import assert from 'node:assert';
import{strictEqual as same}from'node:assert'
import * as self from './syntax.mjs'
const text = `import x from ${`'y${'}'}`} export`, half = 4 / 2 / 1
const object = { import: 1, export: 2, import_(x) { return x }, await: 3 }
class Loader { import(name) { return name } static export = /[/'"`]import\(/ }
/* import 'nothing' */ // export default 1
export const { a, b: [c = /\}/.test('}'), ...d], ...rest } = { a: 1, b: [], e: 2 }, f = () => ({})
export let g
export function* h() { yield this }
export async function i() { for await (const x of []) await x }
export { a as 'a name', c as default }
if (half) /export/.test(text)
assert.deepStrictEqual([a, c, d, rest, typeof f()], [1, true, [], { e: 2 }, 'object'])
same(new Loader().import(object.import), 1)
same(half, 2)
same(this, undefined)
same(text, "import x from 'y} export")
assert.deepStrictEqual(Object.keys(self),
                       ['a', 'a name', 'c', 'd', 'default', 'f', 'g', 'h', 'i', 'rest'])
same(h().next().value, undefined)
