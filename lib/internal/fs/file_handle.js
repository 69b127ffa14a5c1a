'use strict';
// FileHandle: the file descriptor of fs.promises.
//
// (1) Each operation holds a reference; close() waits until none is left.
// (2) After close() has begun, fd is -1 and every operation fails with EBADF.
// (3) A handle that is collected without close() is closed, and reported as an error.

const {
  ArrayBufferIsView: isView, ArrayPrototypeToSpliced, FinalizationRegistry,
  FinalizationRegistryPrototypeRegister, MathMin, Promise, PromiseResolve, Symbol,
  SymbolAsyncDispose, SymbolAsyncIterator, SymbolIterator,
} = primordials;
const binding = internalBinding('fs');
const EventEmitter = require('events');
const { FastBuffer, bufferFrom, byteLengthOf, fromString } = require('internal/buffer');
const { codes: { ERR_INVALID_ARG_TYPE }, genericNodeError } = require('internal/errors');
const { kValidateObjectAllowNullable, parseFileMode, validateBoolean, validateBuffer,
        validateEncoding, validateInteger,
        validateObject } = require('internal/validators');
const { setMethod } = require('internal/prototypes');
const { setOwnProperty } = require('internal/util');
const {
  checkAborted,
  getOptions,
  kEmptyObject,
  toUnixTimestamp,
  validateBufferArray,
  validateStringAfterArrayBufferView,
  validateUserId,
  writePosition,
} = require('internal/fs/utils');
const { contents, directEncoding, readArguments, sizeOf, writeArguments } =
  require('internal/fs/files');
const { getStats } = require('internal/fs/stats');

const kFd = Symbol('kFd');
const kRefs = Symbol('kRefs');
const kRef = Symbol('kRef');
const kUnref = Symbol('kUnref');
const kClosePromise = Symbol('kClosePromise');
const kCloseResolve = Symbol('kCloseResolve');
const kCloseReject = Symbol('kCloseReject');
const kHeld = Symbol('kHeld');
const { kBeforeTransfer, kPack, kTransfer } = require('internal/messaging/transfer');
const kLocked = Symbol('kLocked');

const CHUNK = 512 * 1024;

// An operation of the binding as a promise. `start` gets the completion function.
const promised = (start) => new Promise((resolve, reject) => {
  start((err, value) => (err === null ? resolve(value) : reject(err)));
});

let registry;
function reportIfCollected(handle, held) {
  registry ??= new FinalizationRegistry((held) => {
    if (held.fd < 0)
      return;
    binding.close(held.fd, null);
    const err = genericNodeError('A FileHandle object was closed during garbage collection. ' +
      'This used to be allowed with a deprecation warning but is now considered an error. ' +
      `Please close FileHandle objects explicitly. File descriptor: ${held.fd} (${held.path})`,
                                 { __proto__: null, code: 'ERR_INVALID_STATE' });
    process.nextTick(() => { throw err; });
  });
  FinalizationRegistryPrototypeRegister.call(registry, handle, held, held);
}

function closedError(syscall, isTransferred) {
  const err = new primordials.Error(
    isTransferred ? 'The FileHandle has been transferred' : 'file closed');
  setOwnProperty(err, 'code', 'EBADF');
  return setOwnProperty(err, 'syscall', syscall);
}

// Runs work(fd) with a reference on the handle.
async function withHandle(handle, syscall, work) {
  if (handle[kFd] === undefined)
    throw new ERR_INVALID_ARG_TYPE('filehandle', 'FileHandle', handle);
  const { fd } = handle;
  if (fd === -1)
    throw closedError(syscall, wasTransferred(handle));
  handle[kRef]();
  try {
    return await work(fd);
  } finally {
    handle[kUnref]();
  }
}

let wasTransferred;

class FileHandle extends EventEmitter {
  #isTransferred = false;
  static { wasTransferred = (handle) => handle.#isTransferred; }
  // The path is for the error about a handle that was not closed.
  constructor(fd, path) {
    super();
    this[kFd] = fd;
    this[kRefs] = 1;
    this[kClosePromise] = null;
    this[kHeld] = { __proto__: null, fd, path };
    reportIfCollected(this, this[kHeld]);
  }

  get fd() { return this[kFd]; }

  getAsyncId() { return 0; }

  appendFile(data, options) {
    return withHandle(this, 'writeFile', (fd) => writeToHandle(this, data, options, fd));
  }

  chmod(mode) {
    return withHandle(this, 'fchmod', (fd) => {
      mode = parseFileMode(mode, 'mode');
      return promised((done) => binding.fchmod(fd, mode, done));
    });
  }

  chown(uid, gid) {
    return withHandle(this, 'fchown', (fd) => {
      validateUserId(uid, 'uid');
      validateUserId(gid, 'gid');
      return promised((done) => binding.fchown(fd, uid, gid, done));
    });
  }

  datasync() {
    return withHandle(this, 'fdatasync', (fd) => promised((done) => binding.fdatasync(fd, done)));
  }

  sync() {
    return withHandle(this, 'fsync', (fd) => promised((done) => binding.fsync(fd, done)));
  }

  read(buffer, offset, length, position) {
    return withHandle(this, 'read', (fd) => handleRead(fd, buffer, offset, length, position));
  }

  readv(buffers, position) {
    return withHandle(this, 'readv', async (fd) => {
      validateBufferArray(buffers);
      const bytesRead = await promised(
        (done) => binding.readv(
          fd, ArrayPrototypeToSpliced.call(buffers), writePosition(position), done));
      return { __proto__: null, bytesRead, buffers };
    });
  }

  readFile(options) {
    return withHandle(this, 'readFile', (fd) => handleReadFile(fd, options));
  }

  readLines(options = undefined) {
    return require('readline').createInterface({
      __proto__: null, input: this.createReadStream(options),
      crlfDelay: Infinity,
    });
  }

  stat(options = kEmptyObject) {
    return withHandle(this, 'fstat', (fd) => {
      validateObject(options, 'options');
      const { bigint: big, signal } = options;
      checkAborted(signal);
      return new Promise((resolve, reject) => {
        binding.fstat(fd, big, (err) => (err === null ? resolve(getStats(big)) : reject(err)));
      });
    });
  }

  truncate(len = 0) {
    return withHandle(this, 'ftruncate', (fd) => {
      validateInteger(len, 'len');
      return promised((done) => binding.ftruncate(fd, len < 0 ? 0 : len, done));
    });
  }

  utimes(atime, mtime) {
    return withHandle(this, 'futimes', (fd) => {
      atime = toUnixTimestamp(atime, 'atime');
      mtime = toUnixTimestamp(mtime, 'mtime');
      return promised((done) => binding.futimes(fd, atime, mtime, done));
    });
  }

  write(buffer, offset, length, position) {
    return withHandle(this, 'write', (fd) => handleWrite(fd, buffer, offset, length, position));
  }

  writev(buffers, position) {
    return withHandle(this, 'writev', async (fd) => {
      validateBufferArray(buffers);
      if (buffers.length === 0)
        return { __proto__: null, bytesWritten: 0, buffers };
      const bytesWritten = await promised(
        (done) => binding.writev(
          fd, ArrayPrototypeToSpliced.call(buffers), writePosition(position), done));
      return { __proto__: null, bytesWritten, buffers };
    });
  }

  writeFile(data, options) {
    return withHandle(this, 'writeFile', (fd) => writeToHandle(this, data, options, fd));
  }

  close = () => {
    if (this[kFd] === -1)
      return PromiseResolve.call(Promise);
    if (this[kClosePromise])
      return this[kClosePromise];
    this[kRefs]--;
    const closed = new Promise((resolve, reject) => {
      this[kCloseResolve] = resolve;
      this[kCloseReject] = reject;
    });
    if (this[kRefs] === 0)
      this.#closeNow();
    this[kClosePromise] = this.#whenClosed(closed);
    this.emit('close');
    return this[kClosePromise];
  };

  async #whenClosed(closed) {
    try {
      await closed;
    } finally {
      this[kClosePromise] = undefined;
    }
  }

  #closeNow() {
    const fd = this[kFd];
    this[kFd] = -1;
    this[kHeld].fd = -1;
    binding.close(fd, (err) => {
      if (err === null)
        this[kCloseResolve]();
      else
        this[kCloseReject](err);
    });
  }

  [SymbolAsyncDispose]() { return this.close(); }

  [kRef]() { this[kRefs]++; }

  [kUnref]() {
    this[kRefs]--;
    if (this[kRefs] === 0)
      this.#closeNow();
  }

  // An idle handle can be transferred: its descriptor moves to a new handle.
  [kBeforeTransfer]() {
    if (this[kRefs] > 1 || this[kClosePromise] || this[kFd] === -1) {
      const { lazyDOMException } = require('internal/util');
      const isInUse = this[kRefs] > 1 || this[kClosePromise];
      throw lazyDOMException(isInUse ? 'Cannot transfer FileHandle while in use' :
        'Cannot clone object of unsupported type.', 'DataCloneError');
    }
  }

  [kTransfer]() {
    return new FileHandle(this.#giveUp(), this[kHeld].path);
  }

  [kPack]() {
    const fd = this.#giveUp();
    binding.setOpened(fd, false);
    return ['internal/fs/file_handle', 'unpack', this[kHeld].path, undefined, fd];
  }

  #giveUp() {
    const fd = this[kFd];
    this[kHeld].fd = -1;
    this[kFd] = -1;
    this.#isTransferred = true;
    return fd;
  }

  readableWebStream(options = kEmptyObject) {
    return require('internal/fs/web_stream').readableWebStream(this, options, kLocked);
  }

  createReadStream(options = undefined) {
    const { ReadStream } = require('internal/fs/streams');
    return new ReadStream(undefined, { __proto__: null, ...options, fd: this });
  }

  createWriteStream(options = undefined) {
    const { WriteStream } = require('internal/fs/streams');
    return new WriteStream(undefined, { __proto__: null, ...options, fd: this });
  }
}

if (internalBinding('options').get('--experimental-stream-iter')) {
  const iterable = () => require('internal/fs/iterable');
  const methods = {
    __proto__: null,
    pull(...args) { return iterable().pull(this, kLocked, this[kFd], args); },
    pullSync(...args) { return iterable().pullSync(this, kLocked, this[kFd], args); },
    writer(options = kEmptyObject) {
      return iterable().writer(this, kLocked, this[kFd], options);
    },
  };
  setMethod(FileHandle.prototype, 'pull', methods.pull);
  setMethod(FileHandle.prototype, 'pullSync', methods.pullSync);
  setMethod(FileHandle.prototype, 'writer', methods.writer);
}

async function handleRead(fd, buffer, offset, length, position) {
  if (!isView(buffer)) { // options
    const params = buffer;
    if (params !== undefined && params !== null)
      validateObject(params, 'options', kValidateObjectAllowNullable);
    ({ buffer = new FastBuffer(16384), offset = 0, length = sizeOf(buffer) - offset,
       position = null } = params ?? kEmptyObject);
  } else if (offset !== null && typeof offset === 'object') {
    ({ offset = 0, length = sizeOf(buffer) - offset, position = null } = offset);
  }
  validateBuffer(buffer);
  const range = readArguments(buffer, offset, length, position);
  if (range === undefined)
    return { __proto__: null, bytesRead: 0, buffer };
  const bytesRead = await promised(
    (done) => binding.read(fd, buffer, range.offset, range.length, range.position, done));
  return { __proto__: null, bytesRead, buffer };
}

async function handleWrite(fd, buffer, offset, length, position) {
  if (isView(buffer) && byteLengthOf(buffer) === 0)
    return { __proto__: null, bytesWritten: 0, buffer };
  if (!isView(buffer)) {
    validateStringAfterArrayBufferView(buffer, 'buffer');
    validateEncoding(buffer, length);
    const bytes = fromString(buffer, length, 0);
    const size = byteLengthOf(bytes);
    const bytesWritten = await promised(
      (done) => binding.write(fd, bytes, 0, size, writePosition(offset), done));
    return { __proto__: null, bytesWritten, buffer };
  }
  if (typeof offset === 'object' && offset !== null)
    ({ offset = 0, length = sizeOf(buffer) - offset, position = null } = offset);
  const range = writeArguments(buffer, offset, length);
  const bytesWritten = await promised(
    (done) => binding.write(fd, buffer, range.offset, range.length, writePosition(position), done));
  return { __proto__: null, bytesWritten, buffer };
}

async function handleReadFile(fd, options) {
  options = getOptions(options, { __proto__: null, flag: 'r' });
  if (options.signal !== undefined || options.buffer !== undefined) {
    return await promised((done) => {
      require('internal/fs/read_file').readFile(
        fd, options, (err, value) => done(err ?? null, value));
    });
  }
  const value = await promised(
    (done) => binding.readFile(fd, 0, directEncoding(options.encoding), done));
  return contents(value, options.encoding);
}

const isIterable = (data) => !isView(data) && typeof data !== 'string' && data !== null &&
  data !== undefined &&
  (typeof data[SymbolAsyncIterator] === 'function' || typeof data[SymbolIterator] === 'function');

// Writes all bytes, in pieces, so that an abort takes effect between them.
async function writeBytes(fd, bytes, signal) {
  const size = byteLengthOf(bytes);
  for (let offset = 0; offset < size;) {
    checkAborted(signal);
    const length = MathMin(size - offset, CHUNK);
    const from = offset;
    offset += await promised((done) => binding.write(fd, bytes, from, length, -1, done));
  }
}

async function writeToHandle(handle, data, options, fd = handle.fd) {
  options = getOptions(
    options, { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'w', flush: false });
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  const { encoding, signal } = options;
  checkAborted(signal);
  if (isIterable(data)) {
    for await (const part of data) {
      checkAborted(signal);
      await writeBytes(fd, isView(part) ? part : bufferFrom(part, encoding || 'utf8'), signal);
      checkAborted(signal);
    }
  } else {
    if (!isView(data)) {
      validateStringAfterArrayBufferView(data, 'data');
      data = fromString(data, encoding || 'utf8', 0);
    }
    await writeBytes(fd, data, signal);
  }
  if (flush)
    await handle.sync();
}

function unpack(path, ports, fd) {
  binding.setOpened(fd, true);
  return new FileHandle(fd, path);
}

module.exports = { unpack,
  FileHandle,
  isIterable,
  kFd,
  kLocked,
  kRef,
  kUnref,
  promised,
  writeToHandle,
};
