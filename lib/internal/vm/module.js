'use strict';
// vm.SourceTextModule and vm.SyntheticModule, behind --experimental-vm-modules. They are records as
// those of the loader (internal/modules/esm); the program itself finds their dependencies.
//
// (1) A module is linked when its record is. What comes before, waiting for the linker of link(),
//     is `phase`.
// (2) A Host stands for the loader: the record of source text asks it for its dependencies, and to
//     be compiled and run in its context.

const {
  ArrayBufferIsView, ArrayIsArray, ArrayPrototypeMap, JSONStringify, ObjectFreeze, ObjectHasOwn,
  Promise, PromiseReject, PromiseResolve, ReflectApply, SafeArray, SafeSet, SafeWeakMap,
} = primordials;
const binding = internalBinding('contextify');
const script = internalBinding('script');
const { codes } = require('internal/errors');
const { customInspectSymbol, emitExperimentalWarning, kEmptyObject } = require('internal/util');
const { isModuleNamespaceObject } = require('internal/util/types');
const { validateArray, validateFunction, validateInt32, validateObject, validateString } =
  require('internal/validators');
const { Source, Values, NEW, LINKED, EVALUATING } = require('internal/modules/esm/record');
const { link } = require('internal/modules/esm/link');
const { evaluate } = require('internal/modules/esm/evaluate');
const { namespaceOf } = require('internal/modules/esm/namespace');
const { isAsync } = require('internal/modules/esm/entry');
const { callLimited, contextOf, contexts, runOptions } = require('internal/vm/context');
const { inContext, makeLoad } = require('internal/vm/dynamic_import');
const cachedData = require('internal/vm/cached_data');

const names = new SafeWeakMap();      // contexts -> how many modules have a name by number
const MAIN = { __proto__: null };

function newIdentifier(context) {
  const key = context ?? MAIN;
  const count = names.get(key) ?? 0;
  names.set(key, count + 1);
  return `vm:module(${count})`;
}

// ---- Hosts ----

class Host {
  module;
  context;
  line;
  load;
  initializeMeta;
  linked = undefined;       // modules, in the order of the requests

  constructor(module, context, { initializeImportMeta, importModuleDynamically, lineOffset = 0 }) {
    this.module = module;
    this.context = context;
    this.line = lineOffset + 1;
    this.initializeMeta = initializeImportMeta;
    this.load = inContext(context, makeLoad(importModuleDynamically, '', () => module));
  }

  dependencies() {
    const { linked, module: { identifier, moduleRequests } } = this;
    if (linked === undefined && moduleRequests.length > 0) {
      throw new codes.ERR_VM_MODULE_LINK_FAILURE(`request for '${moduleRequests[0].specifier
      }' can not be resolved on module '${identifier}' that is not linked`);
    }
    const found = new SafeArray();
    for (let i = 0; linked !== undefined && i < linked.length; i++) {
      if (moduleRequests[i].phase === 'source')
        throw new codes.ERR_SOURCE_PHASE_NOT_DEFINED(linked[i].identifier);
      found.push(recordOf(linked[i]));
    }
    return found;
  }

  compile(text) {
    const { identifier } = this.module;
    return this.context === undefined ? script.run(text, identifier, this.line, true) :
      binding.run(this.context.holder, text, identifier, this.line, 0, { __proto__: null });
  }

  run(body) { return this.context === undefined ? body() : this.context.around(body); }

  meta() {
    const meta = { __proto__: null };
    this.initializeMeta?.(meta, this.module);
    return meta;
  }
}

class Synthetic extends Values {
  callback;

  constructor(url, exportNames, callback) {
    super(url, undefined);
    this.callback = callback;
    this.values = { __proto__: null };
    for (let i = 0; i < exportNames.length; i++)
      this.values[exportNames[i]] = undefined;
  }

  run() { this.callback(); }
  stable() { return false; }
}

// ---- Modules ----

let recordOf;       // the record of a module; undefined for any other value
let sandboxOf;

class Module {
  #record;
  #identifier;
  #context;
  #sandbox;
  #phase;       // 'linking', 'errored', or undefined: as the record says
  #error;

  static {
    recordOf = (value) => (typeof value === 'object' && value !== null && #record in value ?
      value.#record : undefined);
    sandboxOf = (module) => module.#sandbox;
  }

  constructor(options, makeRecord) {
    if (new.target === Module)
      throw new primordials.TypeError('Module is not a constructor');
    const { context: sandbox, identifier } = options;
    if (sandbox !== undefined)
      this.#context = contextGiven(sandbox);
    if (identifier !== undefined)
      validateString(identifier, 'options.identifier');
    emitExperimentalWarning('VM Modules');
    this.#sandbox = sandbox;
    this.#identifier = identifier ?? newIdentifier(sandbox);
    this.#record = makeRecord(this, this.#identifier, this.#context);
  }

  get identifier() { return checked(this).#identifier; }
  get context() { return checked(this).#sandbox; }

  get namespace() {
    const { status } = checked(this);
    if (status === 'unlinked' || status === 'linking')
      throw new codes.ERR_VM_MODULE_STATUS('must not be unlinked or linking');
    return namespaceOf(this.#record);
  }

  get status() {
    const { state, failed } = checked(this).#record;
    if (this.#phase !== undefined)
      return this.#phase;
    if (failed)
      return 'errored';
    switch (state) {
      case NEW: return this.#record instanceof Synthetic ? 'linked' : 'unlinked';
      case LINKED: return 'linked';
      case EVALUATING: return 'evaluating';
      default: return 'evaluated';
    }
  }

  get error() {
    if (checked(this).status !== 'errored')
      throw new codes.ERR_VM_MODULE_STATUS('must be errored');
    return this.#phase === 'errored' ? this.#error : this.#record.error;
  }

  async link(linker) {
    checked(this);
    validateFunction(linker, 'linker');
    const { status } = this;
    if (status === 'linked')
      throw new codes.ERR_VM_MODULE_ALREADY_LINKED();
    if (status !== 'unlinked')
      throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    await Module.#findAll(this, linker);
    link(this.#record);
  }

  // Asks the linker for the modules that this one and those below it need.
  static async #findAll(module, linker) {
    module.#phase = 'linking';
    try {
      const { moduleRequests } = module;
      const found = new SafeArray();
      for (let i = 0; i < moduleRequests.length; i++)
        found.push(handled(Module.#find(module, moduleRequests[i], linker)));
      await undefined;        // 'linking' until then
      for (let i = 0; i < found.length; i++)
        found[i] = await found[i];
      module.#record.host.linked = found;
      module.#phase = undefined;
    } catch (error) {
      module.#phase = 'errored';
      module.#error = error;
      throw error;
    }
  }

  static async #find(module, { specifier, attributes }, linker) {
    const found = await linker(specifier, module, { attributes, assert: attributes });
    checkLinked(module, found);
    if (found.status === 'errored') {
      throw new codes.ERR_VM_MODULE_LINK_FAILURE(
        `request for '${specifier}' resolved to an errored module`, found.error);
    }
    if (found.status === 'unlinked')
      await Module.#findAll(found, linker);
    return found;
  }

  // Not async: the promise is settled when nothing waits.
  evaluate(options = kEmptyObject) {
    try {
      const waiting = Module.#evaluate(checked(this), runOptions(options));
      return waiting ?? PromiseResolve.call(Promise);
    } catch (error) {
      return PromiseReject.call(Promise, error);
    }
  }

  static #evaluate(module, options) {
    const record = module.#record;
    const { status } = module;
    if (status !== 'linked' && status !== 'evaluated' && status !== 'errored')
      throw new codes.ERR_VM_MODULE_STATUS('must be one of linked, evaluated, or errored');
    if (status === 'errored')
      throw module.error;
    link(record);         // for a synthetic one
    if (options.timeout === undefined && !options.breakOnSigint)
      return evaluate(record);
    try {
      return callLimited(() => evaluate(record), options);
    } catch (error) {
      record.error = error;       // in place of what the engine threw in it
      throw error;
    }
  }

  [customInspectSymbol](depth, options) {
    checked(this);
    const { name } = this.constructor;
    if (typeof depth === 'number' && depth < 0)
      return `[${name}]`;
    const { inspect } = require('internal/util/inspect');
    const shown = { __proto__: this.constructor.prototype, status: this.status,
                    identifier: this.identifier, context: this.context };
    return inspect(shown, { __proto__: null, ...options, customInspect: false });
  }
}

function contextGiven(sandbox) {
  if (sandbox !== null && typeof sandbox === 'object' && contexts.has(sandbox))
    return contextOf(sandbox);
  throw new codes.ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', sandbox);
}

const RECORDS = { __proto__: null, SourceTextModule: Source, SyntheticModule: Synthetic };

// `value`, if it is a module of that class.
function checked(value, kind = 'Module') {
  const record = recordOf(value);
  if (record === undefined || (kind !== 'Module' && !(record instanceof RECORDS[kind])))
    throw new codes.ERR_INVALID_THIS(kind);
  return value;
}

function checkLinked(module, found) {
  if (recordOf(found) === undefined)
    throw new codes.ERR_VM_MODULE_NOT_MODULE();
  if (sandboxOf(found) !== sandboxOf(module))
    throw new codes.ERR_VM_MODULE_DIFFERENT_CONTEXT();
}

// Requests that differ only in their phase are of one module.
function checkSame(requests, linked) {
  for (let i = 1; i < linked.length; i++) {
    const { specifier, attributes } = requests[i];
    const key = JSONStringify(attributes);
    const first = linked.findIndex((module, at) => requests[at].specifier === specifier &&
      JSONStringify(requests[at].attributes) === key);
    if (linked[first] !== linked[i]) {
      throw new codes.ERR_MODULE_LINK_MISMATCH(`Module request 'ModuleCacheKey("${specifier
      }")' at index ${i} must be linked to the same module requested at index ${first}`);
    }
  }
}

// Its rejection is not reported if it is never awaited.
function handled(promise) {
  const wait = async () => {
    try {
      await promise;
    } catch { /* the first one of them is thrown */ }
  };
  wait();
  return promise;
}

function checkText(options) {
  const { initializeImportMeta, importModuleDynamically, lineOffset = 0, columnOffset = 0,
          cachedData: data } = options;
  validateInt32(lineOffset, 'options.lineOffset');
  validateInt32(columnOffset, 'options.columnOffset');
  if (initializeImportMeta !== undefined)
    validateFunction(initializeImportMeta, 'options.initializeImportMeta');
  if (importModuleDynamically !== undefined)
    validateFunction(importModuleDynamically, 'options.importModuleDynamically');
  if (data !== undefined && !ArrayBufferIsView(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'],
                                         data);
  }
}

class SourceTextModule extends Module {
  #requests;
  #specifiers;

  constructor(code, options = kEmptyObject) {
    validateString(code, 'sourceText');
    validateObject(options, 'options');
    checkText(options);
    if (options.cachedData !== undefined && !cachedData.fits(options.cachedData, code))
      throw new codes.ERR_VM_MODULE_CACHED_DATA_REJECTED();
    super(options, (module, identifier, context) =>
      new Source(identifier, code, new Host(module, context, options)));
  }

  get moduleRequests() {
    const { scan: { requests } } = recordOf(checked(this, 'SourceTextModule'));
    if (this.#requests === undefined) {
      this.#requests = ObjectFreeze(
        ArrayPrototypeMap.call(requests, ({ specifier, attributes, phase }) => ObjectFreeze({
          __proto__: null, specifier,
          attributes: ObjectFreeze({ __proto__: null, ...attributes }),
          phase,
        })));
    }
    return this.#requests;
  }

  get dependencySpecifiers() {
    this.#specifiers ??= ObjectFreeze(
      ArrayPrototypeMap.call(this.moduleRequests, ({ specifier }) => specifier));
    return this.#specifiers;
  }

  linkRequests(modules) {
    const { host } = recordOf(checked(this, 'SourceTextModule'));
    if (this.status !== 'unlinked')
      throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    validateArray(modules, 'modules');
    const count = this.moduleRequests.length;
    if (modules.length !== count) {
      throw new codes.ERR_MODULE_LINK_MISMATCH(
        `Expected ${count} modules, got ${modules.length}`);
    }
    const linked = new SafeArray();
    for (let i = 0; i < count; i++) {
      checkLinked(this, modules[i]);
      linked.push(modules[i]);
    }
    checkSame(this.moduleRequests, linked);
    host.linked = linked;
  }

  instantiate() {
    const record = recordOf(checked(this, 'SourceTextModule'));
    if (this.status !== 'unlinked')
      throw new codes.ERR_VM_MODULE_STATUS('must be unlinked');
    if (record.host.linked === undefined)
      throw new codes.ERR_VM_MODULE_LINK_FAILURE('module is not linked');
    link(record);
  }

  hasTopLevelAwait() { return recordOf(checked(this, 'SourceTextModule')).async; }

  hasAsyncGraph() {
    const record = recordOf(checked(this, 'SourceTextModule'));
    if (record.state === NEW)
      throw new codes.ERR_VM_MODULE_STATUS('must be instantiated');
    return isAsync(record);
  }

  createCachedData() {
    const { source } = recordOf(checked(this, 'SourceTextModule'));
    const { status } = this;
    if (status === 'evaluating' || status === 'evaluated' || status === 'errored')
      throw new codes.ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
    return cachedData.make(source);
  }
}

class SyntheticModule extends Module {
  constructor(exportNames, evaluateCallback, options = kEmptyObject) {
    checkExportNames(exportNames);
    validateFunction(evaluateCallback, 'evaluateCallback');
    validateObject(options, 'options');
    super(options, (module, identifier) => new Synthetic(
      identifier, exportNames, () => { ReflectApply(evaluateCallback, module, []); }));
  }

  link() {
    checked(this, 'SyntheticModule');
    return PromiseResolve.call(Promise);
  }

  setExport(name, value) {
    const { values } = recordOf(checked(this, 'SyntheticModule'));
    validateString(name, 'name');
    if (!ObjectHasOwn(values, name))
      throw new primordials.ReferenceError(`Export '${name}' is not defined in module`);
    values[name] = value;
  }
}

function checkExportNames(exportNames) {
  const seen = new SafeSet();
  const bad = () =>
    new codes.ERR_INVALID_ARG_TYPE('exportNames', 'Array of unique strings', exportNames);
  if (!ArrayIsArray(exportNames))
    throw bad();
  for (let i = 0; i < exportNames.length; i++) {
    const name = exportNames[i];
    if (typeof name !== 'string')
      throw bad();
    if (seen.has(name))
      throw new codes.ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name, 'is duplicated');
    seen.add(name);
  }
}

// What import() resolves to when the program's callback has returned `found`. As in Node, the
// module is not evaluated for it.
async function namespaceFor(found) {
  if (isModuleNamespaceObject(found))
    return found;
  if (recordOf(found) === undefined)
    throw new codes.ERR_VM_MODULE_NOT_MODULE();
  if (found.status === 'errored')
    throw found.error;
  return found.namespace;
}

// No module of vm has a source.
function sourceFor(found) {
  if (recordOf(found) === undefined)
    throw new codes.ERR_VM_MODULE_NOT_MODULE();
  throw new codes.ERR_SOURCE_PHASE_NOT_DEFINED(found.identifier);
}

module.exports = { Module, SourceTextModule, SyntheticModule, namespaceFor, sourceFor };
