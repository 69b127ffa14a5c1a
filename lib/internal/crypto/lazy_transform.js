'use strict';
// A class that is a stream.Transform for those who use it so, and loads no stream for others.
// (1) Below a class's own prototype stands `lazy`, whose properties load streams when they are
//     touched; from then on its prototype is Transform.prototype.
// (2) An object gets its stream state when that is first read: every stream method reads it.

const {
  ObjectDefineProperty, ObjectHasOwn, ObjectSetPrototypeOf, ReflectApply, SymbolAsyncIterator,
} = primordials;
const lazy = {};

const STATES = ['_readableState', '_writableState', '_events'];
// By one of these a stream is recognised or used. Anything else finds the state by itself.
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
