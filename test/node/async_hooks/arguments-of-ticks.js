'use strict';
// The resource of a tick has its callback and its arguments; `args` is undefined without any.
const assert = require('assert');
const { createHook } = require('async_hooks');

const resources = [];
const hook = createHook({
  init(id, type, trigger, resource) {
    if (type === 'TickObject')
      resources.push(resource);
  },
}).enable();
const callback = () => {};
process.nextTick(callback);
process.nextTick(callback, undefined);
process.nextTick(callback, 1);
process.nextTick(callback, 1, 2);
process.nextTick(callback, 1, 2, 3, 4, 5);
hook.disable();
assert.deepStrictEqual(resources.map(({ args }) => args),
                       [undefined, [undefined], [1], [1, 2], [1, 2, 3, 4, 5]]);
assert.ok(resources.every((resource) => resource.callback === callback));
