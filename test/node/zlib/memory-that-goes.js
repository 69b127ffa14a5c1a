'use strict';
// A chunk whose memory goes before all of it is read is an error of the stream, not one of the
// process.
// differs from Node: it throws where nobody can catch it
const assert = require('assert');
const zlib = require('zlib');

const memory = new WebAssembly.Memory({ initial: 4 });
const chunk = new Uint8Array(memory.buffer);
require('crypto').randomFillSync(chunk);

const events = [];
const stream = zlib.createGzip();
// No job runs while this is called: the next one would begin after it.
stream.once('data', () => memory.grow(1)).on('data', () => events.push('data'));
stream.on('error', (error) => events.push(error.code)).on('close', () => events.push('close'));
stream.on('end', () => events.push('end'));
stream.end(chunk);

process.on('exit', () => {
  assert.strictEqual(chunk.length, 0);
  assert.deepStrictEqual(events, ['data', 'ERR_OUT_OF_RANGE', 'close']);
});
