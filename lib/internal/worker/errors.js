'use strict';
// Converts an uncaught error of a worker to a plain value that can be cloned, for the 'error' event
// of its parent. Errors of the language keep their class and own properties; an error that cannot
// be cloned is sent as the text of util.inspect().

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames,
  ObjectGetPrototypeOf, SafeArray, SymbolFor,
  SymbolPrototypeGetDescription,
} = primordials;
const { isCloneable, internals } = require('internal/structured_clone');

const CLASSES = {
  __proto__: null, Error: true, EvalError: true, RangeError: true, ReferenceError: true,
  SyntaxError: true, TypeError: true, URIError: true, AggregateError: true,
};
const isClass = (name) => CLASSES[name] === true;

function canClone(value) {
  if (typeof value === 'function' || typeof value === 'symbol')
    return false;
  if (typeof value !== 'object' || value === null)
    return true;
  try {
    require('internal/structured_clone').structuredClone(value);
    return isCloneable(value);
  } catch {
    return false;
  }
}

// The nearest class of the language.
function className(error) {
  for (let at = error; at !== null; at = ObjectGetPrototypeOf(at)) {
    const own = ObjectGetOwnPropertyDescriptor(at, 'constructor');
    const name = own?.value?.name;
    if (typeof name === 'string' && isClass(name))
      return name;
  }
  return 'Error';
}

function propertiesOf(error) {
  const list = new SafeArray();
  const seen = { __proto__: null };
  for (let at = error; at !== null && at !== primordials.Error.prototype;
    at = ObjectGetPrototypeOf(at)) {
    if (at !== error && isClass(ObjectGetOwnPropertyDescriptor(at, 'constructor')?.value?.name))
      break;
    const names = ObjectGetOwnPropertyNames(at);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (seen[name] || name === 'constructor')
        continue;
      seen[name] = true;
      addProperty(error, at, name, list);
    }
  }
  return list;
}

function addProperty(error, holder, name, list) {
  const descriptor = ObjectGetOwnPropertyDescriptor(holder, name);
  let value;
  try {
    value = error[name];    // an accessor is called
  } catch {
    return;
  }
  if (name === 'cause' && require('internal/util/types').isNativeError(value))
    list.push([name, descriptor.enumerable, pack(value)]);
  else if (canClone(value))
    list.push([name, descriptor.enumerable, { kind: 'value', value }]);
}

function pack(error) {
  const { isNativeError } = require('internal/util/types');
  if (typeof error === 'object' && error !== null && isNativeError(error) &&
      !require('internal/domexception').isDOMException(error)) {
    const properties = propertiesOf(error);
    const list = [];
    for (let i = 0; i < properties.length; i++)
      internalAppend(list, properties[i]);
    return { kind: 'error', name: className(error), properties: list };
  }
  if (typeof error === 'symbol')
    return { kind: 'symbol', value: SymbolPrototypeGetDescription.call(error) };
  if (canClone(error))
    return { kind: 'value', value: error };
  return { kind: 'inspected', value: require('internal/util/inspect').inspect(error) };
}

const internalAppend = (list, value) => ObjectDefineProperty(list, list.length, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

function unpack(packed) {
  if (packed.kind === 'value')
    return packed.value;
  if (packed.kind === 'symbol')
    return SymbolFor(packed.value);
  if (packed.kind === 'inspected')
    return packed.value;
  const error = internals.errorNamed(packed.name, undefined);
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, value: undefined, enumerable: false, writable: true, configurable: true,
  });
  const { properties } = packed;
  for (let i = 0; i < properties.length; i++) {
    const { 0: name, 1: enumerable, 2: value } = properties[i];
    ObjectDefineProperty(error, name, {
      __proto__: null, value: unpack(value), enumerable, writable: true, configurable: true,
    });
  }
  return error;
}

module.exports = { pack, unpack };
