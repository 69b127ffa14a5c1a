'use strict';
// One failing part ends every stream of a pipeline, also async generators, with its error.
const assert = require('assert');
const { PassThrough, Readable, pipeline } = require('stream');

const source = new Readable({ read() { setImmediate(() => this.push('chunk')); } });
const sink = new PassThrough();
let cleaned = false;
let called = false;
pipeline(source, async function* (input) {
  try {
    for await (const chunk of input) {
      yield chunk;
      throw new Error('kaboom');
    }
  } finally {
    cleaned = true;
  }
}, sink, (err) => {
  assert.strictEqual(err.message, 'kaboom');
  assert.strictEqual(source.destroyed, true);
  assert.strictEqual(sink.destroyed, true);
  assert.strictEqual(cleaned, true);
  called = true;
});
sink.resume().on('error', (err) => assert.strictEqual(err.message, 'kaboom'));
process.on('exit', () => assert.strictEqual(called, true));
