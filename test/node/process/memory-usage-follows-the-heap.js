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

// The list is known to `holder` alone: the engine's collector also keeps what a word of the stack
// may point to, so functions that have returned handle it.
const holder = { list: null };
function fill() {
  holder.list = [];
  for (let i = 0; i < COUNT; i++)
    holder.list.push({ i });
}

const before = heapUsed();
fill();
const full = heapUsed();
assert.ok(full - before >= COUNT * 16, `${before}, then ${full}`);
holder.list = null;
const after = heapUsed();
assert.ok(full - after >= COUNT * 16, `${full}, then ${after}`);

if (isMainThread)
  new Worker(__filename).on('exit', (code) => assert.strictEqual(code, 0));
