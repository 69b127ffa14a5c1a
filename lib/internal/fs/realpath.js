'use strict';
// The path with every symbolic link resolved. fs.realpath() walks the path by itself, name by name,
// as it did before the system could be asked; fs.realpath.native() asks the system.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeShift, ArrayPrototypeSlice,
  RegExpPrototypeExec, SafeSet, StringPrototypeSplit,
} = primordials;
const binding = internalBinding('fs');
const { resolve } = require('path');
const { bufferFrom } = require('internal/buffer');
const { validateFunction } = require('internal/validators');
const { getOptions, getValidatedPath, makeValueCallback } = require('internal/fs/utils');
const { asBytes, decodeName } = require('internal/fs/dirent');
const { lastType } = require('internal/fs/stats');

const S_IFLNK = 0o120000;

const toText = (path) => (typeof path === 'string' ? path : bufferFrom(path).toString());

function encode(path, encoding) {
  if (!encoding || !asBytes(encoding))
    return path;
  const bytes = bufferFrom(path);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
}

// A walk along a path: `done` is resolved, `rest` are the names that follow. step() gives the path
// to examine next; link() replaces a link by its target.
class Walk {
  done = '';
  rest;

  constructor(path) {
    this.begin(resolve(path));
  }

  begin(path) {
    this.done = '';
    this.rest = ArrayPrototypeFilter.call(
      StringPrototypeSplit.call(path, '/'), (name) => name !== '');
  }

  step() {
    return this.rest.length === 0 ? null : `${this.done}/${this.rest[0]}`;
  }

  plain() {
    this.done += `/${ArrayPrototypeShift.call(this.rest)}`;
  }

  // What /proc shows for an open pipe or socket is no path: it goes no further.
  link(target) {
    if (RegExpPrototypeExec.call((/^(?:pipe|socket|anon_inode):/), target) !== null) {
      this.plain();
      return;
    }
    const after = ArrayPrototypeSlice.call(this.rest, 1);
    this.begin(resolve(this.done || '/', target, ArrayPrototypeJoin.call(after, '/')));
  }

  get result() { return this.done || '/'; }
}

function realpathSync(path, options) {
  const { encoding } = getOptions(options);
  const walk = new Walk(toText(getValidatedPath(path)));
  const known = new SafeSet();
  for (let at = walk.step(); at !== null; at = walk.step()) {
    if (!known.has(at)) {
      binding.lstat(at, false, undefined);
      if (lastType() === S_IFLNK) {
        binding.stat(at, false, undefined); // a loop, or a link to nowhere, ends here
        walk.link(binding.readlink(at, false, undefined));
        continue;
      }
      known.add(at);
    }
    walk.plain();
  }
  return encode(walk.result, encoding);
}

function realpath(path, options, callback) {
  callback = typeof options === 'function' ? options : callback;
  validateFunction(callback, 'cb');
  const { encoding } = getOptions(options);
  const walk = new Walk(toText(getValidatedPath(path)));
  const known = new SafeSet();
  const next = () => {
    for (let at = walk.step(); at !== null; at = walk.step()) {
      if (!known.has(at)) {
        look(at);
        return;
      }
      walk.plain();
    }
    callback(null, encode(walk.result, encoding));
  };
  const look = (at) => binding.lstat(at, false, (err) => {
    if (err !== null)
      return callback(err);
    if (lastType() !== S_IFLNK) {
      known.add(at);
      return next();
    }
    binding.stat(at, false, (failure) => {
      if (failure !== null)
        return callback(failure);
      binding.readlink(at, false, (problem, target) => {
        if (problem !== null)
          return callback(problem);
        walk.link(target);
        next();
      });
    });
  });
  if (walk.step() === null)
    process.nextTick(next);
  else
    next();
}

function realpathNative(path, options, callback) {
  callback = makeValueCallback(typeof options === 'function' ? options : callback);
  const { encoding } = getOptions(options);
  binding.realpath(getValidatedPath(path), asBytes(encoding),
                   (err, name) =>
                     callback(err, err === null ? decodeName(name, encoding) : undefined));
}

function realpathNativeSync(path, options) {
  const { encoding } = getOptions(options);
  return decodeName(binding.realpath(getValidatedPath(path), asBytes(encoding), undefined),
                    encoding);
}

module.exports = { realpath, realpathNative, realpathNativeSync, realpathSync };
