'use strict';
// Atomics.wait(), waitAsync() and notify() of shared arrays read each argument once and in order,
// refuse a BigInt for a number, and notify as many as the integer of the count. A time that is
// longer than a timer can be set to is not over at once.
const assert = require('assert');

const array = new Int32Array(new SharedArrayBuffer(16));
const read = [];
const number = (name, value) => ({
  valueOf() {
    read.push(name);
    return value;
  },
});
const readBy = (call) => {
  read.length = 0;
  call();
  return read.join(' ');
};

process.on('warning', assert.fail);
const seen = [];
for (const time of [2 ** 31, 1e12, 2 ** 31 - 1, Infinity]) {
  const { async, value } = Atomics.waitAsync(array, 1, 0, time);
  assert.strictEqual(async, true);
  value.then((result) => seen.push(`${result} ${time}`));
}

const args = () => [array, number('index', 0), number('value', 0), number('time', 0)];
assert.strictEqual(readBy(() => Atomics.waitAsync(...args())), 'index value time');
assert.strictEqual(readBy(() => Atomics.wait(...args())), 'index value time');
assert.strictEqual(readBy(() => Atomics.notify(array, number('index', 0), number('count', 1))),
                   'index count');

for (const wait of [Atomics.wait, Atomics.waitAsync]) {
  assert.throws(() => wait(array, 0n, 0, 0), TypeError);
  assert.throws(() => wait(array, 0, 0n, 0), TypeError);
  assert.throws(() => wait(array, 0, 0, 0n), TypeError);
}
assert.throws(() => Atomics.notify(array, 0n), TypeError);
assert.throws(() => Atomics.notify(array, 0, 1n), TypeError);

setTimeout(() => {
  assert.deepStrictEqual(seen, []);
  for (const count of [0, 0.5, -1, NaN])
    assert.strictEqual(Atomics.notify(array, 1, count), 0);
  assert.strictEqual(Atomics.notify(array, 1, 1.9), 1);
  assert.strictEqual(Atomics.notify(array, 1), 3);
  setImmediate(() => setImmediate(() => {
    assert.deepStrictEqual(seen, [
      'ok 2147483648', 'ok 1000000000000', 'ok 2147483647', 'ok Infinity',
    ]);
    process.removeListener('warning', assert.fail);
  }));
}, 50);
