// flags: --experimental-stream-iter --no-warnings
'use strict';
// Readables and Writables on both sides of a pipeline, and the transforms of zlib/iter.
const assert = require('assert');
const zlib = require('zlib');
const { Readable, Writable } = require('stream');
const {
  bytes, bytesSync, from, fromWritable, pipeTo, pull, pullSync, push, text, toReadable,
  toReadableSync, toWritable,
} = require('stream/iter');
const coders = require('zlib/iter');

const long = 'all work and no play '.repeat(20000);
let checked = 0;

async function compression() {
  for (const name of ['Gzip', 'Deflate', 'Brotli', 'Zstd']) {
    const [pack, unpack] = [coders[`compress${name}`], coders[`decompress${name}`]];
    assert.strictEqual(await text(pull(long, pack(), unpack())), long);
    const sync = bytesSync(pullSync(long, coders[`compress${name}Sync`]()));
    assert(sync.length < long.length / 10);
    assert.strictEqual(await text(pull(sync, unpack())), long);
  }
  assert.strictEqual(`${zlib.gunzipSync(await bytes(pull('abc', coders.compressGzip())))}`, 'abc');
  await assert.rejects(bytes(pull(new Uint8Array([0x1f, 0x8b, 255, 255]), coders.decompressGzip())),
                       { code: 'Z_DATA_ERROR' });
  await assert.rejects(bytes(pull('x', coders.compressBrotli({ params: 5 }))),
                       { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => coders.compressGzip(5), { code: 'ERR_INVALID_ARG_TYPE' });
  checked++;
}

async function streams() {
  const readable = toReadable(pull(long, coders.compressGzip()));
  assert.strictEqual(await text(pull(from(readable), coders.decompressGzip())), long);
  assert.strictEqual(`${toReadableSync(pullSync('abc')).read()}`, 'abc');

  let written = '';
  const slow = new Writable({
    highWaterMark: 4,
    write(chunk, encoding, callback) {
      written += chunk;
      setImmediate(callback);
    },
  });
  assert.strictEqual(await pipeTo(['abcd', 'efgh'],
                                  fromWritable(slow, { backpressure: 'unbounded' })), 8);
  assert.strictEqual(written, 'abcdefgh');

  const { writer, readable: source } = push();
  Readable.from(['x', 'y']).pipe(toWritable(writer));
  assert.strictEqual(await text(source), 'xy');

  const broken = new Readable({ read() { this.destroy(new Error('broken')); } });
  await assert.rejects(text(broken), { message: 'broken' });
  const endless = new Readable({ read() { this.push('x'); } });
  for await (const batch of from(endless)) {
    assert(batch.length > 0);
    break;
  }
  assert.strictEqual(endless.destroyed, true);
  checked++;
}

Promise.all([compression(), streams()]);
process.on('exit', () => assert.strictEqual(checked, 2));
