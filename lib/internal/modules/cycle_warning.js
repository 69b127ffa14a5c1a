'use strict';
// Warns when a module reads what another one has not exported yet, because they require each other.
// While the second one loads, a proxy is the prototype of its exports.

const {
  Object, ObjectGetPrototypeOf, ObjectHasOwn, ObjectSetPrototypeOf, Proxy,
  ReflectGetOwnPropertyDescriptor, SafeWeakMap, String,
} = primordials;
const { prototype: ObjectPrototype } = Object;
const { isProxy } = require('internal/util/types');

const guarded = new SafeWeakMap();      // modules -> the exports that have the proxy

function warn(key) {
  process.emitWarning(`Accessing non-existent property '${String(key)}' of module exports inside ` +
    'circular dependency');
}

// Compilers read `__esModule` of whatever they require.
const isKnown = (target, key) => key in target || key === '__esModule';

const proxy = new Proxy({}, {
  __proto__: null,
  get(target, key) {
    if (!isKnown(target, key))
      warn(key);
    return target[key];
  },
  getOwnPropertyDescriptor(target, key) {
    if (!isKnown(target, key))
      warn(key);
    return ReflectGetOwnPropertyDescriptor(target, key);
  },
});

// `module` is in the cache and has not been loaded yet.
function guard(module) {
  const { exports } = module;
  if (typeof exports === 'object' && exports !== null && !isProxy(exports) &&
      ObjectGetPrototypeOf(exports) === ObjectPrototype && !ObjectHasOwn(exports, '__esModule')) {
    ObjectSetPrototypeOf(exports, proxy);
    guarded.set(module, exports);
  }
}

function release(module) {
  const exports = guarded.get(module);
  if (exports !== undefined && ObjectGetPrototypeOf(exports) === proxy)
    ObjectSetPrototypeOf(exports, ObjectPrototype);
  guarded.delete(module);
}

module.exports = { guard, release };
