'use strict';
const { step, text, thrown } = require('../harness.js');
const buffer = require('node:buffer');
const { Buffer, Blob, File } = buffer;

step('from', () => text(Buffer.from('héllo').toString('hex'),
  Buffer.from([1, 2, 300]).toString('hex'),
  Buffer.from('616263', 'hex').toString(), Buffer.from('YWJj', 'base64').toString('latin1'),
  Buffer.from('YWJj', 'base64url').toString('ascii'), Buffer.from('ab',
    'utf16le').toString('hex')));
step('from others', () => text(Buffer.from(Buffer.from('copy')).toString(),
  Buffer.from(new Uint8Array(3).buffer, 1, 2).toString('hex'),
  Buffer.from({ type: 'Buffer', data: [65, 66] }).toString(),
  Buffer.from({ 0: 67, length: 1 }).toString()));
step('alloc', () => text(Buffer.alloc(3).toString('hex'), Buffer.alloc(3, 'ab').toString(),
  Buffer.alloc(2, 7).toString('hex'), Buffer.allocUnsafe(2).fill('xy').toString(),
  Buffer.allocUnsafeSlow(2).fill(1).toString('hex')));
step('concat', () => text(Buffer.concat([Buffer.from('a'), Buffer.from('bc')]).toString(),
  Buffer.concat([Buffer.from('abc')], 2).toString()));
step('compare', () => text(Buffer.compare(Buffer.from('a'), Buffer.from('b')),
  Buffer.from('a').equals(Buffer.from('a')), Buffer.from('b').compare(Buffer.from('a'))));
step('search', () => {
  const bytes = Buffer.from('one two one');
  return text(bytes.indexOf('one', 1), bytes.lastIndexOf('one'), bytes.includes('two'),
    bytes.indexOf(Buffer.from('wo')), bytes.indexOf(0x74));
});
step('slices', () => text(Buffer.from('abcdef').subarray(1, 3).toString(),
  Buffer.from('abcdef').slice(-2).toString(), Buffer.from('abcdef').toString('utf8', 2, 4)));
step('write and copy', () => {
  const bytes = Buffer.alloc(8);
  const count = bytes.write('héy', 1);
  const copied = Buffer.from('zz').copy(bytes, 6);
  return text(count, copied, bytes.toString('hex'));
});
step('numbers', () => {
  const bytes = Buffer.alloc(40);
  bytes.writeUInt8(1, 0); bytes.writeInt16LE(-2, 1); bytes.writeUInt32BE(3, 3);
  bytes.writeDoubleLE(1.5, 7); bytes.writeFloatBE(2.5, 15); bytes.writeBigInt64LE(-5n, 19);
  bytes.writeUIntBE(0x123456, 27, 3); bytes.writeIntLE(-7, 30, 6);
  return text(bytes.readUInt8(0), bytes.readInt16LE(1), bytes.readUInt32BE(3),
    bytes.readDoubleLE(7),
    bytes.readFloatBE(15), bytes.readBigInt64LE(19), bytes.readUIntBE(27, 3),
      bytes.readIntLE(30, 6));
});
step('swap', () => text(Buffer.from('abcd').swap16().toString(),
  Buffer.from('abcd').swap32().toString(), Buffer.from('abcdefgh').swap64().toString()));
step('statics', () => text(Buffer.byteLength('é'), Buffer.isEncoding('UTF-8'), Buffer.isBuffer({}),
  buffer.isUtf8(Buffer.from('é')), buffer.isAscii(Buffer.from('é')), Buffer.poolSize,
  buffer.constants.MAX_LENGTH > 1e9));
step('transcode', () => text(
  buffer.transcode(Buffer.from('é'), 'utf8', 'latin1').toString('hex')));
step('base64 functions', () => text(btoa('abc'), atob('YWJj'), thrown(() => atob('*'))));
step('toJSON and inspect', () => text(JSON.stringify(Buffer.from('ab')),
  require('node:util').inspect(Buffer.from('ab'))));
step('wrong arguments', () => text(thrown(() => Buffer.from(5)), thrown(() => Buffer.alloc('x')),
  thrown(() => Buffer.alloc(1).readUInt8(3)), thrown(() => Buffer.alloc(1).writeInt8(300)),
  thrown(() => Buffer.concat('x')), thrown(() => Buffer.from('a').toString('bogus'))));
step('Blob', async () => {
  const blob = new Blob(['ab', Buffer.from('cd'), new Blob(['ef'])], { type: 'text/plain' });
  const part = blob.slice(1, 3, 'a/b');
  return text(blob.size, blob.type, await blob.text(), await part.text(), part.type,
    Buffer.from(await blob.arrayBuffer()).toString());
});
step('Blob as a stream', async () => {
  const reader = new Blob(['abc']).stream().getReader();
  const { value, done } = await reader.read();
  return text(Buffer.from(value).toString(), done, (await reader.read()).done);
});
step('File', async () => {
  const file = new File(['abc'], 'name.txt', { type: 'text/x', lastModified: 5 });
  return text(file.name, file.size, file.lastModified, await file.text());
});
