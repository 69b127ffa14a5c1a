// gc({ execution: 'async' }) collects later and returns a promise; gc() collects at once.
// flags: --expose-gc
// differs from Node: it is started without the flag
const assert = require('node:assert');

assert.strictEqual(gc(), undefined);
assert.strictEqual(gc({ type: 'minor' }), undefined);
const promise = gc({ execution: 'async' });
assert.ok(promise instanceof Promise);
let done = false;
promise.then((value) => {
  done = true;
  assert.strictEqual(value, undefined);
});
process.on('exit', () => assert.ok(done));
