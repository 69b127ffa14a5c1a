'use strict';
// write() answers by what is left after _write(): a chunk that was written inside of it does not
// fill the stream, whatever its size. So a chain of such streams never pauses its source.
const assert = require('assert');
const { Readable, Transform, Writable, pipeline } = require('stream');

const bytes = Buffer.alloc(64);

// [what write() returned, whether it waits for 'drain'] of one write of 64 bytes.
function writeOnce(write, options) {
  const stream = new Writable({ write, ...options });
  stream.on('error', () => {});
  stream.on('drain', () => { stream.drained = true; });
  const result = stream.write(options.objectMode ? {} : bytes);
  return { stream, answer: [result, stream.writableNeedDrain] };
}

const atOnce = (chunk, encoding, callback) => callback();
const later = (chunk, encoding, callback) => process.nextTick(callback);
for (const highWaterMark of [0, 1, 64, 100]) {
  const done = writeOnce(atOnce, { highWaterMark });
  assert.deepStrictEqual(done.answer, [true, false]);
  assert.deepStrictEqual(writeOnce(atOnce, { highWaterMark, objectMode: true }).answer,
                         [true, false]);
  setImmediate(() => assert.strictEqual(done.stream.drained, undefined));
}
const waiting = writeOnce(later, { highWaterMark: 64 });
assert.deepStrictEqual(waiting.answer, [false, true]);
setImmediate(() => assert.strictEqual(waiting.stream.drained, true));
assert.deepStrictEqual(writeOnce(later, { highWaterMark: 65 }).answer, [true, false]);
assert.deepStrictEqual(
  writeOnce((chunk, encoding, callback) => callback(new Error('no')), { highWaterMark: 64 }).answer,
  [false, false]);

// A write inside of _write() is queued, and counts until then.
const inner = [];
const nested = new Writable({
  highWaterMark: 64,
  write(chunk, encoding, callback) {
    if (inner.length === 0)
      inner.push(this.write(bytes));
    callback();
  },
});
assert.strictEqual(nested.write(bytes), true);
assert.deepStrictEqual(inner, [false]);
assert.strictEqual(nested.writableNeedDrain, true);

// The chain: 100 chunks of twice the mark, no pause between them.
let left = 100;
let passed = 0;
let pauses = 0;
const source = new Readable({
  highWaterMark: 32,
  read() { this.push(left-- > 0 ? bytes : null); },
});
source.on('pause', () => { pauses += passed < 100; });
pipeline(
  source,
  new Transform({
    highWaterMark: 32, transform(chunk, encoding, callback) { callback(null, chunk); },
  }),
  new Writable({ highWaterMark: 32, write(chunk, encoding, next) { passed++; next(); } }),
  (err) => assert.ifError(err));
process.on('exit', () => assert.deepStrictEqual([passed, pauses], [100, 0]));
