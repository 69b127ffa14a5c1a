'use strict';
// What the three deep comparisons take for equal: loosely, strictly, partially.
const assert = require('assert');

function verdict(method, a, b) {
  try {
    assert[method](a, b);
    return true;
  } catch (error) {
    if (error.code !== 'ERR_ASSERTION')
      throw error;
    return false;
  }
}

const loop = {};
loop.self = loop;
const twin = { self: null };
twin.self = twin;
const unrolled = { self: loop };

// [a, b, loosely, strictly, partially]
for (const [a, b, loose, strict, partial] of [
  [1, '1', true, false, false],
  [NaN, NaN, true, true, true],
  [[0], [-0], true, false, false],
  [[1, , 3], [1, undefined, 3], false, false, false], // eslint-disable-line no-sparse-arrays
  [{ a: 1, b: 2 }, { a: 1 }, false, false, true],
  [[1, 2, 3], [1, 3], false, false, true],
  [[1, 2, 3], [3, 1], false, false, false],
  [{ a: undefined }, {}, false, false, true],
  [new Set([{ a: 1 }, 2]), new Set([2, { a: 1 }]), true, true, true],
  [new Map([[{ k: 1 }, 'v']]), new Map([[{ k: 1 }, 'v']]), true, true, true],
  [new Map([[1, 2], [3, 4]]), new Map([[3, 4]]), false, false, true],
  [new Uint8Array([1, 2]), Buffer.from([1, 2]), true, false, true],
  [new Float64Array([0]), new Float64Array([-0]), true, false, false],
  [new Error('x', { cause: 1 }), new Error('x', { cause: 2 }), false, false, false],
  [new Error('x'), new TypeError('x'), false, false, false],
  [Object(1n), Object(1n), true, true, true],
  [{ [Symbol.for('s')]: 1 }, { [Symbol.for('s')]: 2 }, true, false, false],
  [new Date(0), new Date(0), true, true, true],
  [/a/g, /a/, false, false, false],
  [Promise.resolve(1), Promise.resolve(1), false, false, false],
  [loop, twin, true, true, true],
  [twin, unrolled, false, false, false],
]) {
  const got = ['deepEqual', 'deepStrictEqual', 'partialDeepStrictEqual']
    .map((method) => verdict(method, a, b));
  assert.strictEqual(String(got), String([loose, strict, partial]),
                     require('util').inspect([a, b]));
}
