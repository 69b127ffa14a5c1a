'use strict';
// rm(): removes a file, or a directory with its contents.
//
// (1) Links are removed, not followed.
// (2) An entry that is busy, or a directory that is not empty, is tried again up to `maxRetries`
//     times, each time after a longer pause.

const { ArrayPrototypeIncludes, SafeArray } = primordials;
const binding = internalBinding('fs');
const { codes: { ERR_FS_EISDIR } } = require('internal/errors');
const { validateBoolean, validateFunction, validateInt32, validateObject, validateUint32 } =
  require('internal/validators');
const { getValidatedPath } = require('internal/fs/utils');
const { lastType } = require('internal/fs/stats');
const { DIR, eachEntry, pathOf, typeOf } = require('internal/fs/dirent');
const { pause, run, runSync } = require('internal/fs/steps');

const S_IFDIR = 0o040000;
const EISDIR = 21;
const RETRIED = ['EBUSY', 'EMFILE', 'ENFILE', 'ENOTEMPTY', 'EPERM'];

const DEFAULTS = { __proto__: null, recursive: false, force: false, retryDelay: 100,
                   maxRetries: 0 };

function validateRmOptions(options) {
  if (options === undefined)
    return DEFAULTS;
  validateObject(options, 'options');
  options = { __proto__: null, ...DEFAULTS, ...options };
  validateBoolean(options.force, 'options.force');
  validateBoolean(options.recursive, 'options.recursive');
  validateInt32(options.retryDelay, 'options.retryDelay', 0);
  validateUint32(options.maxRetries, 'options.maxRetries');
  return options;
}

// Repeats work until it succeeds, fails with another error, or `maxRetries` is reached. A missing
// file is success.
function* retry(options, work) {
  for (let tries = 0; ; tries++) {
    try {
      return yield work();
    } catch (err) {
      if (err.code === 'ENOENT')
        return;
      if (!ArrayPrototypeIncludes.call(RETRIED, err.code) || tries >= options.maxRetries)
        throw err;
    }
    yield pause((tries + 1) * options.retryDelay);
  }
}

function* removeFile(path, options) {
  yield retry(options, function*() {
    yield (done) => binding.unlink(path, done);
  });
}

function* removeTree(path, options) {
  yield retry(options, function*() {
    const entries = new SafeArray();
    const piece = yield (done) => binding.readdir(path, true, done);
    eachEntry(piece, 'buffer', (name, type) => {
      entries.push(pathOf(path, name), typeOf(type, path, name));
    });
    for (let i = 0; i < entries.length; i += 2)
      yield (entries[i + 1] === DIR ? removeTree : removeFile)(entries[i], options);
    yield (done) => binding.rmdir(path, done);
  });
}

function* remove(path, options) {
  try {
    yield (done) => binding.lstat(path, false, done);
  } catch (err) {
    if (err.code === 'ENOENT' && options.force)
      return;
    throw err;
  }
  if (lastType() !== S_IFDIR)
    yield removeFile(path, options);
  else if (options.recursive)
    yield removeTree(path, options);
  else
    throw new ERR_FS_EISDIR({
      __proto__: null, code: 'EISDIR', message: 'is a directory', path, syscall: 'rm',
      errno: EISDIR,
    });
}

function rmSync(path, options) {
  path = getValidatedPath(path);
  runSync(remove(path, validateRmOptions(options)));
}

function rm(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  path = getValidatedPath(path);
  run(remove(path, validateRmOptions(options)), (err) => callback(err));
}

module.exports = { rm, rmSync };
