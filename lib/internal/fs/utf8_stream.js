'use strict';
// fs.Utf8Stream: a writer for logs. It collects text and writes it in large pieces, one at a time.
//
// (1) A piece has at most maxWrite characters. A write starts when minLength is reached, and at
//     flush() and end().
// (2) After a short write, the rest of the piece is written next.
// (3) EAGAIN and EBUSY are tried again after a pause, unless retryEAGAIN() returns false.

const {
  AtomicsWait, Int32Array, MathMax, SafeArray, SharedArrayBuffer, StringPrototypeSlice,
  SymbolDispose,
} = primordials;
const EventEmitter = require('events');
const path = require('path');
const { FastBuffer, bufferByteLength, fromString, isBuffer } = require('internal/buffer');
const { bufferOver, concatBytes, sizeOf, textOf } = require('internal/util/bytes');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE,
                 ERR_OPERATION_FAILED } } =
  require('internal/errors');
const { validateBoolean, validateFunction, validateObject, validateOneOf, validateUint32 } =
  require('internal/validators');

const RETRY_MS = 100;
const MAX_WRITE = 16 * 1024;
const HIGH_WATER = 16387;
const EMPTY = { __proto__: null, utf8: '', buffer: new FastBuffer(0) };
const lengthOf = (data) => (typeof data === 'string' ? data.length : sizeOf(data));

const pause = (ms) => AtomicsWait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const isBusy = (err) => err.code === 'EAGAIN' || err.code === 'EBUSY';

function openFlags(append) {
  return append ? 'a' : 'w';
}

class Utf8Stream extends EventEmitter {
  #fs;
  #fd = -1;
  #file = null;
  #options;
  #pieces = new SafeArray();
  #left; // the rest of the piece that is being written
  #length = 0;
  #writing = false;
  #opening = false;
  #ending = false;
  #reopening = false;
  #destroyed = false;
  #drainQueued = false;
  #timer;

  constructor(options = { __proto__: null }) {
    validateObject(options, 'options');
    super();
    const {
      fd, dest, minLength = 0, maxLength = 0, maxWrite = MAX_WRITE, sync = false, append = true,
      mkdir = false, fsync = false, retryEAGAIN = () => true, contentMode = 'utf8',
      periodicFlush = 0, mode,
    } = options;
    validateUint32(minLength ?? 0, 'options.minLength');
    validateUint32(maxLength ?? 0, 'options.maxLength');
    validateUint32(maxWrite ?? 0, 'options.maxWrite');
    validateUint32(periodicFlush ?? 0, 'options.periodicFlush');
    validateBoolean(sync, 'options.sync');
    validateBoolean(append, 'options.append');
    validateBoolean(mkdir, 'options.mkdir');
    validateBoolean(fsync, 'options.fsync');
    validateFunction(retryEAGAIN, 'options.retryEAGAIN');
    validateOneOf(contentMode, 'options.contentMode', ['buffer', 'utf8']);
    if (minLength >= maxWrite)
      throw new ERR_INVALID_ARG_VALUE.RangeError(
        'minLength', minLength, `should be smaller than maxWrite (${maxWrite})`);
    // Functions that options.fs does not have are those of fs.
    // lint-ok: options-own its prototype is our fs
    this.#fs = options.fs ? { __proto__: require('fs'), ...options.fs } : require('fs');
    this.#options = {
      __proto__: null, minLength, maxLength, maxWrite: maxWrite || MAX_WRITE, sync, append, mkdir,
      fsync, retryEAGAIN, contentMode, periodicFlush, mode,
    };
    this.#left = EMPTY[contentMode];
    const target = fd ?? dest;
    if (typeof target === 'number') {
      this.#fd = target;
      process.nextTick(() => this.emit('ready'));
    } else if (typeof target === 'string') {
      this.#open(target);
    } else {
      throw new ERR_INVALID_ARG_TYPE('fd', ['number', 'string'], target);
    }
    if (periodicFlush > 0) {
      this.#timer = require('timers').setInterval(() => this.flush(), periodicFlush);
      this.#timer.unref();
    }
  }

  get mode() { return this.#options.mode; }
  get file() { return this.#file; }
  get fd() { return this.#fd; }
  get minLength() { return this.#options.minLength; }
  get maxLength() { return this.#options.maxLength; }
  get writing() { return this.#writing; }
  get sync() { return this.#options.sync; }
  get fsync() { return this.#options.fsync; }
  get append() { return this.#options.append; }
  get periodicFlush() { return this.#options.periodicFlush; }
  get contentMode() { return this.#options.contentMode; }
  get mkdir() { return this.#options.mkdir; }

  // ---- Opening ----

  #open(file) {
    const { append, mkdir, mode, sync } = this.#options;
    this.#opening = true;
    this.#writing = true;
    const opened = (err, fd) => this.#opened(err, fd, file);
    if (sync) {
      try {
        if (mkdir)
          this.#fs.mkdirSync(path.dirname(file), { __proto__: null, recursive: true });
        opened(null, this.#fs.openSync(file, openFlags(append), mode));
      } catch (err) {
        opened(err);
        throw err;
      }
      return;
    }
    const open = () => this.#fs.open(file, openFlags(append), mode, opened);
    if (mkdir)
      this.#fs.mkdir(path.dirname(file), { __proto__: null, recursive: true },
                     (err) => (err ? opened(err) : open()));
    else
      open();
  }

  #opened(err, fd, file) {
    this.#opening = false;
    if (err) {
      this.#reopening = false;
      this.#writing = false;
      if (this.listenerCount('error') > 0 || !this.#options.sync)
        process.nextTick(() => this.emit('error', err));
      return;
    }
    const again = this.#fd >= 0;
    if (again && this.#fd !== fd)
      this.#fs.close(this.#fd, (failure) => { if (failure) this.emit('error', failure); });
    this.#fd = fd;
    this.#file = file;
    this.#reopening = false;
    this.#writing = false;
    const ready = () => this.emit('ready');
    if (this.#options.sync)
      process.nextTick(ready);
    else
      ready();
    if (this.#destroyed)
      return;
    if (!this.#writing && this.#length > this.#options.minLength)
      this.#next();
    else if (again)
      process.nextTick(() => this.emit('drain'));
  }

  reopen(file) {
    if (this.#destroyed)
      throw new ERR_INVALID_STATE('Utf8Stream is destroyed');
    if (this.#opening) {
      this.once('ready', () => this.reopen(file));
      return;
    }
    if (this.#ending)
      return;
    if (this.#file === null)
      throw new ERR_OPERATION_FAILED(
        'Unable to reopen a file descriptor, you must pass a file to Utf8Stream');
    if (file)
      this.#file = file;
    this.#reopening = true;
    if (this.#writing)
      return;
    this.#open(this.#file);
  }

  // ---- Writing ----

  write(data) {
    if (this.#destroyed)
      throw new ERR_INVALID_STATE('Utf8Stream is destroyed');
    const { contentMode, maxLength, minLength } = this.#options;
    if (contentMode === 'buffer') {
      if (!isBuffer(data))
        throw new ERR_INVALID_ARG_TYPE('data', ['Buffer'], data);
    } else if (typeof data !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('data', ['string'], data);
    }
    const size = this.#length + lengthOf(data);
    if (maxLength && size > maxLength) {
      this.emit('drop', data);
      return this.#length < HIGH_WATER;
    }
    this.#add(data);
    this.#length = size;
    if (!this.#writing && this.#length >= minLength)
      this.#next();
    return this.#length < HIGH_WATER;
  }

  #add(data) {
    const last = this.#pieces.length - 1;
    if (last < 0 || lengthOf(this.#pieces[last]) + lengthOf(data) > this.#options.maxWrite)
      this.#pieces.push(data);
    else
      this.#pieces[last] = typeof data === 'string' ? this.#pieces[last] + data :
        concatBytes([this.#pieces[last], data]);
  }

  #write() {
    const done = (err, count) => this.#wrote(err, count);
    if (typeof this.#left === 'string')
      this.#fs.write(this.#fd, this.#left, 'utf8', done);
    else
      this.#fs.write(this.#fd, this.#left, done);
  }

  #writeSync() {
    return typeof this.#left === 'string' ? this.#fs.writeSync(this.#fd, this.#left, 'utf8') :
      this.#fs.writeSync(this.#fd, this.#left);
  }

  // Writes the rest of a piece, else the next one.
  #next() {
    this.#writing = true;
    if (lengthOf(this.#left) === 0)
      this.#left = this.#pieces.shift() ?? EMPTY[this.#options.contentMode];
    if (!this.#options.sync) {
      this.#write();
      return;
    }
    let count;
    try {
      count = this.#writeSync();
    } catch (err) {
      this.#wrote(err);
      return;
    }
    this.#wrote(null, count);
  }

  // Removes what was written: `count` bytes. The length of text is in characters.
  #consume(count) {
    if (typeof this.#left !== 'string') {
      this.#length = MathMax(this.#length - count, 0);
      this.#left = bufferOver(this.#left, count);
      return;
    }
    const characters = bufferByteLength(this.#left) === count ? lengthOf(this.#left) :
      textOf(bufferOver(fromString(this.#left, 'utf8', 0), 0, count)).length;
    this.#length = MathMax(this.#length - characters, 0);
    this.#left = StringPrototypeSlice.call(this.#left, characters);
  }

  #retry(err) {
    const { retryEAGAIN, sync } = this.#options;
    const left = lengthOf(this.#left);
    if (!isBusy(err) || !retryEAGAIN(err, left, this.#length - left))
      return false;
    if (sync) {
      pause(RETRY_MS);
      this.#wrote(null, 0);
    } else {
      require('timers').setTimeout(() => this.#write(), RETRY_MS);
    }
    return true;
  }

  #wrote(err, count) {
    if (err) {
      if (this.#retry(err))
        return;
      this.#writing = false;
      this.emit('error', err);
      return;
    }
    this.emit('write', count);
    this.#consume(count);
    if (lengthOf(this.#left) > 0) {
      this.#next();
      return;
    }
    if (this.#options.fsync)
      this.#fs.fsyncSync(this.#fd);
    if (this.#reopening) {
      this.#writing = false;
      this.#reopening = false;
      this.reopen();
    } else if (this.#length > this.#options.minLength) {
      this.#next();
    } else if (this.#ending) {
      if (this.#length > 0)
        this.#next();
      else
        this.#finish();
    } else {
      this.#idle();
    }
  }

  #idle() {
    this.#writing = false;
    if (!this.#options.sync) {
      this.emit('drain');
    } else if (!this.#drainQueued) {
      this.#drainQueued = true;
      process.nextTick(() => {
        this.#drainQueued = false;
        this.emit('drain');
      });
    }
  }

  // ---- Flushing and ending ----

  flush(callback) {
    if (callback !== undefined)
      validateFunction(callback, 'callback');
    if (this.#destroyed) {
      const err = new ERR_INVALID_STATE('Utf8Stream is destroyed');
      if (callback === undefined)
        throw err;
      callback(err);
      return;
    }
    if (this.#options.minLength <= 0) {
      callback?.();
      return;
    }
    if (callback !== undefined)
      this.#callAfterDrain(callback);
    if (this.#writing)
      return;
    if (this.#pieces.length === 0)
      this.#pieces.push(EMPTY[this.#options.contentMode]);
    this.#next();
  }

  #callAfterDrain(callback) {
    const onDrain = () => {
      this.off('error', onError);
      if (this.#options.fsync || this.#destroyed)
        callback();
      else
        this.#fs.fsync(this.#fd, (err) => callback(err?.code === 'EBADF' ? null : err));
    };
    const onError = (err) => {
      this.off('drain', onDrain);
      callback(err);
    };
    this.once('drain', onDrain);
    this.once('error', onError);
  }

  flushSync() {
    if (this.#destroyed)
      throw new ERR_INVALID_STATE('Utf8Stream is destroyed');
    if (this.#fd < 0)
      throw new ERR_INVALID_STATE('Invalid file descriptor');
    if (!this.#writing && lengthOf(this.#left) > 0) {
      this.#pieces.unshift(this.#left);
      this.#left = EMPTY[this.#options.contentMode];
    }
    while (this.#pieces.length > 0 || lengthOf(this.#left) > 0) {
      if (lengthOf(this.#left) === 0)
        this.#left = this.#pieces.shift();
      try {
        this.#consume(this.#writeSync());
      } catch (err) {
        const left = lengthOf(this.#left);
        if (!isBusy(err) || !this.#options.retryEAGAIN(err, left, this.#length - left))
          throw err;
        pause(RETRY_MS);
      }
    }
    try {
      this.#fs.fsyncSync(this.#fd);
    } catch {
      // Not every descriptor supports fsync().
    }
  }

  end() {
    if (this.#destroyed)
      throw new ERR_INVALID_STATE('Utf8Stream is destroyed');
    if (this.#opening) {
      this.once('ready', () => this.end());
      return;
    }
    if (this.#ending)
      return;
    this.#ending = true;
    if (this.#writing)
      return;
    if (this.#length > 0 && this.#fd >= 0)
      this.#next();
    else
      this.#finish();
  }

  destroy() {
    if (!this.#destroyed)
      this.#finish();
  }

  #finish() {
    if (this.#fd === -1) {
      this.once('ready', () => this.#finish());
      return;
    }
    require('timers').clearInterval(this.#timer);
    this.#destroyed = true;
    this.#pieces = new SafeArray();
    const close = () => {
      // Standard streams stay open.
      if (this.#fd === 1 || this.#fd === 2)
        process.nextTick(() => this.#closed(null));
      else
        this.#fs.close(this.#fd, (err) => this.#closed(err));
    };
    // An error of fsync() is ignored: not every descriptor supports it.
    if (this.#options.fsync)
      close();
    else
      this.#fs.fsync(this.#fd, close);
  }

  #closed(err) {
    if (err) {
      this.emit('error', err);
      return;
    }
    if (this.#ending)
      this.emit('finish');
    this.emit('close');
  }

  [SymbolDispose]() { this.destroy(); }
}

module.exports = { Utf8Stream };
