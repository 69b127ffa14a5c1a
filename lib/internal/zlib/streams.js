'use strict';
// zlib's streams: a Transform around one coder.
//
// (1) A chunk takes one or more jobs on the pool, one after another, each for one output buffer.
//     The chunk is done when a job leaves room in its buffer.
// (2) When the readable side is full, the next job waits for _read().
// (3) A flush is an empty chunk with the kind of flush and a function to call after it, so it is
//     ordered among the writes. The next chunk begins before any callback of the program.
// (4) An error or destroy() closes the coder. While a job runs, the binding closes it after the
//     job, and the completion of that job is still reported.

const {
  ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, Symbol, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
} = primordials;
const { codes } = require('internal/errors');
const { checkRangesOrGetDefault } = require('internal/validators');
const { bind } = require('internal/async_context');
const { FastBuffer, bufferAllocUnsafeSlow } = require('internal/buffer');
const { Transform } = require('internal/streams/transform');
const { setMethod, shield } = require('internal/prototypes');
const { sizeOf } = require('internal/util/bytes');
const {
  bufferOf, check, failure, modes, openCoder, readOptions, stableBytes,
} = require('internal/zlib/options');

const kFlush = Symbol('flush'); // of a chunk: its kind of flush
const kAfter = Symbol('after'); // of such a chunk: called at its end, while no job runs
const kSettings = Symbol('settings');
const kJob = Symbol('job');
const kOutput = Symbol('output'); // the buffer of the next output, or null

// A chunk that is being coded.
class Job {
  chunk;
  flush;
  after;
  callback;
  offset = 0;
  left;
  isWaiting = false; // for _read()

  constructor(chunk, flush, callback) {
    this.chunk = stableBytes(chunk);
    this.flush = flush;
    this.after = chunk[kAfter];
    this.callback = callback;
    this.left = sizeOf(chunk);
  }
}

function ZlibBase(options, mode) {
  const settings = readOptions(mode, options);
  ReflectApply(Transform, this, [{
    __proto__: null, autoDestroy: true,
    ...options,
    // A coder reads and writes bytes: the program cannot choose object mode.
    encoding: null, objectMode: false, readableObjectMode: false, writableObjectMode: false,
  }]);
  this.bytesWritten = 0;
  this._chunkSize = settings.chunkSize;
  this[kOutput] = null;
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
  this._handle = openCoder(settings);
  this._handle.ondone = bind((left, room, message, errno, code) => {
    jobDone(this, left, room, message, errno, code);
  });
}
ObjectSetPrototypeOf(ZlibBase.prototype, Transform.prototype);
ObjectSetPrototypeOf(ZlibBase, Transform);
shield(ZlibBase.prototype, ['bytesWritten', '_chunkSize', '_outOffset', '_defaultFlushFlag',
  '_finishFlushFlag', '_defaultFullFlushFlag', '_info', '_maxOutputLength', '_level', '_strategy',
  '_handle']);

function start(stream) {
  const job = stream[kJob];
  stream[kOutput] ??= bufferAllocUnsafeSlow(stream._chunkSize);
  const room = stream._chunkSize - stream._outOffset;
  check(stream._handle.write(job.flush, job.chunk, job.offset, job.left,
                             stream[kOutput], stream._outOffset, room));
}

// Called from the loop, where no caller can catch an error. start() throws if the memory of the
// chunk was detached, as WebAssembly memory is when it grows.
function startNext(stream) {
  try {
    start(stream);
  } catch (error) {
    stream.destroy(error);
  }
}

function finishJob(stream) {
  const { callback } = stream[kJob];
  stream[kJob] = null;
  callback();
}

// Pushes the output of a job. False when the readable side is full.
function pushOutput(stream, room) {
  const end = stream._chunkSize - room;
  const begin = stream._outOffset;
  const buffer = stream[kOutput];
  if (room === 0) {
    stream[kOutput] = null;
    stream._outOffset = 0;
  } else {
    stream._outOffset = end;
  }
  if (end === begin)
    return true;
  return stream.push(new FastBuffer(TypedArrayPrototypeGetBuffer.call(buffer),
                                    TypedArrayPrototypeGetByteOffset.call(buffer) + begin,
                                    end - begin));
}

function jobDone(stream, left, room, message, errno, code) {
  const job = stream[kJob];
  if (stream.destroyed) {
    finishJob(stream);
    return;
  }
  if (message !== undefined) {
    stream.destroy(failure(message, errno, code));
    return;
  }
  stream.bytesWritten += job.left - left;
  job.offset += job.left - left;
  job.left = left;
  const isWanted = pushOutput(stream, room);
  if (stream.destroyed)
    finishJob(stream);
  else if (room > 0)
    endChunk(stream, left);
  else if (isWanted)
    startNext(stream);
  else
    job.isWaiting = true;
}

// The output of the chunk is complete. Input that is left follows the end of the compressed data.
function endChunk(stream, left) {
  if (left > 0) {
    if (stream[kSettings].onlyOne) {
      stream.destroy(new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END());
      return;
    }
    stream.push(null);
  }
  stream[kJob].after?.();
  finishJob(stream);
}

function run(stream, chunk, flush, callback) {
  if (stream._handle === null) {
    process.nextTick(callback);
    return;
  }
  stream[kJob] = new Job(chunk, flush, callback);
  start(stream);
}

// Z_BLOCK has the highest number and flushes least.
const strength = (flush) => (flush === 5 ? 0.5 : flush);

setMethod(ZlibBase.prototype, '_transform', function(chunk, encoding, callback) {
  let flush = chunk[kFlush];
  if (flush === undefined) {
    flush = this._defaultFlushFlag;
    const isLast = this.writableEnded && this.writableLength === sizeOf(chunk);
    if (isLast && strength(this._finishFlushFlag) > strength(flush))
      flush = this._finishFlushFlag;
  }
  run(this, chunk, flush, callback);
});

setMethod(ZlibBase.prototype, '_flush', function(callback) {
  this._transform(new FastBuffer(), '', callback);
});

// 'finish' does not wait for the output of the last flush.
setMethod(ZlibBase.prototype, '_final', function(callback) {
  callback();
});

setMethod(ZlibBase.prototype, '_read', function() {
  const job = this[kJob];
  if (job === null || !job.isWaiting) {
    ReflectApply(Transform.prototype._read, this, []);
    return;
  }
  job.isWaiting = false;
  if (!this.destroyed)
    startNext(this);
});

setMethod(ZlibBase.prototype, '_destroy', function(error, callback) {
  closeCoder(this);
  // No job runs that could complete.
  if (this[kJob] !== null && this[kJob].isWaiting)
    finishJob(this);
  callback(error);
});

function closeCoder(stream) {
  stream._handle?.close();
  stream._handle = null;
}

setMethod(ZlibBase.prototype, 'close', function(callback) {
  if (callback)
    require('internal/streams/end_of_stream').eos(this, callback);
  this.destroy();
});

// Packages that call the handle themselves write into it.
ObjectDefineProperty(ZlibBase.prototype, '_outBuffer', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return this[kOutput] ??= bufferAllocUnsafeSlow(this._chunkSize); },
  set(buffer) { this[kOutput] = buffer; },
});

ObjectDefineProperty(ZlibBase.prototype, '_closed', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return this._handle === null; },
});

setMethod(ZlibBase.prototype, 'reset', function() {
  if (this._handle === null)
    throw new codes.ERR_INTERNAL_ASSERTION('zlib binding closed');
  const failed = this._handle.reset();
  if (failed !== undefined)
    this.destroy(ReflectApply(failure, undefined, failed));
});

setMethod(ZlibBase.prototype, 'flush', function(kind, callback) {
  const { most, full } = this[kSettings].format;
  if (typeof kind === 'function') {
    callback = kind;
    kind = undefined;
  }
  kind = checkRangesOrGetDefault(kind, 'kind', 0, most, full);
  flushThen(this, kind, undefined, callback);
});

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

// Synchronous and undocumented: the coder is closed afterwards.
function processSync(stream, chunk, flush) {
  const settings = stream[kSettings];
  const size = sizeOf(chunk);
  if (!(stream._outOffset <= stream._chunkSize))
    check('output buffer is out of bounds');
  const { 0: left, 1: made, 2: message, 3: errno, 4: code } =
    check(stream._handle.whole(flush, chunk, 0, size, settings.most, settings.chunkSize, false));
  stream.bytesWritten = size - left;
  closeCoder(stream);
  return bufferOf(settings, made, message, errno, code);
}

setMethod(ZlibBase.prototype, '_processChunk', function(chunk, flush, callback) {
  if (typeof callback !== 'function')
    return processSync(this, chunk, flush);
  run(this, chunk, flush, callback);
});

// zlib's own formats: params() changes level and strategy between chunks.
function Zlib(options, mode) {
  ReflectApply(ZlibBase, this, [options, mode]);
}
ObjectSetPrototypeOf(Zlib.prototype, ZlibBase.prototype);
ObjectSetPrototypeOf(Zlib, ZlibBase);

const Z_SYNC_FLUSH = 2;

setMethod(Zlib.prototype, 'params', function(level, strategy, callback) {
  level = checkRangesOrGetDefault(level, 'level', -1, 9, -1);
  strategy = checkRangesOrGetDefault(strategy, 'strategy', 0, 4, 0);
  if (this._level === level && this._strategy === strategy) {
    if (callback)
      process.nextTick(callback);
    return;
  }
  // After end() no input is left to which the parameters could apply.
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
});

function withoutNew(Class, options) {
  process.emitWarning(`Instantiating ${Class.name} without the 'new' keyword has been deprecated.`,
                      'DeprecationWarning', 'DEP0184');
  return new Class(options);
}

// Functions, not classes: programs call them without `new`, or by call() in a subclass.
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
