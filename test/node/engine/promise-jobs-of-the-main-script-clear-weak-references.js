'use strict';
// flags: --expose-gc
// A loop of `await` in the main script is many jobs: targets of WeakRef do not pile up until its
// end.
const assert = require('assert');

const COUNT = 1000;
const make = () => new WeakRef({});

(async () => {
  const refs = [];
  for (let i = 0; i < COUNT; i++) {
    refs.push(make());
    await undefined;
  }
  await new Promise(setImmediate);
  globalThis.gc();
  const alive = refs.filter((ref) => ref.deref() !== undefined).length;
  assert.ok(alive < COUNT / 10, `${alive}`);
})();
