'use strict';
// A hook hears of callbacks that were given to then() before it was enabled: they have an id,
// `before` and `after`, without `init`. Functions that wait since before have none of these.
const assert = require('node:assert');
const { createHook, executionAsyncId } = require('node:async_hooks');

const events = [];
let id;
const hook = createHook({
  init(_, type) { events.push(`init ${type}`); },
  before() { events.push('before'); },
  after() { events.push('after'); },
});

let go;
const gate = new Promise((resolve) => { go = resolve; });
gate.then(() => {
  id = executionAsyncId();
  events.push('then');
});
gate.then(() => { throw new Error('expected'); }).catch(() => { events.push('catch'); });
const waits = async () => {
  await gate;
  events.push('await');
};
waits();

setImmediate(() => {
  hook.enable();
  go();
  setTimeout(() => {
    hook.disable();
    assert.deepStrictEqual(events, [
      'init Timeout', 'after',     // of the immediate, which had begun
      'before', 'then', 'after', 'before', 'after', 'await', 'before', 'catch', 'after', 'before',
    ]);
    assert.ok(id > 1);
  }, 1);
});
