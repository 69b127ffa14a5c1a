'use strict';
// Writable.fromWeb() writes also to a sink whose high water mark is 0, as in Node: the queue of the
// Writable keeps the order. A callback comes before the next chunk is written.
const assert = require('assert');
const { Writable } = require('stream');

for (const highWaterMark of [0, 1]) {
  const seen = [];
  const stream = Writable.fromWeb(new WritableStream({
    write(chunk) { seen.push(`write ${chunk}`); },
    close() { seen.push('close'); },
  }, { highWaterMark }));
  stream.write('a', () => seen.push('called a'));
  stream.write('b', () => seen.push('called b'));
  stream.end();
  process.on('exit', () => assert.deepStrictEqual(
    seen, ['write a', 'called a', 'write b', 'called b', 'close'], `mark ${highWaterMark}`));
}
