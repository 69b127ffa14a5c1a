'use strict';
// console separates the digits of numbers when util.inspect.defaultOptions says so.
const assert = require('assert');
const { inspect } = require('util');

const lines = [];
const { write } = process.stdout;
process.stdout.write = (text) => lines.push(text);
console.log(123456.5);
inspect.defaultOptions.numericSeparator = true;
console.log(123456.5);
console.log('n', 123456);
inspect.defaultOptions = { numericSeparator: false };
console.log(123456.5);
process.stdout.write = write;
assert.deepStrictEqual(lines, ['123456.5\n', '123_456.5\n', 'n 123_456\n', '123456.5\n']);
