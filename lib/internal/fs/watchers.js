'use strict';
// fs.watch() and fs.watchFile().

const {
  ArrayIsArray, ArrayPrototypeForEach, RegExpPrototypeExec, SafeArray, SafeMap,
  StringPrototypeIncludes,
} = primordials;
const binding = internalBinding('fs');
const EventEmitter = require('events');
const { setOwnProperty } = require('internal/util');
const { decodeBytes, textOf } = require('internal/util/bytes');
const { isRegExp } = require('internal/util/types');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE }, uvException } =
  require('internal/errors');
const { validateBoolean, validateFunction, validateUint32 } = require('internal/validators');
const { getOptions, getValidatedPath, kEmptyObject } = require('internal/fs/utils');
const { getStats } = require('internal/fs/stats');
const { bindEvents, context } = require('internal/async_context');
const { nextTick } = process;

// ---- What to ignore ----

const IGNORE_TYPES = ['string', 'RegExp', 'Function'];

function validateIgnore(ignore, name = 'options.ignore') {
  if (ignore === undefined || ignore === null)
    return;
  if (ArrayIsArray(ignore)) {
    ArrayPrototypeForEach.call(ignore, (each, i) => validateIgnoreOne(each, `${name}[${i}]`));
    return;
  }
  validateIgnoreOne(ignore, name);
}

function validateIgnoreOne(value, name) {
  if (typeof value === 'string') {
    if (value === '')
      throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a non-empty string');
  } else if (!isRegExp(value) && typeof value !== 'function') {
    throw new ERR_INVALID_ARG_TYPE(name, IGNORE_TYPES, value);
  }
}

// A pattern without a slash is matched against the last name of a path.
function globTest(pattern) {
  const path = require('path');
  const isPath = StringPrototypeIncludes.call(pattern, '/');
  return (name) => path.matchesGlob(isPath ? name : path.basename(name), pattern);
}

// A function that returns whether to ignore a name, or null.
function makeIgnore(ignore) {
  if (ignore === undefined || ignore === null)
    return null;
  const tests = new SafeArray();
  ArrayPrototypeForEach.call(ArrayIsArray(ignore) ? ignore : [ignore], (each) => {
    tests.push(typeof each === 'string' ? globTest(each) : typeof each === 'function' ? each :
      (name) => RegExpPrototypeExec.call(each, name) !== null);
  });
  return (name) => tests.some((test) => test(name));
}

// ---- fs.watch ----

// The name of an event in the encoding of the options.
function decodeName(encoding, bytes) {
  return bytes === null ? null : decodeBytes(bytes, encoding);
}

class FSWatcher extends EventEmitter {
  _handle = null;
  _filename = undefined;
  _persistent = true;

  constructor() {
    super();
  }

  start(filename, persistent, recursive, encoding, ignore) {
    const path = getValidatedPath(filename);
    const ignored = makeIgnore(ignore);
    this._filename = filename;
    const report = bindEvents('FSEVENTWRAP', this, (status, type, name) =>
      this.#report(encoding, ignored, status, type, name));
    try {
      this._handle = recursive ?
        new (require('internal/fs/watch_tree').WatchTree)(path, report) :
        binding.watchEvents(path, report);
    } catch (err) {
      throw setOwnProperty(err, 'filename', filename);
    }
    if (!persistent)
      this._handle.unref();
  }

  #report(encoding, ignored, status, eventType, bytes) {
    if (this._handle === null)
      return;
    if (status < 0) {
      const err = uvException(
        { __proto__: null, errno: status, syscall: 'watch', path: this._filename });
      setOwnProperty(err, 'filename', decodeName(encoding, bytes));
      this.#stop();
      this.emit('error', err);
      return;
    }
    if (ignored !== null && bytes !== null && ignored(decodeName('utf8', bytes)))
      return;
    this.emit('change', eventType, decodeName(encoding, bytes));
  }

  #stop() {
    const handle = this._handle;
    this._handle = null;
    handle.close();
    context.gone?.(this);
  }

  close() {
    if (this._handle === null)
      return;
    this.#stop();
    nextTick(() => this.emit('close'));
  }

  ref() {
    this._handle?.ref();
    return this;
  }

  unref() {
    this._handle?.unref();
    return this;
  }
}

function watchOptions(options) {
  const { persistent = true, recursive = false, throwIfNoEntry = true, encoding, signal, ignore } =
    getOptions(options);
  validateBoolean(recursive, 'options.recursive');
  validateIgnore(ignore);
  return { __proto__: null, persistent, recursive, throwIfNoEntry, encoding, signal, ignore };
}

function watch(filename, options, listener) {
  if (typeof options === 'function')
    listener = options;
  options = typeof options === 'function' ? undefined : options;
  const { persistent, recursive, throwIfNoEntry, encoding, signal, ignore } = watchOptions(options);
  filename = getValidatedPath(filename);
  const watcher = new FSWatcher();
  try {
    watcher.start(filename, persistent, recursive, encoding, ignore);
  } catch (err) {
    if (throwIfNoEntry !== false || err.code !== 'ENOENT')
      throw err;
  }
  if (listener)
    watcher.addListener('change', listener);
  if (signal)
    closeOnAbort(watcher, signal);
  return watcher;
}

function closeOnAbort(watcher, signal) {
  if (signal.aborted) {
    nextTick(() => watcher.close());
    return;
  }
  const listener = () => watcher.close();
  signal.addEventListener('abort', listener, { __proto__: null, once: true });
  watcher.once('close', () => signal.removeEventListener('abort', listener));
}

// ---- fs.watchFile ----

const DEFAULT_INTERVAL = 5007;

class StatWatcher extends EventEmitter {
  _handle = null;
  _bigint;
  _unrefed = false;

  constructor(bigint) {
    super();
    this._bigint = bigint;
  }

  start(filename, interval) {
    if (this._handle !== null)
      return;
    const path = getValidatedPath(filename);
    let before = -1;
    const report = bindEvents('STATWATCHER', this, (status) => {
      // A file that stays missing is reported once.
      if (status < 0 && before === status)
        return;
      before = status;
      this.emit('change', getStats(this._bigint, 0), getStats(this._bigint, 1));
    });
    this._handle = binding.watchStat(path, interval, this._bigint, report);
    if (this._unrefed)
      this._handle.unref();
  }

  stop() {
    if (this._handle === null)
      return;
    this._handle.close();
    this._handle = null;
    context.gone?.(this);
    nextTick(() => this.emit('stop'));
  }

  ref() {
    this._unrefed = false;
    this._handle?.ref();
    return this;
  }

  unref() {
    this._unrefed = true;
    this._handle?.unref();
    return this;
  }
}

const statWatchers = new SafeMap();

const keyOf = (filename) => {
  const path = getValidatedPath(filename);
  return require('path').resolve(textOf(path));
};

function watchFile(filename, options, listener) {
  const key = keyOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = null;
  }
  const { interval = DEFAULT_INTERVAL, persistent = true, bigint = false } =
    options ?? kEmptyObject;
  validateFunction(listener, 'listener');
  validateUint32(interval, 'interval');
  let watcher = statWatchers.get(key);
  if (watcher === undefined) {
    watcher = new StatWatcher(bigint);
    if (!persistent)
      watcher.unref();
    watcher.start(key, interval);
    statWatchers.set(key, watcher);
  } else if (persistent) {
    watcher.ref();
  }
  watcher.addListener('change', listener);
  return watcher;
}

function unwatchFile(filename, listener) {
  const key = keyOf(filename);
  const watcher = statWatchers.get(key);
  if (watcher === undefined)
    return;
  if (typeof listener === 'function')
    watcher.removeListener('change', listener);
  else
    watcher.removeAllListeners('change');
  if (watcher.listenerCount('change') === 0) {
    watcher.stop();
    statWatchers.delete(key);
  }
}

module.exports = { FSWatcher, StatWatcher, unwatchFile, validateIgnore, watch,
                   watchFile };
