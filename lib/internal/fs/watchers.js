'use strict';
// fs.watch() and fs.watchFile(): events of the loop's watch handles.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeMap, ArrayPrototypeSome, RegExp,
  RegExpPrototypeExec, SafeMap, StringPrototypeIncludes,
} = primordials;
const binding = internalBinding('fs');
const EventEmitter = require('events');
const { bufferFrom } = require('internal/buffer');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE }, uvException } =
  require('internal/errors');
const { validateBoolean, validateFunction, validateUint32 } = require('internal/validators');
const { getOptions, getValidatedPath } = require('internal/fs/utils');
const { getStats } = require('internal/fs/stats');
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
  } else if (!(value instanceof RegExp) && typeof value !== 'function') {
    throw new ERR_INVALID_ARG_TYPE(name, IGNORE_TYPES, value);
  }
}

// A pattern without a slash is about the last name of a path.
function globTest(pattern) {
  const path = require('path');
  const isPath = StringPrototypeIncludes.call(pattern, '/');
  return (name) => path.matchesGlob(isPath ? name : path.basename(name), pattern);
}

// A function that says whether a name is to be ignored, or null.
function makeIgnore(ignore) {
  if (ignore === undefined || ignore === null)
    return null;
  const tests = ArrayPrototypeMap.call(ArrayIsArray(ignore) ? ignore : [ignore], (each) => {
    if (typeof each === 'string')
      return globTest(each);
    return typeof each === 'function' ? each :
      (name) => RegExpPrototypeExec.call(each, name) !== null;
  });
  return (name) => ArrayPrototypeSome.call(tests, (test) => test(name));
}

// ---- fs.watch ----

// The name as bytes, in the encoding the caller wants.
function nameIn(encoding, bytes) {
  if (bytes === null)
    return null;
  const buffer = bufferFrom(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding === 'buffer' ? buffer : buffer.toString(encoding || 'utf8');
}

class FSWatcher extends EventEmitter {
  constructor() {
    super();
    this._handle = null;
    this._filename = undefined;
    this._persistent = true;
  }

  start(filename, persistent, recursive, encoding, ignore) {
    const path = getValidatedPath(filename);
    const ignored = makeIgnore(ignore);
    this._filename = filename;
    try {
      this._handle = recursive ?
        new (require('internal/fs/watch_tree').WatchTree)(
          path, (status, type, name) => this.#report(encoding, ignored, status, type, name)) :
        binding.watchEvents(
          path, (status, type, name) => this.#report(encoding, ignored, status, type, name));
    } catch (err) {
      err.filename = filename;
      throw err;
    }
    if (!persistent)
      this._handle.unref();
  }

  #report(encoding, ignored, status, eventType, bytes) {
    if (this._handle === null)
      return;
    if (status < 0) {
      const err = uvException({ errno: status, syscall: 'watch', path: this._filename });
      err.filename = nameIn(encoding, bytes);
      this.#stop();
      this.emit('error', err);
      return;
    }
    if (ignored !== null && bytes !== null && ignored(nameIn('utf8', bytes)))
      return;
    this.emit('change', eventType, nameIn(encoding, bytes));
  }

  #stop() {
    const handle = this._handle;
    this._handle = null;
    handle.close();
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
  return { persistent, recursive, throwIfNoEntry, encoding, signal, ignore };
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
  signal.addEventListener('abort', listener, { once: true });
  watcher.once('close', () => signal.removeEventListener('abort', listener));
}

// ---- fs.watchFile ----

const DEFAULT_INTERVAL = 5007;

class StatWatcher extends EventEmitter {
  constructor(bigint) {
    super();
    this._handle = null;
    this._bigint = bigint;
    this._unrefed = false;
  }

  start(filename, interval) {
    if (this._handle !== null)
      return;
    const path = getValidatedPath(filename);
    let before = -1;
    this._handle = binding.watchStat(path, interval, this._bigint, (status) => {
      // A file that is missing all along is told of once.
      if (status < 0 && before === status)
        return;
      before = status;
      this.emit('change', getStats(this._bigint, 0), getStats(this._bigint, 1));
    });
    if (this._unrefed)
      this._handle.unref();
  }

  stop() {
    if (this._handle === null)
      return;
    this._handle.close();
    this._handle = null;
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
  return require('path').resolve(typeof path === 'string' ? path : bufferFrom(path).toString());
};

function watchFile(filename, options, listener) {
  const key = keyOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = null;
  }
  const { interval = DEFAULT_INTERVAL, persistent = true, bigint = false } = options ?? {};
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

module.exports = { FSWatcher, StatWatcher, makeIgnore, unwatchFile, validateIgnore, watch,
                   watchFile, watchOptions };
