'use strict';
// What a promise hook throws is an uncaught exception, at once; the promise goes its way.
const assert = require('assert');
const { promiseHooks } = require('v8');

const seen = [];
process.on('uncaughtException', (error) => seen.push(error.message));
for (const event of ['onInit', 'onSettled', 'onBefore', 'onAfter']) {
  const stop = promiseHooks[event](() => {
    stop();
    throw new Error(event);
  });
}
Promise.resolve(1).then((value) => {
  assert.strictEqual(value, 1);
  assert.deepStrictEqual(seen, ['onInit', 'onSettled', 'onBefore']);
}).then(() => assert.deepStrictEqual(seen, ['onInit', 'onSettled', 'onBefore', 'onAfter']));
assert.deepStrictEqual(seen, ['onInit', 'onSettled']);
