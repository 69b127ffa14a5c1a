'use strict';
// The internal kind of an object, independent of its prototype and tag.
//
// The binding reads the engine's type of the object (src/runtime/bindings/util.c, which first
// verifies where the type is stored). If that fails, brands.js checks one class after the other.

const binding = internalBinding('util');

// The same numbers as in the binding.
const KIND = {
  __proto__: null,
  OTHER: 0, ERROR: 1, PROMISE: 2, PROXY: 3, MAP: 4, SET: 5, MAP_ITERATOR: 6, SET_ITERATOR: 7,
  WEAK_MAP: 8,
  WEAK_SET: 9, DATE: 10, REGEXP: 11, ARGUMENTS: 12, GENERATOR: 13, NUMBER: 14, STRING: 15,
  BOOLEAN: 16,
  BUFFER: 17, VIEW: 18, TYPED: 19, BOXED: 20,
};

module.exports = {
  KIND,
  kindOf: binding.learnt() ? binding.kindOf : require('internal/util/brands').kindOf(KIND),
};
