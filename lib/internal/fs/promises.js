'use strict';
// fs.promises: the operations of the binding, each as a promise.

const { ArrayBufferIsView: isView, Promise } = primordials;
const binding = internalBinding('fs');
const { AbortError, aggregateTwoErrors, codes: { ERR_METHOD_NOT_IMPLEMENTED } } =
  require('internal/errors');
const { parseFileMode, validateBoolean, validateObject } = require('internal/validators');
const {
  checkAborted,
  constants,
  copyObject,
  getOptions,
  getValidMode,
  getValidatedPath,
  kEmptyObject,
  stringToFlags,
  symlinkFlags,
  toUnixTimestamp,
  validateMkdirOptions,
  validateRmdirOptions,
  validateStringAfterArrayBufferView,
  validateUserId,
} = require('internal/fs/utils');
const { getStatFs, getStats } = require('internal/fs/stats');
const { contents, directEncoding } = require('internal/fs/files');
const { FileHandle, isIterable, kRef, kUnref, promised, writeToHandle } =
  require('internal/fs/file_handle');

async function access(path, mode = 0) {
  path = getValidatedPath(path);
  mode = getValidMode(mode, 0);
  return await promised((done) => binding.access(path, mode, done));
}

async function copyFile(src, dest, mode) {
  src = getValidatedPath(src, 'src');
  dest = getValidatedPath(dest, 'dest');
  mode = getValidMode(mode, 0);
  return await promised((done) => binding.copyFile(src, dest, mode, done));
}

async function cp(src, dest, options) {
  if (options !== undefined)
    validateObject(options, 'options');
  return await promised((done) =>
    require('internal/fs/cp').cp(src, dest, options, (err) => done(err ?? null)));
}

function glob(pattern, options) {
  return require('internal/fs/glob').globIterator(pattern, options);
}

async function open(path, flags, mode) {
  path = getValidatedPath(path);
  const number = stringToFlags(flags);
  mode = parseFileMode(mode, 'mode', 0o666);
  return new FileHandle(await promised((done) => binding.open(path, number, mode, done)), path);
}

async function opendir(path, options) {
  return await promised((done) => require('internal/fs/dir').opendir(path, options, done));
}

async function rename(oldPath, newPath) {
  oldPath = getValidatedPath(oldPath, 'oldPath');
  newPath = getValidatedPath(newPath, 'newPath');
  return await promised((done) => binding.rename(oldPath, newPath, done));
}

// Calls work() and closes the handle. If both fail, throws an error with both.
async function closeAfter(handle, work) {
  let value;
  try {
    value = await work();
  } catch (err) {
    let failure = null;
    try {
      await handle.close();
    } catch (closeError) {
      failure = closeError;
    }
    throw aggregateTwoErrors(failure, err);
  }
  await handle.close();
  return value;
}

async function truncate(path, len = 0) {
  const handle = await open(path, 'r+');
  return await closeAfter(handle, () => handle.truncate(len));
}

async function rm(path, options) {
  return await promised((done) =>
    require('internal/fs/rm').rm(path, options, (err) => done(err ?? null)));
}

async function rmdir(path, options) {
  path = getValidatedPath(path);
  validateRmdirOptions(options);
  return await promised((done) => binding.rmdir(path, done));
}

async function mkdir(path, options) {
  path = getValidatedPath(path);
  const { mode, recursive } = validateMkdirOptions(options, 'mode');
  if (recursive)
    return await promised((done) => require('internal/fs/entries').mkdirp(path, mode, done));
  return await promised((done) => binding.mkdir(path, mode, done));
}

async function readdir(path, options) {
  options = getOptions(options);
  path = getValidatedPath(path);
  return await promised((done) =>
    require('internal/fs/entries').listDirectory(path, options, done));
}

async function readlink(path, options) {
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = require('internal/fs/dirent');
  path = getValidatedPath(path);
  return decodeName(await promised((done) => binding.readlink(path, asBytes(encoding), done)),
                    encoding);
}

async function symlink(target, path, type) {
  const flags = symlinkFlags(type);
  target = getValidatedPath(target, 'target');
  path = getValidatedPath(path);
  return await promised((done) => binding.symlink(target, path, flags, done));
}

const isMissing = (err) => err.code === 'ENOENT' || err.code === 'ENOTDIR';

function statWith(call, path, options) {
  validateObject(options, 'options');
  path = getValidatedPath(path);
  const { bigint: big, signal } = options;
  checkAborted(signal);
  return new Promise((resolve, reject) => {
    call(path, big, (err) => {
      if (signal?.aborted)
        reject(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
      else if (err === null)
        resolve(getStats(big));
      else if (options.throwIfNoEntry === false && isMissing(err))
        resolve(undefined);
      else
        reject(err);
    });
  });
}

async function stat(path, options = kEmptyObject) {
  return await statWith(binding.stat, path, options);
}

async function lstat(path, options = kEmptyObject) {
  return await statWith(binding.lstat, path, options);
}

async function statfs(path, options = kEmptyObject) {
  path = getValidatedPath(path);
  return await new Promise((resolve, reject) => {
    binding.statfs(path, options?.bigint,
                   (err) => (err === null ? resolve(getStatFs(options?.bigint)) : reject(err)));
  });
}

async function link(existingPath, newPath) {
  existingPath = getValidatedPath(existingPath, 'existingPath');
  newPath = getValidatedPath(newPath, 'newPath');
  return await promised((done) => binding.link(existingPath, newPath, done));
}

async function unlink(path) {
  path = getValidatedPath(path);
  return await promised((done) => binding.unlink(path, done));
}

async function chmod(path, mode) {
  path = getValidatedPath(path);
  mode = parseFileMode(mode, 'mode');
  return await promised((done) => binding.chmod(path, mode, done));
}

async function lchmod(_path, _mode) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
}

async function lchown(path, uid, gid) {
  path = getValidatedPath(path);
  validateUserId(uid, 'uid');
  validateUserId(gid, 'gid');
  return await promised((done) => binding.lchown(path, uid, gid, done));
}

async function chown(path, uid, gid) {
  path = getValidatedPath(path);
  validateUserId(uid, 'uid');
  validateUserId(gid, 'gid');
  return await promised((done) => binding.chown(path, uid, gid, done));
}

async function utimes(path, atime, mtime) {
  path = getValidatedPath(path);
  atime = toUnixTimestamp(atime);
  mtime = toUnixTimestamp(mtime);
  return await promised((done) => binding.utimes(path, atime, mtime, done));
}

async function lutimes(path, atime, mtime) {
  path = getValidatedPath(path);
  atime = toUnixTimestamp(atime);
  mtime = toUnixTimestamp(mtime);
  return await promised((done) => binding.lutimes(path, atime, mtime, done));
}

async function realpath(path, options) {
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = require('internal/fs/dirent');
  path = getValidatedPath(path);
  return decodeName(await promised((done) => binding.realpath(path, asBytes(encoding), done)),
                    encoding);
}

async function mkdtemp(prefix, options) {
  const { encoding } = getOptions(options);
  const { asBytes, decodeName } = require('internal/fs/dirent');
  const template = require('internal/fs/entries').mkdtempTemplate(prefix);
  return decodeName(await promised((done) => binding.mkdtemp(template, asBytes(encoding), done)),
                    encoding);
}

async function mkdtempDisposable(prefix, options) {
  return await require('internal/fs/temporary').mkdtempDisposable(prefix, options);
}

// The handle of the program stays open during work().
async function withUserHandle(handle, work) {
  handle[kRef]();
  try {
    return await work();
  } finally {
    handle[kUnref]();
  }
}

async function writeFile(path, data, options) {
  options = getOptions(
    options, { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'w', flush: false });
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  if (!isView(data) && !isIterable(data))
    validateStringAfterArrayBufferView(data, 'data');
  if (path instanceof FileHandle)
    return await withUserHandle(path, () => writeToHandle(path, data, options));
  checkAborted(options.signal);
  const handle = await open(path, options.flag || 'w', options.mode);
  return await closeAfter(handle, () => writeToHandle(handle, data, options));
}

async function appendFile(path, data, options) {
  options = copyObject(getOptions(
    options, { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'a', flush: false }));
  options.flag ||= 'a';
  return await writeFile(path, data, options);
}

async function readFile(path, options) {
  options = getOptions(options, { __proto__: null, flag: 'r' });
  if (path instanceof FileHandle)
    return await path.readFile(options);
  if (options.signal !== undefined || options.buffer !== undefined) {
    checkAborted(options.signal);
    return await promised((done) => {
      require('internal/fs/read_file').readFile(
        path, options, (err, value) => done(err ?? null, value));
    });
  }
  path = getValidatedPath(path);
  const flags = stringToFlags(options.flag || 'r');
  const value = await promised(
    (done) => binding.readFile(path, flags, directEncoding(options.encoding), done));
  return contents(value, options.encoding);
}

function watch(filename, options = kEmptyObject) {
  return require('internal/fs/watch_iterator').watch(filename, options);
}

module.exports = {
  exports: {
    access,
    copyFile,
    cp,
    glob,
    open,
    opendir,
    rename,
    truncate,
    rm,
    rmdir,
    mkdir,
    readdir,
    readlink,
    symlink,
    lstat,
    stat,
    statfs,
    link,
    unlink,
    chmod,
    lchmod,
    lchown,
    chown,
    utimes,
    lutimes,
    realpath,
    mkdtemp,
    mkdtempDisposable,
    writeFile,
    appendFile,
    readFile,
    watch,
    constants,
  },
  FileHandle,
};
