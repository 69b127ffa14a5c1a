'use strict';
// A tick gets the arguments it was queued with, as many as they were, and no `this`.
const assert = require('assert');

const got = [];
const expected = [];
for (let count = 0; count <= 8; count++) {
  const args = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? i : undefined));
  expected.push(args);
  process.nextTick(function(...values) {
    assert.strictEqual(this, undefined);
    got.push(values);
  }, ...args);
}
process.nextTick(() => assert.deepStrictEqual(got, expected));
assert.strictEqual(process.nextTick.length, 1);
