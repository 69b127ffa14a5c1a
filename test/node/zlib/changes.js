'use strict';
// A stream's level may change on the way; reset() forgets what was written; close() ends it.
const assert = require('assert');
const zlib = require('zlib');

const order = [];

// Level 0 stores: what was written before it is compressed, what comes after is not.
const changing = zlib.createDeflate();
const chunks = [];
changing.on('data', (chunk) => chunks.push(chunk));
changing.write('a'.repeat(1000));
changing.params(0, zlib.constants.Z_DEFAULT_STRATEGY, () => {
  assert(Buffer.concat(chunks).length < 100);
  changing.end(Buffer.alloc(5000, 'bc'));
});
changing.on('end', () => {
  const packed = Buffer.concat(chunks);
  assert(packed.length > 5000 && zlib.inflateSync(packed).length === 6000);
  order.push('stored');
});
assert.throws(() => changing.params(10, 0),
              { code: 'ERR_OUT_OF_RANGE', message: /"level" is out of range/ });
assert.throws(() => changing.flush(6),
              { code: 'ERR_OUT_OF_RANGE', message: /"kind" is out of range/ });

// reset() forgets, but not while a write is under way.
const again = zlib.createGzip();
again.write('forgotten', () => {
  again.reset();
  again.end('kept');
});
assert.throws(() => again.reset(),
              /^Error: Cannot reset zlib stream while a write is in progress$/);
const kept = [];
again.on('data', (chunk) => kept.push(chunk)).on('end', () => {
  // The header had left already when it was reset.
  assert.strictEqual(`${zlib.gunzipSync(Buffer.concat(kept.slice(1)))}`, 'kept');
  order.push('reset');
});

const closed = zlib.createGzip();
closed.close((error) => order.push(error.code));
assert.strictEqual(closed._closed, true);
closed.write('x', (error) => order.push(error.code));

process.on('exit', () => {
  assert.deepStrictEqual(order.sort(),
                         ['ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE', 'reset', 'stored']);
});
