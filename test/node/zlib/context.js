'use strict';
// The async context of a call reaches its callback; that of a stream's making reaches its events.
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const zlib = require('zlib');

const storage = new AsyncLocalStorage();
let called = 0;
for (const name of ['one', 'two']) {
  storage.run(name, () => zlib.gzip(name, (error, packed) => {
    assert.ifError(error);
    assert.strictEqual(storage.getStore(), name);
    const stream = zlib.createGunzip();
    stream.on('data', (chunk) => {
      assert.strictEqual(`${chunk}`, name);
      assert.strictEqual(storage.getStore(), name);
      called++;
    });
    storage.run('another', () => stream.end(packed));
  }));
}
process.on('exit', () => assert.strictEqual(called, 2));
