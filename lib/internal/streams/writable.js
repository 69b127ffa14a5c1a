'use strict';
// Writable: one write is in flight at a time, the others are queued.
//
// (1) `length` counts everything accepted and not yet written, the chunk in flight included.
// (2) `pendingcb` counts callbacks that have not been called. 'finish' waits until it is 0.
// (3) A callback of write() never runs inside the write() that it was given to.
// (4) After an error _write() is not called again: queued writes fail with that error.

const {
  ArrayBufferIsView: isView, ArrayPrototypeSlice, FunctionPrototypeSymbolHasInstance,
  ObjectCreate, ObjectDefineProperty, ObjectKeys, ObjectSetPrototypeOf, SafeArray,
  StringPrototypeToLowerCase, SymbolHasInstance,
} = primordials;
const { setMethod, shield } = require('internal/prototypes');
const { codes } = require('internal/errors');
const { Stream, initStream } = require('internal/streams/legacy');
const { addEndings, construct, destroyStream, errorOrDestroy, markErrored, nop } =
  require('internal/streams/destroy');
const {
  AnyBuffer, adoptShared, bufferOver, defaultEncodingOf, getDefaultHighWaterMark, getHighWaterMark,
  methodOf, sizeOf,
} = require('internal/streams/state');

const { emitDrain } = require('internal/streams/emit');
const { queueTick, reusableTick } = require('internal/process/task_queues');
const { bufferFrom, isEncoding } = require('internal/buffer');

class WritableState {
  constructor(options, stream, isDuplex) {
    this.objectMode =
      !!(options && (options.objectMode || (isDuplex && options.writableObjectMode)));
    this.highWaterMark = options ?
      getHighWaterMark(this.objectMode, options, 'writableHighWaterMark', isDuplex) :
      getDefaultHighWaterMark(false);
    this.length = 0;
    this.corked = 0;
    this.pendingcb = 0;
    this.writelen = 0;
    this.writecb = null;
    this.buffered = new SafeArray();
    this.bufferedIndex = 0;
    this.allBuffers = true;
    this.decodeStrings = !options || options.decodeStrings !== false;
    this.defaultEncoding = defaultEncodingOf(options);
    this.emitClose = !options || options.emitClose !== false;
    this.autoDestroy = !options || options.autoDestroy !== false;
    this.constructed = true;
    this.sync = true;
    this.writing = false;
    this.bufferProcessing = false;
    this.writable = undefined;
    this.endCallbacks = null;
    this.success = null;      // the Success that waits for its tick
    this.spareSuccess = null; // one that has run
    this.hasSilentTick = false; // a Success without a callback waits
    this.destroyWhenConstructed = null;
    this.onwrite = (err) => written(stream, this, err);
    this.reset();
  }

  reset() {
    this.needDrain = this.ending = this.ended = this.finished = false;
    this.finalCalled = this.prefinished = false;
    this.destroyed = this.closed = this.closeEmitted = this.errorEmitted = false;
    this.errored = null;
  }

  get bufferedRequestCount() {
    return this.buffered.length - this.bufferedIndex;
  }

  getBuffer() {
    return ArrayPrototypeSlice.call(this.buffered, this.bufferedIndex);
  }

  emptyQueue() {
    this.buffered.length = 0;
    this.bufferedIndex = 0;
    this.allBuffers = true;
  }

  dropFirst(count) {
    this.buffered.splice(0, count);
    this.bufferedIndex = 0;
  }

  readyToFinish() {
    return this.ending && !this.finished && !this.writing && this.length === 0 && !this.destroyed &&
      this.constructed && !this.errored && this.buffered.length === 0 && !this.errorEmitted &&
      !this.closeEmitted;
  }
}
shield(WritableState.prototype, [
  'objectMode', 'highWaterMark', 'length', 'buffered', 'decodeStrings', 'defaultEncoding',
  'emitClose', 'autoDestroy', 'writable',
]);

// The order of these slots is the order of eventNames().
function eventSlots() {
  const events = ObjectCreate(null);
  events.close = undefined;
  events.error = undefined;
  events.prefinish = undefined;
  events.finish = undefined;
  events.drain = undefined;
  return events;
}

function Writable(options) {
  if (!(this instanceof Writable))
    return new Writable(options);
  this._events ??= eventSlots();
  this._writableState = new WritableState(options, this, false);
  if (options)
    adoptOptions(this, options);
  initStream(this, options);
  construct(this, constructed);
}
ObjectSetPrototypeOf(Writable.prototype, Stream.prototype);
ObjectSetPrototypeOf(Writable, Stream);

function adoptOptions(stream, options) {
  const write = methodOf(options, 'write');
  if (write !== undefined)
    stream._write = write;
  const writev = methodOf(options, 'writev');
  if (writev !== undefined)
    stream._writev = writev;
  const final = methodOf(options, 'final');
  if (final !== undefined)
    stream._final = final;
  adoptShared(stream, options);
}

function constructed(stream) {
  const state = stream._writableState;
  if (!state.writing)
    flush(stream, state);
  maybeFinish(stream, state, false);
}

// A Duplex is a Writable, but does not inherit from it.
ObjectDefineProperty(Writable, SymbolHasInstance, {
  __proto__: null,
  value: function(object) {
    if (FunctionPrototypeSymbolHasInstance.call(this, object))
      return true;
    return this === Writable && object != null && object._writableState instanceof WritableState;
  },
});

const proto = Writable.prototype;

proto.pipe = function() {
  errorOrDestroy(this, new codes.ERR_STREAM_CANNOT_PIPE());
};

setMethod(proto, 'write', function(chunk, encoding, callback) {
  // Bytes and nothing else, the usual case.
  if (encoding === undefined && callback === undefined) {
    const state = this._writableState;
    if (!state.objectMode && !state.ending && !state.destroyed && chunk instanceof AnyBuffer)
      return writeOrQueue(this, state, chunk, sizeOf(chunk), 'buffer', nop);
  }
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  return accept(this, chunk, encoding, callback) === true;
});

// Writes a chunk or queues it. Returns true, false (the queue is full), or the error of the write.
function accept(stream, chunk, encoding, callback) {
  const state = stream._writableState;
  if (typeof callback !== 'function')
    callback = nop;
  if (chunk === null)
    throw new codes.ERR_STREAM_NULL_VALUES();
  if (state.objectMode) {
    encoding ??= undefined; // an object has none, unless the caller gave one
  } else {
    if (typeof chunk === 'string') {
      encoding ||= state.defaultEncoding;
      if (!isEncoding(encoding))
        throw new codes.ERR_UNKNOWN_ENCODING(encoding);
      if (state.decodeStrings) {
        chunk = bufferFrom(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (chunk instanceof AnyBuffer) {
      encoding = 'buffer';
    } else if (isView(chunk)) {
      chunk = bufferOver(chunk);
      encoding = 'buffer';
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE(
        'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
  }

  let err;
  if (state.ending)
    err = new codes.ERR_STREAM_WRITE_AFTER_END();
  else if (state.destroyed)
    err = new codes.ERR_STREAM_DESTROYED('write');
  if (err) {
    process.nextTick(callback, err);
    errorOrDestroy(stream, err, true);
    return err;
  }
  const size = state.objectMode ? 1 : sizeOf(chunk);
  return writeOrQueue(stream, state, chunk, size, encoding, callback);
}

function writeOrQueue(stream, state, chunk, size, encoding, callback) {
  state.pendingcb++;
  state.length += size;
  if (state.writing || state.corked || state.errored || !state.constructed) {
    state.buffered.push({ chunk, encoding, callback });
    if (encoding !== 'buffer')
      state.allBuffers = false;
  } else {
    state.writelen = size;
    state.writecb = callback;
    state.writing = state.sync = true;
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  // Asked after _write(): a chunk that is written by then does not fill the stream.
  if (state.length >= state.highWaterMark && state.length !== 0) {
    state.needDrain = true;
    return false;
  }
  if (state.errored)
    return false;
  return !state.destroyed;
}

function start(state, size, callback) {
  state.writelen = size;
  state.writecb = callback;
  state.writing = state.sync = true;
}

// The callback of _write() and _writev().
function written(stream, state, err) {
  const callback = state.writecb;
  if (callback === null) {
    errorOrDestroy(stream, new codes.ERR_MULTIPLE_CALLBACK());
    return;
  }
  state.writing = false;
  state.writecb = null;
  state.length -= state.writelen;
  state.writelen = 0;
  const sync = state.sync;
  if (err) {
    markErrored(stream, err);
    if (sync)
      process.nextTick(failed, stream, state, err, callback);
    else
      failed(stream, state, err, callback);
    return;
  }
  if (state.buffered.length > state.bufferedIndex)
    flush(stream, state);
  if (!sync)
    succeeded(stream, state, 1, callback);
  else
    succeedLater(stream, state, callback);
}

// Calls back in a tick. Writes that end at once and have the same callback share it.
function succeedLater(stream, state, callback) {
  let success = state.success;
  if (callback === nop) {
    // A tick is needed only if 'drain' is due. In object mode Node has one, too.
    if (state.hasSilentTick || (!state.objectMode && !state.destroyed &&
                                !(state.needDrain && state.length === 0))) {
      state.pendingcb--;
      return;
    }
    state.hasSilentTick = true;
  } else if (success !== null && success.callback === callback) {
    success.count++;
    return;
  }
  success = state.spareSuccess;
  if (success === null)
    success = new Success(stream);
  else
    state.spareSuccess = null;
  success.count = 1;
  success.callback = callback;
  state.success = success;
  queueTick(success.tick);
}

class Success {
  constructor(stream) {
    this.stream = stream;
    this.count = 0;
    this.callback = null;
    this.tick = reusableTick(runSuccess, this);
  }
}
ObjectSetPrototypeOf(Success.prototype, null);

function runSuccess(success) {
  const { stream, count, callback } = success;
  const state = stream._writableState;
  if (state.success === success)
    state.success = null;
  if (callback === nop)
    state.hasSilentTick = false;
  success.callback = null;
  state.spareSuccess = success;
  succeeded(stream, state, count, callback);
}

function succeeded(stream, state, count, callback) {
  if (state.needDrain && !state.ending && !state.destroyed && state.length === 0) {
    state.needDrain = false;
    emitDrain(stream);
  }
  if (callback === nop) {
    state.pendingcb -= count;
  } else {
    while (count-- > 0) {
      state.pendingcb--;
      callback(null);
    }
  }
  if (state.destroyed)
    failQueue(state);
  if (state.ending)
    maybeFinish(stream, state, true);
}

function failed(stream, state, err, callback) {
  state.pendingcb--;
  callback(err);
  failQueue(state);
  errorOrDestroy(stream, err);
}

// Queued chunks will never be written: their callbacks get the error.
function failQueue(state) {
  if (state.writing)
    return;
  const queue = state.buffered;
  for (let i = state.bufferedIndex; i < queue.length; i++) {
    const { chunk, callback } = queue[i];
    state.length -= state.objectMode ? 1 : sizeOf(chunk);
    callback(state.errored ?? new codes.ERR_STREAM_DESTROYED('write'));
  }
  callEndCallbacks(state, state.errored ?? new codes.ERR_STREAM_DESTROYED('end'));
  state.emptyQueue();
}

function callEndCallbacks(state, result) {
  const callbacks = state.endCallbacks;
  if (callbacks === null)
    return;
  state.endCallbacks = null;
  for (let i = 0; i < callbacks.length; i++)
    callbacks[i](result);
}

// Writes queued chunks: all by one _writev(), or one by one while _write() ends synchronously.
function flush(stream, state) {
  if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed)
    return;
  const queue = state.buffered;
  const count = queue.length - state.bufferedIndex;
  if (count === 0)
    return;
  state.bufferProcessing = true;
  if (count > 1 && stream._writev)
    flushTogether(stream, state, count);
  else
    flushSingly(stream, state, queue);
  state.bufferProcessing = false;
  if (!state.writing && state.buffered.length > state.bufferedIndex)
    flush(stream, state); // written by _writev()
}

function flushTogether(stream, state, count) {
  const chunks = state.getBuffer();
  const queued = state.buffered.length;
  chunks.allBuffers = state.allBuffers;
  state.pendingcb -= count - 1; // one callback now stands for all of them
  start(state, state.length, (err) => {
    for (let i = 0; i < chunks.length; i++)
      chunks[i].callback(err);
  });
  stream._writev(chunks, state.onwrite);
  state.sync = false;
  if (state.buffered.length === queued)
    state.emptyQueue();
  else if (state.buffered.length > queued) // _writev() has called write()
    state.dropFirst(queued);
}

function flushSingly(stream, state, queue) {
  let i = state.bufferedIndex;
  do {
    const { chunk, encoding, callback } = queue[i];
    queue[i++] = null;
    state.bufferedIndex = i; // before the call: _write() may read the queue
    start(state, state.objectMode ? 1 : sizeOf(chunk), callback);
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  } while (i < queue.length && !state.writing && !state.destroyed);
  if (i === queue.length)
    state.emptyQueue();
  else if (i > 256)
    state.dropFirst(i);
}

proto.cork = function() {
  this._writableState.corked++;
};

proto.uncork = function() {
  const state = this._writableState;
  if (state.corked) {
    state.corked--;
    if (!state.writing)
      flush(this, state);
  }
};

proto.setDefaultEncoding = function setDefaultEncoding(encoding) {
  if (typeof encoding === 'string')
    encoding = StringPrototypeToLowerCase.call(encoding);
  if (!isEncoding(encoding))
    throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

proto._write = function(chunk, encoding, callback) {
  if (!this._writev)
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};

proto._writev = null;

setMethod(proto, 'end', function(chunk, encoding, callback) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }

  let err;
  if (chunk != null) {
    const result = accept(this, chunk, encoding);
    if (typeof result !== 'boolean')
      err = result;
  }
  if (state.corked) {
    state.corked = 1;
    this.uncork();
  }
  if (!err && !state.errored && !state.ending) {
    // Set first: an end() that fails must not be taken for a second one.
    state.ending = true;
    maybeFinish(this, state, true);
    state.ended = true;
  } else if (!err && state.finished)
    err = new codes.ERR_STREAM_ALREADY_FINISHED('end');
  else if (!err && state.destroyed)
    err = new codes.ERR_STREAM_DESTROYED('end');

  if (typeof callback === 'function') {
    if (err || state.errored)
      process.nextTick(callback, err || state.errored);
    else if (state.finished)
      process.nextTick(callback, null);
    else
      (state.endCallbacks ??= new SafeArray()).push(callback);
  }
  return this;
});

function maybeFinish(stream, state, sync) {
  if (!state.readyToFinish())
    return;
  beforeFinish(stream, state);
  if (state.pendingcb !== 0)
    return;
  if (sync) {
    state.pendingcb++;
    process.nextTick(finishIfStillReady, stream, state);
  } else if (state.readyToFinish()) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function finishIfStillReady(stream, state) {
  if (state.readyToFinish())
    finish(stream, state);
  else
    state.pendingcb--;
}

function beforeFinish(stream, state) {
  if (state.prefinished || state.finalCalled)
    return;
  if (typeof stream._final === 'function' && !state.destroyed) {
    state.finalCalled = true;
    runFinal(stream, state);
  } else {
    state.prefinished = true;
    stream.emit('prefinish');
  }
}

function runFinal(stream, state) {
  let called = false;
  const done = (err) => {
    if (called) {
      errorOrDestroy(stream, err ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    state.pendingcb--;
    if (err) {
      callEndCallbacks(state, err);
      errorOrDestroy(stream, err, state.sync);
    } else if (state.readyToFinish()) {
      state.prefinished = true;
      stream.emit('prefinish');
      // Counted: nothing else may finish the stream before this tick.
      state.pendingcb++;
      process.nextTick(finish, stream, state);
    }
  };
  state.sync = true;
  state.pendingcb++;
  try {
    stream._final(done);
  } catch (thrown) {
    done(thrown);
  }
  state.sync = false;
}

function finish(stream, state) {
  state.pendingcb--;
  state.finished = true;
  callEndCallbacks(state, null);
  stream.emit('finish');
  if (!state.autoDestroy)
    return;
  const r = stream._readableState;
  if (!r || (r.autoDestroy && (r.endEmitted || r.readable === false)))
    stream.destroy();
}

setMethod(proto, 'destroy', function(err, callback) {
  const state = this._writableState;
  if (!state.destroyed && (state.buffered.length > state.bufferedIndex || state.endCallbacks))
    process.nextTick(failQueue, state);
  return destroyStream(this, err, callback);
});

addEndings(proto, 'writableFinished', (err) => err.name === 'AbortError');

const accessors = {
  __proto__: null,
  closed() { return !!this._writableState?.closed; },
  writableFinished() { return !!this._writableState?.finished; },
  writableObjectMode() { return !!this._writableState?.objectMode; },
  writableBuffer() { return this._writableState?.getBuffer(); },
  writableEnded() { return !!this._writableState?.ending; },
  writableNeedDrain() {
    const state = this._writableState;
    return !!state && !state.destroyed && !state.ending && state.needDrain;
  },
  writableHighWaterMark() { return this._writableState?.highWaterMark; },
  writableCorked() { return this._writableState ? this._writableState.corked : 0; },
  writableLength() { return this._writableState?.length; },
  errored() { return this._writableState ? this._writableState.errored : null; },
  writableAborted() {
    const state = this._writableState;
    return state.writable !== false && (state.destroyed || !!state.errored) && !state.finished;
  },
};
const names = ObjectKeys(accessors);
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(proto, names[i], { __proto__: null, get: accessors[names[i]] });
ObjectDefineProperty(proto, 'destroyed', {
  __proto__: null,
  get() { return !!this._writableState?.destroyed; },
  set(value) {
    if (this._writableState)
      this._writableState.destroyed = value;
  },
});
ObjectDefineProperty(proto, 'writable', {
  __proto__: null,
  // The program can set false; true does not make a stream writable that has ended.
  get() {
    const state = this._writableState;
    return !!state && state.writable !== false && !state.destroyed && !state.errored &&
      !state.ending && !state.ended;
  },
  set(value) {
    if (this._writableState)
      this._writableState.writable = !!value;
  },
});

Writable.WritableState = WritableState;
Writable.fromWeb = function(writableStream, options) {
  return require('internal/streams/web').writableFromWeb(writableStream, options);
};
Writable.toWeb = function(streamWritable) {
  return require('internal/streams/web').writableToWeb(streamWritable);
};

module.exports = { Writable, WritableState, adoptOptions, constructed, maybeFinish };
