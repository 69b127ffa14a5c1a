'use strict';
// With source maps on, stacks and call sites name the original, and a map can be asked by hand.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { findSourceMap, SourceMap } = require('module');

const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'maps-')));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
const map = { version: 3, sources: ['src/made.ts'], names: ['fail'], mappings: 'AAAA,mBASAA' };
const code = 'module.exports = {\nfail() { return new Error("x"); } };';
const write = (name, text) => {
  fs.writeFileSync(path.join(dir, name), text);
  return path.join(dir, name);
};
const inline = (payload) =>
  `data:application/json;base64,${Buffer.from(payload).toString('base64')}`;

const before = require(write('before.js', `${code}\n//# sourceMappingURL=${inline('{}')}`));
process.setSourceMapsEnabled(true);
write('made.js.map', JSON.stringify({ ...map, sourceRoot: './', mappings: 'AAAA;UASAA' }));
const file = write('made.js', `${code}\n//# sourceMappingURL=made.js.map\n`);
const made = require(file);
const original = path.join(dir, 'src/made.ts');
assert.match(made.fail().stack, new RegExp(`^Error: x\n    at .*fail \\(${original}:10:1\\)\n`));
assert.ok(before.fail().stack.includes('before.js:2:'));

const broken = require(write('broken.js', `${code}\n//# sourceMappingURL=${inline('{')}`));
assert.ok(broken.fail().stack.includes('broken.js:2:'));
const gone = require(write('gone.js', `${code}\n//# sourceMappingURL=nowhere.map`));
assert.ok(gone.fail().stack.includes('gone.js:2:'));

const found = findSourceMap(file);
assert.deepStrictEqual(found.findEntry(1, 12), {
  generatedLine: 1, generatedColumn: 10, originalSource: `file://${original}`, originalLine: 9,
  originalColumn: 0, name: 'fail',
});
assert.strictEqual(found.findOrigin(2, 13).columnNumber, 3);
assert.deepStrictEqual(found.lineLengths, [18, 36, 32, 0]);
assert.strictEqual(findSourceMap(__filename), undefined);

const plain = new SourceMap(map);
assert.strictEqual(plain.findEntry(0, 18).originalLine, 0);
assert.strictEqual(plain.findEntry(0, 19).originalLine, 9);
assert.notStrictEqual(plain.payload, map);
assert.deepStrictEqual(new SourceMap({ sources: [], mappings: ';;' }).findEntry(0, 0), {});
assert.throws(() => new SourceMap('x'), { code: 'ERR_INVALID_ARG_TYPE' });

process.setSourceMapsEnabled(false);
assert.ok(made.fail().stack.includes('made.js:2:'));
