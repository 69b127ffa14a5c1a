'use strict';
// structuredClone() keeps cycles, kinds and shared parts, moves what is transferred, and refuses
// functions with a DataCloneError.
const assert = require('assert');

const shared = { a: 1n };
const value = { map: new Map([[shared, new Set([1])]]), shared, date: new Date(5), list: [1, , 3],
                re: /x/gi };
value.self = value;
const copy = structuredClone(value);
assert.deepStrictEqual(copy, value);
assert.strictEqual(copy.self, copy);
assert.strictEqual([...copy.map.keys()][0], copy.shared);
assert.strictEqual(1 in copy.list, false);

const buffer = new ArrayBuffer(8);
const moved = structuredClone(new Uint8Array(buffer, 2, 3), { transfer: [buffer] });
assert.deepStrictEqual([buffer.byteLength, moved.byteOffset, moved.length], [0, 2, 3]);
assert.throws(() => structuredClone(() => {}),
              { name: 'DataCloneError', code: 25, message: '() => {} could not be cloned.' });

const err = structuredClone(new RangeError('m', { cause: 1 }));
assert.ok(err instanceof RangeError);
assert.deepStrictEqual([err.message, err.cause], ['m', 1]);
