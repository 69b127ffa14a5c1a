'use strict';
// mkdir -p, cp -r, readdir -R and rm -r agree on a tree with links, in all three styles.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tree-'));
const at = (...names) => path.join(root, ...names);
assert.strictEqual(fs.mkdirSync(at('a', 'b', 'c'), { recursive: true }), at('a'));
assert.strictEqual(fs.mkdirSync(at('a', 'b', 'c'), { recursive: true }), undefined);
fs.writeFileSync(at('a', 'b', 'file'), 'x');
fs.symlinkSync('b', at('a', 'link'));
const names = ['b', 'b/c', 'b/file', 'link', 'link/c', 'link/file']; // links are followed
const list = (folder) => fs.readdirSync(at(folder), { recursive: true }).sort();
assert.deepStrictEqual(list('a'), names);

(async () => {
  fs.cpSync(at('a'), at('one'), { recursive: true, verbatimSymlinks: true });
  await fs.promises.cp(at('a'), at('two'), { recursive: true });
  await new Promise((resolve, reject) => {
    fs.cp(at('a'), at('three'), { recursive: true }, (err) => (err ? reject(err) : resolve()));
  });
  for (const copy of ['one', 'two', 'three'])
    assert.deepStrictEqual(list(copy), names);
  assert.strictEqual(fs.readlinkSync(at('one', 'link')), 'b');
  assert.strictEqual(fs.readlinkSync(at('two', 'link')), at('a', 'b'));
  await assert.rejects(fs.promises.cp(at('a'), at('a', 'b', 'self'), { recursive: true }),
                       { code: 'ERR_FS_CP_EINVAL' });
  assert.deepStrictEqual(fs.globSync('**/file', { cwd: root }).sort(),
                         ['a/b/file', 'one/b/file', 'three/b/file', 'two/b/file']);
  assert.throws(() => fs.rmSync(at('one')), { code: 'ERR_FS_EISDIR' });
  assert.throws(() => fs.rmSync(at('none')), { code: 'ENOENT' });
  fs.rmSync(at('none'), { force: true });
  await fs.promises.rm(at('none'), { force: true });
  fs.rmSync(at('one'), { recursive: true });
  await fs.promises.rm(at('two'), { recursive: true });
  fs.rm(root, { recursive: true }, (err) => {
    assert.ifError(err);
    assert.ok(!fs.existsSync(root));
  });
})();
