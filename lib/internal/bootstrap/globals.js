'use strict';
// The globals of Node.js. Each but the few that nearly every program uses is an accessor that
// loads its module on first use and then is a plain property.

const { natives } = require('internal/bootstrap/loader');
const { defineProperty } = Object;

function define(name, value, enumerable = false) {
  defineProperty(globalThis, name,
                 { __proto__: null, value, writable: true, enumerable, configurable: true });
}

function defineLazy(id, names, enumerable = false) {
  for (const name of names) {
    defineProperty(globalThis, name, {
      __proto__: null, configurable: true, enumerable,
      get() {
        const value = require(id)[name];
        define(name, value, enumerable);
        return value;
      },
      set(value) { define(name, value, enumerable); },
    });
  }
}

// The engine has no explicit resource management yet; its well-known symbols are needed all the same.
for (const name of ['dispose', 'asyncDispose'])
  if (Symbol[name] === undefined)
    defineProperty(Symbol, name, { __proto__: null, value: Symbol(`Symbol.${name}`) });

process.nextTick = require('internal/process/task_queues').nextTick;

define('global', globalThis, true);
define('process', process);
// `typeof globalThis[Symbol.toStringTag]` is what programs sniff.
defineProperty(globalThis, Symbol.toStringTag,
               { __proto__: null, value: 'global', configurable: true });

defineLazy('internal/timers', ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout',
                               'setInterval', 'setTimeout'], true);
defineLazy('internal/globals', ['queueMicrotask', 'structuredClone', 'atob', 'btoa',
                                'performance', 'crypto', 'fetch'], true);
defineLazy('buffer', ['Buffer', 'Blob', 'File']);
defineLazy('internal/url', ['URL', 'URLSearchParams']);
defineLazy('internal/abort_controller', ['AbortController', 'AbortSignal']);
defineLazy('internal/event_target', ['Event', 'EventTarget', 'CustomEvent']);
defineLazy('internal/encoding', ['TextEncoder', 'TextDecoder']);
defineLazy('internal/domexception', ['DOMException']);
defineLazy('stream/web', [
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController',
  'WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController',
  'TransformStream', 'TransformStreamDefaultController', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream',
]);
for (const name in natives) {
  defineProperty(globalThis, name, {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      require('internal/error_stack');    // puts all of them in place
      return globalThis[name];
    },
    set(value) { define(name, value); },
  });
}
defineProperty(globalThis, 'console', {
  __proto__: null, configurable: true, enumerable: false,
  get() {
    const value = require('internal/console/global');
    define('console', value);
    return value;
  },
  set(value) { define('console', value); },
});
