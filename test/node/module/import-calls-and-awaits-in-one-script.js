// A script may have import() and `await` in any places of its text: both are found in one reading.
// What is no import() stays, and lines and columns of stacks are those of the source.
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-both-'));
const load = (name, text) => {
  const file = path.join(dir, name);
  fs.writeFileSync(file, text);
  return require(file);
};
fs.writeFileSync(path.join(dir, 'm.mjs'), 'export default 7;');
globalThis.storage = new AsyncLocalStorage();

const TEXT = `
const methods = { import(x) { return x; }, async other() {} };
async function run(name) {
  const { default: seven } = await import(name), text = 'import("x") é';
  await null; const again = (await import /* here */ (name)).default;
  const list = await Promise.all([import(name), new Promise((done) => done(storage.getStore()))]);
  // import('never')
  const columns = (await where()).split(':').slice(-2).join(':').replace(')', '');
  return [seven, again, list[0].default, list[1], methods.import(3), text, columns,
          await (async () => (await import(name)).default)()];
}
async function where() { await 0; return new Error('x').stack.split('\\n')[1]; }
module.exports = run;
`;
const WIDE = TEXT.replace('é', '日本');
const PLAIN = 'module.exports = (name) => import(name);';
const BODY = 'async function f(name) { { var f; } return (await import(name)).default; }\n' +
  'module.exports = f;';

(async () => {
  for (const [name, text, shown] of [['a.js', TEXT, 'é'], ['b.js', WIDE, '日本']]) {
    const run = load(name, text);
    const result = await globalThis.storage.run('store', () => run('./m.mjs'));
    assert.deepStrictEqual(
      result, [7, 7, 7, 'store', 3, `import("x") ${shown}`, '12:42', 7], name);
  }
  assert.strictEqual((await load('c.js', PLAIN)('./m.mjs')).default, 7);
  assert.strictEqual(await load('d.js', BODY)('./m.mjs'), 7);
  // What more than that has to be rewritten is rewritten as well.
  const disposed = load('e.js', `module.exports = async (name) => {
    let closed = false;
    { using x = { [Symbol.dispose]() { closed = true; } }; await import(name); }
    return closed;
  };`);
  assert.strictEqual(await disposed('./m.mjs'), true);
  assert.throws(() => load('f.js', "import('./m.mjs'); async function g() { await 1; } )"),
                SyntaxError);
})().finally(() => fs.rmSync(dir, { recursive: true }));
