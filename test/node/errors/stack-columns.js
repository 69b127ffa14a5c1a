'use strict';
// Columns in stacks are V8's: of the called name, of `new`, of the property that was read.
const assert = require('assert');
const { inspect } = require('util');

function made() { return new Error('made').stack; }
class Maker { constructor() { this.stack = made(); } }
const o = { made, list: [made] };

const columns = (stack) =>
  [...stack.matchAll(/stack-columns\.js:\d+:(\d+)/g)].map((found) => +found[1]).slice(0, 2);

assert.deepStrictEqual(columns(made()), [26, 32]);
assert.deepStrictEqual(columns(o.made()), [26, 34]);
assert.deepStrictEqual(columns(o.list[0]()), [26, 41]);
const { stack } = new Maker();
assert.deepStrictEqual(columns(stack), [26, 44]);
assert.match(stack, /\n {4}at new Maker \(.*:7:44\)\n {4}at .*:16:19\)/);

try {
  o.missing.more;
} catch (error) {
  assert.deepStrictEqual(columns(inspect(error))[0], 13);
}

// The limit is a plain property.
assert.deepStrictEqual(Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit'),
                       { value: 10, writable: true, enumerable: true, configurable: true });
Error.stackTraceLimit = 1;
assert.strictEqual(made().split('\n').length, 2);
Error.stackTraceLimit = 10;

// Built-ins' own calls of callbacks are not shown, the queue of ticks is named as in Node.js.
process.nextTick((text) => {
  const lines = new Error(text).stack.split('\n');
  assert.match(lines[2],
               /^ {4}at process\.processTicksAndRejections \(node:internal\/process\/task_queues:/);
}, 'with an argument');
