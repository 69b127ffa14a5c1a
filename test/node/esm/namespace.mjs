// A namespace has sorted names, no prototype, a tag, and cannot be changed.
import assert from 'node:assert';
import { inspect, types } from 'node:util';
import * as changing from './fixtures/counter.mjs';
import * as fixed from './fixtures/waits.mjs';

assert.deepStrictEqual(Object.keys(changing), ['count', 'default', 'fixed', 'increase']);
for (const space of [changing, fixed]) {
  assert.strictEqual(Object.getPrototypeOf(space), null);
  assert.strictEqual(space[Symbol.toStringTag], 'Module');
  assert.ok(types.isModuleNamespaceObject(space));
  assert.ok(!types.isProxy(space));
  assert.ok(!Object.isExtensible(space));
  assert.throws(() => { space.other = 1; }, TypeError);
  assert.throws(() => { space[Object.keys(space)[0]] = 1; }, TypeError);
  assert.throws(() => { delete space[Object.keys(space)[0]]; }, TypeError);
  assert.ok(!Reflect.set(space, Object.keys(space)[0], 1));
}
assert.strictEqual(inspect(fixed), "[Module: null prototype] { value: 'waited for' }");
assert.match(inspect(changing), /^\[Module: null prototype\] \{\n {2}count: 0,/);
