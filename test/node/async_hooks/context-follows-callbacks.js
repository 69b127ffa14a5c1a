'use strict';
// B6.7: the store of AsyncLocalStorage follows timers, immediates, ticks, microtasks and file
// callbacks.
const assert = require('assert');
const fs = require('fs');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
let seen = 0;
const WAYS = [
  (done) => setTimeout(done, 1),
  (done) => setImmediate(done),
  (done) => process.nextTick(done),
  (done) => queueMicrotask(done),
  (done) => Promise.resolve().then(done),
  (done) => Promise.reject(new Error('no')).catch(done),
  (done) => fs.stat(__filename, done),
  (done) => fs.readFile(__filename, done),
];
for (let i = 0; i < 10; i++) {
  for (const way of WAYS) {
    const store = { i };
    storage.run(store, () => way(() => {
      assert.strictEqual(storage.getStore(), store);
      seen++;
    }));
    assert.strictEqual(storage.getStore(), undefined);
    way(() => assert.strictEqual(storage.getStore(), undefined));
  }
}
process.on('exit', () => assert.strictEqual(seen, 10 * WAYS.length));
