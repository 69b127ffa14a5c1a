'use strict';
// The error of an unknown encoding shows it as util.format('%s') does, also symbols and functions.
const assert = require('assert');
const { StringDecoder } = require('string_decoder');

const VALUES = [
  [Symbol('a'), 'Symbol(a)'], [() => 1, '() => 1'],
  [class A {}, 'class A {}'], [{ a: 1 }, '{ a: 1 }'],
];
for (const [encoding, text] of VALUES) {
  assert.throws(() => new StringDecoder(encoding),
                { code: 'ERR_UNKNOWN_ENCODING', message: `Unknown encoding: ${text}` });
}
