'use strict';
// util.inspect: lay-out of objects and arrays, one line, several, columns.
const assert = require('assert');
const { inspect } = require('util');

const is = (value, expected, options) => assert.strictEqual(inspect(value, options), expected);

is({}, '{}');
is({ a: 1, 'b-c': "it's", [Symbol('s')]: [undefined, null] },
    `{ a: 1, 'b-c': "it's", Symbol(s): [ undefined, null ] }`);
is({ a: { b: { c: { d: 1 } } } }, '{ a: { b: { c: [Object] } } }');
is({ a: { b: { c: {} } } }, '{ a: { b: { c: {} } } }');
is([1, , 3, , ,], '[ 1, <1 empty item>, 3, <2 empty items> ]');
is(Array.from({ length: 12 }, (_, i) => i * i),
   '[\n    0,   1,  4,  9, 16,\n   25,  36, 49, 64, 81,\n  100, 121\n]');
assert.match(inspect(Array(101).fill(0)), /, 0,\n {2}\.\.\. 1 more item\n\]$/);
is([1, 2, 3], '[ 1, ... 2 more items ]', { maxArrayLength: 1 });
is(['a', 'b'], "[\n  'a',\n  'b'\n]", { compact: false });
is({ b: 1, a: 2 }, '{ a: 2, b: 1 }', { sorted: true });
is(Object.create(null), '[Object: null prototype] {}');
const circular = { name: 'x' };
circular.self = circular;
is(circular, "<ref *1> { name: 'x', self: [Circular *1] }");
is({ x: 'a'.repeat(5) }, "{ x: 'aa'... 3 more characters }", { maxStringLength: 2 });
is(123456.789, '123_456.789', { numericSeparator: true });
