'use strict';
// Changes of a ZipFile are in the file when they are done, run one after another, and leave the
// archive as it was when they fail.
// flags: --no-warnings
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-zip-'));
const file = path.join(folder, 'a.zip');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const names = () => [...new zlib.ZipBuffer(fs.readFileSync(file)).keys()];

async function main() {
  fs.writeFileSync(file, Buffer.concat(['#!/bin/sh\n', ...zlib.createZipArchiveSync(
    [zlib.ZipEntry.createSync('first', Buffer.from('1'))], 'kept')].map((part) =>
    Buffer.from(part))));
  const zip = await zlib.ZipFile.open(file, { writable: true });
  assert.strictEqual(zip.comment, 'kept');
  const adds = [zip.add('a', Buffer.from('A')), zip.add('b', Buffer.from('B'))];
  await Promise.all([...adds, zip.delete('a')]);
  assert.deepStrictEqual(names(), ['first', 'b']);

  const entry = zlib.ZipEntry.createStream('c', (async function*() { yield Buffer.from('C'); })());
  assert.throws(() => entry.contentSync(), { code: 'ERR_INVALID_STATE' });
  assert.strictEqual(await zip.addEntry(entry), entry);
  assert.strictEqual((await entry.content()).toString(), 'C');

  await assert.rejects(zip.addEntry(zlib.ZipEntry.createStream('d', (async function*() {
    yield Buffer.alloc(1e5);
    throw new Error('no more');
  })())), { message: 'no more' });
  assert.deepStrictEqual(names(), ['first', 'b', 'c']);

  const adding = zip.add('e', Buffer.from('E'));
  assert.throws(() => zip.getSync('first'), { code: 'ERR_INVALID_STATE' });
  await adding;
  zip.addSync('b', Buffer.from('new'));
  assert.strictEqual(zip.getSync('b').contentSync().toString(), 'new');
  const before = fs.statSync(file).size;
  const compact = new zlib.ZipBuffer(zip.compactSync());
  assert.deepStrictEqual([...compact.keys()].sort(), ['b', 'c', 'e', 'first']);
  assert.strictEqual(compact.comment, 'kept');
  assert.ok(zip.compactSync().length < before);

  // Reads that were begun end before the file is closed.
  const reading = zip.getSync('b').content();
  const last = zip.getSync('first');
  await zip.close();
  assert.strictEqual((await reading).toString(), 'new');
  assert.throws(() => last.contentSync(), { code: 'ERR_INVALID_STATE' });
  await assert.rejects(zip.add('z', Buffer.alloc(0)), { code: 'ERR_INVALID_STATE' });

  const readOnly = zlib.ZipFile.openSync(file);
  assert.throws(() => readOnly.deleteSync('b'), { code: 'ERR_ZIP_NOT_WRITABLE' });
  readOnly.closeSync();
}

main();
