'use strict';
// flags: --expose-gc
// The target of a WeakRef lives until the callback that made it has ended with its checkpoint. In
// the next callback of the same list it may be collected, and a FinalizationRegistry is notified
// later.
// The collector scans the stack conservatively: a few targets may stay.
const assert = require('assert');

const COUNT = 1000;
const MOST = COUNT * 0.9;
const refs = [];
let finalized = 0;
const registry = new FinalizationRegistry(() => { finalized++; });
const cleared = () => refs.filter((ref) => ref.deref() === undefined).length;

function make() {
  for (let i = 0; i < COUNT; i++) {
    const target = { i };
    registry.register(target, i);
    refs.push(new WeakRef(target));
  }
}

setTimeout(() => {
  make();
  globalThis.gc();
  assert.strictEqual(cleared(), 0);
}, 1);
setTimeout(() => {
  globalThis.gc();
  assert.ok(cleared() > MOST, `${cleared()}`);
  const timer = setInterval(() => {
    if (finalized > MOST)
      clearInterval(timer);
  }, 1);
}, 1);
