// A promise of then() is triggered by the promise it belongs to, and its callback is an execution.
const assert = require('node:assert');
const async_hooks = require('node:async_hooks');

const events = [];
const hook = async_hooks.createHook({
  init(id, type, trigger) {
    if (type === 'PROMISE')
      events.push(['init', id, trigger]);
  },
  before(id) { events.push(['before', id]); },
  after(id) { events.push(['after', id]); },
  promiseResolve(id) { events.push(['resolve', id]); },
}).enable();

let resolve;
const first = new Promise((settle) => { resolve = settle; });
const second = first.then((value) => {
  events.push(['called', async_hooks.executionAsyncId(), async_hooks.triggerAsyncId()]);
  assert.strictEqual(async_hooks.executionAsyncResource(), second);
  assert.strictEqual(value, 5);
});
resolve(5);
resolve(6);

setImmediate(() => {
  hook.disable();
  const a = events[0][1];
  const b = events[1][1];
  const seen = events.filter(([, id]) => id === a || id === b);
  assert.deepStrictEqual(seen, [
    ['init', a, 1], ['init', b, a], ['resolve', a],
    ['before', b], ['called', b, a], ['resolve', b], ['after', b],
  ]);
  assert.strictEqual(Promise.prototype.then.call(first, () => {}).constructor, Promise);
  Promise.reject(new Error('expected')).catch(() => {});
  assert.strictEqual(events.at(-1)[0], 'before');      // of this immediate
});
