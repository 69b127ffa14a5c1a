'use strict';
// The first JavaScript that runs: the loader of built-in modules, then the globals. Returns what C
// calls: the function that runs the program, the loader, and the one that hears of rejections.
//
// (1) A built-in is compiled when it is first required. What every program pays for is this file,
//     bootstrap/globals and bootstrap/program: keep them few and small, they require nothing.
// (2) `process` is empty until the first built-in is loaded or the program looks at the global of
//     that name; then internal/process/object fills it. Other built-ins find it full, but for
//     those in WITHOUT_PROCESS: they call fillProcess() where they use it, and most never do.
// (3) These files, and those of process, console and timers that most programs load, have no
//     regular expression and no iterator on their way: the first of either makes the engine touch
//     0.5 MB more of its code.

const { builtin: compile, hasBuiltin } = internalBinding('script');
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
    requireBuiltin('internal/modules/cjs');   // it looks at prototypes: see bootstrap/program
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

process = {};
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

// Copies that a program cannot bend by patching globals.
const { call, bind } = Function.prototype;
const uncurryThis = bind.bind(call);
const { Map, Set, WeakMap, WeakSet, Promise } = globalThis;
primordials = {
  __proto__: null,
  uncurryThis,
  ReflectApply: Reflect.apply,
  ReflectOwnKeys: Reflect.ownKeys,
  FunctionPrototypeCall: uncurryThis(call),
  PromisePrototypeThen: uncurryThis(Promise.prototype.then),
  PromiseResolve: uncurryThis(Promise.resolve),
  ObjectDefineProperty: Object.defineProperty,
  ObjectGetOwnPropertyDescriptor: Object.getOwnPropertyDescriptor,
  ObjectSetPrototypeOf: Object.setPrototypeOf,
  ArrayIsArray: Array.isArray,
  SafeMap: class SafeMap extends Map {},
  SafeSet: class SafeSet extends Set {},
  SafeWeakMap: class SafeWeakMap extends WeakMap {},
  SafeWeakSet: class SafeWeakSet extends WeakSet {},
};

// The engine's error constructors: internal/error_stack puts others in their places.
const natives = { __proto__: null };

// How many characters of a wrapper stand before the first line of a source, by its URL.
const firstLineOffsets = { __proto__: null };

const loader = { requireBuiltin, hasBuiltin, plainId, modules, internalBinding, natives,
                 firstLineOffsets, fillProcess, isProcessFull };
modules['internal/bootstrap/loader'] = {
  id: 'internal/bootstrap/loader', loaded: true, exports: loader,
};

// Those of (1): without load(), for they leave `process` as it is.
compile('internal/bootstrap/globals')(loader, requireBuiltin);
const program = { exports: {} };
compile('internal/bootstrap/program')(program.exports, requireBuiltin, loader, process, internalBinding);
modules['internal/bootstrap/program'] = program;

return [program.exports.run, requireBuiltin, (promise, reason) => {
  requireBuiltin('internal/process/task_queues').rejected(promise, reason);
}];
