'use strict';
// Namespace objects. When the exports of a module cannot change any more, its namespace is a plain
// non-extensible object, which is fast. Otherwise it is a Proxy that reads the bindings.

const {
  ArrayPrototypeEvery, ArrayPrototypeSort, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectHasOwn, ObjectKeys, ObjectPreventExtensions, Proxy, ReflectGetOwnPropertyDescriptor,
  SymbolToStringTag,
} = primordials;
const { AMBIGUOUS, Source } = require('internal/modules/esm/record');

const proxies = new primordials.SafeWeakMap();

function target(names, value) {
  const object = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    ObjectDefineProperty(object, names[i], value(names[i]));
  ObjectDefineProperty(object, SymbolToStringTag, { __proto__: null, value: 'Module' });
  return ObjectPreventExtensions(object);
}

// name -> { record, local }, sorted as the specification has it.
function bindingsOf(record) {
  const found = { __proto__: null };
  const names = ArrayPrototypeSort.call(record.exportNames());
  for (let i = 0; i < names.length; i++) {
    const binding = record.resolveExport(names[i]);
    if (binding !== null && binding !== AMBIGUOUS)
      found[names[i]] = binding;
  }
  return found;
}

const readBinding = ({ record, local }) =>
  (local === '*' ? namespaceOf(record) : record.read(local));
// A namespace is one object from the start, unless its names are not known yet.
const isStable = ({ record, local }) => (local !== '*' ? record.stable(local) :
  record instanceof Source || record.values !== undefined);

function frozen(names, bindings) {
  return target(names, (name) => {
    const { record, local } = bindings[name];
    const own = record.values && ObjectGetOwnPropertyDescriptor(record.values, local);
    return own !== undefined && ObjectHasOwn(own, 'get') ?
      { __proto__: null, enumerable: true, get: own.get } :
      { __proto__: null, enumerable: true, value: readBinding(bindings[name]) };
  });
}

function live(names, bindings) {
  const shape = target(names, () =>
    ({ __proto__: null, enumerable: true, writable: true, value: undefined }));
  const proxy = makeProxy(shape, bindings);
  proxies.set(proxy, { __proto__: null, shape, bindings });
  return proxy;
}

function makeProxy(shape, bindings) {
  const has = (key) => typeof key === 'string' && bindings[key] !== undefined;
  return new Proxy(shape, {
    __proto__: null,
    get: (object, key) => (has(key) ? readBinding(bindings[key]) : object[key]),
    set: () => false,
    defineProperty: () => false,
    getOwnPropertyDescriptor(object, key) {
      const own = ReflectGetOwnPropertyDescriptor(object, key);
      if (has(key))
        own.value = readBinding(bindings[key]);
      return own;
    },
  });
}

const isLive = (value) => proxies.has(value);

// The object under a Proxy, with current values: for util.inspect().
function snapshot(proxy) {
  const known = proxies.get(proxy);
  if (known === undefined)
    return undefined;
  const names = ObjectKeys(known.bindings);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    try {
      known.shape[name] = readBinding(known.bindings[name]);
    } catch {
      known.shape[name] = undefined;      // not initialised yet
    }
  }
  return known.shape;
}

function namespaceOf(record) {
  if (record.namespace !== undefined)
    return record.namespace;
  const bindings = bindingsOf(record);
  const names = ArrayPrototypeSort.call(ObjectKeys(bindings));
  const fixed = (!(record instanceof Source) || record.finished) &&
    ArrayPrototypeEvery.call(names, (name) => isStable(bindings[name]));
  return record.namespace = fixed ? frozen(names, bindings) : live(names, bindings);
}

module.exports = { namespaceOf, isLive, snapshot, readBinding, isStable };
