'use strict';
// node:module: the CommonJS loader's Module, and the functions that only this module has.

const {
  ArrayPrototypeJoin, ArrayPrototypeSlice, ObjectAssign, ObjectDefineProperty, ObjectFreeze,
  StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { Module, runMain } = require('internal/modules/cjs');
const { lazy } = require('internal/prototypes');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');

const compileCacheStatus = ObjectFreeze(
  { __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 });

// The path of the package.json of a package, by its name or by a file in it.
function findPackageJSON(specifier, base) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('specifier');
  const path = require('path');
  const packages = require('internal/modules/package');
  const toPath = (value, name) => {
    if (typeof value === 'string' && !StringPrototypeStartsWith.call(value, 'file:'))
      return value;
    if (typeof value !== 'string' && !require('internal/url').isURL(value))
      throw new ERR_INVALID_ARG_TYPE(name, ['string', 'URL'], value);
    return require('internal/url').fileURLToPath(value);
  };
  const wanted = toPath(specifier, 'specifier');
  const from = base === undefined ? undefined : toPath(base, 'base');
  if (path.isAbsolute(wanted))
    return packages.scopeOf(wanted)?.path;
  if (from === undefined)
    throw new ERR_INVALID_ARG_TYPE('base', ['string', 'URL'], base);
  if (StringPrototypeStartsWith.call(wanted, '.'))
    return packages.scopeOf(path.join(path.resolve(path.dirname(from), wanted), 'x'))?.path;
  const parts = ArrayPrototypeSlice.call(StringPrototypeSplit.call(wanted, '/'),
                                         0, wanted[0] === '@' ? 2 : 1);
  const name = ArrayPrototypeJoin.call(parts, '/');
  const folders = Module._nodeModulePaths(path.dirname(from));
  for (let i = 0; i < folders.length; i++) {
    const found = packages.read(path.join(folders[i], name));
    if (found !== null)
      return found.path;
  }
  return undefined;
}

function stripTypeScriptTypes(code) {
  validateString(code, 'code');
  const { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } = require('internal/errors').codes;
  throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('module.stripTypeScriptTypes()');
}

const sourceMaps = () => require('internal/source_map/files');
function setSourceMapsSupport(enabled, options = {}) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  sourceMaps().setSupport({ enabled, nodeModules, generatedCode });
}

// Imports of a built-in module read the properties of its exports object: nothing has to be synced.
function syncBuiltinESMExports() {}

const registerHooks = (hooks) => require('internal/modules/hooks').registerHooks(hooks);

const register = require('internal/util').deprecate((specifier, parentURL = undefined, options) => {
  require('internal/modules/hooks').register(specifier, parentURL, options);
}, '`module.register()` is deprecated. Use `module.registerHooks()` instead.', 'DEP0205');
ObjectDefineProperty(register, 'name', { __proto__: null, value: 'register', configurable: true });

ObjectAssign(Module, {
  register,
  registerHooks,
  runMain: (main = process.argv[1]) => runMain(main),
  findPackageJSON,
  syncBuiltinESMExports,
  stripTypeScriptTypes,
  constants: ObjectFreeze({ __proto__: null, compileCacheStatus }),
  // The engine has no cache of compiled code on disk.
  enableCompileCache: () => ({ __proto__: null, status: compileCacheStatus.DISABLED,
                               message: 'the engine has no compile cache' }),
  flushCompileCache() {},
  getCompileCacheDir() { return undefined; },
  findSourceMap: (path) => sourceMaps().findSourceMap(path),
  getSourceMapsSupport: () => ObjectFreeze({ __proto__: null, ...sourceMaps().getSupport() }),
  setSourceMapsSupport,
});

lazy(Module, 'SourceMap', () => require('internal/source_map/map').SourceMap);

module.exports = Module;
