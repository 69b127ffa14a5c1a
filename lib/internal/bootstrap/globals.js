'use strict';
// The globals of Node.js. Each but a few is an accessor that loads its module on first use and
// then is a plain property. `exports` is the loader: this file is compiled before there are modules.

const { natives, fillProcess } = exports;
const { defineProperty } = Object;

function define(name, value, enumerable) {
  defineProperty(globalThis, name,
                 { __proto__: null, value, writable: true, enumerable, configurable: true });
}

// Index loops: this runs once, and an iterator costs more than the whole list then.
function defineLazy(load, enumerable, names) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    defineProperty(globalThis, name, {
      __proto__: null, configurable: true, enumerable,
      get() {
        const value = load(name);
        define(name, value, enumerable);
        return value;
      },
      set(value) { define(name, value, enumerable); },
    });
  }
}

const from = (id) => (name) => require(id)[name];

// The engine has no explicit resource management yet; its well-known symbols are needed all the same.
if (Symbol.dispose === undefined)
  defineProperty(Symbol, 'dispose', { __proto__: null, value: Symbol('Symbol.dispose') });
if (Symbol.asyncDispose === undefined)
  defineProperty(Symbol, 'asyncDispose', { __proto__: null, value: Symbol('Symbol.asyncDispose') });

define('global', globalThis, true);
// `typeof globalThis[Symbol.toStringTag]` is what programs sniff.
defineProperty(globalThis, Symbol.toStringTag,
               { __proto__: null, value: 'global', configurable: true });
defineLazy(from('internal/timers'), true, [
  'clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout',
]);
defineLazy(from('internal/globals'), true, [
  'queueMicrotask', 'structuredClone', 'atob', 'btoa', 'performance', 'crypto', 'fetch',
]);
defineLazy(fillProcess, false, ['process']);
defineLazy(() => require('internal/console/global'), false, ['console']);
defineLazy(from('buffer'), false, ['Buffer', 'Blob', 'File']);
defineLazy(from('internal/url'), false, ['URL', 'URLSearchParams']);
defineLazy(from('internal/abort_controller'), false, ['AbortController', 'AbortSignal']);
defineLazy(from('internal/event_target'), false, ['Event', 'EventTarget', 'CustomEvent']);
defineLazy(from('internal/encoding'), false, ['TextEncoder', 'TextDecoder']);
defineLazy(from('internal/domexception'), false, ['DOMException']);
defineLazy(from('internal/urlpattern'), false, ['URLPattern']);
defineLazy(from('internal/navigator'), true, ['navigator']);
defineLazy(from('internal/navigator'), false, ['Navigator']);
defineLazy(from('perf_hooks'), false, [
  'Performance', 'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure',
  'PerformanceObserver', 'PerformanceObserverEntryList', 'PerformanceResourceTiming',
]);
defineLazy(from('internal/messaging/port'), false, ['MessageChannel', 'MessagePort']);
defineLazy(from('internal/messaging/event'), false, ['MessageEvent']);
defineLazy(from('internal/messaging/broadcast'), false, ['BroadcastChannel']);
defineLazy(from('stream/web'), false, [
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest', 'ReadableByteStreamController', 'ReadableStreamDefaultController',
  'WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController',
  'TransformStream', 'TransformStreamDefaultController', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream',
]);

// The engine says in its own words what is no JSON.
const { parse } = JSON;
const becomeParse = (value) => defineProperty(JSON, 'parse', {
  __proto__: null, value, writable: true, enumerable: false, configurable: true,
});
defineProperty(JSON, 'parse', {
  __proto__: null, configurable: true, enumerable: false,
  get() {
    becomeParse(require('internal/json_parse').wrap(parse));
    return JSON.parse;
  },
  set: becomeParse,
});

const errors = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError',
                'URIError', 'AggregateError', 'SuppressedError'];
if (typeof SuppressedError !== 'function')
  errors.length--;
for (let i = 0; i < errors.length; i++)
  natives[errors[i]] = globalThis[errors[i]];
defineLazy((name) => {
  require('internal/error_stack');    // puts all of them in place
  return globalThis[name];
}, false, errors);
if (typeof DisposableStack !== 'function')
  defineLazy(from('internal/disposable'), false,
             ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError']);
