'use strict';
// The first JavaScript that runs, and all that an empty program runs: the globals, then the
// program. Returns what C calls: the function that runs the program, the loader of built-in
// modules, and the one that hears of rejections.
//
// (1) Every program pays for this file, by its length (240 instructions per byte to parse) and by
//     its bytecode more than by what it does: so what only some programs need is in
//     bootstrap/loader, which the first built-in module brings along, and tables are strings.
// (2) Nobody has changed a prototype while this runs. What is here called later may meet changed
//     ones.
// (3) This file, and those of process, console and timers that most programs load, have no regular
//     expression and no iterator on their way: the first of either makes the engine touch 0.5 MB
//     more of its code.

const { builtin: compile, mainScript, primordials: readPrimordials } = internalBinding('script');
const { defineProperty } = Object;

// The engine has no explicit resource management yet; programs need its well-known symbols.
if (Symbol.dispose === undefined) {
  defineProperty(Symbol, 'dispose', { value: Symbol('Symbol.dispose') });
  defineProperty(Symbol, 'asyncDispose', { value: Symbol('Symbol.asyncDispose') });
}

// The language's functions before any program ran: those that must be of the program's realm. For
// the others bootstrap/loader opens a realm. gen/primordials.py says which are which.
const values = readPrimordials();    // they get their names with the first built-in module

let loader;    // from the first built-in module on
const builtins = () => loader ??= compile('internal/bootstrap/loader')(
  {
    natives, json, atomics, wasm, firstLineOffsets, cache, state, prototype, METHODS, makeRequire,
    TOP, HEAD, TAIL, runFound,
  },
  undefined, undefined, {}, internalBinding, readPrimordials(values));
const requireBuiltin = (id) => builtins().requireBuiltin(id);

// ---- Globals: accessors that load a module on first use, and then are plain properties ----

// Modules and their names; those behind '+' are enumerable. What is not said by a module of that
// name, see bootstrap/loader.
const LAZY = '\
+internal/timers clearImmediate setImmediate clearInterval clearTimeout setInterval setTimeout \
+internal/globals queueMicrotask structuredClone atob btoa performance crypto fetch \
+internal/navigator navigator \
-internal/navigator Navigator \
-process process \
-internal/console/global console \
-json JSON \
-atomics Atomics \
-internal/webassembly WebAssembly \
-buffer Buffer Blob File \
-internal/url URL URLSearchParams \
-internal/abort_controller AbortController AbortSignal \
-internal/event_target Event EventTarget CustomEvent \
-internal/encoding TextEncoder TextDecoder \
-internal/domexception DOMException \
-internal/quota_exceeded_error QuotaExceededError \
-internal/urlpattern URLPattern \
-perf_hooks Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver \
PerformanceObserverEntryList PerformanceResourceTiming \
-internal/crypto/webcrypto Crypto CryptoKey SubtleCrypto \
-internal/messaging/port MessageChannel MessagePort \
-internal/messaging/event MessageEvent \
-internal/fetch/headers Headers \
-internal/fetch/request Request \
-internal/fetch/response Response \
-internal/fetch/form_data FormData \
-internal/websocket/websocket WebSocket \
-internal/websocket/events CloseEvent ErrorEvent \
-internal/messaging/broadcast BroadcastChannel \
-stream/web ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader \
ReadableStreamBYOBRequest ReadableByteStreamController ReadableStreamDefaultController \
WritableStream WritableStreamDefaultWriter WritableStreamDefaultController TransformStream \
TransformStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy \
TextEncoderStream TextDecoderStream CompressionStream DecompressionStream \
-internal/error_stack Error TypeError RangeError SyntaxError ReferenceError EvalError URIError \
AggregateError SuppressedError \
-internal/disposable DisposableStack AsyncDisposableStack SuppressedError ';

// The engine's own: internal/error_stack puts other error constructors in their places.
const natives = { __proto__: null };
const json = JSON, atomics = Atomics, wasm = globalThis.WebAssembly;

const { length } = LAZY;
let id, enumerable;
for (let at = 0, end; at < length; at = end + 1) {
  end = LAZY.indexOf(' ', at);
  const sign = LAZY.charCodeAt(at);
  if (sign < 65) {
    enumerable = sign === 43;
    id = LAZY.slice(at + 1, end);
    continue;
  }
  const name = LAZY.slice(at, end);
  if (id === 'internal/error_stack') {
    if (globalThis[name] === undefined)
      continue;
    natives[name] = globalThis[name];
  } else if (id === 'internal/disposable' && name in globalThis) {
    continue;    // the engine has it
  }
  const from = id, shown = enumerable;
  const set = (value) => {
    defineProperty(globalThis, name, {
      __proto__: null, value, writable: true, enumerable: shown, configurable: true,
    });
    return value;
  };
  const get = () => set(builtins().loadGlobal(from, name));
  defineProperty(globalThis, name, { get, set, enumerable, configurable: true });
}

// The engine's has no message for its error.
const PromiseClass = Promise;
const setAny = (value) =>
  defineProperty(PromiseClass, 'any', { __proto__: null, value, writable: true }) && value;
defineProperty(Promise, 'any', {
  get: () => setAny(requireBuiltin('internal/promise_any').any), set: setAny,
});

globalThis.global = globalThis;
// `typeof globalThis[Symbol.toStringTag]` is what programs sniff.
defineProperty(globalThis, Symbol.toStringTag, { value: 'global', configurable: true });

// ---- The program ----
// A CommonJS file without options goes the short way: C has found, read and compiled it, and here
// it is given its `module` and `require`. Whatever else the command line asks for is
// internal/main's, and require() itself is internal/modules/cjs: many a small program needs
// neither.

// A method named so that stack traces call a module's top level as V8 does; a method binds no name.
const TOP = 'Object.<anonymous>';
const HEAD = '({"Object.<anonymous>"(exports, require, module, __filename, __dirname) {';
const TAIL = '\n}})';

// How many characters of a wrapper stand before the first line of a source, by its URL.
const firstLineOffsets = { __proto__: null };
const cache = { __proto__: null };
// The main module; the class of modules once it is loaded; in a worker the function that makes
// `process` that of a worker.
const state = { __proto__: null, main: undefined, Module: undefined, ofWorker: undefined };
const cjs = () => requireBuiltin('internal/modules/cjs');

// The main module has its prototype from the start; the methods there are accessors that load
// internal/modules/cjs, which puts the real ones in their place.
const prototype = {};
const METHODS = ['constructor', 'load', 'require', '_compile', 'parent', 'isPreloading'];
for (let i = 0; i < METHODS.length; i++) {
  const name = METHODS[i];
  defineProperty(prototype, name, {
    configurable: true,
    get() {
      cjs();
      return this[name];
    },
    set(value) {
      cjs();
      this[name] = value;
    },
  });
}

// An assignment would call a setter that the program has on a prototype.
const setOwn = (target, key, value) => defineProperty(target, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

// The `require` of one module.
function makeRequire(module) {
  function require(id) {
    return (state.Module === undefined ? builtins().publicModule(id) : undefined) ??
      module.require(id);
  }
  function resolve(request, options) {
    return cjs().resolve(module, request, options);
  }
  setOwn(resolve, 'paths', function paths(request) {
    return cjs().lookupPaths(module, request);
  });
  setOwn(require, 'resolve', resolve);
  setOwn(require, 'main', state.main);
  if (state.Module === undefined) {
    const set = (value) => cjs().setExtensions(require, value);
    defineProperty(require, 'extensions', {
      __proto__: null, get: () => set(cjs().Module._extensions), set,
      enumerable: true, configurable: true,
    });
    setOwn(require, 'cache', cache);
  } else {
    setOwn(require, 'extensions', state.Module._extensions);
    setOwn(require, 'cache', state.Module._cache);
  }
  return require;
}

// Runs what mainScript() has found.
function runFound(found, process) {
  const filename = found[0], path = found[1];
  const main = {
    __proto__: prototype, id: '.', path, exports: {}, filename, loaded: false, children: [],
    paths: found[2],
  };
  state.main = main;
  if (process !== undefined)
    setOwn(process, 'mainModule', main);
  cache[filename] = main;
  firstLineOffsets[filename] = HEAD.length;
  try {
    // lint-ok: builtin-method this starts the program: it has changed nothing yet
    found[3][TOP].call(main.exports, main.exports, makeRequire(main), main, filename, path);
    main.loaded = true;
  } catch (error) {
    delete cache[filename];
    throw error;
  }
}

function run() {
  const found = mainScript(HEAD, TAIL);
  if (found == null)
    return requireBuiltin(found === null ? 'internal/worker/thread' : 'internal/main').run();
  runFound(found);
}

return [run, requireBuiltin, (promise, reason) => {
  requireBuiltin('internal/process/task_queues').rejected(promise, reason);
}];
