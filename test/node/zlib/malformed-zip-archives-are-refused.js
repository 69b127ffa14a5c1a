'use strict';
// An archive that lies about its members is refused before anything is allocated for the lie.
// flags: --no-warnings
const assert = require('assert');
const zlib = require('zlib');

const HEADER = 30;

function archiveOf(...entries) {
  return Buffer.concat([...zlib.createZipArchiveSync(entries)]);
}

function changed(archive, change) {
  const copy = Buffer.from(archive);
  change(copy, copy.readUInt32LE(copy.length - 6));
  return copy;
}

const open = (bytes) => new zlib.ZipBuffer(bytes);
const stored = archiveOf(zlib.ZipEntry.createSync('a', Buffer.from('hello'), { method: 'store' }));
const packed = archiveOf(zlib.ZipEntry.createSync('a', Buffer.alloc(1e6)));

const refused = [
  ['sizes disagree', (b) => b.writeUInt32LE(9, 22), /sizes disagree/],
  ['methods disagree', (b) => b.writeUInt16LE(8, 8), /methods disagree/],
  ['one is encrypted', (b) => { b[6] |= 1; }, /encryption flags disagree/],
  ['beyond the end', (b, at) => b.writeUInt32LE(1e9, at + 20), /out of bounds|sizes disagree/],
  ['into the directory', (b, at) => {
    b.writeUInt32LE(20, 18);
    b.writeUInt32LE(20, at + 20);
  }, /possible zip bomb/],
  ['no header', (b) => { b[0] = 0; }, /local file header signature is invalid/],
  ['no record', (b, at) => { b[at] = 0; }, /central directory header signature is invalid/],
];
for (const [name, change, message] of refused) {
  assert.throws(() => open(changed(stored, change)),
                { code: 'ERR_ZIP_INVALID_ARCHIVE', message }, name);
}

assert.throws(() => open(changed(stored, (b) => { b[HEADER + 1] ^= 1; })).get('a').contentSync(),
              { code: 'ERR_ZIP_ENTRY_CORRUPT', message: /failed CRC-32 verification/ });

// It would inflate to a megabyte; it declares ten bytes.
const bomb = open(changed(packed, (b, at) => {
  b.writeUInt32LE(10, 22);
  b.writeUInt32LE(10, at + 24);
})).get('a');
const beyond = { code: 'ERR_ZIP_ENTRY_CORRUPT', message: /inflates beyond its declared size/ };
assert.throws(() => bomb.contentSync(), beyond);
assert.throws(() => open(packed).get('a').contentSync({ maxSize: 1000 }),
              { code: 'ERR_ZIP_ENTRY_TOO_LARGE' });

async function main() {
  await assert.rejects(bomb.content(), beyond);
  await assert.rejects(async () => {
    for await (const part of bomb.contentIterator())
      assert.ok(part.length <= 10);
  }, beyond);
}

main();
