'use strict';
// The prototype of the global object that vm.createContext(vm.constants.DONT_CONTEXTIFY) returns.
// To the engine it is immutable, as that of every global object; in Node it can be set: jsdom does.
// Object.setPrototypeOf() and Reflect.setPrototypeOf(), of the program and of the context, are
// replaced when the first such context is made. The setter of __proto__ still refuses.
//
// The engine runs no script whose global object has a proxy among its prototypes, as jsdom's has.
// The object whose prototype it is gets a stand-in as its prototype, which asks the proxy.

const {
  globalThis, ObjectGetPrototypeOf, ObjectIsExtensible, ReflectApply, ReflectDefineProperty,
  ReflectGet, ReflectHas, ReflectSetPrototypeOf, SafeWeakMap, TypeError,
} = primordials;
const { setGlobalPrototype, standIn } = internalBinding('contextify');
const { KIND, kindOf } = require('internal/util/kinds');

const holders = new SafeWeakMap();
const proxies = new SafeWeakMap(); // stand-in → [proxy, global object]

const isPrototype = (value) => value === null || typeof value === 'object' ||
  typeof value === 'function';

function isBelow(global, value) {
  for (; value !== null; value = ObjectGetPrototypeOf(value)) {
    if (value === global)
      return true;
  }
  return false;
}

// The engine's own function does, or refuses, everything but this.
function isOurs(object, value) {
  return holders.get(object) !== undefined && isPrototype(value) && ObjectIsExtensible(object);
}

function find(object, name) {
  const { 0: proxy, 1: global } = proxies.get(object);
  return ReflectHas(proxy, name) ? ReflectGet(proxy, name, global) : object;
}

function replaceProxies(global) {
  let below = global;
  for (let value = ObjectGetPrototypeOf(global); value !== null;) {
    const next = ObjectGetPrototypeOf(value);
    if (kindOf(value) === KIND.PROXY) {
      const object = standIn(next, find);
      proxies.set(object, [value, global]);
      if (below === global)
        setGlobalPrototype(holders.get(global), object);
      else if (!ReflectSetPrototypeOf(below, object))
        return;
      value = object;
    }
    below = value;
    value = next;
  }
}

function replace(owner, make) {
  const original = owner.setPrototypeOf;
  if (typeof original === 'function') {
    ReflectDefineProperty(owner, 'setPrototypeOf', {
      __proto__: null, value: make(original).setPrototypeOf, writable: true, enumerable: false,
      configurable: true,
    });
  }
}

function replaceIn(realm) {
  replace(realm.Object, (original) => ({
    setPrototypeOf(object, proto) {
      if (!isOurs(object, proto))
        return ReflectApply(original, this, [object, proto]);
      if (isBelow(object, proto))
        throw new TypeError('Cyclic __proto__ value');
      if (!setGlobalPrototype(holders.get(object), proto))
        return ReflectApply(original, this, [object, proto]);
      return object;
    },
  }));
  replace(realm.Reflect, (original) => ({
    setPrototypeOf(target, proto) {
      if (!isOurs(target, proto))
        return ReflectApply(original, this, [target, proto]);
      return !isBelow(target, proto) && setGlobalPrototype(holders.get(target), proto);
    },
  }));
}

let isInstalled = false;

function letChange({ holder, global }) {
  holders.set(global, holder);
  if (!isInstalled)
    replaceIn(globalThis);
  isInstalled = true;
  replaceIn(global);
}

module.exports = { letChange, replaceProxies };
