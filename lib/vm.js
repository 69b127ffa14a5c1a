'use strict';
// node:vm. A context is a second global object of the same engine. The sandbox that a program gave
// is not that global object: its properties are copied in before a script runs and what the script
// changed is copied back. So code that runs later, from a callback, sees the sandbox as it was.

const {
  ArrayBufferIsView, ArrayPrototypeForEach, ArrayPrototypeJoin, Object, ObjectDefineProperty,
  ObjectFreeze, ObjectGetPrototypeOf, ObjectHasOwn, ObjectIs, ObjectSetPrototypeOf, Promise,
  PromiseResolve, ReflectApply, ReflectDefineProperty, ReflectDeleteProperty,
  ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, ReflectSet, RegExpPrototypeExec, SafeSet,
  SafeWeakMap, Symbol,
} = primordials;
const binding = internalBinding('contextify');
const { check } = internalBinding('script');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_SCRIPT_EXECUTION_INTERRUPTED,
                 ERR_SCRIPT_EXECUTION_TIMEOUT } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateArray, validateBoolean, validateInt32, validateObject, validateOneOf,
        validateString, validateStringArray, validateUint32, kValidateObjectAllowNullable,
        kValidateObjectAllowObjects } = require('internal/validators');

const contexts = new SafeWeakMap();
const constants = ObjectFreeze({
  __proto__: null,
  USE_MAIN_CONTEXT_DEFAULT_LOADER: Symbol('vm_dynamic_import_main_context_default'),
  DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});
let lastName = 0;

// What the engine lacks: our own file, compiled once more with the context's own intrinsics.
function defineDisposables(holder, global) {
  const module = { exports: null };
  const load = () => {
    const source = `(${internalBinding('script').builtin('internal/disposable')})`;
    const url = 'node:internal/disposable';
    binding.run(holder, source, url, 1, 0, { __proto__: null })(
      undefined, () => ({ natives: {} }), module, process, internalBinding, primordials);
    return module.exports;
  };
  const names = ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError'];
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const become = (value) => ObjectDefineProperty(global, name, {
      __proto__: null, value, writable: true, enumerable: false, configurable: true,
    });
    ObjectDefineProperty(global, name, {
      __proto__: null, configurable: true, enumerable: false, set: become,
      get() {
        const value = (module.exports ?? load())[name];
        become(value);
        return value;
      },
    });
  }
}

function setOf(list) {
  const set = new SafeSet();
  for (let i = 0; i < list.length; i++)
    set.add(list[i]);
  return set;
}

// Without a prototype, so that it can be given to defineProperty(). A proxy may have removed a key.
function ownDescriptor(object, key) {
  const descriptor = ReflectGetOwnPropertyDescriptor(object, key);
  return descriptor && ObjectSetPrototypeOf(descriptor, null);
}

class Context {
  holder;
  global;
  sandbox;
  own;
  shared = new SafeSet();

  constructor(sandbox) {
    const { add } = require('internal/process/rejections');
    const { 0: holder, 1: global } = binding.create(add);
    this.holder = holder;
    this.global = global;
    if (!ObjectHasOwn(global, 'DisposableStack'))
      defineDisposables(holder, global);
    require('internal/error_stack').installIn(global);
    this.sandbox = sandbox;
    this.own = setOf(ReflectOwnKeys(global));
  }

  copyIn() {
    const { sandbox, global } = this;
    const keys = setOf(ReflectOwnKeys(sandbox));
    this.shared.forEach((key) => {
      if (!keys.has(key))
        ReflectDeleteProperty(global, key);
    });
    this.shared = keys;
    this.copyInherited();
    for (const key of keys) {
      const descriptor = ownDescriptor(sandbox, key);
      if (ObjectHasOwn(descriptor, 'value')) {
        if (!ObjectIs(global[key], descriptor.value) || !ObjectHasOwn(global, key))
          ReflectDefineProperty(global, key, descriptor);
      } else {
        ReflectDefineProperty(global, key, {
          __proto__: null, configurable: true, enumerable: descriptor.enumerable,
          get: () => sandbox[key], set: (value) => { sandbox[key] = value; },
        });
      }
    }
  }

  // Inherited properties of the sandbox are visible, but do not become own properties.
  copyInherited() {
    const { sandbox, global, own } = this;
    for (let from = ObjectGetPrototypeOf(sandbox); from !== null && from !== Object.prototype;
      from = ObjectGetPrototypeOf(from)) {
      const names = ReflectOwnKeys(from);
      for (let i = 0; i < names.length; i++) {
        const key = names[i];
        if (key === 'constructor' || ObjectHasOwn(sandbox, key) || ObjectHasOwn(global, key))
          continue;
        own.add(key);
        ReflectDefineProperty(global, key, {
          __proto__: null, configurable: true, enumerable: false,
          get: () => sandbox[key], set: (value) => { sandbox[key] = value; },
        });
      }
    }
  }

  copyOut() {
    const { sandbox, global } = this;
    const keys = setOf(ReflectOwnKeys(global));
    this.shared.forEach((key) => {
      if (!keys.has(key))
        ReflectDeleteProperty(sandbox, key);
    });
    for (const key of keys) {
      if (this.own.has(key) && !this.shared.has(key))
        continue;
      const descriptor = ownDescriptor(global, key);
      if (this.shared.has(key)) {
        if (ObjectHasOwn(descriptor, 'value') && !ObjectIs(sandbox[key], descriptor.value))
          ReflectSet(sandbox, key, descriptor.value);
      } else {
        ReflectDefineProperty(sandbox, key, { __proto__: null, ...descriptor, configurable: true });
        this.shared.add(key);
      }
    }
  }

  run(script, options) {
    this.copyIn();
    try {
      return evaluate(this.holder, script, options);
    } finally {
      this.copyOut();
    }
  }
}

// When the time is up, the script throws `report`. What is rejected with it, an async function that
// did not end, is not reported: in Node it just stops.
function evaluate(holder, { source, filename, line }, { timeout, breakOnSigint }) {
  const report = { __proto__: null };
  if (timeout !== undefined || breakOnSigint)
    require('internal/process/rejections').ignore(report);
  const value = binding.run(holder, source, filename, line, timeout ?? 0, report,
                            breakOnSigint === true);
  if (report.interrupted)
    throw new ERR_SCRIPT_EXECUTION_INTERRUPTED();
  if (report.expired)
    throw new ERR_SCRIPT_EXECUTION_TIMEOUT(timeout);
  return value;
}

function runOptions(options = kEmptyObject) {
  validateObject(options, 'options');
  const { timeout, displayErrors, breakOnSigint } = options;
  if (timeout !== undefined)
    validateUint32(timeout, 'options.timeout', true);
  if (displayErrors !== undefined)
    validateBoolean(displayErrors, 'options.displayErrors');
  if (breakOnSigint !== undefined)
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return { __proto__: null, timeout, breakOnSigint };
}

class Script {
  #script;

  constructor(code, options = kEmptyObject) {
    const source = `${code}`;
    if (typeof options === 'string')
      options = { __proto__: null, filename: options };
    else
      validateObject(options, 'options');
    const { filename = 'evalmachine.<anonymous>', lineOffset = 0, columnOffset = 0, cachedData,
            produceCachedData = false } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined && !ArrayBufferIsView(cachedData)) {
      throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'],
                                     cachedData);
    }
    validateBoolean(produceCachedData, 'options.produceCachedData');
    this.#script = { __proto__: null, source, filename, line: lineOffset + 1 };
    check(source, filename, lineOffset + 1);
    this.sourceURL = RegExpPrototypeExec.call(/\/\/[#@] sourceURL=(\S+)\s*$/, source)?.[1];
    this.sourceMapURL = RegExpPrototypeExec.call(
      /\/\/[#@] sourceMappingURL=(\S+)\s*$/, source)?.[1];
    if (cachedData !== undefined)
      this.cachedDataRejected = true;
  }

  runInThisContext(options) {
    return evaluate(null, this.#script, runOptions(options));
  }

  runInContext(contextifiedObject, options) {
    const context = contextOf(contextifiedObject);
    return context.run(this.#script, runOptions(options));
  }

  runInNewContext(contextObject, options) {
    const context = createContext(contextObject, contextOptions(options));
    return this.runInContext(context, options);
  }

  createCachedData() {
    return require('internal/buffer').bufferAlloc(0);
  }
}

function contextOf(object) {
  validateObject(object, 'contextifiedObject', kValidateObjectAllowObjects);
  const context = contexts.get(object);
  if (context === undefined)
    throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context', object);
  return context;
}

function contextOptions(options) {
  if (options === null || typeof options !== 'object')
    return kEmptyObject;
  const { contextName: name, contextOrigin: origin, contextCodeGeneration: codeGeneration,
          microtaskMode } = options;
  if (name !== undefined)
    validateString(name, 'options.contextName');
  if (origin !== undefined)
    validateString(origin, 'options.contextOrigin');
  if (codeGeneration !== undefined)
    validateObject(codeGeneration, 'options.contextCodeGeneration');
  if (microtaskMode !== undefined)
    validateOneOf(microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  return { __proto__: null, name, origin, codeGeneration, microtaskMode };
}

function checkCodeGeneration(codeGeneration) {
  validateObject(codeGeneration, 'options.codeGeneration');
  const { strings, wasm } = codeGeneration;
  if (strings !== undefined)
    validateBoolean(strings, 'options.codeGeneration.strings');
  if (wasm !== undefined)
    validateBoolean(wasm, 'options.codeGeneration.wasm');
}

function createContext(contextObject = {}, options = kEmptyObject) {
  const bare = contextObject === constants.DONT_CONTEXTIFY;
  if (!bare) {
    validateObject(contextObject, 'object', kValidateObjectAllowObjects);
    if (contexts.has(contextObject))
      return contextObject;
  }
  validateObject(options, 'options');
  const { name = `VM Context ${++lastName}`, origin, codeGeneration } = options;
  validateString(name, 'options.name');
  if (origin !== undefined)
    validateString(origin, 'options.origin');
  if (codeGeneration !== undefined)
    checkCodeGeneration(codeGeneration);
  if (options.microtaskMode !== undefined)
    validateOneOf(options.microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  const context = new Context(contextObject);
  if (bare) {
    // The program has the global object itself: there is nothing to copy.
    context.copyIn = context.copyOut = () => {};
    contexts.set(context.global, context);
    return context.global;
  }
  contexts.set(contextObject, context);
  return contextObject;
}

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowObjects);
  return contexts.has(object);
}

const named = (options) => (typeof options === 'string' ? { __proto__: null, filename: options } :
  options);

function runInContext(code, contextifiedObject, options) {
  contextOf(contextifiedObject);
  options = named(options);
  return new Script(code, options).runInContext(contextifiedObject, options);
}

function runInNewContext(code, contextObject, options) {
  options = named(options);
  contextObject = createContext(contextObject, contextOptions(options));
  return new Script(code, options).runInContext(contextObject, options);
}

function runInThisContext(code, options) {
  options = named(options);
  return new Script(code, options).runInThisContext(options);
}

function compileFunction(code, params, options = kEmptyObject) {
  validateString(code, 'code');
  validateObject(options, 'options');
  if (params !== undefined)
    validateStringArray(params, 'params');
  const { filename = '', lineOffset = 0, columnOffset = 0, contextExtensions = [],
          parsingContext } = options;
  validateString(filename, 'options.filename');
  validateInt32(lineOffset, 'options.lineOffset');
  validateInt32(columnOffset, 'options.columnOffset');
  validateArray(contextExtensions, 'options.contextExtensions');
  ArrayPrototypeForEach.call(contextExtensions, (object, i) => validateObject(
    object, `options.contextExtensions[${i}]`, kValidateObjectAllowNullable));
  const names = ArrayPrototypeJoin.call(params ?? [], ',');
  // It is checked alone: a text that closes the function itself is not a body.
  check(`(function(${names}\n) {\n${code}\n})`, filename, lineOffset + 1);
  const body = `(function (${names}) {${code}\n})`;
  const holder = parsingContext === undefined ? null : contextOf(parsingContext).holder;
  if (contextExtensions.length === 0)
    return binding.run(holder, body, filename, lineOffset + 1, 0, { __proto__: null });
  let withs = '';
  let extensions = '';
  for (let i = 0; i < contextExtensions.length; i++) {
    withs += `with ($${i}) `;
    extensions += i === 0 ? '$0' : `,$${i}`;
  }
  const wrap = `(function (${extensions}) {${withs}return ${body}})`;
  const make = binding.run(holder, wrap, filename, lineOffset + 1, 0, { __proto__: null });
  return ReflectApply(make, undefined, contextExtensions);
}

function measureMemory(options = kEmptyObject) {
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  require('internal/util').emitExperimentalWarning('vm.measureMemory');
  const { heapUsed } = process.memoryUsage();
  const range = { jsMemoryEstimate: heapUsed, jsMemoryRange: [heapUsed, heapUsed] };
  return PromiseResolve.call(Promise, { total: range });
}

module.exports = {
  Script, createContext, createScript: (code, options) => new Script(code, options), runInContext,
  runInNewContext, runInThisContext, isContext, compileFunction, measureMemory, constants,
};
