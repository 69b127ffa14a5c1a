'use strict';
// v8.serialize() writes V8's bytes, format 15, and v8.deserialize() reads them back.
const assert = require('assert');
const v8 = require('v8');

const circular = { list: [] };
circular.list.push(circular);
const error = Object.assign(new TypeError('m', { cause: 7 }));
error.stack = 'S';
const cases = [
  [undefined, '5f'], [null, '30'], [true, '54'], [42, '4954'], [-1, '4901'],
  [-0, '4e0000000000000080'],
  [2 ** 31, '4e000000000000e041'], ['é', '2201e9'], ['aя', '630461004f04'],
  [-5n, '5a110500000000000000'],
  [{ a: 1, 2: 'b' }, '6f490422016222016149027b02'],
  [{ ab: 'я' }, '6f22026162' + '0063024f04' + '7b01'],
  [[1, 'a'], '41024902220161240002'], [[1.5, 2], '41024e000000000000f83f4e0000000000000040240002'],
  // eslint-disable-next-line no-sparse-arrays
  [[, 1], '610249024902400102'], [new Date(5), '440000000000001440'], [/a+/giu, '522202612b13'],
  [Object(true), '79'], [Object('q'), '73220171'], [new Map([[1, 2]]), '3b490249043a02'],
  [new Set([1]), '2749022c01'], [new Uint8Array([1, 2, 3]).buffer, '4203010203'],
  [new Uint16Array([1, 2]), '5c040401000200'], [Buffer.from('hi'), '5c0a026869'],
  [error, '72546d22016d7322015363490e2e'], [circular, '6f22046c69737441015e002400017b01'],
];
for (const [value, hex] of cases) {
  assert.strictEqual(v8.serialize(value).toString('hex'), 'ff0f' + hex);
  assert.deepStrictEqual(v8.deserialize(Buffer.from('ff0f' + hex, 'hex')), value);
}

for (const value of [() => {}, Symbol('x'), Promise.resolve(), new WeakMap(), new Proxy({}, {})])
  assert.throws(() => v8.serialize({ value }), { message: / could not be cloned\.$/ });
assert.throws(() => v8.serialize(() => 1), { message: '() => 1 could not be cloned.' });

// What is cut short, or was written by nobody, is refused.
const whole = v8.serialize({ a: [1, 'b', { c: new Map([[1n, /x/]]) }], d: new Date(0) });
for (let i = 0; i < whole.length; i++)
  assert.throws(() => v8.deserialize(whole.subarray(0, i)), { message: /^Unable to deserialize/ });
const refused = { message: /^Unable to deserialize/ };
for (const hex of ['00', 'ff10', 'ff0f7a', 'ff0f5e09', 'ff0f41ffffffff0f', 'ff0f6f7b01'])
  assert.throws(() => v8.deserialize(Buffer.from(hex, 'hex')), refused);

// Of any length, whatever is written where the room ends.
for (const part of [1, 1.5, 'a', 'я', 7n, { x: [true] }, Buffer.from('abc')]) {
  const long = Array.from({ length: 700 }, (_, i) => [i, part]);
  const bytes = v8.serialize(long);
  for (let i = 0; i < 12; i++)
    assert.deepStrictEqual(v8.deserialize(v8.serialize(['x'.repeat(i), ...long])).slice(1), long);
  assert.deepStrictEqual(v8.deserialize(bytes), long);
}
