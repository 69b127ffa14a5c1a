'use strict';
// "Received ..." names primitives by type and value, objects by their class, functions by name.
const assert = require('assert');
const { join } = require('path');

class Foo {}
const cases = [
  [undefined, 'undefined'],
  [null, 'null'],
  [-0, 'type number (-0)'],
  [3n, 'type bigint (3n)'],
  [true, 'type boolean (true)'],
  [Symbol('x'), 'type symbol (Symbol(x))'],
  [{}, 'an instance of Object'],
  [[], 'an instance of Array'],
  [new Foo(), 'an instance of Foo'],
  [function bar() {}, 'function bar'],
  [Object.create(null), '[Object: null prototype] {}'],
];
for (const [value, text] of cases)
  assert.throws(() => join(value),
                { message: `The "path" argument must be of type string. Received ${text}` });
