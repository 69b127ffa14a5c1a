'use strict';
// fs.glob(): the paths that match patterns. A pattern is split at its slashes; each piece is a
// plain name, a regular expression, or ** for any depth. Only directories that can contain a match
// are read.

const {
  ArrayIsArray, ArrayPrototypeSome, ArrayPrototypeToSpliced, Promise, RegExpPrototypeExec,
  SafeArray, SafeMap, SafeSet, StringPrototypeEndsWith, StringPrototypeSplit,
  StringPrototypeStartsWith,
} = primordials;
const binding = internalBinding('fs');
const { basename, dirname, join, resolve } = require('path');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateBoolean, validateFunction, validateObject, validateString, validateStringArray } =
  require('internal/validators');
const { getValidatedPath, kEmptyObject } = require('internal/fs/utils');
const { lastType } = require('internal/fs/stats');
const { DIR, Dirent, LINK, eachEntry, typeOf } = require('internal/fs/dirent');
const { compile, expand, matchesGlob } = require('internal/path_glob');
const { run, runSync } = require('internal/fs/steps');

const S_IFDIR = 0o040000;
const GLOBSTAR = null;
const TYPES = {
  __proto__: null, 0o100000: 1, 0o040000: DIR, 0o120000: LINK, 0o010000: 4, 0o140000: 5,
  0o020000: 6, 0o060000: 7,
};

// ---- Patterns ----

const hasMagic = (piece) => RegExpPrototypeExec.call((/[*?[\]!+@(){}\\]/), piece) !== null;

function pieceOf(text) {
  if (text === '**')
    return GLOBSTAR;
  return hasMagic(text) ? compile(text, false)[0][0] : text;
}

function parse(text) {
  const pieces = new SafeArray();
  const names = StringPrototypeSplit.call(text, '/');
  for (let i = 0; i < names.length; i++) {
    const piece = names[i];
    const last = pieces[pieces.length - 1];
    if (piece === '' || piece === '.' || (piece === '**' && last === '**'))
      continue;
    if (piece === '..' && last !== undefined && last !== '..' && !hasMagic(last))
      pieces.pop();
    else
      pieces.push(piece);
  }
  return {
    __proto__: null, root: StringPrototypeStartsWith.call(text, '/') ? '/' : '',
    pieces: pieces.map(pieceOf),
    directories: StringPrototypeEndsWith.call(text, '/'),
  };
}

// ---- Walking ----

class Glob {
  cwd;
  follow;
  types;
  excluded;
  patterns;
  found = new SafeMap();
  seen = new SafeSet();

  constructor(patterns, options = kEmptyObject) {
    validateObject(options, 'options');
    const { cwd, exclude, followSymlinks = false, withFileTypes } = options;
    this.cwd = cwd === undefined ? process.cwd() :
      typeof cwd === 'object' && cwd !== null ? getValidatedPath(cwd) : cwd;
    validateString(this.cwd, 'paths[0]');
    validateBoolean(followSymlinks, 'options.followSymlinks');
    this.follow = followSymlinks;
    this.types = !!withFileTypes;
    this.excluded = this.#exclusion(exclude);
    if (typeof patterns === 'string')
      patterns = [patterns];
    else if (!ArrayIsArray(patterns))
      validateString(patterns, 'patterns');
    validateStringArray(patterns, 'patterns');
    this.patterns = new SafeArray();
    for (let i = 0; i < patterns.length; i++) {
      const expanded = expand(patterns[i]);
      for (let j = 0; j < expanded.length; j++)
        this.patterns.push(parse(expanded[j]));
    }
  }

  #exclusion(exclude) {
    if (exclude === undefined || exclude === null)
      return () => false;
    if (typeof exclude === 'function')
      return (path, name, type) =>
        exclude(this.types ? new Dirent(name, type, dirname(this.#full(path))) : name);
    if (!ArrayIsArray(exclude))
      throw new ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
    validateStringArray(exclude, 'options.exclude');
    return (path) =>
      ArrayPrototypeSome.call(exclude, (pattern) => matchesGlob(path, pattern, false));
  }

  #full(path) { return resolve(this.cwd, path); }

  * all() {
    for (let i = 0; i < this.patterns.length; i++) {
      const pattern = this.patterns[i];
      if (pattern.pieces.length > 0)
        yield this.walk(pattern, pattern.root, 0, 0);
      else if (pattern.root !== '')
        this.emit(pattern.root, DIR);
    }
    const results = new SafeArray();
    this.found.forEach((type, path) => {
      results.push(this.types ?
        new Dirent(basename(path) || path, type, dirname(path)) : path);
    });
    return ArrayPrototypeToSpliced.call(results);
  }

  emit(path, type) {
    this.found.set(path === '' ? '.' : path, type);
  }

  // Matches the entries of the directory `path` against the pieces from i on.
  * walk(pattern, path, i, depth) {
    const piece = pattern.pieces[i];
    if (typeof piece === 'string') {
      yield this.name(pattern, path, i);
      return;
    }
    if (piece === GLOBSTAR) {
      // ** also matches no name at all.
      if (i + 1 < pattern.pieces.length)
        yield this.walk(pattern, path, i + 1, 0);
      else if (depth === 0 && (yield this.typeAt(path || '.', true)) === DIR)
        this.emit(path, DIR);
    }
    const items = yield this.list(path);
    for (let j = 0; j < items.length; j++) {
      const { 0: name, 1: type } = items[j];
      if (piece === GLOBSTAR ? StringPrototypeStartsWith.call(name, '.') :
          RegExpPrototypeExec.call(piece, name) === null)
        continue;
      const below = join(path, name);
      if (this.excluded(below, name, type))
        continue;
      if (piece === GLOBSTAR)
        yield this.anyDepth(pattern, below, type, i, depth);
      else
        yield this.matched(pattern, below, type, i);
    }
  }

  * anyDepth(pattern, path, type, i, depth) {
    const last = i + 1 === pattern.pieces.length;
    if (last && (type === DIR || !pattern.directories))
      this.emit(path, type);
    if (type === DIR || (type === LINK && this.follow && (yield this.isNewDirectory(path))))
      yield this.walk(pattern, path, i, depth + 1);
  }

  * matched(pattern, path, type, i) {
    const last = i + 1 === pattern.pieces.length;
    const directory = type === DIR ||
      (type === LINK && (!last || pattern.directories) && (yield this.typeAt(path, true)) === DIR);
    if (!last) {
      if (directory)
        yield this.walk(pattern, path, i + 1, 0);
    } else if (directory || !pattern.directories) {
      this.emit(path, type);
    }
  }

  * name(pattern, path, i) {
    const below = join(path, pattern.pieces[i]);
    const last = i + 1 === pattern.pieces.length;
    const type = yield this.typeAt(below, !last || pattern.directories);
    if (type === undefined || this.excluded(below, basename(below), type))
      return;
    if (!last) {
      if (type === DIR)
        yield this.walk(pattern, below, i + 1, 0);
    } else if (type === DIR || !pattern.directories) {
      this.emit(below, type);
    }
  }

  // These do not fail: a directory that cannot be read has no match.

  * typeAt(path, follow) {
    try {
      yield (done) => (follow ? binding.stat : binding.lstat)(this.#full(path), false, done);
      return TYPES[lastType()] ?? 0;
    } catch {
      return undefined;
    }
  }

  // A directory in a loop of links is entered once.
  * isNewDirectory(path) {
    try {
      yield (done) => binding.stat(this.#full(path), false, done);
      if (lastType() !== S_IFDIR)
        return false;
      const real = yield (done) => binding.realpath(this.#full(path), false, done);
      if (this.seen.has(real) || StringPrototypeStartsWith.call(this.#full(path), `${real}/`))
        return false;
      this.seen.add(real);
      return true;
    } catch {
      return false;
    }
  }

  * list(path) {
    const full = this.#full(path);
    const entries = new SafeArray();
    try {
      const piece = yield (done) => binding.readdir(full, false, done);
      eachEntry(piece, undefined, (name, type) => {
        entries.push([name, typeOf(type, full, name)]);
      });
    } catch {
      // nothing to list
    }
    return entries;
  }
}

function globSync(pattern, options) {
  return runSync(new Glob(pattern, options).all());
}

function glob(pattern, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  run(new Glob(pattern, options).all(),
      (err, found) => (err ? callback(err) : callback(null, found)));
}

async function* globIterator(pattern, options) {
  const walk = new Glob(pattern, options).all();
  const paths = await new Promise((resolve, reject) =>
    run(walk, (err, found) => (err ? reject(err) : resolve(found))));
  for (let i = 0; i < paths.length; i++)
    yield paths[i];
}

module.exports = { glob, globIterator, globSync };
