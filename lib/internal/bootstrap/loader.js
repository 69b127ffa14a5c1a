'use strict';
// The first JavaScript that runs: the loader of built-in modules, then `process`, the queues and
// the globals. Returns the function that runs the program.
//
// A built-in is compiled when it is first required. Those that this file requires are what every
// program pays for: keep them few and small.

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
  const path = parts.join('/').replace(/\.js$/, '');
  return hasBuiltin(path) ? path : `${path}/index`;
}

function load(id) {
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
  ArrayIsArray: Array.isArray,
  SafeMap: class SafeMap extends Map {},
  SafeSet: class SafeSet extends Set {},
  SafeWeakMap: class SafeWeakMap extends WeakMap {},
  SafeWeakSet: class SafeWeakSet extends WeakSet {},
};

// The engine's error constructors: internal/error_stack puts others in their places.
const natives = { __proto__: null };
for (const name of ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError',
                    'EvalError', 'URIError', 'AggregateError', 'SuppressedError']) {
  if (typeof globalThis[name] === 'function')
    natives[name] = globalThis[name];
}

// How many characters of a wrapper stand before the first line of a source, by its URL.
const firstLineOffsets = { __proto__: null };

modules['internal/bootstrap/loader'] = {
  id: 'internal/bootstrap/loader', loaded: true,
  exports: { requireBuiltin, hasBuiltin, plainId, modules, internalBinding, natives,
             firstLineOffsets },
};

const object = requireBuiltin('internal/process/object');
const { becomeEmitter } = object;
process = object.process;
requireBuiltin('internal/process/task_queues');
requireBuiltin('internal/process/fatal');
requireBuiltin('internal/bootstrap/globals');

return requireBuiltin('internal/main').run;
