'use strict';
// A package whose name is "." or that of a relative path: its "exports" decide what its files may
// require, by names that begin with a dot, too. import() looks for no such names.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'names-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));
const NOT_EXPORTED = { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' };

function write(folder, content) {
  const dir = `${root}/${folder}`;
  fs.mkdirSync(dir);
  fs.writeFileSync(`${dir}/package.json`, JSON.stringify(content));
  fs.writeFileSync(`${dir}/a.js`, 'module.exports = "a";');
  fs.writeFileSync(`${dir}/b.js`, 'module.exports = "b";');
  fs.writeFileSync(`${dir}/inside.js`,
                   'module.exports = { load: (id) => require(id), get: (id) => import(id) };');
  return require(`${dir}/inside.js`);
}

async function check() {
  const dot = write('dot', { name: '.', exports: { './a.js': './b.js' } });
  assert.strictEqual(dot.load('./a.js'), 'b');
  assert.throws(() => dot.load('./b.js'), NOT_EXPORTED);
  assert.throws(() => dot.load('.'), NOT_EXPORTED);
  assert.strictEqual((await dot.get('./a.js')).default, 'a');
  const file = write('file', { name: './a.js', exports: './b.js' });
  assert.strictEqual(file.load('./a.js'), 'b');
  assert.strictEqual(file.load('./b.js'), 'b');
  const none = write('none', { name: '', exports: './b.js', imports: { '#x': '' } });
  assert.strictEqual(none.load('#x'), 'b');
  assert.strictEqual((await none.get('#x')).default, 'b');
}
check();
