'use strict';
// package.json: reading it once, and what its "exports" and "imports" say. Targets are matched as
// Node documents: conditions in the order of the object, "*" patterns by the longest prefix.

const { readText, stat } = internalBinding('script');
const { get: getOption } = internalBinding('options');
const { codes: { ERR_INVALID_PACKAGE_CONFIG, ERR_PACKAGE_PATH_NOT_EXPORTED,
                 ERR_INVALID_PACKAGE_TARGET, ERR_PACKAGE_IMPORT_NOT_DEFINED,
                 ERR_INVALID_MODULE_SPECIFIER } } = require('internal/errors');

const cache = { __proto__: null };
let conditions;

function requireConditions() {
  return conditions ??= new Set(['require', 'node', 'module-sync', 'node-addons',
                                 ...getOption('--conditions')]);
}

// The package.json of a folder: { name, main, exports, imports, type, path, dir } or null.
function read(dir) {
  const path = dir === '/' ? '/package.json' : `${dir}/package.json`;
  const known = cache[path];
  if (known !== undefined)
    return known;
  const text = readText(path);
  if (typeof text !== 'string')
    return cache[path] = null;
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ERR_INVALID_PACKAGE_CONFIG(path, undefined, error.message);
  }
  const isObject = typeof data === 'object' && data !== null;
  return cache[path] = {
    path, dir,
    name: isObject && typeof data.name === 'string' ? data.name : undefined,
    main: isObject && typeof data.main === 'string' ? data.main : undefined,
    type: isObject && (data.type === 'module' || data.type === 'commonjs') ? data.type : 'none',
    exports: isObject ? data.exports : undefined,
    imports: isObject && typeof data.imports === 'object' && data.imports !== null ?
      data.imports : undefined,
  };
}

// The package that a file belongs to, or null.
function scopeOf(path) {
  let dir = path;
  while (dir.length > 1) {
    dir = dir.slice(0, dir.lastIndexOf('/'));
    if (dir.endsWith('/node_modules'))
      return null;
    const found = read(dir === '' ? '/' : dir);
    if (found !== null)
      return found;
  }
  return null;
}

const isIndex = (key) => String(+key) === key && +key >= 0 && +key < 0xFFFFFFFF;
const BAD_SEGMENT = /(^|\\|\/)((\.|%2e)(\.|%2e)?|(n|%6e|%4e)(o|%6f|%4f)(d|%64|%44)(e|%65|%45)(_|%5f)(m|%6d|%4d)(o|%6f|%4f)(d|%64|%44)(u|%75|%55)(l|%6c|%4c)(e|%65|%45)(s|%73|%53))(\\|\/|$)/i;

class Resolver {
  constructor(pkg, base, internal, conditions = requireConditions()) {
    this.conditions = conditions;
    this.pkg = pkg;
    this.base = base;         // who asks, for messages
    this.internal = internal; // "imports": targets may be packages
  }

  invalid(key, target) {
    return new ERR_INVALID_PACKAGE_TARGET(this.pkg.dir + '/', key, target, this.internal, this.base);
  }

  // A target for `key`: a path, null when it is excluded, undefined when no condition fits.
  target(target, match, key, pattern) {
    if (typeof target === 'string')
      return this.text(target, match, key, pattern);
    if (Array.isArray(target))
      return this.firstOf(target, match, key, pattern);
    if (typeof target === 'object' && target !== null) {
      for (const name of Object.keys(target)) {
        if (isIndex(name)) {
          throw new ERR_INVALID_PACKAGE_CONFIG(
            this.pkg.path, this.base, '"exports" cannot contain numeric property keys.');
        }
      }
      for (const name of Object.keys(target)) {
        if (name !== 'default' && !this.conditions.has(name))
          continue;
        const found = this.target(target[name], match, key, pattern);
        if (found !== undefined)
          return found;
      }
      return undefined;
    }
    if (target === null)
      return null;
    throw this.invalid(key, target);
  }

  firstOf(targets, match, key, pattern) {
    let failure = null;
    for (const one of targets) {
      try {
        const found = this.target(one, match, key, pattern);
        if (found === undefined)
          continue;
        if (found !== null)
          return found;
        failure = null;
      } catch (error) {
        if (error.code !== 'ERR_INVALID_PACKAGE_TARGET')
          throw error;
        failure = error;
      }
    }
    if (failure !== null)
      throw failure;
    return null;
  }

  text(target, match, key, pattern) {
    if (match !== '' && !pattern && !target.endsWith('/'))
      throw this.invalid(key, target);
    if (!target.startsWith('./')) {
      if (this.internal && !target.startsWith('../') && !target.startsWith('/'))
        return { bare: pattern ? fill(target, match) : target + match };
      throw this.invalid(key, target);
    }
    if (BAD_SEGMENT.test(target.slice(2)))
      throw this.invalid(key, target);
    if (match !== '' && BAD_SEGMENT.test(match)) {
      throw new ERR_INVALID_MODULE_SPECIFIER(
        fill(key, match),
        `request is not a valid match in pattern "${key}" for the "${
          this.internal ? 'imports' : 'exports'}" resolution of ${this.pkg.path}`, this.base);
    }
    const name = target.slice(2);
    return `${this.pkg.dir}/${decoded(pattern ? fill(name, match) : name + match)}`;
  }

  // The best of the keys for `subpath`.
  lookup(map, subpath) {
    if (Object.hasOwn(map, subpath) && !subpath.includes('*') && !subpath.endsWith('/'))
      return this.target(map[subpath], '', subpath, false);
    let best = '';
    let match = '';
    for (const key of Object.keys(map)) {
      const star = key.indexOf('*');
      if (star < 0 || !subpath.startsWith(key.slice(0, star)))
        continue;
      const tail = key.slice(star + 1);
      if (subpath.length >= key.length && subpath.endsWith(tail) && better(key, best) &&
          key.lastIndexOf('*') === star) {
        best = key;
        match = subpath.slice(star, subpath.length - tail.length);
      }
    }
    return best === '' ? undefined : this.target(map[best], match, best, true);
  }
}

// A function: "$" in a name means nothing.
const fill = (pattern, match) => pattern.replaceAll('*', () => match);

// A target is part of a URL; what cannot be decoded is a name as it is.
function decoded(name) {
  try {
    return name.includes('%') ? decodeURIComponent(name) : name;
  } catch {
    return name;
  }
}

// Longer before the "*" wins, then longer as a whole.
function better(key, best) {
  if (best === '')
    return true;
  const a = key.indexOf('*');
  const b = best.indexOf('*');
  return a !== b ? a > b : key.length > best.length;
}

// "exports" may be the target itself: then it is that of ".".
function normalExports(pkg, base) {
  const { exports } = pkg;
  if (typeof exports === 'string' || Array.isArray(exports) || exports === null ||
      typeof exports !== 'object')
    return { '.': exports };
  const keys = Object.keys(exports);
  const dotted = keys.filter((key) => key.startsWith('.')).length;
  if (dotted !== 0 && dotted !== keys.length) {
    throw new ERR_INVALID_PACKAGE_CONFIG(
      pkg.path, base, '"exports" cannot contain some keys starting with \'.\' and some not.' +
      ' The exports object must either be an object of package subpath keys' +
      ' or an object of main entry condition name keys only.');
  }
  return dotted === 0 ? { '.': exports } : exports;
}

// The file that `subpath` ("." or "./x") of a package with "exports" is.
function resolveExports(pkg, subpath, base, wanted) {
  const map = normalExports(pkg, base);
  const found = new Resolver(pkg, base, false, wanted).lookup(map, subpath);
  if (found === undefined || found === null)
    throw new ERR_PACKAGE_PATH_NOT_EXPORTED(pkg.dir + '/', subpath, base);
  return found;
}

// "#name" in the package of `base`: a path, or { bare } for another package.
function resolveImports(name, base, wanted) {
  const pkg = scopeOf(base);
  if (name === '#' || name.endsWith('/'))
    throw new ERR_INVALID_MODULE_SPECIFIER(name, 'is not a valid internal imports specifier name', base);
  if (pkg !== null && pkg.imports !== undefined) {
    const found = new Resolver(pkg, base, true, wanted).lookup(pkg.imports, name);
    if (found !== undefined && found !== null)
      return found;
  }
  throw new ERR_PACKAGE_IMPORT_NOT_DEFINED(name, pkg === null ? undefined : pkg.dir + '/', base);
}

module.exports = { read, scopeOf, resolveExports, resolveImports, stat };
