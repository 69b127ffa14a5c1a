'use strict';
const { step, text, call, thrown } = require('../harness.js');
const zlib = require('node:zlib');

const data = Buffer.from('hello hello hello hello hello');
const kinds = [['gzipSync', 'gunzipSync'], ['deflateSync', 'inflateSync'],
  ['deflateRawSync', 'inflateRawSync'],
  ['brotliCompressSync', 'brotliDecompressSync'], ['gzipSync', 'unzipSync']];
for (let i = 0; i < kinds.length; i++) {
  const pack = kinds[i][0];
  const unpack = kinds[i][1];
  step(pack + ' ' + unpack, () => text(zlib[unpack](zlib[pack](data)).toString()));
}
step('options', () => text(zlib.inflateSync(zlib.deflateSync(data,
  { level: 9, windowBits: 10, dictionary: Buffer.from('hello') }),
  { dictionary: Buffer.from('hello') }).toString(), zlib.deflateSync('x',
    { level: 0 }).toString('hex')));
step('callbacks', async () => {
  const packed = (await call((done) => zlib.gzip(data, done))).value;
  const plain = (await call((done) => zlib.gunzip(packed, done))).value;
  const raw = (await call((done) => zlib.deflate('text', { level: 1 }, done))).value;
  return text(plain.toString(), (await call((done) => zlib.inflate(raw, done))).value.toString());
});
step('streams', async () => {
  const stream = zlib.createGzip();
  let size = 0;
  const parts = { __proto__: null };
  stream.on('data', (chunk) => { parts[size++] = chunk; });
  stream.write(data);
  stream.end(data);
  await call((done) => stream.on('end', done));
  const unpack = zlib.createGunzip();
  let got = '';
  unpack.on('data', (chunk) => { got += chunk.toString(); });
  for (let i = 0; i < size; i++) unpack.write(parts[i]);
  unpack.end();
  await call((done) => unpack.on('end', done));
  return text(got, unpack.bytesWritten > 10);
});
step('flush and params', async () => {
  const stream = zlib.createDeflate();
  const unpack = zlib.createInflate();
  stream.pipe(unpack);
  let got = '';
  unpack.on('data', (chunk) => { got += chunk.toString(); });
  stream.write('one');
  await call((done) => stream.flush(done));
  await call((done) => stream.params(1, zlib.constants.Z_DEFAULT_STRATEGY, done));
  stream.end('two');
  await call((done) => unpack.on('end', done));
  return text(got);
});
step('crc32', () => text(zlib.crc32('hello'), zlib.crc32(Buffer.from('lo'), zlib.crc32('hel'))));
step('errors', async () => {
  const failed = await call((done) => zlib.gunzip(Buffer.from('bogus'),
    (error) => done(null, error)));
  return text(failed.value, thrown(() => zlib.inflateSync(Buffer.from('bogus'))),
    thrown(() => zlib.gunzipSync(zlib.gzipSync(data).subarray(0, 12))));
});
step('wrong arguments', () => text(thrown(() => zlib.gzipSync(5)),
  thrown(() => zlib.createGzip({ level: 99 })),
  thrown(() => zlib.deflateSync('x', { windowBits: 99 })), thrown(() => zlib.gzip('x'))));
