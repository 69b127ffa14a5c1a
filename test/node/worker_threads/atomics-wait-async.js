'use strict';
// Atomics.waitAsync() is notified by this thread or another, times out, and keeps no loop alive.
const assert = require('assert');
const { Worker } = require('worker_threads');

const array = new Int32Array(new SharedArrayBuffer(16));
const wide = new BigInt64Array(new SharedArrayBuffer(8));
const seen = [];
const wait = (name, ...args) => {
  const result = Atomics.waitAsync(...args);
  assert.strictEqual(result.async, true);
  result.value.then((value) => seen.push(`${name} ${value}`));
};

assert.strictEqual(Atomics.waitAsync.length, 4);
assert.deepStrictEqual(Atomics.waitAsync(array, 0, 1), { async: false, value: 'not-equal' });
assert.deepStrictEqual(Atomics.waitAsync(array, 0, 0, 0), { async: false, value: 'timed-out' });
for (const wrong of [new Int32Array(1), new Uint8Array(new SharedArrayBuffer(4)), {}, 5])
  assert.throws(() => Atomics.waitAsync(wrong, 0, 0), TypeError);
assert.throws(() => Atomics.waitAsync(array, 4, 0), RangeError);
assert.throws(() => Atomics.waitAsync(wide, 0, 0), TypeError);

wait('never', array, 3, 0);
wait('first', array, 0, 0);
wait('second', array, 0, 0);
wait('wide', wide, 0, 0n);
assert.strictEqual(Atomics.notify(array, 0, 1), 1);
assert.strictEqual(Atomics.notify(wide, 0), 1);
assert.deepStrictEqual(seen, []);
wait('timer', array, 1, 0, 1);
wait('other', array, 2, 0, 1e6);

const hold = setInterval(() => {
  if (seen.length < 5)
    return;
  clearInterval(hold);
  assert.deepStrictEqual(seen.sort(), ['first ok', 'other ok', 'second ok', 'timer timed-out',
                                       'wide ok']);
}, 1);
new Worker(`
  const array = require('worker_threads').workerData;
  const own = Atomics.waitAsync(array, 1, 0);
  if (Atomics.notify(array, 2) !== 1 || Atomics.notify(array, 0) !== 1)
    throw new Error('nobody waited');
`, { eval: true, workerData: array });
