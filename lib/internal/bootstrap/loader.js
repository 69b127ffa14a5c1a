'use strict';
// The loader of built-in modules. bootstrap/start compiles it for the first one, with what it has
// as `exports` and an empty `process`; it gives back { requireBuiltin, loadGlobal, publicModule }.
//
// (1) A built-in is compiled when it is first required.
// (2) `process` is empty until the first built-in is loaded or the program looks at the global of
//     that name; then internal/process/object fills it. Other built-ins find it full, but for
//     those in WITHOUT_PROCESS: they call fillProcess() where they use it, and most never do.
// (3) The program may have replaced globals before this is loaded: what it needs comes from
//     bootstrap/start.

const { builtin: compile, hasBuiltin, pristineGlobal, sampleOf } = internalBinding('script');
const { natives, firstLineOffsets, json, atomics, wasm } = exports;

const modules = { __proto__: null };

// `node:fs` and `fs` are one module.
const plainId = (id) => (
  id[4] === ':' && id[0] === 'n' && id[1] === 'o' && id[2] === 'd' && id[3] === 'e' ?
    // lint-ok: builtin-method a function of that realm has a `call` that no program replaces
    primordials.realm.String.prototype.slice.call(id, 5) : id);

const WITHOUT_PROCESS = {
  '__proto__': null, 'internal/async_context': true, 'internal/async_context/awaits': true,
  'internal/async_context/source_text': true, 'internal/console/global': true,
  'internal/console/shared': true, 'internal/event_target': true, 'internal/events/own': true,
  'internal/messaging/decode': true, 'internal/messaging/encode': true,
  'internal/messaging/ends': true, 'internal/messaging/port': true, 'internal/messaging/tags': true,
  'internal/messaging/transfer': true, 'internal/prototypes': true,
  'internal/quick_validators': true, 'internal/timers': true, 'internal/util/kinds': true,
  'internal/worker': true, 'internal/worker/state': true, 'internal/worker/thread': true,
  'worker_threads': true,
};

function load(id) {
  if (!isFull && WITHOUT_PROCESS[id] !== true)
    fillProcess();
  const module = { id, exports: {}, loaded: false };
  modules[id] = module;
  try {
    compile(id)(module.exports, requireBuiltin, module, process, internalBinding, primordials);
    module.loaded = true;
  } finally {
    if (!module.loaded)
      delete modules[id];
  }
  if (id === 'events')
    becomeEmitter(module.exports);
  completions[id]?.(module.exports);
  if (id === 'internal/util/inspect')
    completeAll();
  return module.exports;
}

// What stands for something of a module until that is loaded is completed then; and before
// internal/util/inspect is used, which looks at prototypes.
const completions = { __proto__: null };
function whenLoaded(id, complete) {
  if (modules[id]?.loaded)
    complete(modules[id].exports);
  else
    completions[id] = complete;
}

function completeAll() {
  requireBuiltin('internal/modules/cjs');    // see bootstrap/start
  const ids = primordials.ObjectKeys(completions);
  for (let i = 0; i < ids.length; i++)
    requireBuiltin(ids[i]);
}

function requireBuiltin(name) {
  const known = modules[name];
  if (known !== undefined)
    return known.exports;
  const id = plainId(name);
  const again = modules[id];
  return again !== undefined ? again.exports : load(id);
}

// Built-in modules that are required only with the prefix node:, and those behind an option.
const ONLY_WITH_PREFIX = {
  '__proto__': null, 'sea': true, 'sqlite': true, 'test': true, 'test/reporters': true,
};
const BEHIND_OPTION = {
  '__proto__': null, 'sqlite': '--experimental-sqlite',
  'stream/iter': '--experimental-stream-iter', 'zlib/iter': '--experimental-stream-iter',
};

// What require(name) returns in a program that has not loaded internal/modules/cjs, if `name` is a
// built-in module without such a condition; else undefined.
function publicModule(name) {
  if (typeof name !== 'string' || exports.cache[name] !== undefined ||
      modules.diagnostics_channel !== undefined)
    return undefined;
  const id = plainId(name);
  if (ONLY_WITH_PREFIX[id] !== undefined || BEHIND_OPTION[id] !== undefined)
    return undefined;
  const { prototype } = primordials.realm.String;
  // lint-ok: builtin-method a function of that realm has a `call` that no program replaces
  return prototype.startsWith.call(id, 'internal/') || !hasBuiltin(id) ?
    undefined : requireBuiltin(id);
}

let isFull = false;
let becomeEmitter;
function fillProcess() {
  if (isFull)
    return process;
  isFull = true;
  try {
    becomeEmitter = load('internal/process/object').becomeEmitter;
  } finally {
    isFull = becomeEmitter !== undefined;   // else the next one tries again
  }
  return process;
}
const isProcessFull = () => isFull;

// ---- Primordials (docs/builtins.md, gen/primordials.py) ----

// `ArrayPrototypeMap.call(list, f)` finds `call` on the function itself, so a program that replaces
// Function.prototype.call does not reach it. The engine compiles this form to a direct call, where
// calling a bound function takes ten times as long.
const CALL = {
  __proto__: null, value: primordials.FunctionPrototypeCall,
  writable: false, enumerable: false, configurable: true,
};
primordials.take = (name) => primordials.ObjectDefineProperty(primordials[name], 'call', CALL);
// A constructor of the program's realm by its prototype, which nobody can put elsewhere.
primordials.constructorOf = (name) =>
  primordials.ObjectGetOwnPropertyDescriptor(
    primordials.realm.Object.getPrototypeOf(sampleOf(name)), 'constructor').value;
primordials.getter = (holder, key) =>
  primordials.ObjectGetOwnPropertyDescriptor(
    holder, key[0] === '@' ? primordials.realm.Symbol.toStringTag : key).get;

// Accessors that become plain properties when they are first read.
function defineLazy(names, make) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    primordials.ObjectDefineProperty(primordials, name, {
      __proto__: null, configurable: true, enumerable: true,
      get() {
        const value = make(name);
        primordials.ObjectDefineProperty(primordials, name, {
          __proto__: null, value, writable: false, enumerable: true, configurable: true,
        });
        return value;
      },
    });
  }
}
// The global object of a realm that no program reaches. Its functions find the program's `call`,
// the only one that the engine compiles to a direct call.
defineLazy(['realm'], () => {
  const realm = pristineGlobal();
  primordials.ObjectDefineProperty(realm.Function.prototype, 'call', CALL);
  return realm;
});
// Its collections and patterns are as no program can change them.
const SAFE = {
  __proto__: null,
  SafeArray: 'Array', SafeMap: 'Map', SafeRegExp: 'RegExp', SafeSet: 'Set', SafeWeakMap: 'WeakMap',
  SafeWeakSet: 'WeakSet',
};
defineLazy(['SafeArray', 'SafeMap', 'SafeRegExp', 'SafeSet', 'SafeWeakMap', 'SafeWeakSet'],
           (name) => primordials.realm[SAFE[name]]);
// With V8's stacks; the engine's own are `natives`.
defineLazy(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError',
            'URIError', 'AggregateError', 'SuppressedError'],
           (name) => requireBuiltin('internal/error_stack').errorClass(name));
defineLazy(['ErrorCaptureStackTrace'],
           () => requireBuiltin('internal/error_stack').captureStackTrace);
// Apart from the realm, because typed arrays take the engine long to set up.
defineLazy(['realmTypedArray'],
           () => primordials.realm.Object.getPrototypeOf(primordials.realm.Uint8Array));
defineLazy(['TypedArray'],
           () => primordials.realm.Object.getPrototypeOf(primordials.constructorOf('Uint8Array')));

// The value of a global, by the table of bootstrap/start.
function loadGlobal(id, name) {
  if (id === 'process')
    return fillProcess();
  if (id === 'json')
    return withLazyParse();
  if (id === 'atomics')
    return withWaitAsync();
  const loaded = requireBuiltin(id);
  if (id === 'internal/error_stack')
    return loaded.errorClass(name);
  return id === 'internal/console/global' ? loaded : loaded[name];
}

// The engine says in its own words what is no JSON: JSON.parse is another once it is used.
function withLazyParse() {
  const { parse } = json;
  const become = (value) => primordials.ObjectDefineProperty(json, 'parse', {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
  primordials.ObjectDefineProperty(json, 'parse', {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      become(requireBuiltin('internal/json_parse').wrap(parse));
      return json.parse;
    },
    set: become,
  });
  return json;
}

// The engine's has no waitAsync().
function withWaitAsync() {
  const { waitAsync } = {
    waitAsync(typedArray, index, value, timeout) {
      return requireBuiltin('internal/worker/atomics').waitAsync(typedArray, index, value, timeout);
    },
  };
  if (atomics.waitAsync === undefined) {
    primordials.ObjectDefineProperty(atomics, 'waitAsync', {
      __proto__: null, value: waitAsync, writable: true, enumerable: false, configurable: true,
    });
  }
  return atomics;
}

modules['internal/bootstrap/start'] = { id: 'internal/bootstrap/start', loaded: true, exports };
modules['internal/bootstrap/loader'] = {
  id: 'internal/bootstrap/loader', loaded: true,
  exports: { requireBuiltin, hasBuiltin, plainId, modules, internalBinding, natives, wasm,
             firstLineOffsets, fillProcess, isProcessFull, whenLoaded, WITHOUT_PROCESS,
             ONLY_WITH_PREFIX, BEHIND_OPTION },
};
return { requireBuiltin, loadGlobal, publicModule };
