'use strict';
// Assignments that call no setter on Object.prototype. `object.name = value` calls one unless the
// object, or a prototype before Object.prototype, has a property of that name.

const { ObjectDefineProperty } = primordials;

// As `object[name] = value`.
function setMethod(object, name, value) {
  ObjectDefineProperty(object, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

// The names that a constructor assigns become properties of its prototype. Objects pay nothing for
// it, where a class field costs a call each.
function shield(prototype, names) {
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(prototype, names[i], {
      __proto__: null, value: undefined, writable: true, enumerable: false, configurable: true,
    });
  }
}

module.exports = { setMethod, shield };
