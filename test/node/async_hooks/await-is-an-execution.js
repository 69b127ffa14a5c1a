// What follows an `await` runs in an execution of its own, triggered by the awaited promise.
const assert = require('node:assert');
const async_hooks = require('node:async_hooks');

const triggers = new Map();
const open = [];
const hook = async_hooks.createHook({
  init(id, type, trigger) { triggers.set(id, trigger); },
  before(id) { open.push(id); },
  after(id) { assert.strictEqual(open.pop(), id); },
}).enable();

const awaited = Promise.resolve('value');
const awaitedId = [...triggers.keys()].at(-1);

async function wait(name, seen) {
  assert.strictEqual(await awaited, 'value');
  const id = async_hooks.executionAsyncId();
  seen.push(id);
  assert.strictEqual(triggers.get(id), awaitedId, name);
  assert.deepStrictEqual(open, [id]);
  try {
    await Promise.reject(new Error(name));
  } catch (error) {
    assert.strictEqual(error.message, name);
  }
  seen.push(async_hooks.executionAsyncId());
  assert.deepStrictEqual(open, [async_hooks.executionAsyncId()]);
}

const seen = [];
wait('a', seen);
wait('b', seen);
setImmediate(() => {
  hook.disable();
  assert.strictEqual(seen.length, 4);
  assert.strictEqual(new Set(seen).size, 4);
  assert.strictEqual(open.length, 1);      // this immediate
});
