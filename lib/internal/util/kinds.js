'use strict';
// What an object really is, whatever its prototype or its tag says.
//
// The binding reads the engine's own type of the object (see src/runtime/bindings/util.c, which
// first makes sure that it reads the right place). Where it cannot, brands are checked one by one.

const binding = internalBinding('util');

// The numbers are the binding's.
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
