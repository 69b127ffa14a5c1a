'use strict';
// AsyncLocalStorage: the store is the same after each `await` of a promise, also when others run
// between, and in catch blocks.
const assert = require('assert');
const fs = require('fs');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let finished = 0;

async function inner(id) {
  await sleep(1);
  assert.strictEqual(storage.getStore(), id);
  throw new Error(`${id}`);
}

async function work(id) {
  const check = () => assert.strictEqual(storage.getStore(), id);
  for (let i = 0; i < 3; i++) {
    await sleep(1);
    check();
    await Promise.resolve(i);
    check();
    await Promise.all([sleep(1), sleep(2)]);
    check();
    await fs.promises.stat(__filename);
    check();
    try {
      await inner(id);
    } catch {
      check();
    }
  }
  finished++;
}
for (let id = 1; id <= 20; id++)
  storage.run(id, work, id);
process.on('exit', () => assert.strictEqual(finished, 20));
