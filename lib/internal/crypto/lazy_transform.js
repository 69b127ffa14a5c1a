'use strict';
// A class that is a stream.Transform for those who use it so, and loads no stream for others.
// (1) Below a class's own prototype stands `lazy`, whose properties load streams when they are
//     touched; from then on its prototype is Transform.prototype.
// (2) An object gets its stream state when that is first read: every stream method reads it.

const lazy = {};
const STATES = ['_readableState', '_writableState', '_events'];
// By one of these a stream is recognised or used. Anything else finds the state by itself.
const METHODS = [
  'addListener', 'destroy', 'emit', 'end', 'listenerCount', 'on', 'once', 'pause', 'pipe', 'prependListener', 'push',
  'read', 'readable', 'removeListener', 'resume', 'setEncoding', 'unpipe', 'writable', 'write', Symbol.asyncIterator,
];

let Transform;

function load() {
  if (Transform !== undefined)
    return;
  for (const name of METHODS)
    delete lazy[name];
  Transform = require('stream').Transform;
  Object.setPrototypeOf(lazy, Transform.prototype);
}

function start(object) {
  load();
  for (const name of STATES)
    Object.defineProperty(object, name, { __proto__: null, writable: true, enumerable: true, configurable: true });
  Transform.call(object, object._options);
}

for (const name of METHODS) {
  Object.defineProperty(lazy, name, {
    __proto__: null,
    configurable: true,
    get() {
      load();
      return this[name];
    },
  });
}

for (const name of STATES) {
  Object.defineProperty(lazy, name, {
    __proto__: null,
    configurable: true,
    get() {
      if (this === lazy || !Object.hasOwn(this, '_options'))
        return undefined;
      start(this);
      return this[name];
    },
    set(value) {
      Object.defineProperty(this, name, {
        __proto__: null, writable: true, enumerable: true, configurable: true, value,
      });
    },
  });
}

module.exports = { lazy };
