'use strict';
// Resolves an import specifier to a URL, and a URL to a format, by the rules of ES modules: no
// extensions are tried, folders are not modules, "exports" are read with the condition "import".

const {
  ReflectConstruct, RegExpPrototypeExec, StringPrototypeEndsWith,
  StringPrototypeStartsWith, Uint8Array,
} = primordials;
const { stat, realpath, hasPackage } = internalBinding('script');
const { get: getOption } = internalBinding('options');
const { setOwnProperty } = require('internal/util');
const { URL, fileURLToPath, parseURL, pathToFileHref } = require('internal/url');
const { Module } = require('internal/modules/cjs');
const path = require('path');
const coded = (code, ...args) => ReflectConstruct(require('internal/errors').codes[code], args);
const packages = () => require('internal/modules/package');
const scopeOf = (file) => packages().parsed(packages().scopeOf(file));

const FILE = 0;
const FOLDER = 1;
const PACKAGE_NAME = /^((?:@[^/\\%]+\/)?[^./\\%@][^/\\%]*)(\/.*)?$/;
let conditions;
const importConditions = () => conditions ??= packages().conditionsWith('import');

const isUrl = (text) => RegExpPrototypeExec.call(/^[a-zA-Z][a-zA-Z0-9+.-]*:/, text) !== null;
const basePath = (base) =>
  (StringPrototypeStartsWith.call(base, 'file:') ? fileURLToPath(base) : base);

// The URL of a built-in module, or undefined.
function builtinUrl(specifier) {
  if (!Module.isBuiltin(specifier)) {
    if (StringPrototypeStartsWith.call(specifier, 'node:'))
      throw coded('ERR_UNKNOWN_BUILTIN_MODULE', specifier);
    return undefined;
  }
  return StringPrototypeStartsWith.call(specifier, 'node:') ? specifier : `node:${specifier}`;
}

function resolve(specifier, base, wanted = importConditions()) {
  try {
    return find(specifier, base, wanted);
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'ERR_UNSUPPORTED_DIR_IMPORT')
      require('internal/modules/esm/advice').explain(error, specifier, base);
    else if (error.code === 'ERR_INVALID_FILE_URL_HOST')
      setOwnProperty(setOwnProperty(error, 'input', parseURL(specifier).href), 'module', base);
    throw error;
  }
}

function find(specifier, base, wanted) {
  const builtin = builtinUrl(specifier);
  if (builtin !== undefined)
    return builtin;
  if (RegExpPrototypeExec.call(/^(?:\.{0,2}\/|\.{1,2}$)/, specifier) !== null)
    return relative(specifier, base);
  if (specifier[0] === '#')
    return fromImports(specifier, base, wanted);
  if (isUrl(specifier))
    return absolute(urlOf(specifier), base);
  if (StringPrototypeStartsWith.call(base, 'data:'))
    throw coded('ERR_UNSUPPORTED_RESOLVE_REQUEST', specifier, base);
  return finish(fromPackage(specifier, base, wanted), base);
}

// The constructor throws where the text is no URL.
const urlOf = (text, base) => parseURL(text, base) ?? new URL(text, base);
const urlOfPath = (file) => parseURL(pathToFileHref(file));

function relative(specifier, base) {
  if (StringPrototypeStartsWith.call(base, 'data:'))
    throw coded('ERR_UNSUPPORTED_RESOLVE_REQUEST', specifier, base);
  return finish(urlOf(specifier, base), base);
}

function absolute(url, base) {
  if (url.protocol === 'file:')
    return finish(url, base);
  if (url.protocol === 'data:')
    return url.href;
  throw coded('ERR_UNSUPPORTED_ESM_URL_SCHEME', new URL(url.href), ['file', 'data', 'node']);
}

function fromImports(specifier, base, wanted) {
  const found = packages().resolveImports(specifier, basePath(base), wanted);
  const url = asURL(found);
  return url.protocol === 'node:' ? url.href : finish(url, base);
}

const asURL = (found) => (typeof found === 'string' ? urlOfPath(found) : found);

// The URL of a package or a built-in module that "imports" of a package.json names.
function resolveBare(name, packagePath, conditions) {
  if (name === '') {
    const own = scopeOf(packagePath);   // which may have no name either
    if (own.name === '' && own.exports !== undefined)
      return exported(own, '.', packagePath, conditions);
    throw coded('ERR_MODULE_NOT_FOUND', name, packagePath);
  }
  return Module.isBuiltin(name) ? parseURL(`node:${name}`) :
    fromPackage(name, packagePath, conditions);
}

// A package by its name: first the importing package itself, then the node_modules folders above.
function fromPackage(specifier, base, conditions = importConditions()) {
  const match = RegExpPrototypeExec.call(PACKAGE_NAME, specifier);
  const from = basePath(base);
  if (match === null)
    throw coded('ERR_INVALID_MODULE_SPECIFIER', specifier, 'is not a valid package name', from);
  const { 1: name, 2: rest = '' } = match;
  const own = hasPackage(from) ? scopeOf(from) : null;
  if (own !== null && own.name === name && own.exports !== undefined && own.exports !== null)
    return exported(own, '.' + rest, from, conditions);
  if (getOption('--experimental-package-map') !== undefined)
    return fromMap(specifier, from, conditions);
  // Requests of --import come from a folder, the working directory.
  const isFolder = StringPrototypeEndsWith.call(from, '/');
  const folders = Module._nodeModulePaths(isFolder ? from : path.dirname(from));
  for (let i = 0; i < folders.length; i++) {
    const dir = `${folders[i]}/${name}`;
    if (stat(dir) === FOLDER)
      return inPackage(dir, rest, specifier, from, conditions);
  }
  throw coded('ERR_MODULE_NOT_FOUND', name, from);
}

function inPackage(dir, rest, specifier, from, conditions) {
  const found = packages().parsed(packages().read(dir, `"${specifier}" from ${from}`));
  if (found !== null && found.exports !== undefined && found.exports !== null)
    return exported(found, '.' + rest, from, conditions);
  return rest === '' ? legacyMain(dir, found, from) :
    urlOf(`.${rest}`, pathToFileHref(`${dir}/`));
}

// By --experimental-package-map.
function fromMap(specifier, from, conditions) {
  const found = require('internal/modules/package_map').find(specifier, from);
  if (found === undefined)
    throw coded('ERR_MODULE_NOT_FOUND', specifier, from);
  return inPackage(found.folder, found.rest, specifier, from, conditions);
}

const exported = (pkg, subpath, from, conditions) =>
  asURL(packages().resolveExports(pkg, subpath, from, conditions));

const INDEX_TAILS = ['/index.js', '/index.json', '/index.node'];
const MAIN_TAILS = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node'];

function firstFile(base, tails) {
  for (let i = 0; i < tails.length; i++) {
    if (stat(base + tails[i]) === FILE)
      return base + tails[i];
  }
  return undefined;
}

// The file of a package without "exports".
function legacyMain(dir, pkg, from) {
  const found = (pkg?.main ? firstFile(path.resolve(dir, pkg.main), MAIN_TAILS) : undefined) ??
    firstFile(dir, INDEX_TAILS);
  if (found !== undefined) {
    const url = urlOfPath(found);
    if (pkg !== null && formatOf(url.href) === 'module')
      require('internal/modules/esm/advice').warnOfMain(pkg, found, from);
    return url;
  }
  throw coded('ERR_MODULE_NOT_FOUND', dir, from);
}

// The file must be there; links are followed, so that a module is loaded once.
function finish(url, base) {
  const { pathname, search, hash } = url;
  const from = basePath(base);
  if (RegExpPrototypeExec.call(/%2f|%5c/i, pathname) !== null) {
    throw coded('ERR_INVALID_MODULE_SPECIFIER', pathname,
                'must not include encoded "/" or "\\" characters', from);
  }
  const file = fileURLToPath(url);
  // A name that ends with a slash is one of a folder, whether there is one or not.
  const kind = StringPrototypeEndsWith.call(file, '/') ? FOLDER : stat(file);
  if (kind === FOLDER)
    throw coded('ERR_UNSUPPORTED_DIR_IMPORT', file, from, url.href);
  if (kind !== FILE)
    throw coded('ERR_MODULE_NOT_FOUND', file, from, url.href);
  const real = getOption('--preserve-symlinks') ? file : realpath(file);
  return pathToFileHref(typeof real === 'string' ? real : file) + search + hash;
}

// 'module', 'commonjs', 'json', 'builtin', or 'detect': a .js file whose package says nothing.
function formatOf(url) {
  if (StringPrototypeStartsWith.call(url, 'node:'))
    return 'builtin';
  if (StringPrototypeStartsWith.call(url, 'data:'))
    return dataFormat(url);
  const file = fileURLToPath(url);
  const extension = path.extname(file);
  switch (extension) {
    case '.mjs': return 'module';
    case '.cjs': return 'commonjs';
    case '.json': return 'json';
    case '.node': return 'commonjs';
    case '.wasm': return 'wasm';
    case '.js':
    case '': {
      const type = hasPackage(file) ? scopeOf(file)?.type : undefined;
      if (type !== 'commonjs' && extension === '' && isWasm(file))
        return 'wasm';
      return type === 'module' || type === 'commonjs' ? type : 'detect';
    }
    default:
      throw coded('ERR_UNKNOWN_FILE_EXTENSION', extension, file);
  }
}

// By its first four bytes.
function isWasm(file) {
  const { readSync, openSync, closeSync } = require('fs');
  const bytes = new Uint8Array(4);
  let fd;
  try {
    fd = openSync(file);
    return readSync(fd, bytes, 0, 4, 0) === 4 && bytes[0] === 0 && bytes[1] === 0x61 &&
      bytes[2] === 0x73 && bytes[3] === 0x6d;
  } catch {
    return false;       // who reads all of it reports the error
  } finally {
    if (fd !== undefined)
      closeSync(fd);
  }
}

function dataFormat(url) {
  const type = RegExpPrototypeExec.call(/^data:([^,;]*)/, url)[1];
  const isText = type === 'text/plain' && getOption('--experimental-import-text');
  const format = isText ? 'text' :
    { __proto__: null, 'text/javascript': 'module', 'application/json': 'json',
      'application/wasm': 'wasm' }[type];
  if (format === undefined)
    throw coded('ERR_UNKNOWN_MODULE_FORMAT', type === '' ? 'null' : type, url);
  return format;
}

module.exports = { resolve, resolveBare, formatOf };
