'use strict';
// catch and finally blocks behind a rejected await have the store of their function.
const assert = require('node:assert');
const { AsyncLocalStorage } = require('node:async_hooks');

const als = new AsyncLocalStorage();
const seen = [];

async function chain(name) {
  try {
    await { then(resolve, reject) { reject(new Error('x')); } };
  } catch {
    seen.push([name, als.getStore()]);
  } finally {
    seen.push([name, als.getStore()]);
  }
}

Promise.all(['A', 'B'].map((name) => als.run(name, chain, name))).then(() => {
  assert.strictEqual(seen.length, 4);
  for (const [name, store] of seen)
    assert.strictEqual(store, name);
});
