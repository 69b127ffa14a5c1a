'use strict';
// zlib's streams: a Transform around one coder.
//
// (1) A chunk is a row of jobs on the pool, one after the other, each for one buffer of output. The
// chunk is done
//     when a job leaves room in its buffer.
// (2) When the reader has enough, the next job waits for _read().
// (3) A flush is an empty chunk that says which, and what is to be done after it: it keeps its
// place among the
//     writes. The next one begins before any callback of the program's.
// (4) After an error or destroy() the coder is closed, by C when its job is over. That job's end
// still comes.

const { ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, Symbol } = primordials;
const { codes } = require('internal/errors');
const { checkRangesOrGetDefault } = require('internal/validators');
const { bind } = require('internal/async_context');
const { FastBuffer, bufferAllocUnsafeSlow } = require('internal/buffer');
const { Transform } = require('internal/streams/transform');
const { bufferOf, check, failure, lasting, modes, open, read } = require('internal/zlib/options');

const kFlush = Symbol('flush'); // of a chunk: which flush it is
const kAfter = Symbol('after'); // of such a chunk: what to do at its end, with the coder at rest
const kSettings = Symbol('settings');
const kJob = Symbol('job');

// A chunk that is being coded.
class Job {
  chunk;
  flush;
  after;
  callback;
  offset = 0;
  left;
  waits = false; // for the reader

  constructor(chunk, flush, callback) {
    this.chunk = lasting(chunk);
    this.flush = flush;
    this.after = chunk[kAfter];
    this.callback = callback;
    this.left = chunk.byteLength;
  }
}

function ZlibBase(options, mode) {
  const settings = read(mode, options);
  ReflectApply(Transform, this, [{
    __proto__: null, autoDestroy: true,
    ...options,
    // Bytes in, bytes out, whatever the program asks for.
    encoding: null, objectMode: false, readableObjectMode: false, writableObjectMode: false,
  }]);
  this.bytesWritten = 0;
  this._chunkSize = settings.chunkSize;
  this._outBuffer = null;
  this._outOffset = 0;
  this._defaultFlushFlag = settings.flush;
  this._finishFlushFlag = settings.finish;
  this._defaultFullFlushFlag = settings.format.full;
  this._info = settings.info;
  this._maxOutputLength = settings.most;
  this._level = settings.level;
  this._strategy = settings.strategy;
  this[kSettings] = settings;
  this[kJob] = null;
  this._handle = open(settings);
  this._handle.ondone = bind((left, room, message, errno, code) => {
    advanced(this, left, room, message, errno, code);
  });
}
ObjectSetPrototypeOf(ZlibBase.prototype, Transform.prototype);
ObjectSetPrototypeOf(ZlibBase, Transform);

function start(stream) {
  const job = stream[kJob];
  stream._outBuffer ??= bufferAllocUnsafeSlow(stream._chunkSize);
  const room = stream._chunkSize - stream._outOffset;
  check(stream._handle.write(job.flush, job.chunk, job.offset, job.left,
                             stream._outBuffer, stream._outOffset, room));
}

// From the loop, where nobody could catch it: the memory of the chunk may be gone, as WebAssembly's
// is that grew.
function proceed(stream) {
  try {
    start(stream);
  } catch (error) {
    stream.destroy(error);
  }
}

function finish(stream) {
  const { callback } = stream[kJob];
  stream[kJob] = null;
  callback();
}

// Takes what the job has written. False when the reader has enough.
function take(stream, room) {
  const end = stream._chunkSize - room;
  const begin = stream._outOffset;
  const buffer = stream._outBuffer;
  if (room === 0) {
    stream._outBuffer = null;
    stream._outOffset = 0;
  } else {
    stream._outOffset = end;
  }
  return end === begin || stream.push(buffer.subarray(begin, end));
}

function advanced(stream, left, room, message, errno, code) {
  const job = stream[kJob];
  if (stream.destroyed) {
    finish(stream);
    return;
  }
  if (message !== undefined) {
    stream.destroy(failure(message, errno, code));
    return;
  }
  stream.bytesWritten += job.left - left;
  job.offset += job.left - left;
  job.left = left;
  const wanted = take(stream, room);
  if (stream.destroyed)
    finish(stream);
  else if (room > 0)
    end(stream, left);
  else if (wanted)
    proceed(stream);
  else
    job.waits = true;
}

// All that the chunk had to give is out. What is left of it follows the end of the compressed data.
function end(stream, left) {
  if (left > 0) {
    if (stream[kSettings].onlyOne) {
      stream.destroy(new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END());
      return;
    }
    stream.push(null);
  }
  stream[kJob].after?.();
  finish(stream);
}

function run(stream, chunk, flush, callback) {
  if (stream._handle === null) {
    process.nextTick(callback);
    return;
  }
  stream[kJob] = new Job(chunk, flush, callback);
  start(stream);
}

// Z_BLOCK has the highest number and is the weakest.
const strength = (flush) => (flush === 5 ? 0.5 : flush);

ZlibBase.prototype._transform = function(chunk, encoding, callback) {
  let flush = chunk[kFlush];
  if (flush === undefined) {
    flush = this._defaultFlushFlag;
    const isLast = this.writableEnded && this.writableLength === chunk.byteLength;
    if (isLast && strength(this._finishFlushFlag) > strength(flush))
      flush = this._finishFlushFlag;
  }
  run(this, chunk, flush, callback);
};

ZlibBase.prototype._flush = function(callback) {
  this._transform(new FastBuffer(), '', callback);
};

// 'finish' does not wait for what the last flush brings.
ZlibBase.prototype._final = function(callback) {
  callback();
};

ZlibBase.prototype._read = function() {
  const job = this[kJob];
  if (job === null || !job.waits) {
    ReflectApply(Transform.prototype._read, this, []);
    return;
  }
  job.waits = false;
  if (!this.destroyed)
    proceed(this);
};

ZlibBase.prototype._destroy = function(error, callback) {
  closeCoder(this);
  // Its job has no end that would be told.
  if (this[kJob] !== null && this[kJob].waits)
    finish(this);
  callback(error);
};

function closeCoder(stream) {
  stream._handle?.close();
  stream._handle = null;
}

ZlibBase.prototype.close = function(callback) {
  if (callback)
    require('internal/streams/end_of_stream').eos(this, callback);
  this.destroy();
};

ObjectDefineProperty(ZlibBase.prototype, '_closed', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return this._handle === null; },
});

ZlibBase.prototype.reset = function() {
  if (this._handle === null)
    throw new codes.ERR_INTERNAL_ASSERTION('zlib binding closed');
  const failed = this._handle.reset();
  if (failed !== undefined)
    this.destroy(ReflectApply(failure, undefined, failed));
};

ZlibBase.prototype.flush = function(kind, callback) {
  const { most, full } = this[kSettings].format;
  if (typeof kind === 'function') {
    callback = kind;
    kind = undefined;
  }
  kind = checkRangesOrGetDefault(kind, 'kind', 0, most, full);
  flushThen(this, kind, undefined, callback);
};

function flushThen(stream, kind, after, callback) {
  if (stream.writableFinished) {
    if (callback)
      process.nextTick(callback);
  } else if (stream.writableEnded) {
    if (callback)
      stream.once('end', callback);
  } else {
    const chunk = new FastBuffer();
    chunk[kFlush] = kind;
    chunk[kAfter] = after;
    stream.write(chunk, callback);
  }
}

// All at once, for those who know of it: the coder is used up.
function processNow(stream, chunk, flush) {
  const settings = stream[kSettings];
  const size = chunk.byteLength;
  if (!(stream._outOffset <= stream._chunkSize))
    check('output buffer is out of bounds');
  const { 0: left, 1: made, 2: message, 3: errno, 4: code } =
    check(stream._handle.whole(flush, chunk, 0, size, settings.most, settings.chunkSize, false));
  stream.bytesWritten = size - left;
  closeCoder(stream);
  return bufferOf(settings, made, message, errno, code);
}

ZlibBase.prototype._processChunk = function(chunk, flush, callback) {
  if (typeof callback !== 'function')
    return processNow(this, chunk, flush);
  run(this, chunk, flush, callback);
};

// zlib's own formats: level and strategy may change on the way.
function Zlib(options, mode) {
  ReflectApply(ZlibBase, this, [options, mode]);
}
ObjectSetPrototypeOf(Zlib.prototype, ZlibBase.prototype);
ObjectSetPrototypeOf(Zlib, ZlibBase);

const Z_SYNC_FLUSH = 2;

Zlib.prototype.params = function(level, strategy, callback) {
  level = checkRangesOrGetDefault(level, 'level', -1, 9, -1);
  strategy = checkRangesOrGetDefault(strategy, 'strategy', 0, 4, 0);
  if (this._level === level && this._strategy === strategy) {
    if (callback)
      process.nextTick(callback);
    return;
  }
  // After end() there is nothing left to be compressed in another way.
  flushThen(this, Z_SYNC_FLUSH, () => {
    const failed = this._handle.params(level, strategy);
    if (failed !== undefined) {
      this.destroy(ReflectApply(failure, undefined, failed));
      return;
    }
    this._level = level;
    this._strategy = strategy;
  }, callback && ((error) => {
    if (error || this.destroyed)
      callback(error ?? new codes.ERR_STREAM_DESTROYED('params'));
    else
      callback();
  }));
};

function withoutNew(Class, options) {
  process.emitWarning(`Instantiating ${Class.name} without the 'new' keyword has been deprecated.`,
                      'DeprecationWarning', 'DEP0184');
  return new Class(options);
}

// Functions, not classes: programs call them without `new`, or by call() from their own.
function define(name, Base) {
  const Class = { [name]: function(options) {
    if (!(this instanceof Class))
      return withoutNew(Class, options);
    ReflectApply(Base, this, [options, modes[name]]);
  } }[name];
  ObjectSetPrototypeOf(Class.prototype, Base.prototype);
  ObjectSetPrototypeOf(Class, Base);
  return Class;
}

exports.Deflate = define('Deflate', Zlib);
exports.Inflate = define('Inflate', Zlib);
exports.Gzip = define('Gzip', Zlib);
exports.Gunzip = define('Gunzip', Zlib);
exports.DeflateRaw = define('DeflateRaw', Zlib);
exports.InflateRaw = define('InflateRaw', Zlib);
exports.Unzip = define('Unzip', Zlib);
exports.BrotliCompress = define('BrotliCompress', ZlibBase);
exports.BrotliDecompress = define('BrotliDecompress', ZlibBase);

exports.ZstdCompress = class ZstdCompress extends ZlibBase {
  constructor(options) { super(options, modes.ZstdCompress); }
};

exports.ZstdDecompress = class ZstdDecompress extends ZlibBase {
  constructor(options) { super(options, modes.ZstdDecompress); }
};
