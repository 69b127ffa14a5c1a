'use strict';
// A hook that is disabled while hooks are told still hears it; and a callback that throws is the
// one that
// runs until the exception was told.
const assert = require('assert');
const { createHook, executionAsyncId } = require('async_hooks');

const told = [];
const second = createHook({ init(id, type) { told.push(`second ${type}`); } });
const first = createHook({
  init(id, type) {
    told.push(`first ${type}`);
    second.disable();
  },
}).enable();
second.enable();

setImmediate(() => {});
assert.deepStrictEqual(told, ['first Immediate', 'second Immediate']);
setImmediate(() => {});
assert.deepStrictEqual(told.slice(2), ['first Immediate']);
first.disable();
setImmediate(() => {});
assert.strictEqual(told.length, 3);

// Who threw still runs when the exception is told, and nobody after it.
const after = [];
let thrower;
const watching = createHook({ init() {}, after(id) { after.push(id); } }).enable();
process.once('uncaughtException', (error) => {
  assert.strictEqual(error.message, 'on purpose');
  assert.strictEqual(executionAsyncId(), thrower);
  setImmediate(() => {
    assert.notStrictEqual(executionAsyncId(), thrower);
    assert.ok(after.includes(thrower));
    watching.disable();
  });
});
setImmediate(() => {
  thrower = executionAsyncId();
  throw new Error('on purpose');
});
