'use strict';
// fs.Dir: a directory read entry by entry. The binding reads `bufferSize` entries at a time.
//
// (1) One read runs at a time; other calls wait in a queue.
// (2) With `recursive`, a directory is read after the one that contains it.

const {
  ObjectDefineProperty, Promise, SafeArray, Symbol, SymbolAsyncDispose, SymbolAsyncIterator,
  SymbolDispose,
} = primordials;
const binding = internalBinding('fs');
const { codes: { ERR_DIR_CLOSED, ERR_DIR_CONCURRENT_OPERATION, ERR_INVALID_THIS, ERR_MISSING_ARGS },
        uvException } =
  require('internal/errors');
const { validateFunction, validateUint32 } = require('internal/validators');
const { getOptions, getValidatedPath } = require('internal/fs/utils');
const { DIR, Dirent, asBytes, eachEntry, pathOf, typeOf } = require('internal/fs/dirent');

const kHandle = Symbol('kDirHandle');
const kPath = Symbol('kDirPath');
const kOptions = Symbol('kDirOptions');
const kBuffered = Symbol('kDirBuffered');
const kPending = Symbol('kDirPending');
const kBusy = Symbol('kDirBusy');
const kClosed = Symbol('kDirClosed');

const DEFAULT_BUFFER = 32;

// The entries of one read. With `recursive`, adds its directories to those to be read.
function unpack(dir, piece, directory) {
  const entries = new SafeArray();
  eachEntry(piece, dir[kOptions].encoding, (name, type) => {
    type = typeOf(type, directory, name);
    entries.push(new Dirent(name, type, directory));
    if (type === DIR && dir[kOptions].recursive)
      dir[kPending].push(pathOf(directory, name));
  });
  return entries;
}

class Dir {
  constructor(handle, path, options) {
    if (handle === undefined)
      throw new ERR_MISSING_ARGS('handle');
    this[kHandle] = { __proto__: null, dir: handle, path };
    this[kPath] = path;
    this[kOptions] = {
      __proto__: null, bufferSize: DEFAULT_BUFFER,
      ...getOptions(options, { __proto__: null, encoding: 'utf8' }),
    };
    validateUint32(this[kOptions].bufferSize, 'options.bufferSize', true);
    this[kBuffered] = new SafeArray();
    this[kPending] = new SafeArray();
    this[kBusy] = null;
    this[kClosed] = false;
  }

  get path() {
    if (!(kPath in this))
      throw new ERR_INVALID_THIS('Dir');
    return this[kPath];
  }

  read(callback) {
    if (callback === undefined)
      return new Promise((resolve, reject) =>
        this.#read((err, entry) => (err ? reject(err) : resolve(entry)), reject));
    validateFunction(callback, 'cb');
    return this.#read(callback, undefined);
  }

  #read(callback, refuse) {
    if (this[kClosed]) {
      const err = new ERR_DIR_CLOSED();
      if (refuse === undefined)
        throw err;
      return refuse(err);
    }
    if (this[kBusy] !== null) {
      this[kBusy].push(() => this.#read(callback, refuse ?? callback));
      return;
    }
    if (this[kBuffered].length > 0) {
      const entry = this[kBuffered].shift();
      process.nextTick(() => callback(null, entry));
      return;
    }
    this[kBusy] = new SafeArray();
    this.#fill((err) => {
      const waiting = this[kBusy];
      this[kBusy] = null;
      const entry = err ? undefined : this[kBuffered].shift() ?? null;
      for (let i = 0; i < waiting.length; i++)
        process.nextTick(waiting[i]);
      if (err)
        callback(err);
      else
        callback(null, entry);
    });
  }

  // Reads until there is an entry, or to the end.
  #fill(done) {
    const { bufferSize, encoding } = this[kOptions];
    const { dir, path } = this[kHandle];
    if (dir === null)
      return this.#openNext(done);
    binding.readentries(dir, bufferSize, asBytes(encoding), (err, piece) => {
      if (err !== null)
        return done(err);
      if (piece !== null) {
        this[kBuffered] = unpack(this, piece, path);
        return done(null);
      }
      if (!this[kOptions].recursive || this[kPending].length === 0)
        return done(null);
      binding.closedir(dir, (failure) => {
        this[kHandle].dir = null;
        if (failure !== null)
          return done(failure);
        this.#openNext(done);
      });
    });
  }

  #openNext(done) {
    const next = this[kPending].shift();
    if (next === undefined)
      return process.nextTick(done, null);
    binding.opendir(next, (err, dir) => {
      if (err !== null)
        return done(err);
      this[kHandle] = { __proto__: null, dir, path: next };
      this.#fill(done);
    });
  }

  readSync() {
    if (this[kClosed])
      throw new ERR_DIR_CLOSED();
    if (this[kBusy] !== null)
      throw new ERR_DIR_CONCURRENT_OPERATION();
    while (this[kBuffered].length === 0) {
      const { dir, path } = this[kHandle];
      const piece = dir === null ? null :
        binding.readentries(
          dir, this[kOptions].bufferSize, asBytes(this[kOptions].encoding), undefined);
      if (piece !== null) {
        this[kBuffered] = unpack(this, piece, path);
        continue;
      }
      const next = this[kPending].shift();
      if (next === undefined)
        return null;
      if (dir !== null)
        binding.closedir(dir, undefined);
      this[kHandle].dir = null;
      this[kHandle] = { __proto__: null, dir: binding.opendir(next, undefined), path: next };
    }
    return this[kBuffered].shift();
  }

  close(callback) {
    if (callback === undefined)
      return new Promise(
        (resolve, reject) => this.#close((err) => (err ? reject(err) : resolve()), reject));
    validateFunction(callback, 'cb');
    this.#close(callback, undefined);
  }

  #close(callback, refuse) {
    if (this[kClosed]) {
      process.nextTick(refuse ?? callback, new ERR_DIR_CLOSED());
      return;
    }
    if (this[kBusy] !== null) {
      this[kBusy].push(() => this.#close(callback, refuse));
      return;
    }
    this[kClosed] = true;
    const { dir } = this[kHandle];
    if (dir === null)
      process.nextTick(callback, null);
    else
      binding.closedir(dir, (err) => callback(err));
  }

  closeSync() {
    if (this[kClosed])
      throw new ERR_DIR_CLOSED();
    if (this[kBusy] !== null)
      throw new ERR_DIR_CONCURRENT_OPERATION();
    this[kClosed] = true;
    if (this[kHandle].dir !== null)
      binding.closedir(this[kHandle].dir, undefined);
  }

  async* entries() {
    try {
      for (let entry = await this.read(); entry !== null; entry = await this.read())
        yield entry;
    } finally {
      await this.close();
    }
  }

  [SymbolDispose]() {
    if (!this[kClosed])
      this.closeSync();
  }

  async [SymbolAsyncDispose]() {
    if (!this[kClosed])
      await this.close();
  }
}

ObjectDefineProperty(Dir.prototype, SymbolAsyncIterator, {
  __proto__: null,
  value: Dir.prototype.entries,
  enumerable: false,
  writable: true,
  configurable: true,
});

function opendirOptions(options) {
  options = getOptions(options, { __proto__: null, encoding: 'utf8' });
  if (options.bufferSize !== undefined)
    validateUint32(options.bufferSize, 'options.bufferSize', true);
  return options;
}

function opendir(path, options, callback) {
  callback = typeof options === 'function' ? options : callback;
  validateFunction(callback, 'callback');
  path = getValidatedPath(path);
  options = opendirOptions(options);
  binding.opendir(path, (err, handle) =>
    (err === null ? callback(null, new Dir(handle, path, options)) : callback(err)));
}

function opendirSync(path, options) {
  path = getValidatedPath(path);
  options = opendirOptions(options);
  const handle = binding.opendir(path, null);
  // As in Node, this error has no path, unlike that of opendir().
  if (handle < 0)
    throw uvException({ __proto__: null, errno: handle, syscall: 'opendir' });
  return new Dir(handle, path, options);
}

module.exports = { Dir, opendir, opendirSync };
