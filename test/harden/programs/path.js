'use strict';
const { step, text, thrown } = require('../harness.js');
const path = require('node:path');

const both = (name, run) => {
  step('posix ' + name, () => run(path.posix));
  step('win32 ' + name, () => run(path.win32));
};
both('join and resolve', (p) => text(p.join('a', '..', 'b', './c', ''),
  p.resolve('/a', '../b', 'c'),
  p.normalize('/a//b/../c/.'), p.join(), p.isAbsolute('/a'), p.resolve('C:\\a', '..\\b')));
both('parts', (p) => text(p.basename('/a/b.txt'), p.basename('/a/b.txt', '.txt'),
  p.dirname('/a/b/c'),
  p.extname('a.b.c'), p.extname('.a'), p.sep, p.delimiter));
both('parse and format', (p) => {
  const parsed = p.parse('/home/user/file.txt');
  return text(parsed.root, parsed.dir, parsed.base, parsed.ext, parsed.name, p.format(parsed),
    p.format({ dir: '/a', name: 'b', ext: 'c' }));
});
both('relative', (p) => text(p.relative('/a/b/c', '/a/d'), p.relative('/a', '/a'),
  p.relative('C:\\a\\b', 'C:\\c'), p.toNamespacedPath('C:\\a')));
both('matchesGlob', (p) => text(p.matchesGlob('/a/b.js', '/a/*.js'),
  p.matchesGlob('/a/b.js', '/a/*.c'),
  p.matchesGlob('a/b/c', 'a/**'), p.matchesGlob('ab', '{ab,cd}')));
both('wrong arguments', (p) => text(thrown(() => p.join(5)), thrown(() => p.basename({})),
  thrown(() => p.format(5)), thrown(() => p.resolve(null))));
step('names', () => text(path.sep, path === path.posix, require('node:path/posix') === path,
  require('node:path/win32') === path.win32));
