'use strict';
// node:vm: scripts and functions in contexts (internal/vm/context) and outside of them. Modules are
// internal/vm/module, import() is internal/vm/dynamic_import.

const {
  ArrayBufferIsView, ArrayPrototypeForEach, ArrayPrototypeJoin, Promise, PromiseResolve,
  ReflectApply, RegExpPrototypeExec,
} = primordials;
const binding = internalBinding('contextify');
const { check } = internalBinding('script');
const { get: getOption } = internalBinding('options');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateArray, validateBoolean, validateFunction, validateInt32, validateObject,
        validateOneOf, validateString, validateStringArray, kValidateObjectAllowNullable,
        kValidateObjectAllowArray } = require('internal/validators');
const { Context, constants, contextOf, contexts, evaluate, runOptions } =
  require('internal/vm/context');

const MAY_IMPORT = /\bimport\s*(?:\(|\/[*/]|\.\s*source\b)/;
const mayImport = (text) => RegExpPrototypeExec.call(MAY_IMPORT, text) !== null;
const caches = () => require('internal/vm/cached_data');
const imports = () => require('internal/vm/dynamic_import');
let lastName = 0;

function validateImporter(value) {
  if (value !== undefined && value !== constants.USE_MAIN_CONTEXT_DEFAULT_LOADER)
    validateFunction(value, 'options.importModuleDynamically');
}

class Script {
  #source;
  #script;
  #import;      // what its import() calls, if it has any

  constructor(code, options = kEmptyObject) {
    const source = `${code}`;
    if (typeof options === 'string')
      options = { __proto__: null, filename: options };
    else
      validateObject(options, 'options');
    const { filename = 'evalmachine.<anonymous>', lineOffset = 0, columnOffset = 0, cachedData,
            produceCachedData = false, importModuleDynamically } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined && !ArrayBufferIsView(cachedData)) {
      throw new ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'],
                                     cachedData);
    }
    validateBoolean(produceCachedData, 'options.produceCachedData');
    validateImporter(importModuleDynamically);
    this.#script = { __proto__: null, source, filename, line: lineOffset + 1 };
    check(source, filename, lineOffset + 1);
    if (mayImport(source)) {
      this.#import = imports().ofScript(source, importModuleDynamically, filename, this);
      this.#script.source = this.#import.source;
    }
    this.sourceURL = RegExpPrototypeExec.call(/\/\/[#@] sourceURL=(\S+)\s*$/, source)?.[1];
    this.sourceMapURL = RegExpPrototypeExec.call(
      /\/\/[#@] sourceMappingURL=(\S+)\s*$/, source)?.[1];
    this.#source = source;
    if (cachedData !== undefined)
      this.cachedDataRejected = !caches().fits(cachedData, source);
    if (produceCachedData) {
      this.cachedDataProduced = true;
      this.cachedData = this.createCachedData();
    }
  }

  runInThisContext(options) {
    const checked = runOptions(options);
    if (this.#import !== undefined)
      imports().install(this.#import, undefined);
    return evaluate(null, this.#script, checked);
  }

  runInContext(contextifiedObject, options) {
    const context = contextOf(contextifiedObject);
    const checked = runOptions(options);
    if (this.#import !== undefined)
      imports().install(this.#import, context);
    return context.run(this.#script, checked);
  }

  runInNewContext(contextObject, options) {
    const context = createContext(contextObject, contextOptions(options));
    return this.runInContext(context, options);
  }

  createCachedData() {
    return caches().make(this.#source);
  }
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
    validateObject(contextObject, 'object', kValidateObjectAllowArray);
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
  validateImporter(options.importModuleDynamically);
  const context = new Context(contextObject);
  if (bare) {
    // The program has the global object itself: there is nothing to copy.
    const { letChange, replaceProxies } = require('internal/global_prototype');
    context.copyIn = () => replaceProxies(context.global);
    context.copyOut = () => {};
    contexts.set(context.global, context);
    letChange(context);
    return context.global;
  }
  contexts.set(contextObject, context);
  return contextObject;
}

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowArray);
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
          parsingContext, importModuleDynamically } = options;
  validateString(filename, 'options.filename');
  validateInt32(lineOffset, 'options.lineOffset');
  validateInt32(columnOffset, 'options.columnOffset');
  validateArray(contextExtensions, 'options.contextExtensions');
  ArrayPrototypeForEach.call(contextExtensions, (object, i) => validateObject(
    object, `options.contextExtensions[${i}]`, kValidateObjectAllowNullable));
  validateImporter(importModuleDynamically);
  const names = ArrayPrototypeJoin.call(params ?? [], ',');
  // It is checked alone: a text that closes the function itself is not a body.
  check(`(function(${names}\n) {\n${code}\n})`, filename, lineOffset + 1);
  const context = parsingContext === undefined ? undefined : contextOf(parsingContext);
  const compile = (text) => binding.run(context?.holder ?? null, text, filename, lineOffset + 1, 0,
                                        { __proto__: null });
  if (!mayImport(code))
    return extended(compile, `(function (${names}) {${code}\n})`, contextExtensions);
  const { LOAD, inContext, makeLoad, withoutImports } = imports();
  const make = extended(
    compile, `((${LOAD}) => function (${names}) {${withoutImports(code)}\n})`, contextExtensions);
  const made = make(inContext(
    context, makeLoad(importModuleDynamically, filename, () => made)));
  return made;
}

// The function of an expression, with the properties of these objects as names around it.
function extended(compile, expression, objects) {
  if (objects.length === 0)
    return compile(expression);
  let withs = '';
  let names = '';
  for (let i = 0; i < objects.length; i++) {
    withs += `with ($${i}) `;
    names += i === 0 ? '$0' : `,$${i}`;
  }
  return ReflectApply(compile(`(function (${names}) {${withs}return ${expression}})`), undefined,
                      objects);
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

if (getOption('--experimental-vm-modules')) {
  const { Module, SourceTextModule, SyntheticModule } = require('internal/vm/module');
  module.exports.Module = Module;
  module.exports.SourceTextModule = SourceTextModule;
  module.exports.SyntheticModule = SyntheticModule;
}
