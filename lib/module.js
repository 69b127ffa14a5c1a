'use strict';
// node:module: the CommonJS loader's Module, and the functions that only this module has.

const { Module, runMain } = require('internal/modules/cjs');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');

const compileCacheStatus = Object.freeze(
  { __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 });

// The package.json of a package by name, or the one a file belongs to.
function findPackageJSON(specifier, base) {
  if (arguments.length === 0)
    throw new ERR_MISSING_ARGS('specifier');
  const path = require('path');
  const packages = require('internal/modules/package');
  const toPath = (value, name) => {
    if (typeof value === 'string' && !value.startsWith('file:'))
      return value;
    if (typeof value !== 'string' && !(value instanceof URL))
      throw new ERR_INVALID_ARG_TYPE(name, ['string', 'URL'], value);
    return require('internal/url').fileURLToPath(value);
  };
  const wanted = toPath(specifier, 'specifier');
  const from = base === undefined ? undefined : toPath(base, 'base');
  if (path.isAbsolute(wanted))
    return packages.scopeOf(wanted)?.path;
  if (from === undefined)
    throw new ERR_INVALID_ARG_TYPE('base', ['string', 'URL'], base);
  if (wanted.startsWith('.'))
    return packages.scopeOf(path.join(path.resolve(path.dirname(from), wanted), 'x'))?.path;
  const name = wanted.split('/').slice(0, wanted[0] === '@' ? 2 : 1).join('/');
  for (const dir of Module._nodeModulePaths(path.dirname(from))) {
    const found = packages.read(path.join(dir, name));
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

// Built-in modules are CommonJS objects: there is nothing to bring up to date.
function syncBuiltinESMExports() {}

Object.assign(Module, {
  runMain: (main = process.argv[1]) => runMain(main),
  findPackageJSON,
  syncBuiltinESMExports,
  stripTypeScriptTypes,
  constants: Object.freeze({ __proto__: null, compileCacheStatus }),
  // The engine has no cache of compiled code on disk.
  enableCompileCache: () => ({ __proto__: null, status: compileCacheStatus.DISABLED,
                               message: 'the engine has no compile cache' }),
  flushCompileCache() {},
  getCompileCacheDir() { return undefined; },
  findSourceMap: (path) => sourceMaps().findSourceMap(path),
  getSourceMapsSupport: () => Object.freeze({ __proto__: null, ...sourceMaps().getSupport() }),
  setSourceMapsSupport,
});

Object.defineProperty(Module, 'SourceMap', {
  __proto__: null, configurable: true, enumerable: true,
  get: () => require('internal/source_map/map').SourceMap,
});

module.exports = Module;
