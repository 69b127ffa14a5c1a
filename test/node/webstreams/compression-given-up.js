'use strict';
// A reader may cancel a CompressionStream or DecompressionStream that is at work: nothing is
// thrown, and the writer learns why.
const assert = require('assert');
const zlib = require('zlib');

const zeros = Buffer.alloc(4 << 20);
const noise = require('crypto').randomBytes(1 << 20);
const reason = new Error('enough');

async function giveUp(stream, input, when) {
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  // Many writes: not all can be over, whatever waits for the reader.
  const written = Array.from({ length: 8 }, () => writer.write(input));
  const outcome = Promise.allSettled([...written, writer.closed]);
  await when(reader);
  await reader.cancel(reason);
  const settled = await outcome;
  assert.strictEqual(settled.at(-1).reason, reason);
  assert.strictEqual(settled.at(-2).reason, reason);
}

async function main() {
  const once = (reader) => reader.read();
  const soon = () => new Promise(setImmediate);
  for (const when of [once, soon]) {
    await giveUp(new DecompressionStream('gzip'), zlib.gzipSync(zeros, { level: 1 }), when);
    await giveUp(new CompressionStream('deflate'), noise, when);
  }
  // The writer gives up: the reader learns why.
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const written = Promise.allSettled([writer.write(noise), writer.write(noise)]);
  const reading = assert.rejects(Array.fromAsync(readable), reason);
  await Promise.all([writer.abort(reason), written, reading]);
  return true;
}
const done = main();
process.on('exit', () => assert(require('util').inspect(done).includes('true')));
