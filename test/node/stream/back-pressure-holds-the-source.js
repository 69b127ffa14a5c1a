'use strict';
// A slow destination stops the source at its mark: no more than both queues hold is ever read.
const assert = require('assert');
const { Readable, Writable } = require('stream');

let produced = 0;
let consumed = 0;
const source = new Readable({
  highWaterMark: 4,
  objectMode: true,
  read() {
    this.push(produced < 100 ? { n: produced++ } : null);
  },
});
const sink = new Writable({
  highWaterMark: 4,
  objectMode: true,
  write(chunk, encoding, callback) {
    assert.strictEqual(chunk.n, consumed++);
    assert.ok(produced - consumed <= 10, `${produced - consumed} in flight`);
    setImmediate(callback);
  },
});
let finished = false;
source.pipe(sink).on('finish', () => { finished = true; });
process.on('exit', () => {
  assert.strictEqual(consumed, 100);
  assert.strictEqual(finished, true);
});
