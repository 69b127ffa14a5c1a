// flags: --experimental-stream-iter --no-warnings
'use strict';
// text() of what was written to a push() stream reads no then() of Object.prototype, which would
// get the chunks; zlib transforms call no return() of generators that the program replaced.
const assert = require('node:assert');
const iter = require('node:stream/iter');
const { compressGzip, decompressGzip } = require('node:zlib/iter');

async function textReadsNoThen() {
  const { writer, readable } = iter.push();
  const reading = iter.text(readable);
  await writer.write('secret');
  await writer.end();
  const seen = [];
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true,
    get() {
      seen.push(this);
      return undefined;
    },
  });
  const text = await reading;
  delete Object.prototype.then;
  assert.strictEqual(text, 'secret');
  assert.deepStrictEqual(seen, []);
}

async function transformsCallNoReplacedReturn() {
  const { prototype } = Object.getPrototypeOf(async function*() {});
  const original = prototype.return;
  prototype.return = () => { throw new Error('replaced'); };
  const text = await iter.text(iter.pull('squeezed', compressGzip(), decompressGzip()));
  prototype.return = original;
  assert.strictEqual(text, 'squeezed');
}

textReadsNoThen().then(transformsCallNoReplacedReturn);
