'use strict';
// readFile() with a buffer of the caller, or with an AbortSignal.

const { ArrayBufferIsView: isView, MathMin, TypedArrayPrototypeSet } = primordials;
const binding = internalBinding('fs');
const { bufferAllocUnsafeSlow } = require('internal/buffer');
const { AbortError, aggregateTwoErrors, codes: {
  ERR_FS_FILE_TOO_LARGE,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const { getValidatedPath, kIoMaxLength, stringToFlags } = require('internal/fs/utils');
const { lastSize, lastType } = require('internal/fs/stats');
const { isFd } = require('internal/fs/files');
const { bufferOver, decodeBytes, sizeOf } = require('internal/util/bytes');

const CHUNK = 512 * 1024;
const UNKNOWN_CHUNK = 64 * 1024;
const S_IFREG = 0o100000;
const VIEWS = ['Buffer', 'TypedArray', 'DataView'];
const VIEWS_OR_FUNCTION = ['Buffer', 'TypedArray', 'DataView', 'function'];

function checkBuffer(buffer) {
  if (buffer !== undefined && typeof buffer !== 'function' && !isView(buffer))
    throw new ERR_INVALID_ARG_TYPE('options.buffer', VIEWS_OR_FUNCTION, buffer);
}

// The memory for the contents: a buffer that grows, or that of the caller, which must be large
// enough.
class Target {
  bytes;
  capacity;
  size;         // of the file, or 0 if it is not known
  length = 0;
  name = 'options.buffer';
  given;
  probe;

  constructor(given, size) {
    this.size = size;
    this.given = given !== undefined;
    if (typeof given === 'function') {
      this.name = 'options.buffer()';
      given = given(size);
      if (!isView(given))
        throw new ERR_INVALID_ARG_TYPE(this.name, VIEWS, given);
    }
    if (this.given) {
      this.bytes = bufferOver(given);
      this.capacity = sizeOf(given);
      if (size > this.capacity)
        this.refuse(size);
    } else {
      this.capacity = size > 0 ? size : UNKNOWN_CHUNK;
      this.bytes = bufferAllocUnsafeSlow(this.capacity);
    }
  }

  refuse(size) {
    throw new ERR_INVALID_ARG_VALUE(`${this.name}.byteLength`, this.capacity,
                                    `is smaller than the file size of ${size} bytes`);
  }

  get full() { return this.size > 0 && this.length === this.size; }

  // The next range to read. When the buffer of the caller is full, one byte more is read to find
  // out whether the file ends there.
  room() {
    if (this.length < this.capacity) {
      const length = MathMin(this.capacity - this.length, CHUNK);
      return { __proto__: null, bytes: this.bytes, offset: this.length, length };
    }
    if (this.given) {
      this.probe ??= bufferAllocUnsafeSlow(1);
      return { __proto__: null, bytes: this.probe, offset: 0, length: 1 };
    }
    this.capacity *= 2;
    const larger = bufferAllocUnsafeSlow(this.capacity);
    TypedArrayPrototypeSet.call(larger, this.bytes);
    this.bytes = larger;
    return this.room();
  }

  add(count) {
    this.length += count;
    if (this.length > this.capacity)
      this.refuse(this.length);
    if (this.length > kIoMaxLength)
      throw new ERR_FS_FILE_TOO_LARGE(this.length);
  }

  result(encoding) {
    const bytes = bufferOver(this.bytes, 0, this.length);
    return encoding && encoding !== 'buffer' ? decodeBytes(bytes, encoding) : bytes;
  }
}

function makeTarget(buffer) {
  const size = lastType() === S_IFREG ? lastSize() : 0;
  if (size > kIoMaxLength)
    throw new ERR_FS_FILE_TOO_LARGE(size);
  return new Target(buffer, size);
}

function readAll(fd, isOwn, options, callback) {
  const { buffer, encoding, signal } = options;
  let target;
  const end = (err, value) => {
    const finish = (failure) => {
      const error = aggregateTwoErrors(failure, err);
      return error ? callback(error) : callback(null, value);
    };
    return isOwn ? binding.close(fd, finish) : finish(null);
  };
  // An exception, mostly of the caller's buffer function, goes to the callback.
  const guarded = (work) => (err, count) => {
    if (err !== null)
      return end(err);
    if (signal?.aborted)
      return end(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
    try {
      work(count);
    } catch (failure) {
      end(failure);
    }
  };
  const finish = () => end(null, target.result(encoding));
  const next = () => {
    const { bytes, offset, length } = target.room();
    binding.read(fd, bytes, offset, length, -1, guarded((count) => {
      if (count === 0)
        return finish();
      target.add(count);
      if (target.full)
        finish();
      else
        next();
    }));
  };
  binding.fstat(fd, false, guarded(() => {
    target = makeTarget(buffer);
    next();
  }));
}

function readFile(path, options, callback) {
  const { signal } = options;
  checkBuffer(options.buffer);
  if (signal?.aborted) {
    callback(new AbortError(undefined, { __proto__: null, cause: signal.reason }));
    return;
  }
  if (isFd(path)) {
    // Begins later, as with a path: the program may close its descriptor before.
    process.nextTick(() => readAll(path, false, options, callback));
    return;
  }
  binding.open(getValidatedPath(path), stringToFlags(options.flag ?? 'r'), 0o666, (err, fd) => {
    if (err !== null)
      callback(err);
    else
      readAll(fd, true, options, callback);
  });
}

function readFileSync(path, options) {
  checkBuffer(options.buffer);
  const isOwn = !isFd(path);
  const fd = isOwn ? binding.open(
    getValidatedPath(path), stringToFlags(options.flag ?? 'r'), 0o666, undefined) : path;
  try {
    binding.fstat(fd, false, undefined);
    const target = makeTarget(options.buffer);
    while (!target.full) {
      const { bytes, offset, length } = target.room();
      const count = binding.read(fd, bytes, offset, length, -1, undefined);
      if (count === 0)
        break;
      target.add(count);
    }
    return target.result(options.encoding);
  } finally {
    if (isOwn)
      binding.close(fd, undefined);
  }
}

module.exports = { readFile, readFileSync };
