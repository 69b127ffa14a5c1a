'use strict';
// Namespace objects. Of a module whose exports change no more it is a frozen object: as fast as
// any. Otherwise a Proxy that reads the bindings, over an object that has the right shape.

const { AMBIGUOUS, Source } = require('internal/modules/esm/record');

const proxies = new primordials.SafeWeakMap();

function target(names, value) {
  const object = { __proto__: null };
  for (const name of names)
    Object.defineProperty(object, name, value(name));
  Object.defineProperty(object, Symbol.toStringTag, { __proto__: null, value: 'Module' });
  return Object.preventExtensions(object);
}

// name -> { record, local }, sorted as the specification has it.
function bindingsOf(record) {
  const found = { __proto__: null };
  for (const name of record.exportNames().sort()) {
    const binding = record.resolveExport(name);
    if (binding !== null && binding !== AMBIGUOUS)
      found[name] = binding;
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
    const own = record.values && Object.getOwnPropertyDescriptor(record.values, local);
    return own?.get !== undefined ?
      { __proto__: null, enumerable: true, get: own.get } :
      { __proto__: null, enumerable: true, value: readBinding(bindings[name]) };
  });
}

function live(names, bindings) {
  const shape = target(names, () =>
    ({ __proto__: null, enumerable: true, writable: true, value: undefined }));
  const proxy = makeProxy(shape, bindings);
  proxies.set(proxy, { shape, bindings });
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
      const own = Reflect.getOwnPropertyDescriptor(object, key);
      if (has(key))
        own.value = readBinding(bindings[key]);
      return own;
    },
  });
}

const isLive = (value) => proxies.has(value);

// The object under a Proxy, brought up to date: for those who look through it.
function snapshot(proxy) {
  const known = proxies.get(proxy);
  if (known === undefined)
    return undefined;
  for (const name of Object.keys(known.bindings)) {
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
  const names = Object.keys(bindings).sort();
  const fixed = (!(record instanceof Source) || record.finished) &&
    names.every((name) => isStable(bindings[name]));
  return record.namespace = fixed ? frozen(names, bindings) : live(names, bindings);
}

module.exports = { namespaceOf, isLive, snapshot, readBinding, isStable };
