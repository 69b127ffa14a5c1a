'use strict';
// Assignments that call no setter on Object.prototype. `object.name = value` calls one unless the
// object, or a prototype before Object.prototype, has a property of that name.

const { ObjectDefineProperty, ReflectOwnKeys } = primordials;

// As `object[name] = value`.
function setMethod(object, name, value) {
  ObjectDefineProperty(object, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

// Defines the names that a constructor assigns as properties of its prototype. Objects pay nothing
// for it, where a class field costs a call each.
function shield(prototype, names) {
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(prototype, names[i], {
      __proto__: null, value: undefined, writable: true, enumerable: false, configurable: true,
    });
  }
}

// Defines `methods` on the prototype as methods of a class are: not enumerable.
function defineHidden(prototype, methods) {
  const names = ReflectOwnKeys(methods);
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(prototype, names[i], {
      __proto__: null, value: methods[names[i]], writable: true, enumerable: false,
      configurable: true,
    });
  }
}

// Defines a property of a module that is loaded when it is first read. The program can see and
// replace it like any other; `set` is called when it does.
function lazy(object, name, load, set) {
  ObjectDefineProperty(object, name, {
    __proto__: null, configurable: true, enumerable: true, get: load,
    set: set ?? function(value) { setMethod(this, name, value); },
  });
}

module.exports = { defineHidden, lazy, setMethod, shield };
