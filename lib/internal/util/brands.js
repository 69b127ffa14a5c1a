'use strict';
// kindOf() without the engine's help: each class has a method that throws for other objects.
// Promises, arguments, generators and iterators have no such method without side effects: their
// Symbol.toStringTag decides. Proxies are not detected.

const {
  ArrayBufferPrototypeGetByteLength, BigIntPrototypeValueOf, BooleanPrototypeValueOf,
  DataViewPrototypeGetByteLength, DatePrototypeGetTime, MapPrototypeGetSize, NumberPrototypeValueOf,
  ObjectPrototypeToString, ReflectApply: apply, RegExp, RegExpPrototypeGetSource,
  SetPrototypeGetSize, StringPrototypeValueOf, SymbolPrototypeValueOf,
  TypedArrayPrototypeGetSymbolToStringTag, WeakMapPrototypeHas, WeakSetPrototypeHas,
} = primordials;

const CHECKS = [
  ['MAP', MapPrototypeGetSize],
  ['SET', SetPrototypeGetSize],
  ['DATE', DatePrototypeGetTime],
  ['REGEXP', RegExpPrototypeGetSource],
  ['WEAK_MAP', WeakMapPrototypeHas],
  ['WEAK_SET', WeakSetPrototypeHas],
  ['NUMBER', NumberPrototypeValueOf],
  ['STRING', StringPrototypeValueOf],
  ['BOOLEAN', BooleanPrototypeValueOf],
  ['BOXED', SymbolPrototypeValueOf],
  ['BOXED', BigIntPrototypeValueOf],
  ['BUFFER', ArrayBufferPrototypeGetByteLength],
  ['VIEW', DataViewPrototypeGetByteLength],
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
    const tag = TAGS[ObjectPrototypeToString.call(value)];
    if (tag !== undefined)
      return KIND[tag];
    if (TypedArrayPrototypeGetSymbolToStringTag.call(value) !== undefined)
      return KIND.TYPED;
    for (let i = 0; i < CHECKS.length; i++) {
      const { 0: name, 1: check } = CHECKS[i];
      if (value !== RegExp.prototype && branded(value, check))
        return KIND[name];
    }
    return KIND.OTHER;
  };
}

module.exports = { kindOf };
