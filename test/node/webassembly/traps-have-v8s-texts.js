'use strict';
// What a trap throws is printed as an error, with V8's text.
const assert = require('assert');
const { inspect } = require('util');

// A module of one function without parameters, exported as `f`.
function trap(...body) {
  const { exports: { f } } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0, 5, 3, 1, 0, 1,
    7, 5, 1, 1, 102, 0, 0, 10, body.length + 4, 1, body.length + 2, 0, ...body, 0x0b,
  ])));
  return f;
}

const unreachable = trap(0);
assert.throws(unreachable, { name: 'RuntimeError', message: 'unreachable' });
assert.throws(trap(0x41, 0x80, 0x80, 0xc0, 0, 0x28, 2, 0),
              { message: 'memory access out of bounds' });
assert.throws(trap(0x43, 0, 0, 0xc0, 0x7f, 0xa8),
              { message: 'float unrepresentable in integer range' });
try {
  unreachable();
} catch (error) {
  assert.match(inspect(error), /^RuntimeError: unreachable\n {4}at .*wasm-function\[0\]/);
}
