'use strict';
// path.win32: drives, shares, namespaces and reserved device names.
const assert = require('assert');
const { win32 } = require('path');

for (const [input, expected] of [
  ['C:/a/../b', 'C:\\b'], ['C:..', 'C:..'], ['//srv/share', '\\\\srv\\share\\'],
  ['//srv/share/../x', '\\\\srv\\share\\x'],
  ['/..', '\\'], ['CON:../foo', '.\\CON:..\\foo'], ['x/../C:foo', '.\\C:foo'],
])
  assert.strictEqual(win32.normalize(input), expected, input);
assert.strictEqual(win32.join('//a', 'b'), '\\\\a\\b\\');
assert.strictEqual(win32.join('/', '/a', 'b'), '\\a\\b');
assert.strictEqual(win32.resolve('C:\\a', 'D:\\b', 'c'), 'D:\\b\\c');
assert.strictEqual(win32.relative('C:\\A\\b', 'c:\\a\\D'), '..\\D');
assert.strictEqual(win32.toNamespacedPath('//srv/share/f'), '\\\\?\\UNC\\srv\\share\\f');
assert.strictEqual(win32.parse('\\\\srv\\share\\d\\f.x').root, '\\\\srv\\share\\');
