'use strict';
// "exports" and "imports" that are no JSON: require() of a file parses the "exports" of the package
// that it is in, import() of a package or of a .js file parses both, a file that needs no package
// parses none.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'targets-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

function write(name, text) {
  const dir = `${root}/${name}`;
  fs.mkdirSync(dir);
  fs.writeFileSync(`${dir}/package.json`, text);
  fs.writeFileSync(`${dir}/a.js`, '');
  fs.writeFileSync(`${dir}/b.cjs`, '');
  fs.writeFileSync(`${dir}/c.mjs`, '');
  fs.writeFileSync(`${dir}/inside.cjs`,
                   'module.exports = { load: (id) => require(id), get: (id) => import(id) };');
  return require(`${dir}/inside.cjs`);
}

async function check() {
  const exports = write('exports', '{"exports": {"./x": nonsense}}');
  const imports = write('imports', '{"imports": {"#x": nonsense}}');
  assert.throws(() => exports.load('./b.cjs'), SyntaxError);
  imports.load('./b.cjs');
  for (const { load, get } of [exports, imports]) {
    assert.throws(() => load('#x'), SyntaxError);
    await assert.rejects(get('#x'), SyntaxError);
    await assert.rejects(get('other'), SyntaxError);
    await assert.rejects(get('./a.js'), SyntaxError);
    await get('./b.cjs');
    await get('./c.mjs');
    await get('fs');
  }
}
check();
