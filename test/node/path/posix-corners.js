'use strict';
// path on POSIX: where '.', '..', doubled and trailing slashes meet.
const assert = require('assert');
const { posix } = require('path');

const table = {
  normalize: [['', '.'], ['./', './'], ['a/..', '.'], ['a/../', './'], ['/..//a', '/a'],
              ['../a/../..', '../..']],
  dirname: [['', '.'], ['/a', '/'], ['//a', '//'], ['a//b', 'a/'], ['a/b/', 'a'], ['/', '/']],
  basename: [['/a/b.js//', 'b.js'], ['', ''], ['/', '']],
  extname: [['.a', ''], ['..', ''], ['a.', '.'], ['a.b/', '.b'], ['...', '.']],
};
for (const [name, cases] of Object.entries(table)) {
  for (const [input, expected] of cases)
    assert.strictEqual(posix[name](input), expected, `${name}(${input})`);
}
assert.strictEqual(posix.basename('a.js', '.js'), 'a');
assert.strictEqual(posix.basename('.js', '.js'), '');
assert.strictEqual(posix.basename('x/.js', '.js'), '.js');
assert.strictEqual(posix.relative('/a/b/c', '/a/d'), '../../d');
assert.strictEqual(posix.relative('/', '/a'), 'a');
assert.strictEqual(posix.resolve('/a', '../b', './c/'), '/b/c');
assert.deepStrictEqual(posix.parse('/x/y.tar.gz'),
                       { root: '/', dir: '/x', base: 'y.tar.gz', ext: '.gz', name: 'y.tar' });
