'use strict';
// What a built-in function refuses is named in V8's words, with the value that is written at the
// call.
const assert = require('assert');

const o = {};
let missing;

const cases = [
  [() => new Uint8Array(-1), RangeError, 'Invalid typed array length: -1'],
  [() => new Float64Array(2 ** 54), RangeError, 'Invalid typed array length: 18014398509481984'],
  [() => new Uint16Array(new ArrayBuffer(3)), RangeError,
   'byte length of Uint16Array should be a multiple of 2'],
  [() => new Uint16Array(new ArrayBuffer(4), 1), RangeError,
   'start offset of Uint16Array should be a multiple of 2'],
  [() => new Uint8Array(new ArrayBuffer(4), 5), RangeError,
   'Start offset 5 is outside the bounds of the buffer'],
  [() => new Uint8Array(new ArrayBuffer(4), 2, 5), RangeError, 'Invalid typed array length: 5'],
  [() => new ArrayBuffer(-1), RangeError, 'Invalid array buffer length'],
  [() => 'ab'.repeat(-1), RangeError, 'Invalid count value: -1'],
  [() => BigInt(1.5), RangeError,
   'The number 1.5 cannot be converted to a BigInt because it is not an integer'],
  [() => BigInt('x y'), SyntaxError, 'Cannot convert x y to a BigInt'],
  [() => BigInt(undefined), TypeError, 'Cannot convert undefined to a BigInt'],
  [() => 2n ** -1n, RangeError, 'Exponent must be positive'],
  [() => [].map(1), TypeError, 'number 1 is not a function'],
  [() => [].forEach({}), TypeError, 'object is not a function'],
  [() => [1].find('x'), TypeError, 'string "x" is not a function'],
  [() => [].filter(), TypeError, 'undefined is not a function'],
  [() => [].sort('a'), TypeError,
   'The comparison function must be either a function or undefined: a'],
  [() => new Promise(null), TypeError, 'Promise resolver null is not a function'],
  [() => new Map([['a'], 'b']), TypeError, 'Iterator value b is not an entry object'],
  [() => new Set(1), TypeError,
   'number 1 is not iterable (cannot read property Symbol(Symbol.iterator))'],
  [() => Object.create(1), TypeError, 'Object prototype may only be an Object or null: 1'],
  [() => Object.defineProperty(o, 'x', { get: 1 }), TypeError, 'Getter must be a function: 1'],
  [() => Object.defineProperty(Object.freeze([]), 'x', {}), TypeError,
   'Cannot define property x, object is not extensible'],
  [() => String.fromCodePoint(1, -5), RangeError, 'Invalid code point -5'],
  [() => new RegExp('a(', 'g'), SyntaxError,
   'Invalid regular expression: /a(/g: Unterminated group'],
  [() => new RegExp('\\'), SyntaxError, 'Invalid regular expression: /\\/: \\ at end of pattern'],
  [() => new RegExp('a', 'gg'), SyntaxError, "Invalid flags supplied to RegExp constructor 'gg'"],
  [() => Map.prototype.get.call({}, 1), TypeError,
   'Method Map.prototype.get called on incompatible receiver #<Object>'],
  [() => String.prototype.trim.call(null), TypeError,
   'String.prototype.trim called on null or undefined'],
  [() => Date.prototype.getTime.call(1), TypeError, 'this is not a Date object.'],
  [() => [...o], TypeError, 'o is not iterable'],
  [() => [1, ...missing], TypeError, 'missing is not iterable'],
  [() => { early; let early = 1; }, ReferenceError, "Cannot access 'early' before initialization"],
  [() => missing`text`, TypeError, 'missing is not a function'],
  [() => { const [a] = o; return a; }, TypeError, 'o is not iterable'],
  [() => { for (const [k] of o) return k; }, TypeError, 'o is not iterable'],
  [([a]) => a, TypeError,
   'undefined is not iterable (cannot read property Symbol(Symbol.iterator))'],
];
for (const [fn, Type, message] of cases) {
  assert.throws(() => fn(), (error) => {
    assert.strictEqual(error.message, message);
    return error instanceof Type;
  });
}

// A value that is not written there is not made up.
const none = -1;
assert.throws(() => 'ab'.repeat(none), RangeError);
assert.throws(() => new Uint8Array(none), /^RangeError: Invalid typed array length/);
