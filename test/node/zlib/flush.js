'use strict';
// flush() keeps its place among the writes and brings out what was written.
const assert = require('assert');
const zlib = require('zlib');
const { Z_SYNC_FLUSH, Z_PARTIAL_FLUSH } = zlib.constants;

const order = [];
for (const [pack, unpack, kind] of [['Gzip', 'gunzip', Z_SYNC_FLUSH],
                                    ['DeflateRaw', 'inflateRaw', Z_PARTIAL_FLUSH],
                                    ['BrotliCompress', 'brotliDecompress', 1],
                                    ['ZstdCompress', 'zstdDecompress', 1]]) {
  const stream = zlib[`create${pack}`]();
  const finishFlush = pack.length > 10 || pack === 'ZstdCompress' ? 1 : Z_SYNC_FLUSH;
  const soFar = [];
  stream.on('data', (chunk) => soFar.push(chunk));
  stream.write('first, ', () => order.push(`${pack} written`));
  stream.flush(kind, () => {
    order.push(`${pack} flushed`);
    assert.strictEqual(`${zlib[`${unpack}Sync`](Buffer.concat(soFar), { finishFlush })}`,
                       'first, ');
  });
  stream.write('second');
  stream.flush();
  stream.end(() => order.push(`${pack} finished`));
  stream.on('end', () =>
    assert.strictEqual(`${zlib[`${unpack}Sync`](Buffer.concat(soFar))}`, 'first, second'));
}

// An ended stream has nothing to flush; the callback comes all the same.
const ended = zlib.createGzip().resume();
ended.end('x');
ended.flush(() => order.push('flushed at the end'));

process.on('exit', () => {
  for (const pack of ['Gzip', 'DeflateRaw', 'BrotliCompress', 'ZstdCompress']) {
    assert.deepStrictEqual(order.filter((line) => line.startsWith(`${pack} `)),
                           [`${pack} written`, `${pack} flushed`, `${pack} finished`]);
  }
  assert(order.includes('flushed at the end'));
});
