'use strict';
const { step, text, thrown } = require('../harness.js');
const zlib = require('node:zlib');

const data = Buffer.from('hello hello hello hello hello');
const empty = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const none = { __proto__: null };
const when = new Date(1700000001000);
// That the classes are experimental is not printed.
process.removeAllListeners('warning');

step('round trip', () => {
  const zip = new zlib.ZipBuffer(empty);
  zip.addEntry(zlib.ZipEntry.createSync('a', data, { __proto__: null, modified: when }));
  zip.addSync('b', data, none);
  const again = new zlib.ZipBuffer(zip.toBufferSync('text'));
  return text(again.comment, again.size, again.get('a').contentSync().toString(),
    again.get('b').isFile, again.get('b').crc32, again.has('c'));
});
step('errors', () => {
  const zip = new zlib.ZipBuffer(empty);
  return text(thrown(() => zip.get('c')), thrown(() => new zlib.ZipBuffer(data)));
});
