'use strict';
// fs.ReadStream and fs.WriteStream.
//
// (1) They call the functions of options.fs, else those of the public fs object, so a program can
//     replace fs.open() or fs.read(). For a FileHandle they call its methods.
// (2) A descriptor is closed only after the operation on it has ended.
// (3) Both are constructor functions, not classes: they work without `new`, and by call() in a
//     subclass.

const { bufferAllocUnsafeSlow } = require('internal/buffer');
const { setMethod, shield } = require('internal/prototypes');
const { bufferOver, copyBytes, sizeOf } = require('internal/util/bytes');
const { Readable, Writable, finished } = require('stream');
const { codes: {
  ERR_FEATURE_UNAVAILABLE_ON_PLATFORM,
  ERR_INCOMPATIBLE_OPTION_PAIR,
  ERR_INVALID_ARG_TYPE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_OUT_OF_RANGE,
} } = require('internal/errors');
const { validateBoolean, validateFunction, validateInteger } = require('internal/validators');
const { copyObject, getOptions, getValidatedFd, getValidatedPath } = require('internal/fs/utils');
const {
  ArrayPrototypeToSpliced, MathMin, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply,
  SafeArray, SafeMap, Symbol,
} = primordials;

const kFs = Symbol('kFs');
const kHandle = Symbol('kHandle');
const kIsPerformingIO = Symbol('kIsPerformingIO');
const kIoDone = Symbol('kIoDone');

const DEFAULT_READ = 64 * 1024;

// `gyre why` shows the line that created a stream. The operations of a stream start in callbacks,
// whose stacks have no line of the program, so the stack of the constructor is stored here. It is
// not a property of the stream, because programs print streams. It becomes text when it is read.
const { natives: { Error: NativeError } } = require('internal/bootstrap/loader');
const originsByPath = new SafeMap();    // of streams that are being opened
const originsByFd = new SafeMap();

function recordOrigin(stream) {
  if (typeof stream.fd === 'number')
    originsByFd.set(stream.fd, new NativeError());
  else if (typeof stream.path === 'string' && stream.open === openBefore)
    originsByPath.set(stream.path, new NativeError());
}

function moveOrigin(stream, fd) {
  const origin = originsByPath.get(stream.path);
  originsByPath.delete(stream.path);
  if (fd !== undefined)
    originsByFd.set(fd, origin);
}

const originOf = (path, fd) =>
  (path !== undefined ? originsByPath.get(path) : originsByFd.get(fd));

let FileHandle;
const isFileHandle = (value) => (FileHandle ??= require('internal/fs/file_handle').FileHandle) &&
  value instanceof FileHandle;

// ---- Operations: of fs, of options.fs, or of a FileHandle ----

async function settle(promise, callback, pick) {
  let result;
  try {
    result = await promise;
  } catch (err) {
    process.nextTick(callback, err);
    return;
  }
  process.nextTick(() => callback(null, pick?.(result), result?.buffer));
}

// The methods of a FileHandle with the parameters of the functions of fs.
function handleOperations(handle) {
  return {
    __proto__: null,
    open: () => { throw new ERR_METHOD_NOT_IMPLEMENTED('open()'); },
    close: (fd, cb) => settle(handle.close(), cb),
    fsync: (fd, cb) => settle(handle.sync(), cb),
    read: (fd, buffer, offset, length, position, cb) =>
      settle(handle.read(buffer, offset, length, position), cb, (r) => r.bytesRead),
    write: (fd, buffer, offset, length, position, cb) =>
      settle(handle.write(buffer, offset, length, position), cb, (r) => r.bytesWritten),
    writev: (fd, buffers, position, cb) =>
      settle(handle.writev(buffers, position), cb, (r) => r.bytesWritten),
  };
}

function useHandle(stream, handle) {
  const { kFd, kRef, kUnref } = require('internal/fs/file_handle');
  stream[kHandle] = handle;
  stream[kFs] = handleOperations(handle);
  stream.fd = handle[kFd];
  handle[kRef]();
  handle.on('close', () => { stream.close(); });
  stream[kUnrefHandle] = () => handle[kUnref]();
}
const kUnrefHandle = Symbol('kUnrefHandle');

// options.fs must have the functions that the stream needs.
function useFs(stream, given, needs) {
  stream[kFs] = given || require('fs');
  if (given) {
    for (let i = 0; i < needs.length; i++) {
      const name = needs[i];
      if (name === 'open' && stream.fd !== null)
        continue;
      validateFunction(stream[kFs][name], `options.fs.${name}`);
    }
  }
}

function importFd(stream, options, needs) {
  if (options.windowsHandle !== undefined) {
    if (options.fd != null)
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('windowsHandle', 'fd');
    throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('windowsHandle');
  }
  if (options.fd == null) {
    useFs(stream, options.fs, needs);
    return;
  }
  if (typeof options.fd === 'number') {
    stream.fd = getValidatedFd(options.fd);
    useFs(stream, options.fs, needs);
  } else if (isFileHandle(options.fd)) {
    if (options.fs)
      throw new ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
    useHandle(stream, options.fd);
  } else {
    throw new ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], options.fd);
  }
}

// ---- Opening and closing ----

function construct(callback) {
  const stream = this;
  if (typeof stream.fd === 'number') {
    callback();
    return;
  }
  const whenOpen = (err, fd) => {
    moveOrigin(stream, fd);
    if (err) {
      callback(err);
      return;
    }
    stream.fd = fd;
    callback();
    stream.emit('open', fd);
    stream.emit('ready');
  };
  if (stream.open !== openBefore) {
    // The program has replaced open(), as was usual before streams had _construct().
    const { emit } = stream;
    stream.emit = function(name, value) {
      if (name === 'open') {
        this.emit = emit;
        callback();
        return ReflectApply(emit, this, [name, value]);
      }
      if (name === 'error') {
        this.emit = emit;
        return callback(value);
      }
      return ReflectApply(emit, this, arguments);
    };
    stream.open();
    return;
  }
  stream[kFs].open(stream.path, stream.flags, stream.mode, whenOpen);
}

// open() of older versions. It does nothing: _construct() opens the file.
function openBefore() {}

function closeFd(stream, err, callback) {
  if (stream[kHandle] !== undefined)
    stream[kUnrefHandle]();
  stream[kFs].close(stream.fd, (failure) => callback(err || failure));
  originsByFd.delete(stream.fd);
  stream.fd = null;
}

function close(stream, err, callback) {
  if (typeof stream.fd !== 'number')
    callback(err);
  else if (stream.flush)
    stream[kFs].fsync(stream.fd, (failure) => closeFd(stream, err || failure, callback));
  else
    closeFd(stream, err, callback);
}

function destroy(err, callback) {
  const work = () => {
    // With autoClose: false the descriptor belongs to the caller again.
    if (this[kHandle] !== undefined && this.fd === null)
      return callback(err);
    close(this, err, callback);
  };
  if (this[kIsPerformingIO])
    this.once(kIoDone, (failure) => { err ||= failure; work(); });
  else
    work();
}

// Called at the end of an operation. True if the stream was destroyed during it.
function ioEnded(stream, err) {
  stream[kIsPerformingIO] = false;
  if (!stream.destroyed)
    return false;
  stream.emit(kIoDone, err);
  return true;
}

const autoClose = {
  __proto__: null,
  enumerable: true,
  configurable: true,
};

function stateOf(stream, state, type) {
  if (stream[state] === undefined) {
    const { ERR_INVALID_THIS } = require('internal/errors').codes;
    throw new ERR_INVALID_THIS(type);
  }
  return stream[state];
}

function pendingOf() {
  return this.fd === null;
}

// ---- Reading ----

function checkRange(stream, options) {
  if (options.start !== undefined) {
    validateInteger(options.start, 'start', 0);
    stream.pos = options.start;
  }
  if (options.end === undefined) {
    stream.end = Infinity;
  } else if (options.end !== Infinity) {
    validateInteger(options.end, 'end', 0);
    stream.end = options.end;
    if (options.start !== undefined && options.start > options.end)
      throw new ERR_OUT_OF_RANGE('start', `<= "end" (here: ${options.end})`, options.start);
  } else {
    stream.end = Infinity;
  }
  stream.start = options.start;
}

function ReadStream(path, options) {
  if (!(this instanceof ReadStream))
    return new ReadStream(path, options);
  options = copyObject(getOptions(options));
  if (options.highWaterMark === undefined)
    options.highWaterMark = DEFAULT_READ;
  if (options.autoDestroy === undefined)
    options.autoDestroy = false;

  this.fd = null;
  this.path = options.fd == null && options.windowsHandle === undefined ? getValidatedPath(path) :
    undefined;
  this.flags = options.flags === undefined ? 'r' : options.flags;
  this.mode = options.mode === undefined ? 0o666 : options.mode;
  this.start = undefined;
  this.end = Infinity;
  this.pos = undefined;
  this.bytesRead = 0;
  this[kIsPerformingIO] = false;
  importFd(this, options, ['open', 'read', 'close']);
  recordOrigin(this);
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  checkRange(this, options);
  ReflectApply(Readable, this, [options]);
  if (options.encoding)
    this.setEncoding(options.encoding);
}
ObjectSetPrototypeOf(ReadStream.prototype, Readable.prototype);
ObjectSetPrototypeOf(ReadStream, Readable);

shield(ReadStream.prototype,
       ['fd', 'path', 'flags', 'mode', 'start', 'end', 'pos', 'bytesRead']);

ObjectDefineProperty(ReadStream.prototype, 'autoClose', {
  __proto__: null, ...autoClose,
  get() { return stateOf(this, '_readableState', 'ReadStream').autoDestroy; },
  set(value) { stateOf(this, '_readableState', 'ReadStream').autoDestroy = value; },
});

setMethod(ReadStream.prototype, 'open', openBefore);
setMethod(ReadStream.prototype, '_construct', construct);

setMethod(ReadStream.prototype, '_read', function(size) {
  const left = this.pos !== undefined ? this.end - this.pos + 1 : this.end - this.bytesRead + 1;
  size = MathMin(size, left);
  if (size <= 0) {
    this.push(null);
    return;
  }
  const buffer = bufferAllocUnsafeSlow(size);
  this[kIsPerformingIO] = true;
  this[kFs].read(this.fd, buffer, 0, size, this.pos, (err, count, given) => {
    if (ioEnded(this, err))
      return;
    if (err) {
      require('internal/streams/destroy').errorOrDestroy(this, err);
      return;
    }
    if (this.pos !== undefined)
      this.pos += count;
    this.bytesRead += count;
    if (count === 0) {
      this.push(null);
      return;
    }
    given ??= buffer;
    // A short chunk is copied: it would retain the memory of the whole buffer.
    const length = sizeOf(given);
    this.push(count === length ? given : count * 2 < length ? copyBytes(given, 0, count) :
      bufferOver(given, 0, count));
  });
});

setMethod(ReadStream.prototype, '_destroy', destroy);

setMethod(ReadStream.prototype, 'close', function(callback) {
  if (typeof callback === 'function')
    finished(this, callback);
  this.destroy();
});

ObjectDefineProperty(ReadStream.prototype, 'pending',
                     { __proto__: null, ...autoClose, get: pendingOf });

// ---- Writing ----

function WriteStream(path, options) {
  if (!(this instanceof WriteStream))
    return new WriteStream(path, options);
  options = copyObject(getOptions(options));
  options.decodeStrings = true;

  this.fd = null;
  this.path = options.fd == null && options.windowsHandle === undefined ? getValidatedPath(path) :
    undefined;
  this.flags = options.flags === undefined ? 'w' : options.flags;
  this.mode = options.mode === undefined ? 0o666 : options.mode;
  this.flush = options.flush;
  if (this.flush == null)
    this.flush = false;
  else
    validateBoolean(this.flush, 'options.flush');
  this.start = options.start;
  this.pos = undefined;
  this.bytesWritten = 0;
  this[kIsPerformingIO] = false;

  // options.fs needs write() or writev(). Without one of them the stream does not use it.
  const given = options.fs;
  const needs = new SafeArray();
  needs.push('open', 'close');
  if (given && !given.write && !given.writev)
    needs.push('write');
  if (given?.write)
    needs.push('write');
  if (given?.writev)
    needs.push('writev');
  if (options.flush)
    needs.push('fsync');
  importFd(this, options, needs);
  recordOrigin(this);
  if (!this[kFs].write)
    this._write = null;
  if (!this[kFs].writev)
    this._writev = null;

  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  if (options.start !== undefined) {
    validateInteger(options.start, 'start', 0);
    this.pos = options.start;
  }
  ReflectApply(Writable, this, [options]);
  if (options.encoding)
    this.setDefaultEncoding(options.encoding);
}
ObjectSetPrototypeOf(WriteStream.prototype, Writable.prototype);
ObjectSetPrototypeOf(WriteStream, Writable);

shield(WriteStream.prototype,
       ['fd', 'path', 'flags', 'mode', 'flush', 'start', 'pos', 'bytesWritten']);

ObjectDefineProperty(WriteStream.prototype, 'autoClose', {
  __proto__: null, ...autoClose,
  get() { return stateOf(this, '_writableState', 'WriteStream').autoDestroy; },
  set(value) { stateOf(this, '_writableState', 'WriteStream').autoDestroy = value; },
});

setMethod(WriteStream.prototype, 'open', openBefore);
setMethod(WriteStream.prototype, '_construct', construct);

const MAX_TRIES = 5;

// Writes all of `data` (bytes, or a list of them). EAGAIN is tried again: some file systems and
// terminals return it for a moment.
function writeOut(stream, data, isList, size, pos, callback, tries = 0) {
  const ended = (err, count) => {
    if (err?.code === 'EAGAIN') {
      err = null;
      count = 0;
    }
    if (stream.destroyed || err)
      return callback(err ?? new (require('internal/errors').codes.ERR_STREAM_DESTROYED)('write'));
    stream.bytesWritten += count;
    tries = count > 0 ? 0 : tries + 1;
    size -= count;
    if (pos !== undefined)
      pos += count;
    if (tries > MAX_TRIES) {
      callback(new primordials.Error('write failed'));
    } else if (size > 0) {
      writeOut(stream, skip(data, isList, count), isList, size, pos, callback, tries);
    } else {
      callback();
    }
  };
  if (isList)
    stream[kFs].writev(stream.fd, data, pos ?? null, ended);
  else
    stream[kFs].write(stream.fd, data, 0, size, pos, ended);
}

function skip(data, isList, count) {
  if (!isList)
    return bufferOver(data, count);
  const rest = new SafeArray();
  for (let i = 0; i < data.length; i++) {
    const each = data[i];
    const length = sizeOf(each);
    if (count >= length)
      count -= length;
    else
      rest.push(count > 0 ? bufferOver(each, count) : each);
    if (count > 0 && rest.length > 0)
      count = 0;
  }
  return ArrayPrototypeToSpliced.call(rest);
}

function startWrite(stream, data, isList, size, callback) {
  stream[kIsPerformingIO] = true;
  const pos = stream.pos;
  if (pos !== undefined)
    stream.pos += size;
  writeOut(stream, data, isList, size, pos, (err) => {
    if (ioEnded(stream, err))
      return callback(err);
    callback(err);
  });
}

setMethod(WriteStream.prototype, '_write', function(data, encoding, callback) {
  startWrite(this, data, false, sizeOf(data), callback);
});

setMethod(WriteStream.prototype, '_writev', function(data, callback) {
  const chunks = new SafeArray();
  let size = 0;
  for (let i = 0; i < data.length; i++) {
    const { chunk } = data[i];
    chunks.push(chunk);
    size += sizeOf(chunk);
  }
  startWrite(this, ArrayPrototypeToSpliced.call(chunks), true, size, callback);
});

setMethod(WriteStream.prototype, '_destroy', destroy);

setMethod(WriteStream.prototype, 'close', function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  // Without autoClose nothing else destroys the stream.
  if (!this.autoClose)
    this.on('finish', this.destroy);
  // Not destroy(): pending writes must complete.
  this.end();
});

setMethod(WriteStream.prototype, 'destroySoon', WriteStream.prototype.end);

ObjectDefineProperty(WriteStream.prototype, 'pending',
                     { __proto__: null, ...autoClose, get: pendingOf });

module.exports = { ReadStream, WriteStream, originOf };
