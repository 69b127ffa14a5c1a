'use strict';
// Replacing functions of built-in modules, now or when they are loaded, and putting them back.
//
// (1) What replaces a function has its name, its length and its properties.
// (2) What is put back is put back only where nobody else has replaced it since.
// (3) Methods that a program may have patched are not called while it runs.
// (4) A built-in that is not loaded yet is not loaded for this: the loader's table tells when.

const { modules } = require('internal/bootstrap/loader');
const { disguise } = require('internal/see/record/frames');
const { ObjectDefineProperty: define } = primordials;
const { getOwnPropertyDescriptor } = Object;

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

// use(exports) when the built-in `id` is there: at once, or as soon as somebody loads it.
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
    undo.forEach((step) => step());
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

module.exports = { replace, whenLoaded };
