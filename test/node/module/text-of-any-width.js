'use strict';
// The text of a module, with awaits and without, is that of its file: ASCII, Latin-1 or wider.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const vm = require('vm');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-width-'));
const texts = { ascii: 'word', latin1: 'ÿé', wide: '一✓', pairs: '😀' };
let left = 0;
for (const [name, text] of Object.entries(texts)) {
  const load = (kind, source) => {
    const file = path.join(folder, `${name}-${kind}.js`);
    fs.writeFileSync(file, source);
    return require(file);
  };
  const value = JSON.stringify(text);
  assert.strictEqual(load('plain', `module.exports = ${value};`), text);
  assert.strictEqual(load('mark', `\ufeffmodule.exports = ${value};`), text);
  assert.strictEqual(load('word', `// async ${text}\nmodule.exports = ${value};`), text);
  const late = `async function late() { return (await 1) + ${value}; }`;
  const lates = [load('awaits', `module.exports = ${late}`), vm.runInThisContext(`(${late})`)];
  for (const f of lates) {
    left++;
    // The function shows its source, not what the runtime makes of it.
    assert.strictEqual(String(f), late);
    f().then((result) => {
      left--;
      assert.strictEqual(result, `1${text}`);
    });
  }
}
fs.writeFileSync(path.join(folder, 'empty.js'), '');
assert.deepStrictEqual(require(path.join(folder, 'empty.js')), {});
process.on('exit', () => {
  fs.rmSync(folder, { recursive: true });
  assert.strictEqual(left, 0);
});
