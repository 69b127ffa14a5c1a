'use strict';
// Whole files, the slower way: into the caller's buffer, or with a signal that may end the reading.

const { ArrayBufferIsView: isView, MathMin } = primordials;
const binding = internalBinding('fs');
const { bufferAllocUnsafeSlow, bufferFrom } = require('internal/buffer');
const { AbortError, aggregateTwoErrors, codes: {
  ERR_FS_FILE_TOO_LARGE,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} } = require('internal/errors');
const { getValidatedPath, kIoMaxLength, stringToFlags } = require('internal/fs/utils');
const { lastSize, lastType } = require('internal/fs/stats');
const { isFd } = require('internal/fs/files');

const CHUNK = 512 * 1024;
const UNKNOWN_CHUNK = 64 * 1024;
const S_IFREG = 0o100000;
const VIEWS = ['Buffer', 'TypedArray', 'DataView'];
const VIEWS_OR_FUNCTION = ['Buffer', 'TypedArray', 'DataView', 'function'];

function checkBuffer(buffer) {
  if (buffer !== undefined && typeof buffer !== 'function' && !isView(buffer))
    throw new ERR_INVALID_ARG_TYPE('options.buffer', VIEWS_OR_FUNCTION, buffer);
}

// Where the bytes go: memory of our own that grows, or the caller's that must suffice.
class Target {
  constructor(given, size) {
    this.size = size;
    this.length = 0;
    this.name = 'options.buffer';
    this.given = given !== undefined;
    if (typeof given === 'function') {
      this.name = 'options.buffer()';
      given = given(size);
      if (!isView(given))
        throw new ERR_INVALID_ARG_TYPE(this.name, VIEWS, given);
    }
    if (this.given) {
      this.bytes = bufferFrom(given.buffer, given.byteOffset, given.byteLength);
      if (size > this.bytes.length)
        this.refuse(size);
    } else {
      this.bytes = bufferAllocUnsafeSlow(size > 0 ? size : UNKNOWN_CHUNK);
    }
  }

  refuse(size) {
    throw new ERR_INVALID_ARG_VALUE(`${this.name}.byteLength`, this.bytes.length,
                                    `is smaller than the file size of ${size} bytes`);
  }

  get full() { return this.size > 0 && this.length === this.size; }

  // One byte more than the caller's buffer tells whether the file ends there.
  room() {
    if (this.length < this.bytes.length)
      return { bytes: this.bytes, offset: this.length,
               length: MathMin(this.bytes.length - this.length, CHUNK) };
    if (this.given)
      return { bytes: this.probe ??= bufferAllocUnsafeSlow(1), offset: 0, length: 1 };
    const larger = bufferAllocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(larger);
    this.bytes = larger;
    return this.room();
  }

  took(count) {
    this.length += count;
    if (this.length > this.bytes.length)
      this.refuse(this.length);
    if (this.length > kIoMaxLength)
      throw new ERR_FS_FILE_TOO_LARGE(this.length);
  }

  result(encoding) {
    const bytes = this.bytes.subarray(0, this.length);
    return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
  }
}

function makeTarget(buffer) {
  const size = lastType() === S_IFREG ? lastSize() : 0;
  if (size > kIoMaxLength)
    throw new ERR_FS_FILE_TOO_LARGE(size);
  return new Target(buffer, size);
}

function readAll(fd, ours, options, callback) {
  const { buffer, encoding, signal } = options;
  let target;
  const end = (err, value) => {
    const finish = (failure) => {
      const error = aggregateTwoErrors(failure, err);
      return error ? callback(error) : callback(null, value);
    };
    return ours ? binding.close(fd, finish) : finish(null);
  };
  // What throws here (the caller's buffer function, mostly) goes to the callback.
  const guarded = (work) => (err, count) => {
    if (err !== null)
      return end(err);
    if (signal?.aborted)
      return end(new AbortError(undefined, { cause: signal.reason }));
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
      target.took(count);
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
    callback(new AbortError(undefined, { cause: signal.reason }));
    return;
  }
  if (isFd(path)) {
    // The descriptor is the caller's and may be closed meanwhile: begin in a later turn, as with a
    // path.
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
  const ours = !isFd(path);
  const fd = ours ? binding.open(
    getValidatedPath(path), stringToFlags(options.flag ?? 'r'), 0o666, undefined) : path;
  try {
    binding.fstat(fd, false, undefined);
    const target = makeTarget(options.buffer);
    while (!target.full) {
      const { bytes, offset, length } = target.room();
      const count = binding.read(fd, bytes, offset, length, -1, undefined);
      if (count === 0)
        break;
      target.took(count);
    }
    return target.result(options.encoding);
  } finally {
    if (ours)
      binding.close(fd, undefined);
  }
}

module.exports = { readFile, readFileSync };
