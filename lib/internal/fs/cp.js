'use strict';
// cp(): copies a file, a link, or a directory with its contents.
//
// (1) A copy into itself, or of a file over a directory, is refused before anything is written.
// (2) Links are copied as links to the same file, unless options say otherwise.

const { Number, SafeMap, StringPrototypeStartsWith } = primordials;
const binding = internalBinding('fs');
const path = require('path');
const { codes: {
  ERR_FS_CP_DIR_TO_NON_DIR,
  ERR_FS_CP_EEXIST,
  ERR_FS_CP_EINVAL,
  ERR_FS_CP_FIFO_PIPE,
  ERR_FS_CP_NON_DIR_TO_DIR,
  ERR_FS_CP_SOCKET,
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY,
  ERR_FS_CP_UNKNOWN,
  ERR_FS_EISDIR,
  ERR_INCOMPATIBLE_OPTION_PAIR,
  ERR_INVALID_RETURN_VALUE,
}, genericNodeError } = require('internal/errors');
const { validateBoolean, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const { getValidatedPath } = require('internal/fs/utils');
const { getStats } = require('internal/fs/stats');
const { getNames } = require('internal/fs/dirent');
const { mkdirp, mkdirSync } = require('internal/fs/entries');
const { run, runSync } = require('internal/fs/steps');
const { textOf } = require('internal/util/bytes');

const BOOLEANS = [
  'dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks',
];
const ERRNO = { __proto__: null, EEXIST: 17, EINVAL: 22, EISDIR: 21, ENOTDIR: 20 };

const DEFAULTS = {
  __proto__: null,
  dereference: false,
  errorOnExist: false,
  filter: undefined,
  force: true,
  preserveTimestamps: false,
  recursive: false,
  verbatimSymlinks: false,
};

function validateOptions(options) {
  if (options === undefined)
    return { __proto__: null, ...DEFAULTS, mode: 0 };
  validateObject(options, 'options');
  const { mode } = options;      // as in Node, also one that is inherited
  options = { __proto__: null, ...DEFAULTS, ...options, mode };
  for (let i = 0; i < BOOLEANS.length; i++) {
    const name = BOOLEANS[i];
    validateBoolean(options[name], `options.${name}`);
  }
  if (options.mode === undefined || options.mode === null)
    options.mode = 0;
  else
    validateInteger(options.mode, 'mode', 0, 7);
  if (options.dereference && options.verbatimSymlinks)
    throw new ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  if (options.filter !== undefined)
    validateFunction(options.filter, 'options.filter');
  return options;
}

const ERRNAME = new SafeMap();
ERRNAME.set(ERR_FS_CP_DIR_TO_NON_DIR, 'ERR_FS_CP_DIR_TO_NON_DIR');
ERRNAME.set(ERR_FS_CP_EINVAL, 'ERR_FS_CP_EINVAL');
ERRNAME.set(ERR_FS_CP_NON_DIR_TO_DIR, 'ERR_FS_CP_NON_DIR_TO_DIR');

const refuse = (Class, code, message, dest) =>
  new Class({ __proto__: null, message, path: dest, syscall: 'cp', errno: ERRNO[code], code });

// cpSync() throws a plain error, cp() a system error.
function refuseFirst(options, Class, code, message, dest, sentence) {
  return options.sync ? genericNodeError(sentence, { __proto__: null, code: ERRNAME.get(Class) }) :
    refuse(Class, code, message, dest);
}

// ---- Tests ----

function* statOf(name, options, follow = options.dereference) {
  yield (done) => (follow ? binding.stat : binding.lstat)(name, true, done);
  return getStats(true);
}

function* statOrNull(name, options, follow) {
  try {
    return yield statOf(name, options, follow);
  } catch (err) {
    if (err.code === 'ENOENT')
      return null;
    throw err;
  }
}

const isSame = (a, b) => a.ino === b.ino && a.dev === b.dev && a.ino !== 0n;

// Whether dest is src or below it.
function isInside(src, dest) {
  const above = path.resolve(src);
  const below = path.resolve(dest);
  return above === below || above === '/' || StringPrototypeStartsWith.call(below, `${above}/`);
}

// Awaits the answer of a filter, which may be a promise.
async function awaitAnswer(answer, done) {
  let value;
  try {
    value = await answer;
  } catch (err) {
    done(err ?? new primordials.Error(`${err}`));
    return;
  }
  done(null, value);
}

function* passesFilter(src, dest, options) {
  if (options.filter === undefined)
    return true;
  const answer = options.filter(src, dest);
  return yield (done) => {
    if (done === undefined) {
      if (answer !== null && typeof answer === 'object' && typeof answer.then === 'function')
        throw new ERR_INVALID_RETURN_VALUE('boolean', 'filter', answer);
      return answer;
    }
    awaitAnswer(answer, done);
  };
}

// ---- Refusals ----

function* check(src, dest, options) {
  const from = yield statOf(src, options);
  const to = yield statOrNull(dest, options);
  if (to !== null) {
    if (isSame(from, to))
      throw refuseFirst(options, ERR_FS_CP_EINVAL, 'EINVAL', 'src and dest cannot be the same',
                        dest,
                        `src and dest cannot be the same ${dest}`);
    if (from.isDirectory() && !to.isDirectory()) {
      throw refuseFirst(options, ERR_FS_CP_DIR_TO_NON_DIR, 'EISDIR',
                        `cannot overwrite non-directory ${dest} with directory ${src}`, dest,
                        `Cannot overwrite non-directory ${dest} with directory ${src}`);
    }
    if (!from.isDirectory() && to.isDirectory()) {
      throw refuseFirst(options, ERR_FS_CP_NON_DIR_TO_DIR, 'ENOTDIR',
                        `cannot overwrite directory ${dest} with non-directory ${src}`, dest,
                        `Cannot overwrite directory ${dest} with non-directory ${src}`);
    }
  }
  if (to !== null && from.isDirectory() && options.errorOnExist && !options.force)
    throw refuse(ERR_FS_CP_EEXIST, 'EEXIST', `${dest} already exists`, dest);
  if (from.isDirectory() && isInside(src, dest)) {
    throw refuseFirst(options, ERR_FS_CP_EINVAL, 'EINVAL',
                      `cannot copy ${src} to a subdirectory of self ${dest}`, dest,
                      `Cannot copy ${src} to a subdirectory of self ${dest}`);
  }
  return { __proto__: null, from, to };
}

// A parent of dest may be src under another name.
function* checkParents(src, from, dest) {
  const stop = path.resolve(path.dirname(src));
  for (let parent = path.resolve(path.dirname(dest));
       parent !== stop && parent !== path.parse(parent).root; parent = path.dirname(parent)) {
    const stat = yield statOrNull(parent, null, true);
    if (stat !== null && isSame(from, stat))
      throw refuse(ERR_FS_CP_EINVAL, 'EINVAL',
                   `cannot copy ${src} to a subdirectory of self ${dest}`, dest);
  }
}

// ---- Copying ----

function* copyTree(src, dest, options) {
  if (!(yield passesFilter(src, dest, options)))
    return;
  const { from, to } = yield check(src, dest, options);
  yield checkParents(src, from, dest);
  const parent = path.dirname(dest);
  if ((yield statOrNull(parent, null, true)) === null) {
    yield (done) => (done === undefined ?
      mkdirSync(parent, { __proto__: null, recursive: true }) : mkdirp(parent, 0o777, done));
  }
  yield copyOne(src, dest, from, to, options);
}

function* copyOne(src, dest, from, to, options) {
  if (from.isDirectory()) {
    if (!options.recursive) {
      if (options.sync) {
        throw genericNodeError(`Recursive option not enabled, cannot copy a directory: ${src}`,
                               { __proto__: null, code: 'ERR_FS_EISDIR' });
      }
      throw new ERR_FS_EISDIR({
        __proto__: null, message: `${src} is a directory (not copied)`,
        path: src, syscall: 'cp', errno: ERRNO.EISDIR, code: 'EISDIR',
      });
    }
    yield copyDirectory(src, dest, from, to, options);
  } else if (from.isFile() || from.isCharacterDevice() || from.isBlockDevice()) {
    yield copyFile(src, dest, from, to, options);
  } else if (from.isSymbolicLink()) {
    yield copyLink(src, dest, to, options);
  } else if (from.isSocket()) {
    throw refuse(ERR_FS_CP_SOCKET, 'EINVAL', `cannot copy a socket file: ${dest}`, dest);
  } else if (from.isFIFO()) {
    throw refuse(ERR_FS_CP_FIFO_PIPE, 'EINVAL', `cannot copy a FIFO pipe: ${dest}`, dest);
  } else {
    throw refuse(ERR_FS_CP_UNKNOWN, 'EINVAL', `cannot copy an unknown file type: ${dest}`, dest);
  }
}

function* copyFile(src, dest, from, to, options) {
  if (to !== null) {
    if (!options.force) {
      if (options.errorOnExist)
        throw refuse(ERR_FS_CP_EEXIST, 'EEXIST', `${dest} already exists`, dest);
      return;
    }
    yield (done) => binding.unlink(dest, done);
  }
  yield (done) => binding.copyFile(src, dest, options.mode, done);
  if (options.preserveTimestamps)
    yield copyTimes(src, dest, from);
}

// The copy must be writable to get other times. Reading has changed the access time of src: it is
// read again.
function* copyTimes(src, dest, from) {
  const mode = Number(from.mode & 0o7777n);
  if ((mode & 0o200) === 0)
    yield (done) => binding.chmod(dest, mode | 0o200, done);
  const now = yield statOf(src, null, true);
  yield (done) => binding.utimes(dest, Number(now.atimeNs) / 1e9, Number(now.mtimeNs) / 1e9, done);
  if ((mode & 0o200) === 0)
    yield (done) => binding.chmod(dest, mode, done);
}

function* copyDirectory(src, dest, from, to, options) {
  if (to === null)
    yield (done) => binding.mkdir(dest, 0o777, done);
  const names = getNames(yield (done) => binding.readdir(src, false, done));
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const each = path.join(src, name);
    const copy = path.join(dest, name);
    if (!(yield passesFilter(each, copy, options)))
      continue;
    const found = yield check(each, copy, options);
    yield copyOne(each, copy, found.from, found.to, options);
  }
  // Last, because a read-only directory could not be filled.
  if (to === null)
    yield (done) => binding.chmod(dest, Number(from.mode & 0o7777n), done);
}

function* copyLink(src, dest, to, options) {
  let target = yield (done) => binding.readlink(src, false, done);
  if (!options.verbatimSymlinks && !path.isAbsolute(target))
    target = path.resolve(path.dirname(src), target);
  if (to === null) {
    yield (done) => binding.symlink(target, dest, 0, done);
    return;
  }
  let present;
  try {
    present = yield (done) => binding.readlink(dest, false, done);
  } catch (err) {
    if (err.code !== 'EINVAL' && err.code !== 'UNKNOWN')
      throw err;
    // dest is not a link: symlink() fails with the error to report.
    yield (done) => binding.symlink(target, dest, 0, done);
    return;
  }
  if (!path.isAbsolute(present))
    present = path.resolve(path.dirname(dest), present);
  const full = path.isAbsolute(target) ? target : path.resolve(path.dirname(src), target);
  const of = yield statOrNull(src, null, true);
  if (of?.isDirectory() && isInside(full, present)) {
    throw refuse(ERR_FS_CP_EINVAL, 'EINVAL',
                 `cannot copy ${full} to a subdirectory of self ${present}`, dest);
  }
  // Replacing a link to a directory by a link into it would make the directory unreachable.
  const at = yield statOrNull(dest, null, true);
  if (at?.isDirectory() && full !== present && isInside(present, full)) {
    throw refuse(ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY, 'EINVAL',
                 `cannot overwrite ${present} with ${full}`, dest);
  }
  yield (done) => binding.unlink(dest, done);
  yield (done) => binding.symlink(target, dest, 0, done);
}

// ---- Entry ----

function cpSync(src, dest, options) {
  options = { __proto__: null, ...validateOptions(options), sync: true };
  src = textOf(getValidatedPath(src, 'src'));
  dest = textOf(getValidatedPath(dest, 'dest'));
  runSync(copyTree(src, dest, options));
}

function cp(src, dest, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'cb');
  options = validateOptions(options);
  src = textOf(getValidatedPath(src, 'src'));
  dest = textOf(getValidatedPath(dest, 'dest'));
  run(copyTree(src, dest, options), (err) => callback(err));
}

module.exports = { cp, cpSync };
