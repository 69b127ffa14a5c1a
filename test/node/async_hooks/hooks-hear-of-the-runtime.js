'use strict';
// Hooks hear of ticks, timers, immediates, microtasks and requests: made, before, after and gone;
// and who
// runs meanwhile has that number.
const assert = require('assert');
const fs = require('fs');
const { createHook, executionAsyncId, executionAsyncResource,
        triggerAsyncId } = require('async_hooks');

const events = new Map();   // id → what was told of it
const types = new Map();
const resources = new Map();
const hook = createHook({
  init(id, type, trigger, resource) {
    events.set(id, ['init']);
    types.set(id, type);
    resources.set(id, resource);
    assert.strictEqual(trigger, executionAsyncId());
  },
  before(id) {
    events.get(id)?.push('before');
    assert.strictEqual(executionAsyncId(), id);
  },
  after(id) { events.get(id)?.push('after'); },
  destroy(id) { events.get(id)?.push('destroy'); },
}).enable();

const expected = [];
function ran(type, sequence) {
  const id = executionAsyncId();
  assert.strictEqual(types.get(id), type);
  assert.strictEqual(executionAsyncResource(), resources.get(id));
  if (sequence !== undefined)
    expected.push([type, id, sequence]);
  return id;
}
const ONCE = 'init before after destroy';

assert.strictEqual(executionAsyncId(), 1);
process.nextTick((x) => {
  assert.strictEqual(x, 'argument');
  const outer = ran('TickObject', ONCE);
  process.nextTick(() => {
    ran('TickObject', ONCE);
    assert.strictEqual(triggerAsyncId(), outer);
  });
}, 'argument');
queueMicrotask(() => assert.strictEqual(types.get(executionAsyncId()), 'Microtask'));
setImmediate(() => ran('Immediate', ONCE));
const timeout = setTimeout(function() {
  assert.strictEqual(this, timeout);
  ran('Timeout', ONCE);
}, 1);
fs.stat(__filename, () => ran('FSREQCALLBACK', ONCE));
let left = 2;
const interval = setInterval(() => {
  ran('Timeout', --left === 0 ? 'init before after before after destroy' : undefined);
  if (left === 0)
    clearInterval(interval);
}, 1);
const never = setTimeout(assert.fail, 1000);
const neverId = [...resources].find(([, resource]) => resource === never)[0];
clearTimeout(never);

// Once all has ended, and what was gone was told.
process.on('exit', () => {
  assert.strictEqual(expected.length, 6);
  for (const [type, id, sequence] of expected)
    assert.strictEqual(events.get(id).join(' '), sequence, type);
  assert.deepStrictEqual(events.get(neverId), ['init', 'destroy']);
});

setTimeout(function look() {
  if (expected.length < 6)
    return setTimeout(look, 1);
  return setImmediate(() => setImmediate(() => {
    hook.disable();
    const count = events.size;
    process.nextTick(() => assert.strictEqual(events.size, count));
  }));
}, 1);
