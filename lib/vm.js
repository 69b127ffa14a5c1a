'use strict';
// node:vm. A context is a second global object of the same engine. The sandbox that a program gave
// is not that global object: its properties are copied in before a script runs and what the script
// changed is copied back. So code that runs later, from a callback, sees the sandbox as it was.

const binding = internalBinding('contextify');
const { check } = internalBinding('script');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_SCRIPT_EXECUTION_TIMEOUT } } =
  require('internal/errors');
const { validateArray, validateBoolean, validateInt32, validateObject, validateOneOf,
        validateString, validateStringArray, validateUint32, kValidateObjectAllowNullable,
        kValidateObjectAllowObjects } = require('internal/validators');

const contexts = new WeakMap();
const constants = Object.freeze({
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
    binding.run(holder, source, url, 1, 0, {})(
      undefined, () => ({ natives: {} }), module, process, internalBinding, primordials);
    return module.exports;
  };
  for (const name of ['DisposableStack', 'AsyncDisposableStack', 'SuppressedError']) {
    const become = (value) => Object.defineProperty(
      global, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
    Object.defineProperty(global, name, {
      __proto__: null, configurable: true, enumerable: false, set: become,
      get() {
        const value = (module.exports ?? load())[name];
        become(value);
        return value;
      },
    });
  }
}

class Context {
  constructor(sandbox) {
    const { add } = require('internal/process/rejections');
    [this.holder, this.global] = binding.create(add);
    if (!Object.hasOwn(this.global, 'DisposableStack'))
      defineDisposables(this.holder, this.global);
    this.sandbox = sandbox;
    this.own = new Set(Reflect.ownKeys(this.global));
    this.shared = new Set();
  }

  copyIn() {
    const { sandbox, global } = this;
    const keys = new Set(Reflect.ownKeys(sandbox));
    for (const key of this.shared) {
      if (!keys.has(key))
        Reflect.deleteProperty(global, key);
    }
    this.shared = keys;
    this.copyInherited();
    for (const key of keys) {
      const descriptor = Reflect.getOwnPropertyDescriptor(sandbox, key);
      if ('value' in descriptor) {
        if (!Object.is(global[key], descriptor.value) || !Object.hasOwn(global, key))
          Reflect.defineProperty(global, key, descriptor);
      } else {
        Reflect.defineProperty(global, key, {
          __proto__: null, configurable: true, enumerable: descriptor.enumerable,
          get: () => sandbox[key], set: (value) => { sandbox[key] = value; },
        });
      }
    }
  }

  // What the sandbox inherits is seen through it, and is no property of its own afterwards.
  copyInherited() {
    const { sandbox, global, own } = this;
    for (let from = Object.getPrototypeOf(sandbox); from !== null && from !== Object.prototype;
      from = Object.getPrototypeOf(from)) {
      for (const key of Reflect.ownKeys(from)) {
        if (key === 'constructor' || Object.hasOwn(sandbox, key) || Object.hasOwn(global, key))
          continue;
        own.add(key);
        Reflect.defineProperty(global, key, {
          __proto__: null, configurable: true, enumerable: false,
          get: () => sandbox[key], set: (value) => { sandbox[key] = value; },
        });
      }
    }
  }

  copyOut() {
    const { sandbox, global } = this;
    const keys = new Set(Reflect.ownKeys(global));
    for (const key of this.shared) {
      if (!keys.has(key))
        Reflect.deleteProperty(sandbox, key);
    }
    for (const key of keys) {
      if (this.own.has(key) && !this.shared.has(key))
        continue;
      const descriptor = Reflect.getOwnPropertyDescriptor(global, key);
      if (this.shared.has(key)) {
        if ('value' in descriptor && !Object.is(sandbox[key], descriptor.value))
          Reflect.set(sandbox, key, descriptor.value);
      } else {
        Reflect.defineProperty(sandbox, key, { ...descriptor, configurable: true });
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

function evaluate(holder, { source, filename, line }, { timeout } = {}) {
  const report = {};
  const value = binding.run(holder, source, filename, line, timeout ?? 0, report);
  if (report.expired)
    throw new ERR_SCRIPT_EXECUTION_TIMEOUT(timeout);
  return value;
}

function runOptions(options = {}) {
  validateObject(options, 'options');
  const { timeout, displayErrors, breakOnSigint } = options;
  if (timeout !== undefined)
    validateUint32(timeout, 'options.timeout', true);
  if (displayErrors !== undefined)
    validateBoolean(displayErrors, 'options.displayErrors');
  if (breakOnSigint !== undefined)
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
  return { timeout };
}

class Script {
  #script;

  constructor(code, options = {}) {
    const source = `${code}`;
    if (typeof options === 'string')
      options = { filename: options };
    else
      validateObject(options, 'options');
    const { filename = 'evalmachine.<anonymous>', lineOffset = 0, columnOffset = 0, cachedData,
            produceCachedData = false } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined && !ArrayBuffer.isView(cachedData)) {
      throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'],
                                     cachedData);
    }
    validateBoolean(produceCachedData, 'options.produceCachedData');
    this.#script = { source, filename, line: lineOffset + 1 };
    check(source, filename, lineOffset + 1);
    this.sourceURL = /\/\/[#@] sourceURL=(\S+)\s*$/.exec(source)?.[1];
    this.sourceMapURL = /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(source)?.[1];
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
    return Buffer.alloc(0);
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
    return {};
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
  return { name, origin, codeGeneration, microtaskMode };
}

function createContext(contextObject = {}, options = {}) {
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
  if (codeGeneration !== undefined) {
    validateObject(codeGeneration, 'options.codeGeneration');
    for (const key of ['strings', 'wasm']) {
      if (codeGeneration[key] !== undefined)
        validateBoolean(codeGeneration[key], `options.codeGeneration.${key}`);
    }
  }
  if (options.microtaskMode !== undefined)
    validateOneOf(options.microtaskMode, 'options.microtaskMode', ['afterEvaluate', undefined]);
  const context = new Context(contextObject);
  if (bare) {
    // The global object itself is what the program holds: nothing to copy.
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

const named = (options) => (typeof options === 'string' ? { filename: options } : options);

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

function compileFunction(code, params, options = {}) {
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
  contextExtensions.forEach((object, i) => validateObject(
    object, `options.contextExtensions[${i}]`, kValidateObjectAllowNullable));
  const names = (params ?? []).join(',');
  // Checked alone: text that closes the function by itself is no body.
  check(`(function(${names}\n) {\n${code}\n})`, filename, lineOffset + 1);
  const body = `(function (${names}) {${code}\n})`;
  const holder = parsingContext === undefined ? null : contextOf(parsingContext).holder;
  if (contextExtensions.length === 0)
    return binding.run(holder, body, filename, lineOffset + 1, 0, {});
  const withs = contextExtensions.map((_, i) => `with ($${i}) `).join('');
  const wrap = `(function (${contextExtensions.map((_, i) => `$${i}`)}) {${withs}return ${body}})`;
  return binding.run(holder, wrap, filename, lineOffset + 1, 0, {})(...contextExtensions);
}

function measureMemory(options = {}) {
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  require('internal/util').emitExperimentalWarning('vm.measureMemory');
  const { heapUsed } = process.memoryUsage();
  const range = { jsMemoryEstimate: heapUsed, jsMemoryRange: [heapUsed, heapUsed] };
  return Promise.resolve({ total: range });
}

module.exports = {
  Script, createContext, createScript: (code, options) => new Script(code, options), runInContext,
  runInNewContext, runInThisContext, isContext, compileFunction, measureMemory, constants,
};
