'use strict';
// A failed assert.ok() shows the text of its own call, cut at the end of the line.
const assert = require('assert');

function messageOf(fn) {
  try {
    fn();
  } catch (error) {
    return error.message;
  }
  return undefined;
}

const start = 'The expression evaluated to a falsy value:\n\n  ';
assert.strictEqual(messageOf(() => assert.ok(1 > 2)), `${start}assert.ok(1 > 2)\n`);
assert.strictEqual(messageOf(() => { assert(true); assert(')' === '('); }),
                   `${start}assert(')' === '(')\n`);
assert.strictEqual(messageOf(() => assert['ok'](/[)]/.test(''))),
                   `${start}assert['ok'](/[)]/.test(''))\n`);
assert.strictEqual(messageOf(() => assert(
  0)), `${start}assert(\n`);
assert.strictEqual(messageOf(() => assert()), 'No value argument passed to `assert.ok()`');
