'use strict';
// package.json: each file is read once; resolves "exports" and "imports". Targets are matched as
// Node documents: conditions in the order of the object, "*" patterns by the longest prefix.

const {
  ArrayIsArray, JSONParse, ObjectHasOwn, ObjectKeys, ObjectSetPrototypeOf,
  RegExp, RegExpPrototypeExec, String, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeReplaceAll,
  StringPrototypeSlice, StringPrototypeStartsWith, Symbol,
} = primordials;
const { readText, stat } = internalBinding('script');
const { get: getOption } = internalBinding('options');
const { codes: { ERR_INVALID_PACKAGE_CONFIG, ERR_PACKAGE_PATH_NOT_EXPORTED,
                 ERR_INVALID_PACKAGE_TARGET, ERR_PACKAGE_IMPORT_NOT_DEFINED,
                 ERR_INVALID_MODULE_SPECIFIER } } = require('internal/errors');

const cache = { __proto__: null };
const kTexts = Symbol('texts'); // of "exports" and "imports" that are parsed when they are read
let conditions;

// The conditions of "exports" and "imports" that hold: 'require' or 'import', and these.
function conditionsWith(kind) {
  const found = { '__proto__': null, 'node': true, 'module-sync': true };
  if (getOption('--addons'))
    found['node-addons'] = true;
  found[kind] = true;
  const given = getOption('--conditions');
  for (let i = 0; i < given.length; i++)
    found[given[i]] = true;
  return found;
}

function requireConditions() {
  return conditions ??= conditionsWith('require');
}

// The package.json of a folder: { name, main, exports, imports, type, path, dir } or null.
// `importer` is the module that imports it, for the message.
function read(dir, importer) {
  const path = dir === '/' ? '/package.json' : `${dir}/package.json`;
  const known = cache[path];
  if (known !== undefined)
    return known;
  const text = readText(path);
  if (typeof text !== 'string')
    return cache[path] = null;
  const data = isUTF8(text, path) ? parse(text) : undefined;
  if (data === undefined)
    throw new ERR_INVALID_PACKAGE_CONFIG(path, importer);
  const { name, main, type, exports, imports } = data;
  const pkg = {
    __proto__: null,
    path, dir, name,
    main: typeof main === 'string' ? main : undefined,
    type: type === 'module' || type === 'commonjs' ? type : 'none',
    exports: isTextOrObject(exports) ? exports : undefined,
    imports: isTextOrObject(imports) ? imports : undefined,
  };
  if (data[kTexts] !== undefined)
    require('internal/modules/package_fields').defineTargets(pkg, data[kTexts]);
  return cache[path] = pkg;
}

// Throws the SyntaxError of "exports" or "imports" that are no JSON. Node parses both where a
// package is looked up, and only "exports" where a file requires another.
function parsed(pkg) {
  if (pkg !== null) {
    void pkg.exports;
    void pkg.imports;
  }
  return pkg;
}

// Bytes that are no UTF-8 were read as U+FFFD, which may also stand in the file itself.
const isUTF8 = (text, path) => !StringPrototypeIncludes.call(text, '\ufffd') ||
  require('buffer').isUtf8(require('fs').readFileSync(path));

const isTextOrObject = (value) =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);
const isTextIfAny = (value) => value === undefined || typeof value === 'string';

// The object in `text`, or undefined when it is no package.json: no object, or with a "name" or
// "type" that is no string. It has no prototype, so only what the file says counts.
function parse(text) {
  if (StringPrototypeIncludes.call(text, '\\u'))
    return parseFields(text);
  let data;
  try {
    data = JSONParse(text);
  } catch {
    return parseFields(text);
  }
  if (typeof data !== 'object' || data === null || ArrayIsArray(data))
    return undefined;
  ObjectSetPrototypeOf(data, null);
  return isTextIfAny(data.name) && isTextIfAny(data.type) ? data : undefined;
}

function parseFields(text) {
  const found = require('internal/modules/package_fields').fieldsOf(text);
  if (found === undefined)
    return undefined;
  const { name, main, type } = found;
  return { __proto__: null, name, main, type, [kTexts]: found };
}

// The package that a file belongs to, or null.
function scopeOf(path) {
  let dir = path;
  while (dir.length > 1) {
    dir = StringPrototypeSlice.call(dir, 0, StringPrototypeLastIndexOf.call(dir, '/'));
    if (StringPrototypeEndsWith.call(dir, '/node_modules'))
      return null;
    const found = read(dir === '' ? '/' : dir);
    if (found !== null)
      return found;
  }
  return null;
}

const isIndex = (key) => String(+key) === key && +key >= 0 && +key < 0xFFFFFFFF;
// ".", ".." or "node_modules", each character as it is or percent-encoded.
const ENCODED_NAME = '(n|%6e|%4e)(o|%6f|%4f)(d|%64|%44)(e|%65|%45)(_|%5f)(m|%6d|%4d)(o|%6f|%4f)' +
  '(d|%64|%44)(u|%75|%55)(l|%6c|%4c)(e|%65|%45)(s|%73|%53)';
const BAD_SEGMENT =
  new RegExp(`(^|\\\\|\\/)((\\.|%2e)(\\.|%2e)?|${ENCODED_NAME})(\\\\|\\/|$)`, 'i');

const EMPTY_NAME = /^\/|\/\/|\/$/;
const advice = () => require('internal/modules/esm/advice');

class Resolver {
  // Own properties before they are assigned: a setter of the program must not be called.
  conditions;
  base;

  constructor(pkg, base, internal, conditions = requireConditions()) {
    this.conditions = conditions;
    this.pkg = pkg;
    this.base = base;         // the importing file, for messages
    this.internal = internal; // "imports": targets may be packages
  }

  invalid(key, target) {
    return new ERR_INVALID_PACKAGE_TARGET(
      `${this.pkg.dir}/`, key, target, this.internal, this.base);
  }

  // A target for `key`: a path or a URL; null when it is excluded, undefined without a condition.
  target(target, match, key, pattern) {
    if (typeof target === 'string')
      return this.text(target, match, key, pattern);
    if (ArrayIsArray(target))
      return this.firstOf(target, match, key, pattern);
    if (typeof target === 'object' && target !== null) {
      return this.byCondition(target, match, key, pattern);
    }
    if (target === null)
      return null;
    throw this.invalid(key, target);
  }

  byCondition(target, match, key, pattern) {
    const names = ObjectKeys(target);
    for (let i = 0; i < names.length; i++) {
      if (isIndex(names[i])) {
        throw new ERR_INVALID_PACKAGE_CONFIG(
          this.pkg.path, this.base, '"exports" cannot contain numeric property keys.');
      }
    }
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== 'default' && this.conditions[names[i]] !== true)
        continue;
      const found = this.target(target[names[i]], match, key, pattern);
      if (found !== undefined)
        return found;
    }
    return undefined;
  }

  // Without a target that fits the result is the last one: null, or undefined where no condition
  // holds, so that the next condition around the list is tried.
  firstOf(targets, match, key, pattern) {
    let failure = targets.length === 0 ? null : undefined;
    for (let i = 0; i < targets.length; i++) {
      try {
        const found = this.target(targets[i], match, key, pattern);
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
    if (failure !== null && failure !== undefined)
      throw failure;
    return failure;
  }

  text(target, match, key, pattern) {
    if (match !== '' && !pattern && !StringPrototypeEndsWith.call(target, '/'))
      throw this.invalid(key, target);
    if (!StringPrototypeStartsWith.call(target, './')) {
      if (!this.internal || target[0] === '/' || StringPrototypeStartsWith.call(target, '../') ||
          isURL(target))
        throw this.invalid(key, target);
      return resolveBare(pattern ? fill(target, match) : target + match, this.pkg,
                         this.conditions);
    }
    if (RegExpPrototypeExec.call(BAD_SEGMENT, StringPrototypeSlice.call(target, 2)) !== null)
      throw this.invalid(key, target);
    if (match !== '' && RegExpPrototypeExec.call(BAD_SEGMENT, match) !== null) {
      throw new ERR_INVALID_MODULE_SPECIFIER(
        fill(key, match),
        `request is not a valid match in pattern "${key}" for the "${
          this.internal ? 'imports' : 'exports'}" resolution of ${this.pkg.path}`, this.base);
    }
    const name = pattern ? fill(target, match) : target + match;
    if (RegExpPrototypeExec.call(EMPTY_NAME, StringPrototypeSlice.call(name, 2)) !== null ||
        (match !== '' && RegExpPrototypeExec.call(EMPTY_NAME, match) !== null))
      advice().warnOfSlashes(this, name, pattern ? fill(key, match) : key + match, key);
    return fileAt(this.pkg, name);
  }

  // The best of the keys for `subpath`.
  lookup(map, subpath) {
    if (ObjectHasOwn(map, subpath) && !StringPrototypeIncludes.call(subpath, '*') &&
        !StringPrototypeEndsWith.call(subpath, '/'))
      return this.target(map[subpath], '', subpath, false);
    let best = '';
    let match = '';
    const keys = ObjectKeys(map);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const star = StringPrototypeIndexOf.call(key, '*');
      if (star < 0 ||
          !StringPrototypeStartsWith.call(subpath, StringPrototypeSlice.call(key, 0, star)))
        continue;
      const tail = StringPrototypeSlice.call(key, star + 1);
      if (subpath.length >= key.length && StringPrototypeEndsWith.call(subpath, tail) &&
          better(key, best) && StringPrototypeLastIndexOf.call(key, '*') === star) {
        best = key;
        match = StringPrototypeSlice.call(subpath, star, subpath.length - tail.length);
      }
    }
    if (best === '')
      return undefined;
    if (StringPrototypeEndsWith.call(subpath, '/') && !this.internal)
      advice().warnOfTrailingSlash(this, subpath);
    return this.target(map[best], match, best, true);
  }
}

// A function: "$" in a name means nothing.
const fill = (pattern, match) => StringPrototypeReplaceAll.call(pattern, '*', () => match);

// A target is a URL relative to the package: a URL, or a path where both are the same text.
const SAME_IN_URL = /^[\w./@~+-]*$/;
function fileAt(pkg, target) {
  if (RegExpPrototypeExec.call(SAME_IN_URL, target) !== null)
    return `${pkg.dir}/${StringPrototypeSlice.call(target, 2)}`;
  const { parseURL, pathToFileHref } = require('internal/url');
  return parseURL(target, pathToFileHref(pkg.path));
}

const isURL = (text) => StringPrototypeIncludes.call(text, ':') &&
  require('internal/url').parseURL(text) !== null;

// "imports" may name another package, or a built-in module.
const resolveBare = (name, pkg, conditions) =>
  require('internal/modules/esm/resolve').resolveBare(name, pkg.path, conditions);

// Longer before the "*" wins, then longer as a whole.
function better(key, best) {
  if (best === '')
    return true;
  const a = StringPrototypeIndexOf.call(key, '*');
  const b = StringPrototypeIndexOf.call(best, '*');
  return a !== b ? a > b : key.length > best.length;
}

// "exports" may be the target itself: then it is that of ".".
function normalExports(pkg, base) {
  const { exports } = pkg;
  if (typeof exports === 'string' || ArrayIsArray(exports) || exports === null ||
      typeof exports !== 'object')
    return { '__proto__': null, '.': exports };
  const keys = ObjectKeys(exports);
  let dotted = 0;
  for (let i = 0; i < keys.length; i++)
    dotted += keys[i][0] === '.' ? 1 : 0;
  if (dotted !== 0 && dotted !== keys.length) {
    throw new ERR_INVALID_PACKAGE_CONFIG(
      pkg.path, base, '"exports" cannot contain some keys starting with \'.\' and some not.' +
      ' The exports object must either be an object of package subpath keys' +
      ' or an object of main entry condition name keys only.');
  }
  return dotted === 0 ? { '__proto__': null, '.': exports } : exports;
}

// The file that `subpath` ("." or "./x") of a package with "exports" is: a path or a URL.
function resolveExports(pkg, subpath, base, wanted) {
  const map = normalExports(pkg, base);
  const found = new Resolver(pkg, base, false, wanted).lookup(map, subpath);
  if (found === undefined || found === null)
    throw new ERR_PACKAGE_PATH_NOT_EXPORTED(pkg.dir + '/', subpath, base);
  return found;
}

// "#name" in the package of `base`: a path, or the URL of a file or of a built-in module.
function resolveImports(name, base, wanted) {
  const pkg = parsed(scopeOf(base));
  if (name === '#' || StringPrototypeEndsWith.call(name, '/'))
    throw new ERR_INVALID_MODULE_SPECIFIER(
      name, 'is not a valid internal imports specifier name', base);
  if (pkg !== null && pkg.imports !== undefined) {
    const found = new Resolver(pkg, base, true, wanted).lookup(pkg.imports, name);
    if (found !== undefined && found !== null)
      return found;
  }
  throw new ERR_PACKAGE_IMPORT_NOT_DEFINED(name, pkg === null ? undefined : pkg.dir + '/', base);
}

module.exports = { read, parsed, scopeOf, conditionsWith, resolveExports, resolveImports, stat };
