'use strict';
// Functions for entries of the file system: existence, attributes, links, directories.

const { SafeArray, StringPrototypeEndsWith } = primordials;
const binding = internalBinding('fs');
const { uvException } = require('internal/errors');
const { parseFileMode, validateBoolean, validateFunction } = require('internal/validators');
const {
  getOptions,
  getValidMode,
  getValidatedFd,
  getValidatedPath,
  kEmptyObject,
  makeCallback,
  makeValueCallback,
  symlinkFlags,
  toUnixTimestamp,
  validateMkdirOptions,
  validateRmdirOptions,
  validateUserId,
} = require('internal/fs/utils');
const { getStatFs, getStats, lastType } = require('internal/fs/stats');
const { nextTick } = process;

const S_IFDIR = 0o040000;
const { UV_EEXIST, UV_ENOENT, UV_ENOTDIR } = internalBinding('uv');

// Loaded for paths that are bytes.
const textOf = (path) =>
  (typeof path === 'string' ? path : require('internal/util/bytes').textOf(path));

let dirent;
const lazyDirent = () => dirent ??= require('internal/fs/dirent');

// ---- Existence ----

function access(path, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = 0;
  }
  path = getValidatedPath(path);
  callback = makeCallback(callback);
  binding.access(path, getValidMode(mode, 0), callback);
}

function accessSync(path, mode) {
  binding.access(getValidatedPath(path), getValidMode(mode, 0), undefined);
}

function exists(path, callback) {
  validateFunction(callback, 'cb');
  try {
    path = getValidatedPath(path);
  } catch {
    nextTick(() => callback(false));
    return;
  }
  binding.access(path, 0, (err) => callback(err === null));
}

let warnedExists = false;

function existsSync(path) {
  try {
    path = getValidatedPath(path);
  } catch (err) {
    if (err?.code === 'ERR_INVALID_ARG_TYPE' && !warnedExists) {
      warnedExists = true;
      process.emitWarning(
        'Passing invalid argument types to fs.existsSync is deprecated', 'DeprecationWarning',
                          'DEP0187');
    }
    return false;
  }
  return binding.access(path, 0, null) === 0;
}

// ---- stat ----

function statDone(callback, big, optional) {
  validateFunction(callback, 'cb');
  return (err) => {
    if (err === null)
      callback(null, getStats(big));
    else if (optional && (err.code === 'ENOENT' || err.code === 'ENOTDIR'))
      callback(null, undefined);
    else
      callback(err);
  };
}

// The callback of a call that a signal may abort. If it is aborted already, calls it with an
// AbortError and returns undefined.
function unlessAborted(signal, callback) {
  if (signal === undefined || typeof callback !== 'function')
    return callback;
  const { AbortError } = require('internal/errors');
  require('internal/validators').validateAbortSignal(signal, 'options.signal');
  const abort = () =>
    callback(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
  if (signal.aborted)
    return abort();
  return (err, stats) => (signal.aborted ? abort() : callback(err, stats));
}

function stat(path, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  const abortable = unlessAborted(options?.signal, callback);
  if (abortable === undefined && callback !== undefined)
    return;
  const done = statDone(abortable, options?.bigint, options?.throwIfNoEntry === false);
  binding.stat(getValidatedPath(path), options?.bigint, done);
}

function lstat(path, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  const abortable = unlessAborted(options?.signal, callback);
  if (abortable === undefined && callback !== undefined)
    return;
  const done = statDone(abortable, options?.bigint, options?.throwIfNoEntry === false);
  binding.lstat(getValidatedPath(path), options?.bigint, done);
}

function fstat(fd, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  fd = getValidatedFd(fd);
  binding.fstat(fd, options?.bigint, statDone(callback, options?.bigint, false));
}

// With throwIfNoEntry: false, no error object is made: programs test for files this way.
function statSyncWith(call, syscall, path, options) {
  const big = options.bigint;
  if (options.throwIfNoEntry === false) {
    const err = call(path, big, null);
    if (err === UV_ENOENT || err === UV_ENOTDIR)
      return undefined;
    if (err < 0)
      throw uvException({ __proto__: null, errno: err, syscall, path });
  } else {
    call(path, big, undefined);
  }
  return getStats(big);
}

function statSync(path, options = kEmptyObject) {
  return statSyncWith(binding.stat, 'stat', getValidatedPath(path), options);
}

function lstatSync(path, options = kEmptyObject) {
  return statSyncWith(binding.lstat, 'lstat', getValidatedPath(path), options);
}

function fstatSync(fd, options = kEmptyObject) {
  binding.fstat(getValidatedFd(fd), options.bigint, undefined);
  return getStats(options.bigint);
}

function statfs(path, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  validateFunction(callback, 'cb');
  path = getValidatedPath(path);
  binding.statfs(path, options.bigint, (err) =>
    (err === null ? callback(null, getStatFs(options.bigint)) : callback(err)));
}

function statfsSync(path, options = kEmptyObject) {
  binding.statfs(getValidatedPath(path), options.bigint, undefined);
  return getStatFs(options.bigint);
}

// ---- Attributes ----

function chmod(path, mode, callback) {
  path = getValidatedPath(path);
  mode = parseFileMode(mode, 'mode');
  callback = makeCallback(callback);
  binding.chmod(path, mode, callback);
}

function chmodSync(path, mode) {
  path = getValidatedPath(path);
  binding.chmod(path, parseFileMode(mode, 'mode'), undefined);
}

function fchmod(fd, mode, callback) {
  fd = getValidatedFd(fd);
  mode = parseFileMode(mode, 'mode');
  binding.fchmod(fd, mode, makeCallback(callback));
}

function fchmodSync(fd, mode) {
  mode = parseFileMode(mode, 'mode');
  binding.fchmod(getValidatedFd(fd), mode, undefined);
}

function chown(path, uid, gid, callback) {
  callback = makeCallback(callback);
  path = getValidatedPath(path);
  binding.chown(path, validateUserId(uid, 'uid'), validateUserId(gid, 'gid'), callback);
}

function chownSync(path, uid, gid) {
  path = getValidatedPath(path);
  binding.chown(path, validateUserId(uid, 'uid'), validateUserId(gid, 'gid'), undefined);
}

function fchown(fd, uid, gid, callback) {
  fd = getValidatedFd(fd);
  validateUserId(uid, 'uid');
  validateUserId(gid, 'gid');
  binding.fchown(fd, uid, gid, makeCallback(callback));
}

function fchownSync(fd, uid, gid) {
  fd = getValidatedFd(fd);
  binding.fchown(fd, validateUserId(uid, 'uid'), validateUserId(gid, 'gid'), undefined);
}

function lchown(path, uid, gid, callback) {
  callback = makeCallback(callback);
  path = getValidatedPath(path);
  binding.lchown(path, validateUserId(uid, 'uid'), validateUserId(gid, 'gid'), callback);
}

function lchownSync(path, uid, gid) {
  path = getValidatedPath(path);
  binding.lchown(path, validateUserId(uid, 'uid'), validateUserId(gid, 'gid'), undefined);
}

function utimes(path, atime, mtime, callback) {
  callback = makeCallback(callback);
  path = getValidatedPath(path);
  binding.utimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), callback);
}

function utimesSync(path, atime, mtime) {
  path = getValidatedPath(path);
  binding.utimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), undefined);
}

function futimes(fd, atime, mtime, callback) {
  fd = getValidatedFd(fd);
  atime = toUnixTimestamp(atime, 'atime');
  mtime = toUnixTimestamp(mtime, 'mtime');
  binding.futimes(fd, atime, mtime, makeCallback(callback));
}

function futimesSync(fd, atime, mtime) {
  atime = toUnixTimestamp(atime, 'atime');
  mtime = toUnixTimestamp(mtime, 'mtime');
  binding.futimes(getValidatedFd(fd), atime, mtime, undefined);
}

function lutimes(path, atime, mtime, callback) {
  callback = makeCallback(callback);
  path = getValidatedPath(path);
  binding.lutimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), callback);
}

function lutimesSync(path, atime, mtime) {
  path = getValidatedPath(path);
  binding.lutimes(path, toUnixTimestamp(atime), toUnixTimestamp(mtime), undefined);
}

// ---- Links, renaming, removal ----

function link(existingPath, newPath, callback) {
  callback = makeCallback(callback);
  existingPath = getValidatedPath(existingPath, 'existingPath');
  binding.link(existingPath, getValidatedPath(newPath, 'newPath'), callback);
}

function linkSync(existingPath, newPath) {
  existingPath = getValidatedPath(existingPath, 'existingPath');
  binding.link(existingPath, getValidatedPath(newPath, 'newPath'), undefined);
}

function symlink(target, path, type, callback) {
  if (callback === undefined) {
    callback = makeCallback(type);
    type = undefined;
  } else {
    callback = makeCallback(callback);
  }
  const flags = symlinkFlags(type);
  target = getValidatedPath(target, 'target');
  binding.symlink(target, getValidatedPath(path), flags, callback);
}

function symlinkSync(target, path, type) {
  const flags = symlinkFlags(type);
  target = getValidatedPath(target, 'target');
  binding.symlink(target, getValidatedPath(path), flags, undefined);
}

function readlink(path, options, callback) {
  callback = makeValueCallback(typeof options === 'function' ? options : callback);
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = lazyDirent();
  binding.readlink(getValidatedPath(path), asBytes(encoding),
                   (err, name) =>
                     callback(err, err === null ? decodeName(name, encoding) : undefined));
}

function readlinkSync(path, options) {
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = lazyDirent();
  return decodeName(binding.readlink(getValidatedPath(path), asBytes(encoding), undefined),
                    encoding);
}

function rename(oldPath, newPath, callback) {
  callback = makeCallback(callback);
  oldPath = getValidatedPath(oldPath, 'oldPath');
  binding.rename(oldPath, getValidatedPath(newPath, 'newPath'), callback);
}

function renameSync(oldPath, newPath) {
  oldPath = getValidatedPath(oldPath, 'oldPath');
  binding.rename(oldPath, getValidatedPath(newPath, 'newPath'), undefined);
}

function unlink(path, callback) {
  callback = makeCallback(callback);
  binding.unlink(getValidatedPath(path), callback);
}

function unlinkSync(path) {
  binding.unlink(getValidatedPath(path), undefined);
}

// ---- Directories ----

function parentOf(path) {
  return require('path').dirname(textOf(path));
}

// Handles a failed mkdir() of one part of the path. `rest` has the parts that are to be created.
function mkdirFailed(errno, part, rest, path, isDirectory) {
  if (errno === UV_ENOENT) {
    const parent = parentOf(part);
    // The parent was created before, or is the part itself.
    if (parent === part || rest.last === part)
      return uvException({ __proto__: null, errno, syscall: 'mkdir', path });
    rest.last = part;
    rest.push(part, parent);
    return undefined;
  }
  if (errno === UV_EEXIST && isDirectory)
    return undefined;
  if (errno === UV_EEXIST && rest.length > 0)
    errno = UV_ENOTDIR;
  return uvException({
    __proto__: null, errno, syscall: 'mkdir', path: errno === UV_ENOTDIR ? path : part,
  });
}

// Returns the first directory that was created, or undefined if all existed.
function mkdirpSync(path, mode) {
  const rest = new SafeArray();
  rest.push(path);
  let first;
  while (rest.length > 0) {
    const part = rest.pop();
    const errno = binding.mkdir(part, mode, null);
    if (errno === 0) {
      first ??= part;
      continue;
    }
    const isDirectory = errno === UV_EEXIST && binding.stat(part, false, null) === 0 &&
      lastType() === S_IFDIR;
    const err = mkdirFailed(errno, part, rest, path, isDirectory);
    if (err !== undefined)
      throw err;
  }
  return first === undefined ? undefined : textOf(first);
}

function mkdirp(path, mode, callback) {
  const rest = new SafeArray();
  rest.push(path);
  let first;
  const after = (errno, part, isDirectory) => {
    const err = mkdirFailed(errno, part, rest, path, isDirectory);
    if (err !== undefined)
      callback(err);
    else
      next();
  };
  const next = () => {
    if (rest.length === 0)
      return callback(null, first === undefined ? undefined : textOf(first));
    const part = rest.pop();
    binding.mkdir(part, mode, (err) => {
      if (err === null) {
        first ??= part;
        next();
      } else if (err.errno === UV_EEXIST) {
        binding.stat(part, false, (failure) =>
          after(UV_EEXIST, part, failure === null && lastType() === S_IFDIR));
      } else {
        after(err.errno, part, false);
      }
    });
  };
  next();
}

function mkdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  callback = makeValueCallback(callback);
  path = getValidatedPath(path);
  const { mode, recursive } = validateMkdirOptions(options);
  if (recursive)
    mkdirp(path, mode, callback);
  else
    binding.mkdir(path, mode, callback);
}

function mkdirSync(path, options) {
  path = getValidatedPath(path);
  const { mode, recursive } = validateMkdirOptions(options);
  if (recursive)
    return mkdirpSync(path, mode);
  binding.mkdir(path, mode, undefined);
}

let warnedTemplate = false;

function mkdtempTemplate(prefix) {
  prefix = getValidatedPath(prefix, 'prefix');
  if (StringPrototypeEndsWith.call(textOf(prefix), 'X') && !warnedTemplate) {
    warnedTemplate = true;
    process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
                        'For details see: https://nodejs.org/api/fs.html');
  }
  return typeof prefix === 'string' ? `${prefix}XXXXXX` :
    require('internal/util/bytes').concatBytes([prefix, 'XXXXXX']);
}

function mkdtemp(prefix, options, callback) {
  callback = makeValueCallback(typeof options === 'function' ? options : callback);
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = lazyDirent();
  binding.mkdtemp(mkdtempTemplate(prefix), asBytes(encoding),
                  (err, name) =>
                    callback(err, err === null ? decodeName(name, encoding) : undefined));
}

function mkdtempSync(prefix, options) {
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = lazyDirent();
  return decodeName(binding.mkdtemp(mkdtempTemplate(prefix), asBytes(encoding), undefined),
                    encoding);
}

function rmdir(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  callback = makeCallback(callback);
  path = getValidatedPath(path);
  validateRmdirOptions(options);
  binding.rmdir(path, callback);
}

function rmdirSync(path, options) {
  path = getValidatedPath(path);
  validateRmdirOptions(options);
  binding.rmdir(path, undefined);
}

function readdirOptions(options) {
  options = getOptions(options);
  if (options.recursive !== undefined && options.recursive !== null)
    validateBoolean(options.recursive, 'options.recursive');
  return options;
}

function listEntries(piece, options, path) {
  const { getDirents, getNames } = lazyDirent();
  return options.withFileTypes ? getDirents(piece, options.encoding, path) :
    getNames(piece, options.encoding);
}

// `callback` gets null or an error, and the entries.
function listDirectory(path, options, callback) {
  if (options.recursive) {
    require('internal/fs/walk').readdirRecursive(path, options, callback);
    return;
  }
  binding.readdir(path, lazyDirent().asBytes(options.encoding), (err, piece) => {
    if (err === null)
      callback(null, listEntries(piece, options, path));
    else
      callback(err);
  });
}

function readdir(path, options, callback) {
  callback = makeValueCallback(typeof options === 'function' ? options : callback);
  options = readdirOptions(options);
  listDirectory(getValidatedPath(path), options, callback);
}

function readdirSync(path, options) {
  options = readdirOptions(options);
  path = getValidatedPath(path);
  if (options.recursive)
    return require('internal/fs/walk').readdirRecursiveSync(path, options);
  const piece = binding.readdir(path, lazyDirent().asBytes(options.encoding), undefined);
  return listEntries(piece, options, path);
}

module.exports = {
  access,
  accessSync,
  chmod,
  chmodSync,
  chown,
  chownSync,
  exists,
  existsSync,
  fchmod,
  fchmodSync,
  fchown,
  fchownSync,
  fstat,
  fstatSync,
  futimes,
  futimesSync,
  lchown,
  lchownSync,
  link,
  linkSync,
  listDirectory,
  lstat,
  lstatSync,
  lutimes,
  lutimesSync,
  mkdir,
  mkdirSync,
  mkdtemp,
  mkdtempSync,
  mkdtempTemplate,
  mkdirp,
  readdir,
  readdirSync,
  readlink,
  readlinkSync,
  rename,
  renameSync,
  rmdir,
  rmdirSync,
  stat,
  statSync,
  statfs,
  statfsSync,
  symlink,
  symlinkSync,
  unlink,
  unlinkSync,
  utimes,
  utimesSync,
};
