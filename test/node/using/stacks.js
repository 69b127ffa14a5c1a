// DisposableStack and AsyncDisposableStack dispose of what they were given, and chain errors.
// lint-ok: syntax acorn 8.8 does not know `using`
'use strict';
const assert = require('assert');
const log = [];
const take = () => log.splice(0).join();

const stack = new DisposableStack();
assert.strictEqual(stack.use(null), null);
const object = { [Symbol.dispose]() { log.push('use', this === object); } };
assert.strictEqual(stack.use(object), object);
assert.strictEqual(stack.adopt('value', (value) => log.push(value)), 'value');
stack.defer(() => log.push('defer'));
const moved = stack.move();
assert.strictEqual(stack.disposed, true);
assert.throws(() => stack.use(object), {
  name: 'ReferenceError',
  message: 'Cannot call DisposableStack.prototype.use on an already-disposed DisposableStack',
});
assert.strictEqual(take(), '');
{ using own = moved; assert.strictEqual(own.disposed, false); }
assert.strictEqual(take(), 'defer,value,use,true');
moved.dispose();
assert.strictEqual(take(), '');

const failing = new DisposableStack();
for (const name of ['a', 'b', 'c'])
  failing.defer(() => { throw name; });
assert.throws(() => failing.dispose(), (error) => {
  assert.ok(error instanceof SuppressedError && error instanceof Error);
  assert.strictEqual(error.message, 'An error was suppressed during disposal');
  assert.strictEqual(error.error, 'a');
  assert.deepStrictEqual([error.suppressed.error, error.suppressed.suppressed], ['b', 'c']);
  return Object.keys(error).length === 0;
});
assert.strictEqual(DisposableStack.prototype[Symbol.dispose], DisposableStack.prototype.dispose);
assert.strictEqual(`${new AsyncDisposableStack()}`, '[object AsyncDisposableStack]');
assert.deepStrictEqual([SuppressedError.name, SuppressedError.length], ['SuppressedError', 3]);
assert.throws(() => stack.adopt.call({}, 1, () => {}), TypeError);
assert.throws(() => new DisposableStack().defer(2), { message: '2 is not a function' });

(async () => {
  const slow = new AsyncDisposableStack();
  slow.use({ async [Symbol.asyncDispose]() { await null; log.push('slow'); } });
  slow.use({ [Symbol.dispose]() { log.push('quick'); } });
  slow.adopt(1, async (value) => { await null; log.push(value); });
  await slow.disposeAsync();
  await slow.disposeAsync();
  assert.strictEqual(take(), '1,quick,slow');
  await assert.rejects(AsyncDisposableStack.prototype.disposeAsync.call({}), TypeError);
  assert.strictEqual(slow.disposed, true);
  process.exitCode = 0;
})();
process.exitCode = 1;
