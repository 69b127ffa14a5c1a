// flags: --expose-gc
// process.memoryUsage() counts what lives after a collection, in every thread.
'use strict';
const assert = require('assert');
const { Worker, isMainThread } = require('worker_threads');

assert.ok(process.memoryUsage().heapUsed > 100000); // before the first collection, too

const COUNT = 200000;
function heapUsed() {
  gc();
  const { heapTotal, heapUsed } = process.memoryUsage();
  assert.ok(heapTotal >= heapUsed);
  return heapUsed;
}

const before = heapUsed();
let list = [];
for (let i = 0; i < COUNT; i++)
  list.push({ i });
const full = heapUsed();
assert.ok(full - before >= COUNT * 16, `${before}, then ${full}`);
list = list.length;
const after = heapUsed();
assert.ok(full - after >= COUNT * 16, `${full}, then ${after}`);

if (isMainThread)
  new Worker(__filename).on('exit', (code) => assert.strictEqual(code, 0));
