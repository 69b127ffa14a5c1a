'use strict';
// Two chains in one queue of jobs await what is no promise: each goes on with its own store.
const assert = require('node:assert');
const { AsyncLocalStorage } = require('node:async_hooks');

const als = new AsyncLocalStorage();
const seen = [];

async function chain(name) {
  await null;
  seen.push([name, als.getStore()]);
  await { then(resolve) { seen.push([name, als.getStore()]); resolve(); } };
  seen.push([name, als.getStore()]);
  await (name === 'A' ? 1 : Promise.resolve());
  seen.push([name, als.getStore()]);
}

Promise.all(['A', 'B'].map((name) => als.run(name, chain, name))).then(() => {
  assert.strictEqual(seen.length, 8);
  for (const [name, store] of seen)
    assert.strictEqual(store, name);
});
