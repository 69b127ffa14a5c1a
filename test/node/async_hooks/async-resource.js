'use strict';
// AsyncResource: own ids, its scope has its id and its context, hooks hear of it.
const assert = require('assert');
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, triggerAsyncId } =
  require('async_hooks');

const heard = [];
const hook = createHook({
  init: (id, type) => { if (type === 'OURS') heard.push(`init ${id}`); },
  before: (id) => heard.push(`before ${id}`),
  after: (id) => heard.push(`after ${id}`),
}).enable();

const storage = new AsyncLocalStorage();
const resource = storage.run('made here', () => new AsyncResource('OURS'));
const id = resource.asyncId();
const result = resource.runInAsyncScope(function(x) {
  assert.strictEqual(executionAsyncId(), id);
  assert.strictEqual(triggerAsyncId(), resource.triggerAsyncId());
  assert.strictEqual(storage.getStore(), 'made here');
  return [this, x];
}, 'self', 1);
assert.deepStrictEqual(result.map(String), ['self', '1']);
hook.disable();
assert.deepStrictEqual(heard, [`init ${id}`, `before ${id}`, `after ${id}`]);

const bound = resource.bind((a) => `${storage.getStore()} ${a}`);
assert.strictEqual(bound('b'), 'made here b');
assert.strictEqual(bound.length, 1);
assert.throws(() => new AsyncResource(), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new AsyncResource('x', { triggerAsyncId: -2 }),
              { code: 'ERR_INVALID_ASYNC_ID' });
