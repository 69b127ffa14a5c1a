'use strict';
// Replaces functions of built-in modules, now or when they are loaded, and restores them.
//
// (1) A replacement has the name, the length and the properties of the original.
// (2) An original is restored only if the replacement is still there.
// (3) A built-in is not loaded for this: a setter in the loader's table of modules reports the
//     load.

const { modules } = require('internal/bootstrap/loader');
const { disguise } = require('internal/see/record/frames');
const {
  ObjectDefineProperty: define, ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor,
} = primordials;

// object[name] = make(original). An accessor of a lazy export stays lazy.
function replace(object, name, make) {
  const property = getOwnPropertyDescriptor(object, name);
  if (property === undefined || !property.configurable)
    return () => {};
  if (property.get !== undefined)
    return replaceLazy(object, name, property, make);
  if (typeof property.value !== 'function')
    return () => {};
  const ours = disguise(make(property.value), property.value);
  define(object, name, { __proto__: null, ...property, value: ours });
  return () => {
    if (getOwnPropertyDescriptor(object, name)?.value === ours)
      define(object, name, { __proto__: null, ...property });
  };
}

function replaceLazy(object, name, property, make) {
  let undo;
  const restore = () => define(object, name, { __proto__: null, ...property });
  const ours = {
    __proto__: null, configurable: true, enumerable: property.enumerable,
    get() {
      restore();
      const value = object[name];
      if (getOwnPropertyDescriptor(object, name)?.get !== undefined)
        return value;
      undo = replace(object, name, make);
      return object[name];
    },
    set(value) {
      restore();
      object[name] = value;
    },
  };
  define(object, name, ours);
  return () => {
    if (undo !== undefined)
      undo();
    else if (getOwnPropertyDescriptor(object, name)?.get === ours.get)
      restore();
  };
}

// Calls use(exports) with the built-in `id`: at once if it is loaded, else when it is.
function whenLoaded(id, use) {
  let undo = [];
  let forget = () => {};
  if (modules[id] !== undefined) {
    undo = use(modules[id].exports);
  } else {
    define(modules, id, {
      __proto__: null, configurable: true, enumerable: true,
      get: () => undefined,
      set(module) {
        define(modules, id, { __proto__: null, value: module, writable: true, enumerable: true,
                              configurable: true });
        watchLoading(module, (exports) => { undo = use(exports); });
      },
    });
    forget = () => {
      if (getOwnPropertyDescriptor(modules, id)?.get !== undefined)
        delete modules[id];
    };
  }
  return () => {
    forget();
    for (let i = 0; i < undo.length; i++)
      undo[i]();
  };
}

// The loader sets `loaded` when the file has run.
function watchLoading(module, done) {
  define(module, 'loaded', {
    __proto__: null, configurable: true, enumerable: true,
    get: () => false,
    set(value) {
      define(module, 'loaded', { __proto__: null, value, writable: true, enumerable: true,
                                 configurable: true });
      if (value)
        done(module.exports);
    },
  });
}

// Makes `fn.apply(this, arguments)` safe if a program replaces Function.prototype.apply. For this
// call the engine does not make an arguments object, which it does for ReflectApply().
const { apply } = replace;
const withApply = (fn) =>
  define(fn, 'apply', { __proto__: null, configurable: true, value: apply });

module.exports = { replace, whenLoaded, withApply };
