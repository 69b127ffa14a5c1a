// Finalizers of objects that gc() has collected run before the immediates of the next turn.
// flags: --expose-gc
// differs from Node: it is started without the flag
const assert = require('node:assert');

const finalized = [];
const registry = new FinalizationRegistry((name) => finalized.push(name));
function make() {
  for (let i = 0; i < 100; i++)
    registry.register({}, i);
}
make();
setImmediate(() => {
  gc();
  assert.deepStrictEqual(finalized, []);
  setImmediate(() => assert.ok(finalized.length >= 90, `${finalized.length}`));
});
