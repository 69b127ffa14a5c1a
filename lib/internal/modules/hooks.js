'use strict';
// module.registerHooks(): functions of the program that resolve and load modules, for require() and
// import.
//
// (1) Hooks form a chain, the newest first. Each calls the next one, or returns `shortCircuit:
//     true` to end the chain. The last step is the behaviour without hooks.
// (2) Once a hook was registered, both loaders call this module, even if no hook is left: what was
//     begun with hooks is finished in the same way.
// (3) What a chain returns is checked where it is used. A hook that has not called the next one
//     must return `shortCircuit`.

const {
  ArrayPrototypeIncludes, JSONStringify, ObjectKeys, ReflectApply, SafeArray,
  SafeWeakMap, StringPrototypeSlice, StringPrototypeStartsWith, Symbol, SymbolDispose,
} = primordials;
const { codes } = require('internal/errors');
const { append } = require('internal/util');
const { validateFunction } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { decodeBytes } = require('internal/util/bytes');
const { URL, fileURLToPath, isURL, pathToFileHref } = require('internal/url');
const path = require('path');
const {
  Module, builtinId, hooked, loadFile, loadModule, mayBeModule, parseJson, readOrThrow,
} = require('internal/modules/cjs');
const { modules, requireBuiltin } = require('internal/bootstrap/loader');
const packages = () => require('internal/modules/package');
const records = () => require('internal/modules/esm/record');
const { formatOf, resolve: resolveImport } = require('internal/modules/esm/resolve');

const registered = new SafeArray();
// Of modules that require() loads: { url, format }, and what was loaded for them before.
const requests = new SafeWeakMap();
const sources = new SafeWeakMap();
let count = 0;
const kId = Symbol('kModuleHooksIdKey');

// ---- Chains ----

// Those of module.register() are the last of a chain, and only for import.
let thread = null;

function hooksFor(kind, isImport) {
  const found = new SafeArray();
  if (thread !== null && isImport)
    found.push(thread[kind]);
  for (let i = 0; i < registered.length; i++) {
    if (registered[i][kind] !== undefined)
      found.push(registered[i][kind]);
  }
  return found;
}

// Calls the hooks of a kind, the newest first.
function run(kind, subject, context, check, last, isImport = false) {
  const hooks = hooksFor(kind, isImport);
  const call = (index, given, at) => {
    if (index < 0)
      return last(given, at);
    let isCalled = false;
    const next = (nextSubject, nextContext) => {
      isCalled = true;
      // lint-ok: options-own the program gets a plain object
      return call(index - 1, nextSubject, { ...at, ...nextContext });
    };
    const result = ReflectApply(hooks[index], undefined, [given, at, next]);
    const { shortCircuit } = result;
    if (!isCalled && !shortCircuit)
      throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('true', kind, 'shortCircuit', shortCircuit);
    check(result);
    return result;
  };
  return call(hooks.length - 1, subject, context);
}

function checkText(value, kind, name) {
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a string', kind, name, value);
}

function checkResolved({ format, url }) {
  if (typeof url !== 'string')
    throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE('a URL string', 'resolve', 'url', url);
  checkText(format, 'resolve', 'format');
}

const isSource = (value) =>
  typeof value === 'string' || isAnyArrayBuffer(value) || isArrayBufferView(value);

function checkSource({ source }) {
  if (!isSource(source)) {
    throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(
      'a string, an ArrayBuffer, or a TypedArray', 'load', 'source', source);
  }
}

function checkLoaded(result) {
  checkText(result.format, 'load', 'format');
  if (result.format !== 'builtin')
    checkSource(result);
}

// Without a source, `import` reads the file of a CommonJS module itself.
function checkImported(result) {
  if (result.format !== 'commonjs' || (result.source !== null && result.source !== undefined))
    checkLoaded(result);
}

const textOfSource = (source) =>
  (typeof source === 'string' ? source : decodeBytes(source, 'utf8'));

// ---- Conditions ----

const FIRST = {
  __proto__: null,
  require: ['require', 'node', 'node-addons', 'module-sync'],
  import: ['node', 'import', 'module-sync', 'node-addons'],
};

// The conditions of a loader as an array, in Node's order; those of the command line are the last.
function namesFor(kind) {
  const list = [];
  const wanted = packages().conditionsWith(kind);
  const first = FIRST[kind];
  for (let i = 0; i < first.length; i++) {
    if (wanted[first[i]])
      append(list, first[i]);
  }
  const names = ObjectKeys(wanted);
  for (let i = 0; i < names.length; i++) {
    if (!ArrayPrototypeIncludes.call(list, names[i]))
      append(list, names[i]);
  }
  return list;
}

function conditionsOf(names, kind) {
  names ??= namesFor(kind);
  const found = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    found[names[i]] = true;
  return found;
}

const isBuiltinUrl = (url) => StringPrototypeStartsWith.call(url, 'node:');
const isFileUrl = (url) => StringPrototypeStartsWith.call(url, 'file:');

// The name of a module in the cache of require().
const nameOf = (url) => (isFileUrl(url) ? fileURLToPath(url) : url);
const urlOf = (name) => (path.isAbsolute(name) ? pathToFileHref(name) : name);

// What the last next() of a resolve hook returns: it inherits nothing.
const resolved = (url, format) => ({ __proto__: null, url, format, importAttributes: undefined });

// ---- require() ----

function defaultRequire(specifier, parent, isMain, options, conditions) {
  if (isBuiltinUrl(specifier)) {
    if (builtinId(specifier) === undefined)
      throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(specifier);
    return resolved(specifier, 'builtin');
  }
  const outer = hooked.conditions;
  hooked.conditions = conditionsOf(conditions, 'require');
  try {
    const found = Module._resolveFilename(specifier, parent, isMain, options);
    const id = builtinId(found);
    return resolved(id !== undefined ? `node:${id}` : urlOf(found), undefined);
  } finally {
    hooked.conditions = outer;
  }
}

function resolveRequest(request, parent, isMain, options) {
  const name = parent?.filename;
  const context = {
    parentURL: typeof name === 'string' ? urlOf(name) : undefined,
    importAttributes: undefined,
    conditions: namesFor('require'),
  };
  return run('resolve', request, context, checkResolved, (specifier, { conditions }) =>
    defaultRequire(specifier, parent, isMain, options, conditions));
}

function resolveFile(request, parent, options) {
  const { url } = resolveRequest(request, parent, false, options);
  if (!isBuiltinUrl(url))
    return nameOf(url);
  // As the program has named it, unless that name needs the prefix.
  const id = StringPrototypeSlice.call(url, 5);
  return request === url || builtinId(id) === undefined ? url : id;
}

function load(request, parent, isMain) {
  const { format, url } = resolveRequest(request, parent, isMain);
  if (isBuiltinUrl(url))
    return loadBuiltin(url);
  return loadFile(nameOf(url), parent, isMain, (module) => {
    requests.set(module, { __proto__: null, url, format });
  });
}

function loadBuiltin(url) {
  const loaded = loadFor(url, 'builtin');
  if (loaded.format !== 'builtin')
    return loadOther(url, loaded);
  const id = builtinId(url);
  if (id === undefined)
    throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(url);
  return requireBuiltin(id);
}

// Runs the source that a hook has returned in place of a built-in module.
function loadOther(url, loaded) {
  const module = new Module(url, undefined);
  module.filename = url;
  module.paths = [];
  execute(module, url, url, loaded);
  return module.exports;
}

const FORMATS = { '__proto__': null, '.cjs': 'commonjs', '.mjs': 'module', '.json': 'json',
                  '.node': 'addon' };

// The format by the name of a file; undefined if it depends on the content.
function hintOf(filename) {
  const extension = path.extname(filename);
  if (FORMATS[extension] !== undefined || extension !== '.js')
    return FORMATS[extension];
  const type = path.isAbsolute(filename) ? packages().scopeOf(filename)?.type : undefined;
  return type === 'module' || type === 'commonjs' ? type : undefined;
}

function loadFor(url, format) {
  const context = { format, importAttributes: undefined, conditions: namesFor('require') };
  return run('load', url, context, checkLoaded, (wanted, at) => {
    if (isBuiltinUrl(wanted))
      return { source: null, format: at.format ?? 'builtin' };
    return { source: readOrThrow(nameOf(wanted)), format: at.format };
  });
}

// What is loaded for a module of require().
function loadedFor(module, filename) {
  const known = sources.get(module);
  if (known !== undefined)
    return known;
  const request = requests.get(module);
  return loadFor(request?.url ?? urlOf(filename), request?.format ?? hintOf(filename));
}

const textOf = (module, filename) => textOfSource(loadedFor(module, filename).source);

function runFile(module, filename) {
  execute(module, filename, requests.get(module)?.url ?? urlOf(filename),
          loadedFor(module, filename));
}

function execute(module, filename, url, { format, source }) {
  const text = textOfSource(source);
  if (format === 'json') {
    module.exports = parseJson(text);
    return;
  }
  if (format !== 'module') {
    try {
      module._compile(text, filename);
      return;
    } catch (error) {
      if (format === 'commonjs' || !mayBeModule(error, text, filename))
        throw error;
    }
  }
  if (process.mainModule !== module) {
    loadModule(module, filename, url, text);
    return;
  }
  process.mainModule = undefined;
  delete Module._cache[filename];
  require('internal/modules/esm/entry').runSource(url, text);
}

// ---- import ----

function importFormat(url) {
  if (!isFileUrl(url) && !isBuiltinUrl(url))
    return undefined;
  try {
    const format = formatOf(url);
    return format === 'detect' ? null : format;
  } catch {
    return undefined;     // an extension that a hook may know
  }
}

function resolveFrom(specifier, base, attributes) {
  const context = {
    parentURL: base,
    importAttributes: { ...attributes },    // lint-ok: options-own a plain object, as in Node
    conditions: namesFor('import'),
  };
  return run('resolve', specifier, context, checkResolved, defaultResolve, true);
}

function defaultResolve(specifier, { conditions, parentURL }) {
  const base = parentURL ?? pathToFileHref(`${process.cwd()}/`);
  let url;
  try {
    url = resolveImport(specifier, base, conditionsOf(conditions, 'import'));
  } catch (error) {
    // A scheme that a hook may be able to load.
    if (error.code !== 'ERR_UNSUPPORTED_ESM_URL_SCHEME' && error.code !== 'ERR_INVALID_URL_SCHEME')
      throw error;
    url = new URL(specifier, base).href;
  }
  return resolved(url, importFormat(url));
}

const resolveUrl = (specifier, base) => resolveFrom(specifier, base, { __proto__: null }).url;

function readUrl(url) {
  if (isFileUrl(url))
    return require('fs').readFileSync(fileURLToPath(url));
  if (StringPrototypeStartsWith.call(url, 'data:'))
    return require('internal/buffer').bufferFrom(records().textOf(url));
  throw new codes.ERR_UNSUPPORTED_ESM_URL_SCHEME(new URL(url), ['file', 'data', 'node']);
}

function defaultImport(url, { format, importAttributes }) {
  if (isBuiltinUrl(url))
    return { format: 'builtin', responseURL: url, source: null };
  const source = readUrl(url);
  format ??= records().formatFor(url, { __proto__: null, ...importAttributes });
  if (format === 'detect')
    format = records().looksLikeModule(textOfSource(source), url) ? 'module' : 'commonjs';
  if (format !== 'text')
    records().checkFormat({ __proto__: null, ...importAttributes }, format, url);
  return { format, responseURL: url, source };
}

function recordFor(url, { format, source }) {
  const { Source, Values, jsonValues, textValues, valuesOf } = records();
  switch (format) {
    case 'builtin':
      return records().recordAt(url, 'builtin');
    case 'commonjs':
      return new Values(url, () => valuesOf(loadFile(nameOf(url), undefined, false, (module) => {
        requests.set(module, { __proto__: null, url, format });
        sources.set(module, { __proto__: null, format,
                              source: source ?? readOrThrow(nameOf(url)) });
      })));
    case 'json':
      return new Values(url, () => jsonValues(textOfSource(source), url));
    case 'text':
      return new Values(url, () => textValues(textOfSource(source)));
    case 'module':
      return new Source(url, textOfSource(source));
    case 'wasm':
      return require('internal/modules/esm/wasm').makeRecord(url, source);
    default:
      throw new codes.ERR_UNKNOWN_MODULE_FORMAT(format ?? null, url);
  }
}

function record(specifier, base, attributes) {
  const { DONE, checkNames, keyFor, records: known } = records();
  const { format, importAttributes, url } = resolveFrom(specifier, base, attributes);
  checkNames(attributes, url);
  const found = known.get(keyFor(url, (importAttributes ?? attributes).type));
  if (found !== undefined)
    return found;
  const context = {
    format,
    importAttributes: importAttributes ?? { ...attributes },    // lint-ok: options-own as above
    conditions: namesFor('import'),
  };
  const loaded = run('load', url, context, checkImported, defaultImport, true);
  const made = recordFor(url, loaded);
  if (loaded.format === 'json' || loaded.format === 'text') {
    made.run();
    made.state = DONE;
  }
  known.set(keyFor(url, (importAttributes ?? attributes).type), made);
  return made;
}

// Whether a main script is loaded by import: hooks decide what names of other kinds are.
function isModuleMain(filename) {
  const extension = path.extname(filename);
  if (thread !== null)
    return true;
  return registered.length > 0 && extension !== '' && extension !== '.js' &&
    extension !== '.cts' && FORMATS[extension] === undefined;
}

// ---- Registering ----

class ModuleHooks {
  resolve;
  load;
  [kId];

  constructor(resolve, load) {
    this.resolve = resolve;
    this.load = load;
    this[kId] = Symbol(`module-hook-${count++}`);
  }

  deregister() {
    const at = registered.indexOf(this);
    if (at >= 0)
      registered.splice(at, 1);
  }

  [SymbolDispose]() { this.deregister(); }
}

function registerHooks({ resolve, load: loadHook }) {
  if (resolve !== undefined)
    validateFunction(resolve, 'hooks.resolve');
  if (loadHook !== undefined)
    validateFunction(loadHook, 'hooks.load');
  const hooks = new ModuleHooks(resolve, loadHook);
  registered.push(hooks);
  hooked.by = module.exports;
  return hooks;
}

// module.register()
function register(specifier, parentURL, options) {
  if (typeof parentURL === 'object' && parentURL !== null && !isURL(parentURL)) {
    options = parentURL;
    parentURL = options.parentURL;
  }
  addToThread(`${specifier}`, `${parentURL ?? 'data:'}`, options?.data, options?.transferList);
}

function addToThread(specifier, parentURL, data, transferList) {
  if (modules['internal/modules/hooks_worker'] !== undefined) {
    require('internal/modules/hooks_worker').register(specifier, parentURL, data);
    return;
  }
  const hooksThread = require('internal/modules/hooks_thread');
  const { error, hasHooks } = hooksThread.register(specifier, parentURL, data, transferList);
  if (hasHooks) {
    thread = hooksThread.hooks;
    hooked.by = module.exports;
  }
  if (error !== undefined)
    throw require('internal/worker/errors').unpack(error);
}

// --experimental-loader
function registerLoaders(specifiers) {
  const folder = pathToFileHref(`${process.cwd()}/`);
  let imports = '';
  for (let i = 0; i < specifiers.length; i++)
    imports += ` register(${JSONStringify(specifiers[i])}, pathToFileURL("./"));`;
  process.emitWarning('`--experimental-loader` may be removed in the future; instead use ' +
    "`register()`:\n--import 'data:text/javascript,import { register } from \"node:module\"; " +
    `import { pathToFileURL } from "node:url";${imports}'`, 'ExperimentalWarning');
  for (let i = 0; i < specifiers.length; i++)
    addToThread(specifiers[i], folder);
}

module.exports = {
  defaultImport, defaultResolve, isModuleMain, load, namesFor, record, register, registerHooks,
  registerLoaders, resolveFile, resolveUrl, run: runFile, textOf,
};
