'use strict';
// The prototype of a context's global object can be set, also to one that has a proxy among its
// own prototypes.
const assert = require('assert');
const vm = require('vm');

const window = vm.createContext(vm.constants.DONT_CONTEXTIFY);
const run = (code) => vm.runInContext(code, window);
const prototype = Object.create(window.Object.prototype, {
  inherited: { value: 5, writable: true, configurable: true },
});
assert.strictEqual(Object.setPrototypeOf(window, prototype), window);
assert.strictEqual(Object.getPrototypeOf(window), prototype);
assert.strictEqual(window.inherited, 5);
assert.strictEqual(run('inherited'), 5);
assert.strictEqual(run('globalThis.inherited'), 5);
prototype.later = () => 'later';
assert.strictEqual(run('later()'), 'later');
assert.throws(() => Object.setPrototypeOf(window, Object.create(window)),
              new TypeError('Cyclic __proto__ value'));
assert.strictEqual(Reflect.setPrototypeOf(window, Object.create(window)), false);
assert.throws(() => Object.setPrototypeOf(window, 1), TypeError);
assert.throws(() => Object.setPrototypeOf(null, {}), TypeError);
assert.deepStrictEqual(Object.getPrototypeOf(Object.setPrototypeOf({}, null)), null);

const named = new Proxy(Object.create({ farther: 7 }), {
  has: (target, name) => name === 'element' || Reflect.has(target, name),
  get: (target, name) => (name === 'element' ? 'named' : Reflect.get(target, name)),
});
class Base {}
Object.setPrototypeOf(named, Base.prototype);
Object.setPrototypeOf(prototype, named);
assert.strictEqual(run('var own = 1; element + own'), 'named1');
assert.strictEqual(run('typeof missing'), 'undefined');
assert.throws(() => run('missing'), /missing is not defined/);
assert.strictEqual(run('"element" in globalThis'), true);
assert.strictEqual(window.element, 'named');
assert.ok(window instanceof Base);
run('var element = 2');
assert.strictEqual(window.element, 2);
assert.strictEqual(run('const shared = 3; Object.setPrototypeOf(globalThis, null); shared'), 3);
assert.strictEqual(Object.getPrototypeOf(window), null);
assert.strictEqual(run('shared + own'), 4);
