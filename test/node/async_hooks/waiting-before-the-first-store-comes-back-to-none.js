'use strict';
// A function that waits already when the first store is created goes on without one.
const assert = require('node:assert');

let getStore = () => undefined;
const before = (async () => {
  await new Promise((resolve) => setImmediate(resolve));
  await null;
  return getStore();
})();

const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
getStore = () => als.getStore();
als.run('other', async () => { for (let i = 0; i < 20; i++) await new Promise(setImmediate); });
als.run('other', async () => { for (let i = 0; i < 20; i++) await i; });
before.then((store) => assert.strictEqual(store, undefined));
