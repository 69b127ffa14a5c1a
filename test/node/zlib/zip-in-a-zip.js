'use strict';
// A stored archive inside of an archive does not make the outer one ambiguous; an archive inside of
// the comment does.
// differs from Node: Node refuses every archive with a stored archive in its last 64 KiB
// flags: --no-warnings
const assert = require('assert');
const zlib = require('zlib');

const archiveOf = (name, data) => Buffer.concat([...zlib.createZipArchiveSync(
  [zlib.ZipEntry.createSync(name, data, { method: 'store' })])]);

const inner = archiveOf('a.txt', Buffer.from('a'));
const outer = archiveOf('inner.zip', inner);
const zip = new zlib.ZipBuffer(outer);
assert.deepStrictEqual([...zip.keys()], ['inner.zip']);
const found = new zlib.ZipBuffer(zip.get('inner.zip').contentSync());
assert.deepStrictEqual([...found.keys()], ['a.txt']);

const hidden = Buffer.concat([outer, inner, Buffer.from([0])]);
hidden.writeUInt16LE(inner.length + 1, outer.length - 2);
assert.throws(() => new zlib.ZipBuffer(hidden), {
  code: 'ERR_ZIP_INVALID_ARCHIVE', message: /ambiguous end of central directory/,
});
