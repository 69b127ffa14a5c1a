// A callback that enables a hook has an id of its own from then on: 'after' and 'destroy' follow.
const assert = require('node:assert');
const { createHook, executionAsyncId } = require('node:async_hooks');

const seen = [];
const hook = createHook({
  before() { seen.push('before'); },
  after(id) { seen.push(['after', id]); },
  destroy(id) { seen.push(['destroy', id]); },
});

function inCallback(start) {
  return new Promise((resolve) => {
    start(() => {
      seen.length = 0;
      hook.enable();
      const id = executionAsyncId();
      assert.ok(id > 1);
      setImmediate(() => setImmediate(() => {
        hook.disable();
        const own = seen.filter((event) => event[1] === id);
        assert.deepStrictEqual(own, [['after', id], ['destroy', id]]);
        assert.notStrictEqual(seen[0], 'before');
        resolve();
      }));
    });
  });
}

inCallback((callback) => setTimeout(callback, 1))
  .then(() => inCallback(setImmediate))
  .then(() => inCallback((callback) => setImmediate(() => process.nextTick(callback))))
  .then(() => inCallback((callback) => require('node:fs').stat(__filename, callback)));
