'use strict';
// fs.realpath() resolves symbolic links itself, name by name; fs.realpath.native() calls
// realpath(3).

const {
  RegExpPrototypeExec, SafeArray, SafeSet, StringPrototypeIndexOf, StringPrototypeSlice,
} = primordials;
const binding = internalBinding('fs');
const { resolve } = require('path');
const { fromString } = require('internal/buffer');
const { validateFunction } = require('internal/validators');
const { getOptions, getValidatedPath, makeValueCallback } = require('internal/fs/utils');
const { asBytes, decodeName } = require('internal/fs/dirent');
const { lastType } = require('internal/fs/stats');
const { decodeBytes, textOf } = require('internal/util/bytes');

const S_IFLNK = 0o120000;


function encode(path, encoding) {
  if (!encoding || !asBytes(encoding))
    return path;
  return decodeBytes(fromString(path, 'utf8', 0), encoding);
}

// A walk along a path: `done` is the resolved part, `rest` has the names after it. step() returns
// the next path to examine; link() replaces a link by its target.
class Walk {
  done = '';
  rest;

  constructor(path) {
    this.begin(resolve(path));
  }

  begin(path) {
    this.done = '';
    this.rest = new SafeArray();
    // resolve() returns an absolute path without empty names.
    for (let start = 1, end; start < path.length; start = end + 1) {
      end = StringPrototypeIndexOf.call(path, '/', start);
      if (end === -1)
        end = path.length;
      this.rest.push(StringPrototypeSlice.call(path, start, end));
    }
  }

  step() {
    return this.rest.length === 0 ? null : `${this.done}/${this.rest[0]}`;
  }

  plain() {
    this.done += `/${this.rest.shift()}`;
  }

  // In /proc, the target of a link to a pipe or socket is not a path.
  link(target) {
    if (RegExpPrototypeExec.call((/^(?:pipe|socket|anon_inode):/), target) !== null) {
      this.plain();
      return;
    }
    this.begin(resolve(this.done || '/', target, this.rest.slice(1).join('/')));
  }

  get result() { return this.done || '/'; }
}

function realpathSync(path, options) {
  const { encoding } = getOptions(options);
  const walk = new Walk(textOf(getValidatedPath(path)));
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
  const walk = new Walk(textOf(getValidatedPath(path)));
  const known = new SafeSet();
  const next = () => {
    for (let at = walk.step(); at !== null; at = walk.step()) {
      if (!known.has(at)) {
        examine(at);
        return;
      }
      walk.plain();
    }
    callback(null, encode(walk.result, encoding));
  };
  const examine = (at) => binding.lstat(at, false, (err) => {
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
