'use strict';
// Arrays of millions of holes are compared by what they have; addresses, missing messages and long
// texts are shown and compared as in Node.js.
const assert = require('assert');
const { inspect } = require('util');

const sparse = (length, elements) => Object.assign(new Array(length), elements);
const big = sparse(150_000_000, { 0: 1, 200_000: 3, 120_200_000: [] });
assert.partialDeepStrictEqual(big, sparse(100_000_000, { 0: 1, 200_000: 3 }));
assert.throws(() => assert.partialDeepStrictEqual(big, sparse(100_000_000, { 0: 2 })),
              { code: 'ERR_ASSERTION' });
assert.deepStrictEqual(big, sparse(150_000_000, { 0: 1, 200_000: 3, 120_200_000: [] }));
assert.notDeepStrictEqual(big, sparse(150_000_000, { 1: 1, 200_000: 3, 120_200_000: [] }));

assert.partialDeepStrictEqual({ error: new Error('any') }, { error: new Error() });

assert.throws(() => assert.deepStrictEqual(new URL('http://foo'), new URL('http://bar')),
              { message: /\+ http:\/\/foo\/\n- http:\/\/bar\// });

const full = new assert.Assert({ diff: 'full' });
const lines = 'a\n'.repeat(100);
assert.throws(() => full.notStrictEqual(lines, lines),
              (error) => error.message.split('\n').length === 103);
assert.throws(() => full.strictEqual('A'.repeat(1000), 'B'), (error) =>
  inspect(error).includes(`actual: '${'A'.repeat(488)}...'`));
