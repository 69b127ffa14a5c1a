'use strict';
// What a stream emits, and in which order: at a good end, a bad one, after the data's end, when
// destroyed.
const assert = require('assert');
const zlib = require('zlib');

const good = zlib.gzipSync('hello');
const seen = {};
function watch(name, stream) {
  seen[name] = [];
  const note = (line) => seen[name].push(line);
  for (const event of ['data', 'end', 'finish', 'error', 'close'])
    stream.on(event, (value) =>
      note(event === 'data' ? `${value}` : event === 'error' ? value.code : event));
  return { stream, note };
}

watch('good', zlib.createGunzip()).stream.end(good);
{
  const { stream, note } = watch('truncated', zlib.createGunzip());
  stream.write(good.subarray(0, -1), (error) => note(`written ${error}`));
  stream.end(() => note('end callback'));
}
{
  const { stream, note } = watch('garbage', zlib.createGunzip());
  stream.write('no gzip, this', () => note('written'));
}
{
  const { stream, note } = watch('after the end', zlib.createInflate());
  stream.write(zlib.deflateSync('hello'));
  stream.write('garbage', () => note('ignored'));
  stream.end();
}
{
  const { stream, note } = watch('destroyed', zlib.createGzip());
  stream.write('x', (error) => note(`written ${error}`));
  stream.destroy();
  assert.strictEqual(stream._handle, null);
}
{
  const { stream, note } = watch('destroyed by its reader', zlib.createGunzip({ chunkSize: 64 }));
  stream.once('data', () => stream.destroy());
  stream.write(zlib.gzipSync('hello'.repeat(100)), () => note('written'));
}
watch('nothing', zlib.createGunzip()).stream.end();

process.on('exit', () => assert.deepStrictEqual(seen, {
  'good': ['hello', 'finish', 'end', 'close'],
  'truncated': ['hello', 'written null', 'end callback', 'finish', 'Z_BUF_ERROR', 'close'],
  'garbage': ['Z_DATA_ERROR', 'close'],
  'after the end': ['hello', 'end', 'ignored', 'finish', 'close'],
  'destroyed': ['close', 'written null'],
  'destroyed by its reader': ['hello'.repeat(13).slice(0, 64), 'written', 'close'],
  'nothing': ['finish', 'Z_BUF_ERROR', 'close'],
}));
