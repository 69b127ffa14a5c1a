'use strict';
// Readable: a queue that _read() fills and the program empties. The mode is `flowing`: null (not
// chosen yet), false (paused: the program calls read()) or true ('data' is emitted).
//
// (1) `reading` is true from a call of _read() to the next push(). _read() is not called meanwhile.
// (2) `length` is what the queue holds: bytes (or characters after setEncoding()), or objects.
// (3) 'readable' is emitted in a tick of its own, once per batch: `emittedReadable` means that one
//     is scheduled, `needReadable` that the next push() has to schedule one.
// (4) 'end' is emitted once, in a tick of its own, after the queue has become empty.

const {
  ArrayBufferIsView: isView, ArrayPrototypeSlice, FunctionPrototypeCall, MathCeil, MathLog2,
  NumberIsInteger, NumberParseInt, ObjectCreate, ObjectDefineProperties, ObjectDefineProperty,
  ObjectKeys, ObjectSetPrototypeOf, ReflectApply, SafeArray, SymbolAsyncIterator, SymbolFor,
} = primordials;
const { setMethod } = require('internal/prototypes');
const { codes } = require('internal/errors');
const { Stream, initStream } = require('internal/streams/legacy');
const { addEndings, construct, destroy, errorOrDestroy } = require('internal/streams/destroy');
const { AnyBuffer, adoptShared, bufferOver, kKeepsReading, methodOf, sizeOf } =
  require('internal/streams/state');
const { NO_SIZE, ReadableState } = require('internal/streams/readable_state');
const {
  emitBytes, emitBytesAtOnce, emitData, emitPause, emitReadable, emitResume, hasDataListener,
} = require('internal/streams/emit');
const { nextTick, queueTick, reusableTick } = require('internal/process/task_queues');

const { bufferFrom } = require('internal/buffer');
const MAX_MARK = 0x40000000;
const BELOW = -2; // any negative size: nothing is read

// The order of these slots is the order of eventNames().
function eventSlots() {
  const events = ObjectCreate(null);
  events.close = undefined;
  events.error = undefined;
  events.data = undefined;
  events.end = undefined;
  events.readable = undefined;
  return events;
}

function Readable(options) {
  if (!(this instanceof Readable))
    return new Readable(options);
  this._events ??= eventSlots();
  this._readableState = new ReadableState(options, this, false);
  if (options) {
    const read = methodOf(options, 'read');
    if (read !== undefined)
      this._read = read;
    adoptShared(this, options);
  }
  initStream(this, options);
  construct(this, constructed);
}
ObjectSetPrototypeOf(Readable.prototype, Stream.prototype);
ObjectSetPrototypeOf(Readable, Stream);

function constructed(stream) {
  if (stream._readableState.needReadable)
    readMoreSoon(stream, stream._readableState);
}

const proto = Readable.prototype;

setMethod(proto, 'destroy', destroy);
addEndings(proto, 'readableEnded', (err, reason) => err === reason);

// ---- Filling the queue ----

proto.push = function(chunk, encoding) {
  const state = this._readableState;
  // Bytes that need no conversion, the usual case.
  if (!state.objectMode && state.decoder === null && chunk instanceof AnyBuffer) {
    const size = sizeOf(chunk);
    if (size > 0 && !state.ended && !state.destroyed && !state.errored) {
      state.reading = false;
      if (state.sync || !state.flowing || state.length !== 0 ||
          !emitBytesAtOnce(this, state, chunk, size)) {
        state.length += size;
        state.buffer.push(chunk);
        if (state.needReadable)
          announce(this, state);
      }
      if (!state.readingMore) {
        if (state.flowing && state.length === 0 && keepsReading(this, state))
          state.reading = state.needReadable = true; // as after the tick of readMore()
        else
          readMoreSoon(this, state);
      }
      return wantsMore(state);
    }
  }
  return insert(this, chunk, encoding, false);
};

function keepsReading(stream, state) {
  return stream[kKeepsReading] !== undefined && !state.ended && !state.destroyed &&
    !state.errored && stream[kKeepsReading]();
}

proto.unshift = function(chunk, encoding) {
  return insert(this, chunk, encoding, true);
};

function insert(stream, chunk, encoding, atFront) {
  const state = stream._readableState;
  if (chunk === null) {
    state.reading = false;
    sourceEnded(stream, state);
    return false;
  }
  if (!state.objectMode) {
    if (!(chunk instanceof AnyBuffer)) {
      if (chunk !== undefined && typeof chunk !== 'string' && !isView(chunk)) {
        errorOrDestroy(stream, new codes.ERR_INVALID_ARG_TYPE(
          'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
        return false;
      }
      chunk = toChunk(state, chunk, encoding, atFront);
    }
    if (chunk === undefined || sizeOf(chunk) === 0) {
      if (!atFront) {
        state.reading = false;
        readMoreSoon(stream, state);
      }
      return wantsMore(state);
    }
  }
  return atFront ? insertFront(stream, state, chunk) : insertBack(stream, state, chunk);
}

function wantsMore(state) {
  if (state.ended)
    return false;
  if (state.length < state.highWaterMark)
    return true;
  return state.length === 0;
}

// Converts a chunk for the queue: to a Buffer, unless it is text in the encoding of the stream.
function toChunk(state, chunk, encoding, atFront) {
  if (typeof chunk === 'string') {
    encoding ||= state.defaultEncoding;
    if (state.encoding === encoding)
      return chunk;
    const bytes = bufferFrom(chunk, encoding);
    return atFront && state.encoding ? bytes.toString(state.encoding) : bytes;
  }
  return chunk === undefined ? undefined : bufferOver(chunk);
}

function insertFront(stream, state, chunk) {
  if (state.endEmitted)
    errorOrDestroy(stream, new codes.ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
  else if (state.destroyed || state.errored)
    return false;
  else
    deliver(stream, state, chunk, state.objectMode ? 1 : sizeOf(chunk), true);
  return wantsMore(state);
}

function insertBack(stream, state, chunk) {
  if (state.ended) {
    errorOrDestroy(stream, new codes.ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  if (state.destroyed || state.errored)
    return false;
  state.reading = false;
  if (state.decoder !== null && typeof chunk !== 'string')
    chunk = state.decoder.write(chunk);
  const size = state.objectMode ? 1 : sizeOf(chunk);
  if (size > 0)
    deliver(stream, state, chunk, size, false);
  else
    readMoreSoon(stream, state);
  return wantsMore(state);
}

// Emits 'data' at once if the queue is empty and the stream flows, else queues the chunk.
function deliver(stream, state, chunk, size, atFront) {
  if (state.flowing && state.length === 0 && !state.sync && hasDataListener(stream)) {
    if (state.awaitDrainWriters !== null)
      state.forgetDrain();
    state.dataEmitted = true;
    emitData(stream, chunk);
  } else {
    state.length += size;
    if (atFront)
      state.addFirst(chunk);
    else
      state.buffer.push(chunk);
    if (state.needReadable)
      announce(stream, state);
  }
  if (!state.readingMore)
    readMoreSoon(stream, state);
}

function sourceEnded(stream, state) {
  if (state.ended)
    return;
  if (state.decoder !== null) {
    const rest = state.decoder.end();
    if (rest?.length) {
      state.length += state.objectMode ? 1 : rest.length;
      state.buffer.push(rest);
    }
  }
  state.ended = true;
  if (state.sync) {
    // Inside _read(): read() must return before 'readable' is emitted.
    announce(stream, state);
  } else {
    state.needReadable = false;
    state.emittedReadable = true;
    runReadable(stream);
  }
}

function announce(stream, state) {
  state.needReadable = false;
  if (!state.emittedReadable) {
    state.emittedReadable = true;
    queueTick(state.tickReadable ??= reusableTick(runReadable, stream));
  }
}

function runReadable(stream) {
  const state = stream._readableState;
  if (!state.destroyed && !state.errored && (state.length > 0 || state.ended)) {
    emitReadable(stream);
    state.emittedReadable = false;
  }
  // The next push() has to emit 'readable' if the queue is not above its mark.
  if (!state.flowing && !state.ended && state.length <= state.highWaterMark)
    state.needReadable = true;
  flow(stream);
}

function readMoreSoon(stream, state) {
  if (!state.readingMore && state.constructed) {
    state.readingMore = true;
    queueTick(state.tickReadMore ??= reusableTick(readMore, stream));
  }
}

// Fills the queue to its mark, as long as _read() pushes synchronously.
function readMore(stream) {
  const state = stream._readableState;
  while (!state.reading && !state.ended &&
         (state.length < state.highWaterMark || (state.flowing && state.length === 0))) {
    const before = state.length;
    stream.read(0);
    if (state.length === before)
      break;
  }
  state.readingMore = false;
}

// ---- Emptying the queue ----

proto.isPaused = function() {
  const state = this._readableState;
  return state.paused === true || state.flowing === false;
};

proto.setEncoding = function(encoding) {
  const state = this._readableState;
  state.decode(encoding);
  let text = '';
  for (let i = state.bufferIndex; i < state.buffer.length; i++)
    text += state.decoder.write(state.buffer[i]);
  if (state.ended)
    text += state.decoder.end();
  state.buffer = new SafeArray();
  if (text !== '')
    state.buffer.push(text);
  state.bufferIndex = 0;
  state.length = text.length;
  return this;
};

setMethod(proto, 'read', function(n) {
  const state = this._readableState;
  if (n === undefined) {
    if (state.decoder === null && !state.objectMode && !state.reading && !state.ended)
      return readChunk(this, state);
    return readSome(this, state, NO_SIZE);
  }
  if (n !== 0)
    n = checkedSize(state, n);
  return n === 0 ? readNothing(this, state) : readSome(this, state, n);
});

// As readSome() without a size, for bytes, while the source can be asked for more: the usual case.
function readChunk(stream, state) {
  state.emittedReadable = false;
  const first = state.length === 0 ? null : state.buffer[state.bufferIndex];
  // The size of the first chunk matters only to a queue that is full.
  if (shouldFill(state, state.length < state.highWaterMark || first === null ? 0 : sizeOf(first))) {
    fill(stream, state);
    if (state.reading) // _read() has not called push() yet
      return finishRead(stream, state, NO_SIZE, first === null ? 0 : sizeOf(first));
  }
  if (state.length === 0 || state.decoder !== null)
    return finishRead(stream, state, NO_SIZE, state.amount(NO_SIZE));
  const size = state.buffer.length === 1 ? state.length :
    sizeOf(state.buffer[state.bufferIndex]);
  const chunk = state.dropFirst();
  state.length -= size;
  if (state.awaitDrainWriters !== null)
    state.forgetDrain();
  if (state.length === 0) {
    if (state.ended)
      endSoon(stream, state);
    else
      state.needReadable = true;
  }
  if (!state.errorEmitted && !state.closeEmitted) {
    state.dataEmitted = true;
    emitBytes(stream, chunk, size);
  }
  return chunk;
}

function readSome(stream, state, requested) {
  state.emittedReadable = false;
  let n = state.amount(requested);
  if (n === 0 && state.ended) {
    if (state.length === 0)
      endSoon(stream, state);
    return null;
  }
  if (!state.reading && shouldFill(state, n)) {
    fill(stream, state);
    if (!state.reading) // _read() has called push() already: there may be more now
      n = state.amount(requested);
  }
  return finishRead(stream, state, requested, n);
}

function finishRead(stream, state, requested, n) {
  const chunk = n > 0 ? state.take(n) : null;
  if (chunk === null) {
    if (state.length <= state.highWaterMark)
      state.needReadable = true;
    n = 0;
  } else {
    state.length -= n;
    if (state.awaitDrainWriters !== null)
      state.forgetDrain();
  }
  if (state.length === 0) {
    if (!state.ended)
      state.needReadable = true;
    else if (requested !== n)
      endSoon(stream, state); // this read() has emptied the queue
  }
  if (chunk !== null && !state.errorEmitted && !state.closeEmitted) {
    state.dataEmitted = true;
    emitData(stream, chunk);
  }
  return chunk;
}

// read(0): removes nothing, but lets the stream fill its queue. If the queue is full, it only
// schedules 'readable'.
function readNothing(stream, state) {
  const { length, highWaterMark } = state;
  if (state.needReadable && (state.ended || length >= (highWaterMark || 1))) {
    if (length === 0 && state.ended)
      endSoon(stream, state);
    else
      announce(stream, state);
    return null;
  }
  if (state.ended) {
    if (length === 0)
      endSoon(stream, state);
    return null;
  }
  if (!state.reading && shouldFill(state, 0))
    fill(stream, state);
  if (state.length <= state.highWaterMark)
    state.needReadable = true;
  return null;
}

// The integer for read(n). A size above the mark raises it.
function checkedSize(state, n) {
  if (!NumberIsInteger(n))
    n = NumberParseInt(n, 10);
  if (n !== n)
    return NO_SIZE;
  if (n > state.highWaterMark)
    state.highWaterMark = raisedMark(n);
  return n < 0 ? BELOW : n;
}

function raisedMark(n) {
  if (n > MAX_MARK)
    throw new codes.ERR_OUT_OF_RANGE('size', '<= 1GiB', n);
  return 2 ** MathCeil(MathLog2(n));
}

function shouldFill(state, n) {
  if (state.ended || state.destroyed || state.errored || !state.constructed)
    return false;
  if (state.needReadable || state.length === 0)
    return true;
  return state.length - n < state.highWaterMark;
}

function fill(stream, state) {
  state.reading = state.sync = true;
  if (state.length === 0)
    state.needReadable = true;
  try {
    stream._read(state.highWaterMark);
  } catch (thrown) {
    errorOrDestroy(stream, thrown);
  }
  state.sync = false;
}

proto._read = function(_size) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_read()');
};

function endSoon(stream, state) {
  if (!state.endEmitted) {
    state.ended = true;
    nextTick(emitEnd, state, stream);
  }
}

function emitEnd(state, stream) {
  // unshift() may have been called since.
  if (state.errored || state.closeEmitted || state.endEmitted || state.length > 0)
    return;
  state.endEmitted = true;
  stream.emit('end');
  // `in` calls no getter: a Readable has neither.
  if ('allowHalfOpen' in stream && stream.writable && stream.allowHalfOpen === false)
    nextTick(endOtherSide, stream);
  else if (state.autoDestroy) {
    const w = stream._writableState;
    if (!w || (w.autoDestroy && (w.finished || w.writable === false)))
      stream.destroy();
  }
}

function endOtherSide(stream) {
  if (stream.writable && !stream.writableEnded && !stream.destroyed)
    stream.end();
}

// ---- Modes ----

// Calls a method of EventEmitter, which the program may have replaced: directly, unless the method
// has a `call` of its own.
function callBase(method, stream, event, listener) {
  return method.call === FunctionPrototypeCall ? method.call(stream, event, listener) :
    ReflectApply(method, stream, [event, listener]);
}

setMethod(proto, 'on', function(event, listener) {
  const result = callBase(Stream.prototype.on, this, event, listener);
  const state = this._readableState;
  if (event === 'data') {
    if (this.listenerCount('readable') > 0)
      state.readableListening = true; // reviewMode() takes it back
    if (state.flowing !== false)
      this.resume();
  } else if (event === 'readable' && !state.endEmitted && !state.readableListening) {
    state.readableListening = state.needReadable = true;
    state.flowing = state.emittedReadable = false;
    if (state.length > 0)
      announce(this, state);
    else if (!state.reading)
      nextTick(readZero, this);
  }
  return result;
});
proto.addListener = proto.on;

function readZero(stream) {
  stream.read(0);
}

proto.removeListener = function(event, listener) {
  const result = callBase(Stream.prototype.removeListener, this, event, listener);
  // In the next tick: replacing a listener by another does not change the mode.
  if (event === 'readable')
    nextTick(reviewMode, this);
  return result;
};
proto.off = proto.removeListener;

proto.removeAllListeners = function(event) {
  const result = ReflectApply(Stream.prototype.removeAllListeners, this, arguments);
  if (event === 'readable' || event === undefined)
    nextTick(reviewMode, this);
  return result;
};

function reviewMode(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount('readable') > 0;
  if (state.resumeScheduled && state.paused === false)
    state.flowing = true;
  else if (stream.listenerCount('data') > 0)
    stream.resume();
  else if (!state.readableListening)
    state.flowing = null;
}

proto.resume = function() {
  const state = this._readableState;
  if (state.destroyed)
    return this;
  if (!state.flowing) {
    // 'readable' listeners take precedence over 'data' listeners.
    state.flowing = !state.readableListening;
    if (!state.resumeScheduled) {
      state.resumeScheduled = true;
      queueTick(state.tickResume ??= reusableTick(startFlow, this));
    }
  }
  state.paused = false;
  return this;
};

function startFlow(stream) {
  const state = stream._readableState;
  if (!state.reading)
    stream.read(0);
  state.resumeScheduled = false;
  emitResume(stream);
  flow(stream);
  if (state.flowing && !state.reading)
    stream.read(0);
}

proto.pause = function() {
  const state = this._readableState;
  if (state.destroyed)
    return this;
  if (state.flowing !== false) {
    state.flowing = false;
    emitPause(this);
  }
  state.paused = true;
  return this;
};

function flow(stream) {
  const state = stream._readableState;
  while (state.flowing && stream.read() !== null);
}

// ---- Methods that are loaded when they are first called ----

proto.pipe = function(dest, options) {
  return require('internal/streams/pipe').pipe(this, dest, options);
};
proto.unpipe = function(dest) {
  return require('internal/streams/pipe').unpipe(this, dest);
};
proto.wrap = function(stream) {
  return require('internal/streams/from').wrap(this, stream);
};
proto.iterator = function(options) {
  if (options !== undefined)
    require('internal/validators').validateObject(options, 'options');
  return require('internal/streams/iterate').iterate(this, options);
};
// For node:stream/iter: the stream as batches of chunks.
setMethod(proto, SymbolFor('Stream.toAsyncStreamable'), function() {
  if (!internalBinding('options').get('--experimental-stream-iter'))
    throw new codes.ERR_STREAM_ITER_MISSING_FLAG();
  return require('internal/stream_iter/interop').batchesOfReadable(this);
});

setMethod(proto, SymbolAsyncIterator, function() {
  return require('internal/streams/iterate').iterate(this);
});
proto.compose = function compose(stream, options) {
  return ReflectApply(require('internal/streams/operators').compose, this, [stream, options]);
};
// Names, and numbers of parameters.
const OPERATORS = {
  __proto__: null, drop: 1, filter: 2, flatMap: 2, map: 2, take: 1, every: 1, forEach: 2, reduce: 3,
  toArray: 1, some: 1, find: 2,
};
const operatorNames = ObjectKeys(OPERATORS);
for (let i = 0; i < operatorNames.length; i++) {
  const name = operatorNames[i];
  const value = { [name](...args) {
    return ReflectApply(require('internal/streams/operators')[name], this, args);
  } }[name];
  ObjectDefineProperty(value, 'length',
                       { __proto__: null, value: OPERATORS[name], configurable: true });
  ObjectDefineProperty(proto, name,
                       { __proto__: null, value, configurable: true, writable: true });
}

const accessors = {
  __proto__: null,
  readableDidRead() { return !!this._readableState?.dataEmitted; },
  readableAborted() {
    const state = this._readableState;
    return state.readable !== false && (state.destroyed || !!state.errored) && !state.endEmitted;
  },
  readableHighWaterMark() { return this._readableState.highWaterMark; },
  readableBuffer() {
    const state = this._readableState;
    return state && (state.bufferIndex === 0 ? state.buffer :
      ArrayPrototypeSlice.call(state.buffer, state.bufferIndex));
  },
  readableLength() { return this._readableState.length; },
  readableObjectMode() { return !!this._readableState?.objectMode; },
  readableEncoding() { return this._readableState ? this._readableState.encoding : null; },
  errored() { return this._readableState ? this._readableState.errored : null; },
  closed() { return !!this._readableState?.closed; },
  readableEnded() { return !!this._readableState?.endEmitted; },
};
const accessorNames = ObjectKeys(accessors);
for (let i = 0; i < accessorNames.length; i++) {
  ObjectDefineProperty(proto, accessorNames[i],
                       { __proto__: null, get: accessors[accessorNames[i]] });
}
ObjectDefineProperties(proto, {
  __proto__: null,
  readable: {
    __proto__: null,
    get() {
      const state = this._readableState;
      return !!state && state.readable !== false && !state.destroyed && !state.errored &&
        !state.endEmitted;
    },
    set(value) {
      if (this._readableState)
        this._readableState.readable = !!value;
    },
  },
  readableFlowing: {
    __proto__: null,
    get() { return this._readableState.flowing; },
    set(value) {
      if (this._readableState)
        this._readableState.flowing = value;
    },
  },
  destroyed: {
    __proto__: null,
    get() { return !!this._readableState?.destroyed; },
    set(value) {
      if (this._readableState)
        this._readableState.destroyed = value;
    },
  },
});

Readable.ReadableState = ReadableState;
Readable._fromList = (n, state) => state.take(n || state.length);
Readable.from = function(iterable, options) {
  return require('internal/streams/from').from(Readable, iterable, options);
};
Readable.fromWeb = function(readableStream, options) {
  return require('internal/streams/web').readableFromWeb(readableStream, options);
};
Readable.toWeb = function(streamReadable, options) {
  return require('internal/streams/web').readableToWeb(streamReadable, options);
};
Readable.wrap = function(source, options) {
  return require('internal/streams/from').wrapped(Readable, source, options);
};

module.exports = { Readable, ReadableState, constructed };
