'use strict';
// kindOf() without the engine's help: each brand has a method that throws on a stranger.
// Promises, proxies, arguments, generators and iterators have none that is free of effects, so they
// go by their tag and a proxy is not seen at all.

const { ReflectApply: apply } = primordials;
// The engine's own, whatever the program made of the globals.
const Map = Object.getPrototypeOf(primordials.SafeMap);
const Set = Object.getPrototypeOf(primordials.SafeSet);
const WeakMap = Object.getPrototypeOf(primordials.SafeWeakMap);
const WeakSet = Object.getPrototypeOf(primordials.SafeWeakSet);

const getter = (proto, key) => Object.getOwnPropertyDescriptor(proto, key).get;
const typedTag = getter(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const toString = Object.prototype.toString;

const CHECKS = [
  ['MAP', getter(Map.prototype, 'size')],
  ['SET', getter(Set.prototype, 'size')],
  ['DATE', Date.prototype.getTime],
  ['REGEXP', getter(RegExp.prototype, 'source')],
  ['WEAK_MAP', WeakMap.prototype.has],
  ['WEAK_SET', WeakSet.prototype.has],
  ['NUMBER', Number.prototype.valueOf],
  ['STRING', String.prototype.valueOf],
  ['BOOLEAN', Boolean.prototype.valueOf],
  ['BOXED', Symbol.prototype.valueOf],
  ['BOXED', BigInt.prototype.valueOf],
  ['BUFFER', getter(ArrayBuffer.prototype, 'byteLength')],
  ['VIEW', getter(DataView.prototype, 'byteLength')],
];

const TAGS = {
  '__proto__': null,
  '[object Promise]': 'PROMISE', '[object Arguments]': 'ARGUMENTS',
  '[object Generator]': 'GENERATOR',
  '[object AsyncGenerator]': 'GENERATOR', '[object Map Iterator]': 'MAP_ITERATOR',
  '[object Set Iterator]': 'SET_ITERATOR', '[object Error]': 'ERROR',
};

function branded(value, check) {
  try {
    apply(check, value, []);
    return true;
  } catch {
    return false;
  }
}

function kindOf(KIND) {
  return (value) => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
      return KIND.OTHER;
    const tag = TAGS[apply(toString, value, [])];
    if (tag !== undefined)
      return KIND[tag];
    if (apply(typedTag, value, []) !== undefined)
      return KIND.TYPED;
    for (const [name, check] of CHECKS)
      if (value !== RegExp.prototype && branded(value, check))
        return KIND[name];
    return KIND.OTHER;
  };
}

module.exports = { kindOf };
