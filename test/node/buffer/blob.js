'use strict';
// A Blob keeps copies, slices by bytes, and reads back as text, bytes and buffer; a File has a name
// too.
const assert = require('assert');
const { Blob, File, resolveObjectURL } = require('buffer');

const source = new Uint8Array([0x61, 0x62]);
const blob = new Blob([source, 'é', new Blob(['!'])], { type: 'Text/Plain' });
source[0] = 0;
assert.strictEqual(blob.size, 5);
assert.strictEqual(blob.type, 'text/plain');
const file = new File(['x'], 'name.txt', { lastModified: 5 });
assert.deepStrictEqual([file.name, file.lastModified, file.size], ['name.txt', 5, 1]);
assert.throws(() => new Blob('text'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new File([]), { code: 'ERR_MISSING_ARGS' });

const url = URL.createObjectURL(blob);
assert.strictEqual(resolveObjectURL(url).size, 5);
URL.revokeObjectURL(url);
assert.strictEqual(resolveObjectURL(url), undefined);

let done = false;
(async () => {
  assert.strictEqual(await blob.text(), 'abé!');
  assert.strictEqual(await blob.slice(2, -1).text(), 'é');
  assert.strictEqual((await blob.arrayBuffer()).byteLength, 5);
  assert.deepStrictEqual([...await blob.slice(-1).bytes()], [0x21]);
  done = true;
})();
process.on('exit', () => assert.ok(done));
