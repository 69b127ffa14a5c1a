'use strict';
// Makes Hash and Hmac stream.Transforms, and loads streams only when one is used as a stream.
// (1) The prototype of Hash.prototype is `lazy`. Its accessors load streams when they are read, and
//     set Transform.prototype as the prototype of `lazy`.
// (2) An object gets its stream state when that is first read: every method of streams reads it.

const {
  ObjectDefineProperty, ObjectHasOwn, ObjectSetPrototypeOf, ReflectApply, SymbolAsyncIterator,
} = primordials;
const lazy = {};

const STATES = ['_readableState', '_writableState', '_events'];
// One of these is read to recognise or use a stream. Other methods read the state.
const METHODS = [
  'addListener', 'destroy', 'emit', 'end', 'listenerCount', 'on', 'once', 'pause', 'pipe',
  'prependListener', 'push', 'read', 'readable', 'removeListener', 'resume', 'setEncoding',
  'unpipe',
  'writable', 'write', SymbolAsyncIterator,
];

let Transform;

function load() {
  if (Transform !== undefined)
    return;
  for (let i = 0; i < METHODS.length; i++)
    delete lazy[METHODS[i]];
  Transform = require('stream').Transform;
  ObjectSetPrototypeOf(lazy, Transform.prototype);
}

function start(object) {
  load();
  for (let i = 0; i < STATES.length; i++) {
    ObjectDefineProperty(object, STATES[i], {
      __proto__: null, writable: true, enumerable: true, configurable: true,
    });
  }
  ReflectApply(Transform, object, [object._options]);
}

for (let i = 0; i < METHODS.length; i++) {
  const name = METHODS[i];
  ObjectDefineProperty(lazy, name, {
    __proto__: null,
    configurable: true,
    get() {
      load();
      return this[name];
    },
  });
}

for (let i = 0; i < STATES.length; i++) {
  const name = STATES[i];
  ObjectDefineProperty(lazy, name, {
    __proto__: null,
    configurable: true,
    get() {
      if (this === lazy || !ObjectHasOwn(this, '_options'))
        return undefined;
      start(this);
      return this[name];
    },
    set(value) {
      ObjectDefineProperty(this, name, {
        __proto__: null, writable: true, enumerable: true, configurable: true, value,
      });
    },
  });
}

module.exports = { lazy };
