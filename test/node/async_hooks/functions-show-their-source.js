'use strict';
// What is inserted for the async context is seen neither in the text of a function nor in the
// columns of a stack.
const assert = require('node:assert');

const columnOf = (error) => +/:(\d+)\)?$/.exec(error.stack.split('\n')[1])[1];
async function f(x) { await x; return [await 1, new Error('here')]; }
const arrow = async (x) => [await x, new Error('here')];

assert.strictEqual(f.toString(),
    "async function f(x) { await x; return [await 1, new Error('here')]; }");
assert.strictEqual(String(arrow), "async (x) => [await x, new Error('here')]");
f(1).then(([, error]) => assert.strictEqual(columnOf(error), 49));
arrow(1).then(([, error]) => assert.strictEqual(columnOf(error), 38));
