// The error of Promise.any() has a message and no frames; subclasses and iterables of the program
// work as with the engine's own.
const assert = require('node:assert');

const reasons = [new Error('a'), 2];
Promise.any(reasons.map((reason) => Promise.reject(reason))).catch((error) => {
  assert.strictEqual(error.constructor, AggregateError);
  assert.strictEqual(error.message, 'All promises were rejected');
  assert.strictEqual(error.stack, 'AggregateError: All promises were rejected');
  assert.deepStrictEqual(error.errors, reasons);
  assert.deepStrictEqual(Object.keys(error), []);
}).then(async () => {
  await assert.rejects(Promise.any([]), { message: 'All promises were rejected' });
  await assert.rejects(Promise.any(5), TypeError);
  assert.strictEqual(await Promise.any([Promise.reject(1), 2, 3]), 2);
  class Mine extends Promise {}
  assert.ok(Mine.any([1]) instanceof Mine);
  assert.throws(() => Promise.any.call(undefined, []), TypeError);

  let closed = false;
  const iterable = {
    [Symbol.iterator]: () => ({
      next: () => ({ done: false, value: { get then() { throw new Error('mine'); } } }),
      return() {
        closed = true;
        return {};
      },
    }),
  };
  class Failing extends Promise { static resolve(value) { return value; } }
  await assert.rejects(Failing.any(iterable), { message: 'mine' });
  assert.ok(closed);
  assert.strictEqual(Promise.any.name, 'any');
  assert.strictEqual(Promise.any.length, 1);
});
