'use strict';
// util.types: a tag or a prototype makes nothing a map, and takes nothing away from one.
const assert = require('assert');
const { types } = require('util');

const real = {
  isMap: new Map(), isSet: new Set(), isDate: new Date(), isRegExp: /x/,
  isPromise: (async () => {})(),
  isNativeError: new TypeError(), isWeakMap: new WeakMap(), isWeakSet: new WeakSet(),
  isArrayBuffer: new ArrayBuffer(1),
  isDataView: new DataView(new ArrayBuffer(1)), isUint8Array: new Uint8Array(1),
  isTypedArray: new Float64Array(1),
  isMapIterator: new Map().keys(), isSetIterator: new Set().values(),
  isGeneratorObject: (function*() {})(),
  isArgumentsObject: (function() { return arguments; })(), isNumberObject: Object(1),
  isStringObject: Object('s'),
  isBooleanObject: Object(true), isSymbolObject: Object(Symbol()), isBigIntObject: Object(1n),
  isBoxedPrimitive: Object(1n), isAsyncFunction: async () => {},
  isGeneratorFunction: function*() {},
  isProxy: new Proxy({}, {}),
};
for (const [name, value] of Object.entries(real)) {
  assert.strictEqual(types[name](value), true, name);
  assert.strictEqual(types[name]({}), false, name);
  assert.strictEqual(types[name](null), false, name);
  assert.strictEqual(types[name](1), false, name);
  if (name === 'isProxy')
    continue;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  assert.strictEqual(types[name]({ [Symbol.toStringTag]: tag }), false, name);
  assert.strictEqual(types[name](Object.setPrototypeOf(value, null)), true, name);
  assert.strictEqual(types[name](Object.create(value)), false, name);
}
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
assert.strictEqual(types.isProxy(proxy), true);
assert.strictEqual(types.isProxy(globalThis), false);
assert.strictEqual(types.isAsyncFunction({ async() {} }.async), false);
assert.strictEqual(require('util/types'), types);
