'use strict';
// CommonJS. `require(x)` resolves x to a file, returns its module from the cache, or else reads the
// file, wraps it in a function and calls that. The steps are methods of Module, which programs may
// replace, as in Node.js.

const { readText, stat, realpath, run, hasPackage, nodeModulePaths } = internalBinding('script');
const { cache, state, prototype, METHODS, makeRequire, TOP, HEAD, TAIL } =
  require('internal/bootstrap/start');
const { get: getOption } = internalBinding('options');
const { requireBuiltin, hasBuiltin, firstLineOffsets, modules, ONLY_WITH_PREFIX, BEHIND_OPTION } =
  require('internal/bootstrap/loader');
const { validateString } = require('internal/quick_validators');
const { lazy } = require('internal/prototypes');
const path = require('path');
// A program may have replaced globals before its first require() loads this file.
const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeJoin, JSONParse,
  ObjectDefineProperty: defineProperty, ObjectHasOwn, ObjectKeys, ObjectPrototypeIsPrototypeOf,
  Proxy, ReflectApply, ReflectConstruct, RegExpPrototypeExec, SafeWeakMap,
  StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeReplaceAll,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
let packages;
const lazyPackages = () => packages ??= require('internal/modules/package');
const lazyModules = () => require('internal/modules/esm/entry');
const coded = (code, ...args) => ReflectConstruct(require('internal/errors').codes[code], args);

const PUBLIC_HEAD = '(function (exports, require, module, __filename, __dirname) { ';
const PUBLIC_TAIL = '\n});';
// Wrapped by a program's own Module.wrap.
let patchedWrap = false;

const FILE = 0;
const FOLDER = 1;
// `by` is internal/modules/hooks once a program has registered hooks; `conditions` are those that
// a hook wants instead of require()'s.
const hooked = { __proto__: null, by: null, conditions: undefined };
const builtins = { __proto__: null };   // public ids -> whether they need "node:"

const plain = (value) =>
  ({ __proto__: null, value, writable: true, enumerable: true, configurable: true });

function Module(id = '', parent) {
  defineProperty(this, 'id', plain(id));
  defineProperty(this, 'path', plain(path.dirname(id)));
  defineProperty(this, 'exports', plain({}));
  setParent(this, parent);
  updateChildren(parent, this, false);
  defineProperty(this, 'filename', plain(null));
  defineProperty(this, 'loaded', plain(false));
  defineProperty(this, 'children', plain([]));
}

// The main module may be there already, with this prototype.
state.Module = Module;
for (let i = 0; i < METHODS.length; i++)
  delete prototype[METHODS[i]];
Module.prototype = prototype;
defineProperty(Module.prototype, 'constructor', {
  __proto__: null, configurable: true, writable: true, enumerable: false, value: Module,
});

const parents = new SafeWeakMap();
const setParent = (module, parent) => { parents.set(module, parent); };
if (state.main !== undefined)
  setParent(state.main, null);
defineProperty(Module.prototype, 'parent', {
  __proto__: null, configurable: true,
  get() {
    if (getOption('--pending-deprecation'))
      warnOfParent();
    return parents.get(this);
  },
  set(value) {
    if (getOption('--pending-deprecation'))
      warnOfParent();
    setParent(this, value);
  },
});
defineProperty(Module.prototype, 'isPreloading', {
  __proto__: null, configurable: true, get() { return preloading; },
});
let preloading = false;

let warnedOfParent = false;
function warnOfParent() {
  if (!warnedOfParent) {
    warnedOfParent = true;
    process.emitWarning('module.parent is deprecated due to accuracy issues. Please use ' +
      'require.main to find program entry point instead.', 'DeprecationWarning', 'DEP0144');
  }
}

function updateChildren(parent, child, scan) {
  const children = parent?.children;
  if (children && !(scan && ArrayPrototypeIncludes.call(children, child)))
    append(children, child);
}

// As splice(at, 1), which reads the species of the array.
function removeAt(list, at) {
  for (let i = at + 1; i < list.length; i++)
    list[i - 1] = list[i];
  list.length--;
}

// push() and an assignment call a setter that the program may have for an index.
function append(list, item) {
  defineProperty(list, list.length, plain(item));
}

Module._cache = cache;
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };
Module.Module = Module;

// ---- Finding the file ----

const toReal = (file) => {
  const found = getOption('--preserve-symlinks') ? file : realpath(file);
  return typeof found === 'string' ? found : file;
};

function withExtensions(base) {
  const extensions = ObjectKeys(Module._extensions);
  for (let i = 0; i < extensions.length; i++) {
    if (stat(base + extensions[i]) === FILE)
      return toReal(base + extensions[i]);
  }
  return false;
}

function asFolder(dir, request) {
  const pkg = lazyPackages().read(dir);
  if (pkg !== null && pkg.main) {
    const main = path.resolve(dir, pkg.main);
    const found = asFile(main) || withExtensions(`${main}/index`);
    if (found)
      return found;
    const index = withExtensions(`${dir}/index`);
    if (index) {
      process.emitWarning(`Invalid 'main' field in '${pkg.path}' of '${pkg.main}'. ` +
        'Please either fix that or report it to the module author',
                          'DeprecationWarning', 'DEP0128');
      return index;
    }
    const error = new primordials.Error(`Cannot find module '${main}'. ` +
      'Please verify that the package.json has a valid "main" entry');
    defineProperty(error, 'code', plain('MODULE_NOT_FOUND'));
    defineProperty(error, 'path', plain(pkg.path));
    defineProperty(error, 'requestPath', plain(request));
    throw error;
  }
  return withExtensions(`${dir}/index`);
}

function asFile(base) {
  return stat(base) === FILE ? toReal(base) : withExtensions(base);
}

function asFileOrFolder(base, request, folderOnly) {
  const kind = stat(base);
  if (!folderOnly) {
    if (kind === FILE)
      return toReal(base);
    const found = withExtensions(base);
    if (found)
      return found;
  }
  return kind === FOLDER ? asFolder(base, request) : false;
}

const PACKAGE_NAME = /^((?:@[^/\\%]+\/)?[^./\\%][^/\\%]*)(\/.*)?$/;

// `request` in one of the node_modules folders: "exports" of the package decide when it has them.
function asPackage(nodeModules, request) {
  const match = RegExpPrototypeExec.call(PACKAGE_NAME, request);
  if (match === null)
    return undefined;
  return byExports(path.resolve(nodeModules, match[1]), match[2] || '', request);
}

function byExports(dir, rest, request, from) {
  const { parsed, read, resolveExports } = lazyPackages();
  const pkg = parsed(read(dir));
  if (pkg === null || pkg.exports === undefined || pkg.exports === null)
    return undefined;
  return fileOf(resolveExports(pkg, `.${rest}`, from, hooked.conditions), request);
}

// By --experimental-package-map.
function mappedFile(request, parent) {
  const from = fileFor(parent) ?? `${workingFolder()}/.`;
  const found = require('internal/modules/package_map').find(request, from);
  return found !== undefined && (byExports(found.folder, found.rest, request, from) ??
    asFileOrFolder(found.folder + found.rest, request, namesFolder(request)));
}

// What "exports" or "imports" named, a path or a URL, must be there as it is named.
function fileOf(found, request, from) {
  const file = typeof found === 'string' ? found : pathOfURL(found, from);
  if (stat(file) === FILE)
    return toReal(file);
  throw notFound(request, [], `Cannot find module '${file}'`);
}

function pathOfURL(url, from) {
  if (RegExpPrototypeExec.call(/%2f|%5c/i, url.pathname) !== null) {
    throw coded('ERR_INVALID_MODULE_SPECIFIER', url.pathname,
                'must not include encoded "/" or "\\" characters', from);
  }
  return require('internal/url').fileURLToPath(url);
}

// "x/", "." and ".." and what ends so cannot be files.
const namesFolder = (request) => request === '.' || request === '..' ||
  StringPrototypeEndsWith.call(request, '/') || StringPrototypeEndsWith.call(request, '/.') ||
  StringPrototypeEndsWith.call(request, '/..');

Module._findPath = function(request, paths, isMain) {
  const absolute = path.isAbsolute(request);
  if (absolute)
    paths = [''];
  else if (!paths || paths.length === 0)
    return false;
  const key = request + '\x00' +
    (paths.length === 1 ? paths[0] : ArrayPrototypeJoin.call(paths, '\x00')) +
    (hooked.conditions === undefined ? '' :
      `\x00\x00${ArrayPrototypeJoin.call(ObjectKeys(hooked.conditions), '\x00')}`);
  const known = Module._pathCache[key];
  if (known)
    return known;
  const folderOnly = namesFolder(request);
  for (let i = 0; i < paths.length; i++) {
    const dir = paths[i];
    // "../x" is resolved from a folder that was removed as well.
    if (dir !== '' && !StringPrototypeStartsWith.call(request, '..') && stat(dir) !== FOLDER)
      continue;
    if (!absolute) {
      const exported = asPackage(dir, request);
      if (exported !== undefined)
        return Module._pathCache[key] = exported;
    }
    const base = path.resolve(dir, request);
    const found = asFileOrFolder(base, request, folderOnly);
    if (found) {
      const file = isMain && getOption('--preserve-symlinks-main') ? base : found;
      return Module._pathCache[key] = file;
    }
  }
  return false;
};

Module._stat = stat;
Module._nodeModulePaths = function(from) { return nodeModulePaths(path.resolve(from)); };

const isRelative = (request) =>
  request[0] === '.' && (request.length === 1 || request[1] === '/' ||
    (request[1] === '.' && (request.length === 2 || request[2] === '/')));

// As concat(), which reads symbols and the species of arrays.
function joined(first, second) {
  const list = [];
  for (let i = 0; i < first.length; i++)
    append(list, first[i]);
  for (let i = 0; i < second.length; i++)
    append(list, second[i]);
  return list;
}

Module._resolveLookupPaths = function(request, parent) {
  if (builtinId(request) !== undefined)
    return null;
  if (!isRelative(request)) {
    const own = parent?.paths;
    const paths = own?.length ? joined(own, Module.globalPaths) : joined(Module.globalPaths, []);
    return paths.length > 0 ? paths : null;
  }
  if (!parent || !parent.id || !parent.filename)
    return ['.'];
  return [path.dirname(parent.filename)];
};

function notFound(request, stack, message) {
  message ??= `Cannot find module '${request}'`;
  if (stack.length > 0)
    message += `\nRequire stack:\n- ${ArrayPrototypeJoin.call(stack, '\n- ')}`;
  const error = new primordials.Error(message);
  defineProperty(error, 'code', plain('MODULE_NOT_FOUND'));
  defineProperty(error, 'requireStack', plain(stack));
  return error;
}

function requireStack(parent) {
  const stack = [];
  for (let at = parent; at; at = parents.get(at)) {
    const name = at.filename || at.id;
    if (ArrayPrototypeIncludes.call(stack, name))
      break;
    append(stack, name);
  }
  return stack;
}

Module._resolveFilename = function(request, parent, isMain, options) {
  const id = builtinId(request);
  if (id !== undefined)
    return request;
  let paths;
  if (typeof options === 'object' && options !== null && ArrayIsArray(options.paths)) {
    paths = isRelative(request) ? checkPaths(options.paths) :
      lookupPathsOf(request, options.paths);
  } else {
    if (options?.paths !== undefined)
      throw coded('ERR_INVALID_ARG_VALUE', 'options.paths', options.paths);
    paths = path.isAbsolute(request) ? null : Module._resolveLookupPaths(request, parent);
  }
  const from = request[0] === '#' ? fileFor(parent) : undefined;
  if (from && hasImports(from)) {
    return importedFile(request, from);
  }
  const own = selfReference(request, parent);
  const isMapped = getOption('--experimental-package-map') !== undefined &&
    !isRelative(request) && !path.isAbsolute(request);
  const file = own || (isMapped ? mappedFile(request, parent) :
    Module._findPath(request, paths, isMain));
  if (file)
    return file;
  throw notFound(request, requireStack(parent));
};

// The file of "#name". A package that it names and that is not there is missing as any other.
function importedFile(request, from) {
  try {
    return fileOf(lazyPackages().resolveImports(request, from, hooked.conditions), request, from);
  } catch (error) {
    throw error.code === 'ERR_MODULE_NOT_FOUND' ? notFound(request, []) : error;
  }
}

function checkPaths(paths) {
  for (let i = 0; i < paths.length; i++) {
    if (typeof paths[i] !== 'string')
      throw coded('ERR_INVALID_ARG_TYPE', 'paths', 'array of strings', paths);
  }
  return paths;
}

// Where `request` is looked for when it is required from each of these folders.
function lookupPathsOf(request, folders) {
  const paths = [];
  const fake = new Module('', null);
  for (let i = 0; i < folders.length; i++) {
    fake.paths = Module._nodeModulePaths(folders[i]);
    const found = Module._resolveLookupPaths(request, fake) ?? [];
    for (let at = 0; at < found.length; at++) {
      if (!ArrayPrototypeIncludes.call(paths, found[at]))
        append(paths, found[at]);
    }
  }
  return paths;
}

// Whether the package of a file has "imports"; without them "#name" is a name as any other.
function hasImports(filename) {
  return hasPackage(filename) &&
    lazyPackages().parsed(lazyPackages().scopeOf(filename))?.imports !== undefined;
}

// The folder from which requests without a file are resolved: the working directory. When that was
// removed, the folder of the executable, as in Node.
const workingFolder = () => require('internal/working_folder').workingFolder();

// The file that requires. Requests of --require and of the REPL are resolved from the working
// directory.
const fileFor = (parent) => parent?.filename ??
  (preloading || parent?.id === '<repl>' ? `${workingFolder()}/.` : undefined);

// A package may require itself by name when it has "exports". A name may begin with a dot, too.
function selfReference(request, parent) {
  const from = fileFor(parent);
  if (!from)
    return false;
  const pkg = hasPackage(from) ? lazyPackages().scopeOf(from) : null;
  if (pkg === null || pkg.exports === undefined || pkg.exports === null || pkg.name === undefined)
    return false;
  if (request !== pkg.name && !StringPrototypeStartsWith.call(request, pkg.name + '/'))
    return false;
  const subpath = '.' + StringPrototypeSlice.call(request, pkg.name.length);
  return fileOf(lazyPackages().resolveExports(pkg, subpath, from, hooked.conditions), request,
                from);
}

// ---- Built-in modules ----

// The id of a public built-in that `request` names; undefined for anything else.
function builtinId(request) {
  if (StringPrototypeStartsWith.call(request, 'node:')) {
    const id = StringPrototypeSlice.call(request, 5);
    return isPublic(id) ? id : undefined;
  }
  if (isPublic(request))
    return ONLY_WITH_PREFIX[request] !== undefined ? undefined : request;
  return StringPrototypeStartsWith.call(request, 'internal/') ? internalId(request) : undefined;
}

// Our files have underscores where Node's internal modules, which its tests require, have hyphens.
function internalId(request) {
  const id = StringPrototypeReplaceAll.call(request, '-', '_');
  return isPublic(id) ? id : undefined;
}

function isPublic(id) {
  return builtins[id] ??= hasBuiltin(id) && isEnabled(id);
}

function isEnabled(id) {
  if (BEHIND_OPTION[id] !== undefined)
    return getOption(BEHIND_OPTION[id]);
  return !StringPrototypeStartsWith.call(id, 'internal/') || getOption('--expose-internals');
}

// ---- Loading ----

Module._load = function(request, parent, isMain) {
  if (hooked.by !== null)
    return hooked.by.load(request, parent, isMain);
  if (StringPrototypeStartsWith.call(request, 'node:')) {
    const id = builtinId(request);
    if (id === undefined)
      throw coded('ERR_UNKNOWN_BUILTIN_MODULE', request);
    return requireBuiltin(id);
  }
  const filename = Module._resolveFilename(request, parent, isMain);
  const id = Module._cache[filename] === undefined ? builtinId(filename) : undefined;
  return id !== undefined ? requireBuiltin(id) : loadFile(filename, parent, isMain);
};

// The exports of a file, from the cache or by running it. `before` is called with a new module.
function loadFile(filename, parent, isMain, before) {
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    updateChildren(parent, cached, true);
    // The main script may have been started elsewhere (bootstrap/start).
    if (!cached.loaded && cached !== state.main)
      require('internal/modules/cycle_warning').guard(cached);
    return cached.exports;
  }
  const module = new Module(filename, parent);
  before?.(module);
  if (isMain) {
    process.mainModule = module;
    module.id = '.';
    state.main = module;
  }
  Module._cache[filename] = module;
  let fine = false;
  try {
    module.load(filename);
    fine = true;
  } finally {
    if (modules['internal/modules/cycle_warning'] !== undefined)
      require('internal/modules/cycle_warning').release(module);
    if (!fine) {
      delete Module._cache[filename];
      const children = parent?.children;
      const at = children ? ArrayPrototypeIndexOf.call(children, module) : -1;
      if (at >= 0)
        removeAt(children, at);
    }
  }
  return module.exports;
}

Module.prototype.load = function(filename) {
  this.filename ??= filename;
  if (!ObjectHasOwn(this, 'paths'))
    defineProperty(this, 'paths', plain(Module._nodeModulePaths(path.dirname(filename))));
  Module._extensions[extensionOf(filename)](this, filename);
  this.loaded = true;
};

// The longest registered extension of a name; ".js" when none fits.
function extensionOf(filename) {
  const name = path.basename(filename);
  for (let at = StringPrototypeIndexOf.call(name, '.', 1); at >= 0;
    at = StringPrototypeIndexOf.call(name, '.', at + 1)) {
    const extension = StringPrototypeSlice.call(name, at);
    if (Module._extensions[extension])
      return extension;
  }
  return '.js';
}

Module.prototype.require = function(id) {
  validateString(id, 'id');
  if (id === '')
    throw coded('ERR_INVALID_ARG_VALUE', 'id', id, 'must be a non-empty string');
  return modules.diagnostics_channel === undefined ? Module._load(id, this, false) :
    tracedLoad(this, id);
};

function tracedLoad(module, id) {
  const trace = require('internal/channels').traced('module.require');
  if (trace === undefined)
    return Module._load(id, module, false);
  return trace.traceSync(
    Module._load, { parentFilename: module.filename, id }, Module, id, module, false);
}

function readOrThrow(filename) {
  const text = readText(filename);
  if (typeof text === 'string')
    return text;
  const { uvException } = require('internal/errors');
  throw uvException({ __proto__: null, errno: text, syscall: text === -21 ? 'read' : 'open',
                      path: text === -21 ? undefined : filename });
}

Module._extensions['.js'] = function(module, filename) {
  if (hooked.by !== null)
    return hooked.by.run(module, filename);
  if (isModuleFile(filename))
    return loadModule(module, filename);
  const content = readOrThrow(filename);
  try {
    module._compile(content, filename);
  } catch (error) {
    if (!mayBeModule(error, content, filename))
      throw error;
    if (state.main === module)
      becomeModule(filename);
    else
      loadModule(module, filename);
  }
};

// The main script is an ES module: there is no main module of CommonJS then.
function becomeModule(filename) {
  process.mainModule = state.main = undefined;
  delete Module._cache[filename];
  lazyModules().runMain(filename);
}

// The module leaves the cache while it is evaluated: to require it meanwhile is an error.
function loadModule(module, filename, url, text) {
  const parent = parents.get(module);
  if (!getOption('--experimental-require-module'))
    throw coded('ERR_REQUIRE_ESM', filename, true, parent?.filename);
  delete Module._cache[filename];
  module.exports = lazyModules().requireModule(
    filename, parent ? requireStack(parent) : [], url, text);
  Module._cache[filename] = module;
}

const isModuleFile = (filename) => StringPrototypeEndsWith.call(filename, '.mjs') ||
  (StringPrototypeEndsWith.call(filename, '.js') && inModulePackage(filename));

// Whether a file is an ES module although its package has no "type": it is no valid script, and has
// syntax that only modules have.
function mayBeModule(error, content, filename) {
  return ObjectPrototypeIsPrototypeOf.call(primordials.SyntaxError.prototype, error) &&
    (RegExpPrototypeExec.call(/\b(?:import|export|await)\b/, content) !== null ||
     RegExpPrototypeExec.call(/ been declared|variable twice|class twice/, error.message) !==
       null) &&
    !StringPrototypeEndsWith.call(filename, '.cjs') &&
    !(hasPackage(filename) && lazyPackages().scopeOf(filename)?.type === 'commonjs') &&
    lazyModules().looksLikeModule(content, filename);
}

// Whether the package of a file has "type": "module". Most programs have no package.json above
// them: then one call into C finds none, and no file is read.
function inModulePackage(filename) {
  return hasPackage(filename) && lazyPackages().scopeOf(filename)?.type === 'module';
}

// With V8's messages for invalid JSON.
const parseJson = (text) => require('internal/json_parse').wrap(JSONParse)(text);

Module._extensions['.json'] = function(module, filename) {
  const content = hooked.by !== null ? hooked.by.textOf(module, filename) : readOrThrow(filename);
  try {
    module.exports = parseJson(content);
  } catch (error) {
    error.message = filename + ': ' + error.message;
    throw error;
  }
};

Module._extensions['.node'] = function(module, filename) {
  return process.dlopen(module, path.toNamespacedPath(filename));
};

// A "#!" line is a comment to us.
const stripShebang = (content) => (StringPrototypeStartsWith.call(content, '#!') ?
  `//${StringPrototypeSlice.call(content, 2)}` : content);

function compile(content, filename) {
  if (patchedWrap) {
    firstLineOffsets[filename] = StringPrototypeIndexOf.call(wrap(''), '{') + 1;
    return run(Module.wrap(stripShebang(content)), filename, 1);
  }
  if (RegExpPrototypeExec.call(MAY_IMPORT, content) !== null)
    return compileRewritten(content, filename);
  firstLineOffsets[filename] = HEAD.length;
  try {
    return run(HEAD + stripShebang(content) + TAIL, filename, 1, true)[TOP];
  } catch (error) {
    // Declarations that the engine does not know.
    if (RegExpPrototypeExec.call(/\busing\s/, content) === null)
      throw error;
    return compileRewritten(content, filename, error);
  }
}

// The engine's own import() leads nowhere.
const MAY_IMPORT = /\bimport\s*(?:\(|\/[*/]|\.\s*source\b)/;
function compileRewritten(content, filename, error) {
  const { compile: compileText } = require('internal/modules/rewritten');
  return compileText(stripShebang(content), filename, HEAD, TAIL, error)[TOP];
}

Module.prototype._compile = function(content, filename) {
  const call = compile(content, filename);
  const require = makeRequire(this);
  return ReflectApply(call, this.exports,
                       [this.exports, require, this, filename, path.dirname(filename)]);
};

// What `require.resolve` and `require.resolve.paths` of a module do.
function resolve(module, request, options) {
  validateString(request, 'request');
  return hooked.by !== null ? hooked.by.resolveFile(request, module, options) :
    Module._resolveFilename(request, module, false, options);
}

function lookupPaths(module, request) {
  validateString(request, 'request');
  return Module._resolveLookupPaths(request, module);
}

function wrap(script) {
  return PUBLIC_HEAD + script + PUBLIC_TAIL;
}
let publicWrap = wrap;
const publicWrapper = [PUBLIC_HEAD, PUBLIC_TAIL];
defineProperty(Module, 'wrap', {
  __proto__: null, configurable: true,
  get() { return publicWrap; },
  set(value) { patchedWrap = true; publicWrap = value; },
});
defineProperty(Module, 'wrapper', {
  __proto__: null, configurable: true,
  get() {
    return new Proxy(publicWrapper, {
      __proto__: null,
      set(target, key, value) {
        patchedWrap = true;
        target[key] = value;
        publicWrap = (script) => publicWrapper[0] + script + publicWrapper[1];
        return true;
      },
    });
  },
  set(value) {
    patchedWrap = true;
    publicWrap = (script) => value[0] + script + value[1];
  },
});

// ---- From outside ----

// Folders for every module. Computed on first use: most programs need none.
function initPaths() {
  const { HOME, NODE_PATH } = process.env;
  const given = StringPrototypeSplit.call(NODE_PATH ?? '', ':');
  const list = [];
  for (let i = 0; i < given.length; i++) {
    if (given[i] !== '')
      append(list, given[i]);
  }
  if (HOME) {
    append(list, path.resolve(HOME, '.node_modules'));
    append(list, path.resolve(HOME, '.node_libraries'));
  }
  append(list, path.resolve(process.execPath, '../../lib/node'));
  Module.globalPaths = list;
}
Module._initPaths = initPaths;
defineProperty(Module, 'globalPaths', {
  __proto__: null, configurable: true, enumerable: true,
  get() {
    initPaths();
    return Module.globalPaths;
  },
  set(value) {
    defineProperty(Module, 'globalPaths', {
      __proto__: null, configurable: true, enumerable: true, writable: true, value,
    });
  },
});

Module._preloadModules = function(requests) {
  if (requests.length === 0)
    return;
  preloading = true;
  const parent = new Module('internal/preload', null);
  parent.paths = Module._nodeModulePaths(workingFolder());
  for (let i = 0; i < requests.length; i++)
    parent.require(requests[i]);
  preloading = false;
};

// WebAssembly, or a file without extension of a package with "type": "module".
const isOtherModule = (filename) => StringPrototypeEndsWith.call(filename, '.wasm') ||
  (path.extname(filename) === '' && inModulePackage(filename));

function runMain(file) {
  const resolved = Module._findPath(path.resolve(file), null, true);
  if (!resolved)
    throw notFound(path.resolve(file), []);
  if (isModuleFile(resolved) || isOtherModule(resolved) || hooked.by?.isModuleMain(resolved))
    return lazyModules().runMain(resolved);
  return Module._load(resolved, null, true);
}

Module.createRequire = function(filename) {
  let file = filename;
  const bad = () => coded('ERR_INVALID_ARG_VALUE', 'filename', filename,
                          'must be a file URL object, file URL string, or absolute path string');
  if (typeof filename === 'object' ||
      (typeof filename === 'string' && !path.isAbsolute(filename))) {
    try {
      file = require('internal/url').fileURLToPath(filename);
    } catch {
      throw bad();
    }
  } else if (typeof filename !== 'string') {
    throw bad();
  }
  const dirLike = StringPrototypeEndsWith.call(file, '/');
  const proxy = dirLike ? path.join(file, 'noop.js') : file;
  const module = new Module(proxy);
  module.filename = proxy;
  module.paths = Module._nodeModulePaths(path.dirname(proxy));
  return makeRequire(module);
};

Module.isBuiltin = (id) => typeof id === 'string' && builtinId(id) !== undefined;
lazy(Module, 'builtinModules', () => require('internal/modules/public_ids').list());

// For a `require` that was made before this was loaded.
function setExtensions(require, value) {
  defineProperty(require, 'extensions', {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
  return value;
}

module.exports = { Module, runMain, makeRequire, compile, workingFolder, isModuleFile, resolve,
                   lookupPaths, setExtensions, parseJson, hooked, builtinId, loadFile, loadModule,
                   mayBeModule, readOrThrow };
