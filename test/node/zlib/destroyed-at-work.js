'use strict';
// flags: --expose-gc
// A stream may be destroyed, closed or forgotten while the pool works for it: nothing breaks, and
// all ends.
const assert = require('assert');
const zlib = require('zlib');
const { BROTLI_PARAM_QUALITY } = zlib.constants;

const input = Buffer.alloc(1 << 20, 'some text that repeats ');
const MAKERS = [zlib.createGzip, zlib.createDeflateRaw, zlib.createZstdCompress,
                () => zlib.createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 4 } })];
let closed = 0;
let called = 0;
const ROUNDS = 8;

for (let round = 0; round < ROUNDS; round++) {
  for (const make of MAKERS) {
    const stream = make();
    stream.on('close', () => closed++);
    stream.write(input, () => called++);
    if (round % 4 === 0)
      stream.destroy();
    else if (round % 4 === 1)
      setImmediate(() => stream.close());
    else if (round % 4 === 2)
      stream.on('data', () => stream.destroy()).end();
    else
      stream.resume().end();
  }
}

// Nobody holds these, nor what they were given: the job does.
for (let i = 0; i < 4; i++) {
  MAKERS[i]().write(Buffer.alloc(1 << 18, 'x'));
  zlib.gzip(Buffer.alloc(1 << 18, 'y'), (error, packed) => {
    assert.ifError(error);
    assert(zlib.gunzipSync(packed).every((byte) => byte === 0x79));
    called++;
  });
}
globalThis.gc?.();
setImmediate(() => globalThis.gc?.());

process.on('exit', () => {
  assert.strictEqual(closed, ROUNDS * MAKERS.length);
  assert.strictEqual(called, ROUNDS * MAKERS.length + 4);
});
