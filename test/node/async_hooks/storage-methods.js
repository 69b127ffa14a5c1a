'use strict';
// AsyncLocalStorage: run, exit, enterWith, disable, bind, snapshot, name and defaultValue.
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
assert.strictEqual(storage.getStore(), undefined);
assert.strictEqual(storage.run(1, (a, b) => storage.getStore() + a + b, 2, 3), 6);
assert.throws(() => storage.run(1, () => { throw new Error('out'); }), /out/);
assert.strictEqual(storage.getStore(), undefined);

storage.run(1, () => {
  assert.strictEqual(storage.run(2, () => storage.getStore()), 2);
  assert.strictEqual(storage.exit(() => storage.getStore()), undefined);
  assert.strictEqual(storage.getStore(), 1);
});

storage.enterWith('entered');
assert.strictEqual(storage.getStore(), 'entered');
const bound = AsyncLocalStorage.bind(() => storage.getStore());
const restore = AsyncLocalStorage.snapshot();
storage.enterWith('another');
assert.strictEqual(bound(), 'entered');
assert.strictEqual(restore((x) => [storage.getStore(), x].join(), 4), 'entered,4');
storage.disable();
assert.strictEqual(storage.getStore(), undefined);

const named = new AsyncLocalStorage({ name: 'request', defaultValue: 9 });
assert.strictEqual(named.name, 'request');
assert.strictEqual(named.getStore(), 9);
assert.strictEqual(named.run(undefined, () => named.getStore()), undefined);
