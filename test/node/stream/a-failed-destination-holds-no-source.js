'use strict';
// A destination that fails or is destroyed inside of write() never drains: its source goes on with
// the others.
const assert = require('assert');
const { PassThrough, Writable } = require('stream');

const chunk = Buffer.alloc(2000);
const failures = {
  error(callback) { callback(new Error('no')); },
  destroy(callback, stream) { stream.destroy(); callback(); },
};
const got = {};
for (const name of Object.keys(failures)) {
  got[name] = 0;
  const source = new PassThrough({ highWaterMark: 1000 });
  const failing = new Writable({
    highWaterMark: 1000,
    write(bytes, encoding, callback) { failures[name](callback, this); },
  });
  failing.on('error', () => {});
  source.pipe(failing);
  source.pipe(new Writable({
    highWaterMark: 1000,
    write(bytes, encoding, callback) {
      got[name] += bytes.length;
      callback();
    },
  }));
  source.write(chunk);
  source.write(chunk);
  source.end(chunk);
}
process.on('exit', () => assert.deepStrictEqual(got, { error: 6000, destroy: 6000 }));
