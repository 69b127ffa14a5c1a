// trackPromises: false hides promises; it cannot be combined with promiseResolve.
const assert = require('node:assert');
const { createHook } = require('node:async_hooks');

let ticks = 0;
const hook = createHook({
  trackPromises: false,
  init(id, type) {
    assert.notStrictEqual(type, 'PROMISE');
    ticks += type === 'TickObject' ? 1 : 0;
  },
}).enable();
Promise.resolve().then(() => {});
process.nextTick(() => {});
hook.disable();
assert.strictEqual(ticks, 1);
assert.throws(() => createHook({ trackPromises: false, promiseResolve() {} }),
              { code: 'ERR_INVALID_ARG_VALUE' });
