'use strict';
// The loader of built-in modules. bootstrap/start compiles it for the first one, with what it has as
// `exports` and an empty `process`; it gives back { requireBuiltin, loadGlobal }.
//
// (1) A built-in is compiled when it is first required.
// (2) `process` is empty until the first built-in is loaded or the program looks at the global of
//     that name; then internal/process/object fills it. Other built-ins find it full, but for
//     those in WITHOUT_PROCESS: they call fillProcess() where they use it, and most never do.
// (3) The program may have replaced globals before this is loaded: what it needs comes from
//     bootstrap/start.

const { builtin: compile, hasBuiltin } = internalBinding('script');
const { natives, firstLineOffsets, json } = exports;

const modules = { __proto__: null };
const DEPS = 'internal/deps/';

// `node:fs` and `fs` are one module.
const plainId = (id) =>
  (id.charCodeAt(4) === 58 && id.charCodeAt(0) === 110 && id.startsWith('node:') ? id.slice(5) : id);

// Embedded packages require each other by relative paths.
function resolveRelative(from, id) {
  const parts = from.split('/').slice(0, -1);
  for (const part of id.split('/')) {
    if (part === '..')
      parts.pop();
    else if (part !== '.' && part !== '')
      parts.push(part);
  }
  const name = parts.join('/');
  const path = name.endsWith('.js') ? name.slice(0, -3) : name;
  return hasBuiltin(path) ? path : `${path}/index`;
}

const WITHOUT_PROCESS = {
  '__proto__': null, 'internal/async_context': true, 'internal/console/global': true,
  'internal/console/shared': true, 'internal/timers': true,
};

function load(id) {
  if (!isFull && WITHOUT_PROCESS[id] !== true)
    fillProcess();
  const module = { id, exports: {}, loaded: false };
  modules[id] = module;
  try {
    const requireHere = id.startsWith(DEPS) ?
      (name) => requireBuiltin(name[0] === '.' ? resolveRelative(id, name) : name) : requireBuiltin;
    compile(id)(module.exports, requireHere, module, process, internalBinding, primordials);
    module.loaded = true;
  } finally {
    if (!module.loaded)
      delete modules[id];
  }
  if (id === 'events')
    becomeEmitter(module.exports);
  else if (id === 'internal/util/inspect')
    requireBuiltin('internal/modules/cjs');   // it looks at prototypes: see bootstrap/start
  return module.exports;
}

function requireBuiltin(name) {
  const known = modules[name];
  if (known !== undefined)
    return known.exports;
  const id = plainId(name);
  const again = modules[id];
  return again !== undefined ? again.exports : load(id);
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

// From copies of what the engine has to what built-ins use.
{
  const { ReflectApply, uncurryThis: bind, FunctionPrototypeCall: call } = primordials;
  const uncurryThis = ReflectApply(bind, bind, [call]);
  primordials.uncurryThis = uncurryThis;
  primordials.FunctionPrototypeCall = uncurryThis(call);
  primordials.PromisePrototypeThen = uncurryThis(primordials.PromisePrototypeThen);
  primordials.PromiseResolve = uncurryThis(primordials.PromiseResolve);
  primordials.SafeMap = class SafeMap extends primordials.SafeMap {};
  primordials.SafeSet = class SafeSet extends primordials.SafeSet {};
  primordials.SafeWeakMap = class SafeWeakMap extends primordials.SafeWeakMap {};
  primordials.SafeWeakSet = class SafeWeakSet extends primordials.SafeWeakSet {};
}

// The value of a global, by the table of bootstrap/start.
function loadGlobal(id, name) {
  if (id === 'process')
    return fillProcess();
  if (id === 'json')
    return withLazyParse();
  const loaded = requireBuiltin(id);
  if (id === 'internal/error_stack')
    return globalThis[name];    // it has put all of them in place
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

modules['internal/bootstrap/start'] = { id: 'internal/bootstrap/start', loaded: true, exports };
modules['internal/bootstrap/loader'] = {
  id: 'internal/bootstrap/loader', loaded: true,
  exports: { requireBuiltin, hasBuiltin, plainId, modules, internalBinding, natives,
             firstLineOffsets, fillProcess, isProcessFull },
};
return { requireBuiltin, loadGlobal };
