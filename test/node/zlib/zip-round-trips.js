'use strict';
// What is written into an archive is read from it: data, names, modes, times, comments, links.
// flags: --no-warnings
const assert = require('assert');
const zlib = require('zlib');

async function bytesOf(stream) {
  const parts = [];
  for await (const part of stream)
    parts.push(part);
  return Buffer.concat(parts);
}

async function main() {
  const modified = new Date(1700000001500);
  const text = Buffer.from('hello '.repeat(1000));
  const entries = [
    await zlib.ZipEntry.create('packed.txt', text, { mode: 0o600, comment: 'gr\u00fc\u00df' }),
    zlib.ZipEntry.createSync('stored', text, { method: 'store', modified }),
    await zlib.ZipEntry.create('zstd', text, { method: 'zstd' }),
    zlib.ZipEntry.createStream('streamed', (async function*() { yield text; })()),
    zlib.ZipEntry.createSymlink('link', 'packed.txt'),
    zlib.ZipEntry.createSync('folder/', Buffer.alloc(0)),
    zlib.ZipEntry.createSync('\u00fc.txt', Buffer.from('x')),
  ];
  const archive = await bytesOf(zlib.createZipArchive(entries, 'all of it'));
  const zip = new zlib.ZipBuffer(archive);
  assert.strictEqual(zip.comment, 'all of it');
  assert.deepStrictEqual([...zip.keys()], entries.map((entry) => entry.name));
  for (const name of ['packed.txt', 'stored', 'zstd', 'streamed']) {
    assert.deepStrictEqual(await zip.get(name).content(), text, name);
    assert.deepStrictEqual(zip.get(name).contentSync(), text, name);
    assert.deepStrictEqual(await bytesOf(zip.get(name).contentIterator()), text, name);
  }
  assert.deepStrictEqual([...zip.values()].map((entry) => entry.method), [8, 0, 93, 8, 0, 0, 0]);
  assert.strictEqual(zip.get('packed.txt').mode, 0o600);
  assert.strictEqual(zip.get('packed.txt').comment, 'gr\u00fc\u00df');
  assert.strictEqual(zip.get('stored').modified.getTime(), 1700000001000);
  assert.strictEqual(zip.get('link').isSymlink, true);
  assert.strictEqual(zip.get('link').contentSync().toString(), 'packed.txt');
  assert.strictEqual(zip.get('folder/').isDirectory, true);

  // Written again, the entries are the same.
  zip.delete('zstd');
  const again = new zlib.ZipBuffer(await zip.toBuffer());
  assert.deepStrictEqual(zip.toBufferSync(), await zip.toBuffer());
  assert.strictEqual(again.size, 6);
  assert.strictEqual(again.comment, 'all of it');
  assert.deepStrictEqual([...again.values()].map(described), [...zip.values()].map(described));
}

const described = (entry) => [
  entry.name, entry.method, entry.mode, entry.comment, entry.modified.getTime(), entry.isSymlink,
  entry.isDirectory, entry.crc32, entry.contentSync(),
];

let isDone = false;
main().then(() => { isDone = true; });
process.on('exit', () => assert.ok(isDone));
