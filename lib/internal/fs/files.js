'use strict';
// Descriptors and contents: open, read, write, close, and whole files.

const {
  ArrayBufferIsView: isView, ArrayPrototypeToSpliced, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
} = primordials;
const binding = internalBinding('fs');
const { FastBuffer, byteLengthOf, fromString } = require('internal/buffer');
const { AbortError, aggregateTwoErrors, codes: {
  ERR_FS_FILE_TOO_LARGE,
  ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const {
  isInt32,
  kValidateObjectAllowNullable,
  parseFileMode,
  validateBoolean,
  validateBuffer,
  validateEncoding,
  validateFunction,
  validateInteger,
  validateObject,
} = require('internal/validators');
const {
  copyObject,
  getOptions,
  getValidMode,
  getValidatedFd,
  getValidatedPath,
  kEmptyObject,
  makeCallback,
  makeValueCallback,
  readPosition,
  stringToFlags,
  validateBufferArray,
  validateOffsetLengthRead,
  validateOffsetLengthWrite,
  validateStringAfterArrayBufferView,
  writePosition,
} = require('internal/fs/utils');
const { nextTick } = process;

const DEFAULT_READ = 16384;

// Programs replace functions of the module object (tests, graceful-fs): those are called.
let fs;
const publicFs = () => fs ??= require('fs');

// The size of a view. Of any other value, its property byteLength.
const sizeOf = (value) => (isView(value) ? byteLengthOf(value) : value?.byteLength);

const isFd = (value) => isInt32(value) && value >= 0;

// ---- open, close ----

function open(path, flags, mode, callback) {
  path = getValidatedPath(path);
  if (arguments.length < 3) {
    callback = flags;
    flags = 'r';
    mode = 0o666;
  } else if (typeof mode === 'function') {
    callback = mode;
    mode = 0o666;
  } else {
    mode = parseFileMode(mode, 'mode', 0o666);
  }
  const number = stringToFlags(flags);
  callback = makeValueCallback(callback);
  binding.open(path, number, mode, callback);
}

function openSync(path, flags, mode) {
  return binding.open(getValidatedPath(path), stringToFlags(flags),
                      parseFileMode(mode, 'mode', 0o666), undefined);
}

function throwIt(err) {
  if (err != null)
    throw err;
}

function close(fd, callback = throwIt) {
  fd = getValidatedFd(fd);
  if (callback !== throwIt)
    callback = makeCallback(callback);
  binding.close(fd, callback);
}

function closeSync(fd) {
  binding.close(getValidatedFd(fd), undefined);
}

// ---- read ----

// The range to read, validated; undefined if it is empty.
function readArguments(buffer, offset, length, position) {
  validateBuffer(buffer);
  if (offset === null || offset === undefined)
    offset = 0;
  else
    validateInteger(offset, 'offset', 0);
  const size = byteLengthOf(buffer);
  length = length === undefined || length === null ? size - offset : length | 0;
  position = readPosition(position, length);
  if (length === 0)
    return undefined;
  if (size === 0)
    throw new ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
  validateOffsetLengthRead(offset, length, size);
  return { __proto__: null, offset, length, position };
}

function read(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = getValidatedFd(fd);
  let offset = offsetOrOptions;
  let params = null;
  if (arguments.length <= 4) {
    if (arguments.length === 4) { // fd, buffer, options, callback
      validateObject(offsetOrOptions, 'options', kValidateObjectAllowNullable);
      callback = length;
      params = offsetOrOptions;
    } else if (arguments.length === 3) { // fd, options or buffer, callback
      if (!isView(buffer)) {
        params = buffer;
        ({ buffer = new FastBuffer(DEFAULT_READ) } = params ?? kEmptyObject);
      }
      callback = offsetOrOptions;
    } else { // fd, callback
      callback = buffer;
      buffer = new FastBuffer(DEFAULT_READ);
    }
    if (params !== undefined && params !== null)
      validateObject(params, 'options', kValidateObjectAllowNullable);
    ({ offset = 0, length = sizeOf(buffer) - offset, position = null } = params ??
     kEmptyObject);
  }
  validateBuffer(buffer);
  validateFunction(callback, 'cb');
  const range = readArguments(buffer, offset, length, position);
  if (range === undefined) {
    nextTick(() => callback(null, 0, buffer));
    return;
  }
  binding.read(fd, buffer, range.offset, range.length, range.position,
               (err, count) => callback(err, count || 0, buffer));
}

// The synchronous functions validate the descriptor last, as in Node.
function readSync(fd, buffer, offsetOrOptions, length, position) {
  validateBuffer(buffer);
  let offset = offsetOrOptions;
  if (arguments.length <= 3 || (typeof offsetOrOptions === 'object' && offsetOrOptions !== null)) {
    if (offsetOrOptions !== undefined)
      validateObject(offsetOrOptions, 'options', kValidateObjectAllowNullable);
    ({ offset = 0, length = sizeOf(buffer) - offset, position = null } = offsetOrOptions ??
     kEmptyObject);
  }
  const range = readArguments(buffer, offset, length, position);
  fd = getValidatedFd(fd);
  if (range === undefined)
    return 0;
  return binding.read(fd, buffer, range.offset, range.length, range.position, undefined);
}

// readv() and writev() copy the list: the program may change its own during the operation.
const vectorPosition = (position) =>
  (typeof position === 'number' || typeof position === 'bigint' ? position : -1);

function readv(fd, buffers, position, callback) {
  fd = getValidatedFd(fd);
  validateBufferArray(buffers);
  callback ??= position;
  validateFunction(callback, 'cb');
  binding.readv(fd, ArrayPrototypeToSpliced.call(buffers), vectorPosition(position),
                (err, count) => callback(err, count || 0, buffers));
}

function readvSync(fd, buffers, position) {
  fd = getValidatedFd(fd);
  const list = ArrayPrototypeToSpliced.call(validateBufferArray(buffers));
  return binding.readv(fd, list, vectorPosition(position), undefined);
}

// ---- write ----

function writeArguments(buffer, offset, length) {
  if (offset === undefined || offset === null)
    offset = 0;
  else
    validateInteger(offset, 'offset', 0);
  const size = byteLengthOf(buffer);
  if (typeof length !== 'number')
    length = size - offset;
  validateOffsetLengthWrite(offset, length, size);
  return { __proto__: null, offset, length };
}

function write(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = getValidatedFd(fd);
  let offset = offsetOrOptions;
  if (isView(buffer)) {
    callback ||= position || length || offset;
    validateFunction(callback, 'cb');
    if (typeof offset === 'function' || offset === undefined)
      offset = null;
    else if (typeof offset === 'object' ||
             (arguments.length <= 4 && offset !== null && typeof offset !== 'number')) {
      validateObject(offset, 'options', kValidateObjectAllowNullable);
      ({ offset = 0, length = sizeOf(buffer) - offset, position = null } = offsetOrOptions ??
       kEmptyObject);
    }
    const range = writeArguments(buffer, offset, length);
    binding.write(fd, buffer, range.offset, range.length, writePosition(position),
                  (err, count) => callback(err, count || 0, buffer));
    return;
  }
  validateStringAfterArrayBufferView(buffer, 'buffer');
  // fd, string[, position[, encoding]], callback
  if (typeof position !== 'function') {
    if (typeof offset === 'function') {
      position = offset;
      offset = null;
    } else {
      position = length;
    }
    length = 'utf8';
  }
  validateEncoding(buffer, length);
  callback = position;
  validateFunction(callback, 'cb');
  const bytes = fromString(buffer, length, 0);
  binding.write(fd, bytes, 0, TypedArrayPrototypeGetByteLength.call(bytes), writePosition(offset),
                (err, count) => callback(err, count || 0, buffer));
}

function writeSync(fd, buffer, offsetOrOptions, length, position) {
  let offset = offsetOrOptions;
  if (isView(buffer)) {
    if (position === undefined)
      position = null;
    if (typeof offset === 'object')
      ({ offset = 0, length = sizeOf(buffer) - offset, position = null } = offsetOrOptions ??
       kEmptyObject);
    const range = writeArguments(buffer, offset, length);
    return binding.write(
      getValidatedFd(fd), buffer, range.offset, range.length, writePosition(position), undefined);
  }
  validateStringAfterArrayBufferView(buffer, 'buffer');
  validateEncoding(buffer, length);
  const bytes = fromString(buffer, length, 0);
  const size = TypedArrayPrototypeGetByteLength.call(bytes);
  return binding.write(getValidatedFd(fd), bytes, 0, size, writePosition(offset), undefined);
}

function writev(fd, buffers, position, callback) {
  fd = getValidatedFd(fd);
  validateBufferArray(buffers);
  callback ??= position;
  validateFunction(callback, 'cb');
  if (buffers.length === 0) {
    nextTick(() => callback(null, 0, buffers));
    return;
  }
  binding.writev(fd, ArrayPrototypeToSpliced.call(buffers), vectorPosition(position),
                 (err, count) => callback(err, count || 0, buffers));
}

function writevSync(fd, buffers, position) {
  fd = getValidatedFd(fd);
  validateBufferArray(buffers);
  if (buffers.length === 0)
    return 0;
  const list = ArrayPrototypeToSpliced.call(buffers);
  return binding.writev(fd, list, vectorPosition(position), undefined);
}

// ---- Whole files: reading ----

const BYTES = 0;
// for callers that copy the contents at once: see src/runtime/bindings/fs/read_file.c
const FEW_BYTES = 3;
const DIRECT = { '__proto__': null, 'utf8': 1, 'utf-8': 1, 'latin1': 2, 'binary': 2 };
const READ = { __proto__: null, flag: 'r' };

// The binding decodes the common encodings itself.
const directEncoding = (encoding) => (encoding ? DIRECT[encoding] ?? BYTES : BYTES);

// For so few bytes this loop is faster than any copy function of the engine.
const { fewBytes } = binding;
const FEW = TypedArrayPrototypeGetLength.call(fewBytes);
function copyFew(count) {
  const buffer = new FastBuffer(count);
  for (let i = 0; i < count; i++)
    buffer[i] = fewBytes[i];
  return buffer;
}

// Converts the result of the binding. A number is the number of bytes in `fewBytes`, or the size of
// a file that is too large.
function contents(value, encoding) {
  if (typeof value === 'string')
    return value;
  if (typeof value === 'number' && value > FEW)
    throw new ERR_FS_FILE_TOO_LARGE(value);
  const buffer = typeof value === 'number' ? copyFew(value) :
    new FastBuffer(TypedArrayPrototypeGetBuffer.call(value),
                   TypedArrayPrototypeGetByteOffset.call(value),
                   TypedArrayPrototypeGetByteLength.call(value));
  return encoding && encoding !== 'buffer' ?
    require('internal/util/bytes').decodeBytes(buffer, encoding) : buffer;
}

function readFile(path, options, callback) {
  callback ||= options;
  validateFunction(callback, 'cb');
  options = getOptions(options, READ);
  const { encoding, signal } = options;
  if (signal !== undefined || options.buffer !== undefined) {
    require('internal/fs/read_file').readFile(path, options, callback);
    return;
  }
  const direct = directEncoding(encoding) || FEW_BYTES;
  const done = direct !== FEW_BYTES ? (err, value) => {
    if (err !== null)
      callback(err);
    else if (typeof value === 'string')
      callback(null, value);
    else
      callback(new ERR_FS_FILE_TOO_LARGE(value));
  } : (err, value) => {
    if (err !== null)
      return callback(err);
    try {
      value = contents(value, encoding);
    } catch (failure) {
      return callback(failure);
    }
    callback(null, value);
  };
  if (isFd(path))
    binding.readFile(path, 0, direct, done);
  else
    binding.readFile(getValidatedPath(path), stringToFlags(options.flag, 'options.flag'), direct,
                     done);
}

function readFileSync(path, options) {
  options = getOptions(options, READ);
  if (options.buffer !== undefined)
    return require('internal/fs/read_file').readFileSync(path, options);
  const { encoding } = options;
  const direct = directEncoding(encoding) || FEW_BYTES;
  const value = isFd(path) ?
    binding.readFile(path, 0, direct, undefined) :
    binding.readFile(getValidatedPath(path), stringToFlags(options.flag), direct, undefined);
  return contents(value, encoding);
}

// ---- Whole files: writing ----

const WRITE = { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'w', flush: false };
const APPEND = { __proto__: null, encoding: 'utf8', mode: 0o666, flag: 'a', flush: false };

function toBytes(data, encoding) {
  if (isView(data))
    return data;
  validateStringAfterArrayBufferView(data, 'data');
  return fromString(data, encoding || 'utf8', 0);
}

// Writes all bytes. Closes the descriptor if writeFile() has opened it.
function writeAll(fd, isOwn, bytes, signal, flush, callback) {
  const length = byteLengthOf(bytes);
  let offset = 0;
  const end = (err) => {
    if (!isOwn)
      return callback(err);
    publicFs().close(fd, (failure) => callback(aggregateTwoErrors(failure, err)));
  };
  const next = () => {
    if (signal?.aborted)
      return end(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
    publicFs().write(fd, bytes, offset, length - offset, null, (err, count) => {
      if (err)
        return end(err);
      offset += count;
      if (offset < length)
        return next();
      if (!flush)
        return end(null);
      publicFs().fsync(fd, (failure) => end(failure ?? null));
    });
  };
  next();
}

function writeFile(path, data, options, callback) {
  callback ||= options;
  validateFunction(callback, 'cb');
  options = getOptions(options, WRITE);
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  const bytes = toBytes(data, options.encoding);
  const { signal } = options;
  if (isFd(path)) {
    writeAll(path, false, bytes, signal, flush, callback);
    return;
  }
  if (signal?.aborted) {
    nextTick(() => callback(new AbortError(undefined, { __proto__: null, cause: signal.reason })));
    return;
  }
  publicFs().open(path, options.flag || 'w', options.mode, (err, fd) => {
    if (err)
      callback(err);
    else
      writeAll(fd, true, bytes, signal, flush, callback);
  });
}

function writeFileSync(path, data, options) {
  options = getOptions(options, WRITE);
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  const bytes = toBytes(data, options.encoding);
  const length = byteLengthOf(bytes);
  const isOwn = !isFd(path);
  const fd = isOwn ? publicFs().openSync(path, options.flag || 'w', options.mode) : path;
  try {
    for (let offset = 0; offset < length;)
      offset += binding.write(fd, bytes, offset, length - offset, -1, undefined);
    if (flush)
      publicFs().fsyncSync(fd);
  } finally {
    if (isOwn)
      publicFs().closeSync(fd);
  }
}

function appendOptions(path, options) {
  options = copyObject(getOptions(options, APPEND));
  if (!options.flag || isFd(path))
    options.flag = 'a';
  return options;
}

function appendFile(path, data, options, callback) {
  callback ||= options;
  validateFunction(callback, 'cb');
  publicFs().writeFile(path, data, appendOptions(path, options), callback);
}

function appendFileSync(path, data, options) {
  publicFs().writeFileSync(path, data, appendOptions(path, options));
}

// ---- truncate, sync, copy ----

function truncate(path, len, callback) {
  if (typeof len === 'function') {
    callback = len;
    len = 0;
  } else if (len === undefined) {
    len = 0;
  }
  validateInteger(len, 'len');
  callback = makeCallback(callback);
  publicFs().open(path, 'r+', (err, fd) => {
    if (err)
      return callback(err);
    binding.ftruncate(fd, len < 0 ? 0 : len, (failure) => {
      publicFs().close(fd, (closeFailure) => callback(aggregateTwoErrors(closeFailure, failure)));
    });
  });
}

function truncateSync(path, len) {
  const fd = publicFs().openSync(path, 'r+');
  try {
    publicFs().ftruncateSync(fd, len);
  } finally {
    publicFs().closeSync(fd);
  }
}

function ftruncate(fd, len = 0, callback) {
  if (typeof len === 'function') {
    callback = len;
    len = 0;
  }
  fd = getValidatedFd(fd);
  validateInteger(len, 'len');
  callback = makeCallback(callback);
  binding.ftruncate(fd, len < 0 ? 0 : len, callback);
}

function ftruncateSync(fd, len = 0) {
  validateInteger(len, 'len');
  binding.ftruncate(getValidatedFd(fd), len < 0 ? 0 : len, undefined);
}

function fsync(fd, callback) {
  fd = getValidatedFd(fd);
  binding.fsync(fd, makeCallback(callback));
}

function fsyncSync(fd) {
  binding.fsync(getValidatedFd(fd), undefined);
}

function fdatasync(fd, callback) {
  fd = getValidatedFd(fd);
  binding.fdatasync(fd, makeCallback(callback));
}

function fdatasyncSync(fd) {
  binding.fdatasync(getValidatedFd(fd), undefined);
}

function copyFile(src, dest, mode, callback) {
  if (typeof mode === 'function') {
    callback = mode;
    mode = 0;
  }
  src = getValidatedPath(src, 'src');
  dest = getValidatedPath(dest, 'dest');
  callback = makeCallback(callback);
  binding.copyFile(src, dest, getValidMode(mode, 0), callback);
}

function copyFileSync(src, dest, mode) {
  binding.copyFile(getValidatedPath(src, 'src'), getValidatedPath(dest, 'dest'),
                   getValidMode(mode, 0), undefined);
}

module.exports = {
  appendFile,
  appendFileSync,
  close,
  closeSync,
  copyFile,
  copyFileSync,
  fdatasync,
  fdatasyncSync,
  fsync,
  fsyncSync,
  ftruncate,
  ftruncateSync,
  open,
  openSync,
  read,
  readFile,
  readFileSync,
  readSync,
  readv,
  readvSync,
  truncate,
  truncateSync,
  write,
  writeFile,
  writeFileSync,
  writeSync,
  writev,
  writevSync,
  // For the promises.
  contents,
  directEncoding,
  isFd,
  readArguments,
  sizeOf,
  toBytes,
  writeArguments,
};
