'use strict';
// rm(): a file, or a directory with everything below it.
//
// (1) Links are removed, never followed.
// (2) What is busy or keeps filling up is tried again, as often as the caller allows, each time
//     waiting longer.

const binding = internalBinding('fs');
const { codes: { ERR_FS_EISDIR }, uvException } = require('internal/errors');
const { validateBoolean, validateFunction, validateInt32, validateObject, validateUint32 } =
  require('internal/validators');
const { getValidatedPath } = require('internal/fs/utils');
const { lastType } = require('internal/fs/stats');
const { DIR, eachEntry, pathOf, typeOf } = require('internal/fs/dirent');

const S_IFDIR = 0o040000;
const ENOENT = -2;
const EISDIR = 21;
const AGAIN = new Set([-16, -23, -24, -39, -1]); // EBUSY, ENFILE, EMFILE, ENOTEMPTY, EPERM

const DEFAULTS = { recursive: false, force: false, retryDelay: 100, maxRetries: 0 };

function validateOptions(options) {
  if (options === undefined)
    return DEFAULTS;
  validateObject(options, 'options');
  options = { ...DEFAULTS, ...options };
  validateBoolean(options.force, 'options.force');
  validateBoolean(options.recursive, 'options.recursive');
  validateInt32(options.retryDelay, 'options.retryDelay', 0);
  validateUint32(options.maxRetries, 'options.maxRetries');
  return options;
}

function isDirectoryError(path) {
  return new ERR_FS_EISDIR({ code: 'EISDIR', message: 'is a directory', path, syscall: 'rm', errno: EISDIR });
}

const failed = (errno, syscall, path) => uvException({ errno, syscall, path });

// ---- Now ----

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

// Tries work() until it succeeds, fails for good, or was tried often enough; what is gone is fine.
function persistSync(options, syscall, path, work) {
  for (let tries = 0; ; tries++) {
    const errno = work();
    if (errno >= 0 || errno === ENOENT)
      return;
    if (!AGAIN.has(errno) || tries >= options.maxRetries)
      throw failed(errno, syscall, path);
    pause((tries + 1) * options.retryDelay);
  }
}

function removeTreeSync(path, options) {
  persistSync(options, 'rmdir', path, () => {
    const piece = binding.readdir(path, true, null);
    if (typeof piece === 'number')
      throw failed(piece, 'scandir', path);
    eachEntry(piece, 'buffer', (name, type) => {
      const entry = pathOf(path, name);
      if (typeOf(type, path, name) === DIR)
        removeTreeSync(entry, options);
      else
        persistSync(options, 'unlink', entry, () => binding.unlink(entry, null));
    });
    return binding.rmdir(path, null);
  });
}

function rmSync(path, options) {
  path = getValidatedPath(path);
  options = validateOptions(options);
  const errno = binding.lstat(path, false, null);
  if (errno < 0) {
    if (errno === ENOENT && options.force)
      return;
    throw failed(errno, 'lstat', path);
  }
  if (lastType() !== S_IFDIR)
    persistSync(options, 'rm', path, () => binding.unlink(path, null));
  else if (options.recursive)
    removeTreeSync(path, options);
  else
    throw isDirectoryError(path);
}

// ---- Later ----

const call = (start) => new Promise((resolve) => {
  start((err, value) => resolve(err === null ? value ?? 0 : err));
});

async function persist(options, work) {
  for (let tries = 0; ; tries++) {
    const result = await work();
    if (!(result instanceof Error) || result.code === 'ENOENT')
      return;
    if (!AGAIN.has(result.errno) || tries >= options.maxRetries)
      throw result;
    await new Promise((resolve) => setTimeout(resolve, (tries + 1) * options.retryDelay));
  }
}

async function removeTree(path, options) {
  await persist(options, async () => {
    const piece = await call((done) => binding.readdir(path, true, done));
    if (piece instanceof Error)
      return piece;
    const entries = [];
    eachEntry(piece, 'buffer', (name, type) => entries.push([pathOf(path, name), typeOf(type, path, name)]));
    for (const { 0: entry, 1: type } of entries) {
      if (type === DIR)
        await removeTree(entry, options);
      else
        await persist(options, () => call((done) => binding.unlink(entry, done)));
    }
    return call((done) => binding.rmdir(path, done));
  });
}

async function remove(path, options) {
  const found = await call((done) => binding.lstat(path, false, (err) => done(err, lastType())));
  if (found instanceof Error) {
    if (found.code === 'ENOENT' && options.force)
      return;
    throw found;
  }
  if (found !== S_IFDIR)
    await persist(options, () => call((done) => binding.unlink(path, done)));
  else if (options.recursive)
    await removeTree(path, options);
  else
    throw isDirectoryError(path);
}

// The user's callback is not part of a promise chain: what it throws is uncaught, not a rejection.
function rm(path, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  path = getValidatedPath(path);
  options = validateOptions(options);
  primordials.PromisePrototypeThen(remove(path, options),
                                   () => process.nextTick(callback, null),
                                   (err) => process.nextTick(callback, err));
}

module.exports = { rm, rmSync };
