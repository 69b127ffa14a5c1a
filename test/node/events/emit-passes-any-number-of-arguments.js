'use strict';
// emit() passes every argument, with the emitter as `this`, to one listener and to many.
const assert = require('assert');
const EventEmitter = require('events');

for (const listeners of [1, 3]) {
  const e = new EventEmitter();
  const got = [];
  for (let i = 0; i < listeners; i++) {
    e.on('x', function(...args) {
      assert.strictEqual(this, e);
      got.push(args);
    });
  }
  const all = [];
  for (let count = 0; count <= 7; count++) {
    const args = Array.from({ length: count }, (_, i) => i);
    assert.strictEqual(e.emit('x', ...args), true);
    for (let i = 0; i < listeners; i++)
      all.push(args);
  }
  assert.deepStrictEqual(got, all);
  assert.strictEqual(e.emit('y', 1), false);
}
assert.strictEqual(EventEmitter.prototype.emit.length, 1);
