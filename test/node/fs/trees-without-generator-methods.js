'use strict';
// Copying, matching and removing trees does not call methods of generators that a program replaced.
const assert = require('assert');
const fs = require('fs');
const path = require('path');

const top = fs.mkdtempSync(path.join(require('os').tmpdir(), 'trees-'));
fs.mkdirSync(path.join(top, 'from', 'below'), { recursive: true });
fs.writeFileSync(path.join(top, 'from', 'below', 'file'), 'text');

const generator = Object.getPrototypeOf(function*() {}).prototype;
const { next, throw: fail } = generator;
generator.next = generator.throw = () => { throw new Error('replaced'); };
try {
  fs.cpSync(path.join(top, 'from'), path.join(top, 'to'), { recursive: true });
  assert.deepStrictEqual(fs.globSync('to/**/file', { cwd: top }), ['to/below/file']);
  assert.throws(() => fs.cpSync(path.join(top, 'none'), path.join(top, 'to')), { code: 'ENOENT' });
} finally {
  fs.rmSync(top, { recursive: true });
  generator.next = next;
  generator.throw = fail;
}
assert.ok(!fs.existsSync(top));
