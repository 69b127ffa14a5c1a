'use strict';
// A context has DisposableStack, AsyncDisposableStack and SuppressedError of its own.
const assert = require('assert');
const vm = require('vm');

const context = vm.createContext();
const inside = (text) => vm.runInContext(text, context);
for (const name of ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError']) {
  assert.strictEqual(inside(`typeof ${name}`), 'function');
  assert.strictEqual(inside(`${name}.name`), name);
  assert.strictEqual(Object.hasOwn(context, name), false);
  assert.notStrictEqual(inside(name), globalThis[name]);
}
assert.strictEqual(inside('new SuppressedError(1, 2, "m") instanceof Error'), true);
assert.strictEqual(inside('new SuppressedError(1, 2, "m")') instanceof Error, false);
assert.strictEqual(inside('const s = new DisposableStack(); let n = 0; ' +
                          's.defer(() => n++); s.dispose(); n'), 1);
assert.strictEqual(vm.runInNewContext('SuppressedError', { SuppressedError: 5 }), 5);
