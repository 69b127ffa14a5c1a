'use strict';
// An entry of a ZipFile that is replaced keeps its place, in memory and in the file; one that was
// deleted and is added again comes last. Options of open() may be null.
// flags: --no-warnings
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { ZipBuffer, ZipEntry, ZipFile, createZipArchiveSync } = require('zlib');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-zip-'));
const file = path.join(folder, 'a.zip');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

function check(zip, expected) {
  assert.deepStrictEqual([...zip.keys()], Object.keys(expected));
  const written = new ZipBuffer(fs.readFileSync(file));
  assert.deepStrictEqual([...written.keys()], Object.keys(expected));
  for (const name of Object.keys(expected)) {
    assert.strictEqual(zip.getSync(name).contentSync().toString(), expected[name]);
    assert.strictEqual(written.get(name).contentSync().toString(), expected[name]);
  }
}

async function main() {
  fs.writeFileSync(file, Buffer.concat([...createZipArchiveSync(
    ['a', 'b', 'c'].map((name) => ZipEntry.createSync(name, Buffer.from('old'))))]));
  const zip = await ZipFile.open(file, { writable: true });
  await zip.add('a', Buffer.from('new'));
  check(zip, { a: 'new', b: 'old', c: 'old' });
  zip.addSync('b', Buffer.from('newer'));
  check(zip, { a: 'new', b: 'newer', c: 'old' });
  await zip.delete('a');
  await zip.add('a', Buffer.from('again'));
  check(zip, { b: 'newer', c: 'old', a: 'again' });
  await zip.close();

  const opened = await ZipFile.open(file, null);
  assert.strictEqual(opened.writable, false);
  await opened.close();
  ZipFile.openSync(file, null).closeSync();
}

main();
