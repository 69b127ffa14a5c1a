'use strict';
// The kind and the state of an object: of our streams, of messages of http, of web streams and of
// streams of other libraries, which are recognized by their methods. `null` means "not known".

const {
  Object, ObjectGetPrototypeOf, ObjectHasOwn, SymbolAsyncIterator, SymbolFor, SymbolIterator,
} = primordials;
const ObjectPrototype = Object.prototype;
const kIsErrored = SymbolFor('nodejs.stream.errored');
const kIsReadable = SymbolFor('nodejs.stream.readable');
const kIsWritable = SymbolFor('nodejs.stream.writable');
const kIsDisturbed = SymbolFor('nodejs.stream.disturbed');
const kIsDestroyed = SymbolFor('nodejs.stream.destroyed');
const kIsClosedPromise = SymbolFor('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = SymbolFor('nodejs.webstream.controllerErrorFunction');

const kEmptyObject = { __proto__: null };
const READ = 1;
const WRITE = 2;

const has = (obj, name) => typeof obj[name] === 'function';

// The same for objects that need not be a stream. What a program has set on Object.prototype does
// not make every object one, and no getter there is called.
function hasMethod(obj, name) {
  let at = typeof obj === 'object' || typeof obj === 'function' ? obj : ObjectGetPrototypeOf(obj);
  while (at !== null && at !== ObjectPrototype) {
    if (ObjectHasOwn(at, name))
      return has(obj, name);
    at = ObjectGetPrototypeOf(at);
  }
  return false;
}

// The sides that a stream has. A Duplex may have been made with only one. A Writable of ours has a
// pipe() that always fails, so that the state counts and not the methods.
function sides(obj) {
  if (obj === null || (typeof obj !== 'object' && typeof obj !== 'function'))
    return 0;
  const r = obj._readableState;
  const w = obj._writableState;
  const check = r || w ? has : hasMethod;
  if (!check(obj, 'on'))
    return 0;
  let bits = 0;
  if ((r ? !w || r.readable !== false : !w) && check(obj, 'pipe'))
    bits |= READ;
  if ((w ? !r || w.writable !== false : !r) && check(obj, 'write'))
    bits |= WRITE;
  return bits;
}

const isReadableNodeStream = (obj) => (sides(obj) & READ) !== 0;
const isWritableNodeStream = (obj) => (sides(obj) & WRITE) !== 0;
const isDuplexNodeStream = (obj) => sides(obj) === (READ | WRITE);
const isNodeStream = (obj) =>
  sides(obj) !== 0 || !!(obj && (obj._readableState || obj._writableState));

const isReadableStream = (obj) =>
  !!obj && has(obj, 'pipeThrough') && has(obj, 'getReader') && !isNodeStream(obj);
const isWritableStream = (obj) =>
  !!obj && has(obj, 'getWriter') && has(obj, 'abort') && !isNodeStream(obj);
const isTransformStream = (obj) =>
  !!obj && typeof obj.readable === 'object' && typeof obj.writable === 'object' &&
  !isNodeStream(obj);
const isWebStream = (obj) =>
  isReadableStream(obj) || isWritableStream(obj) || isTransformStream(obj);

const isAsyncIterable = (obj) => obj != null && hasMethod(obj, SymbolAsyncIterator);
const isIterable = (obj) =>
  obj != null && (hasMethod(obj, SymbolAsyncIterator) || hasMethod(obj, SymbolIterator));

function isDestroyed(stream) {
  if (!isNodeStream(stream))
    return null;
  const state = stream._writableState || stream._readableState;
  return !!(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

// Whether one side has ended: true when 'end' (or 'finish') was emitted, false when an error
// prevents it. With `loose` also true if only the event has not been emitted yet.
function sideDone(state, flag, loose) {
  if (state?.errored)
    return false;
  if (typeof state?.[flag] !== 'boolean')
    return null;
  return state[flag] || (loose && state.ended === true && state.length === 0);
}

function isReadableFinished(stream, loose) {
  return isReadableNodeStream(stream) ? sideDone(stream._readableState, 'endEmitted', loose) : null;
}

function isWritableFinished(stream, loose) {
  if (!isWritableNodeStream(stream))
    return null;
  return stream.writableFinished === true || sideDone(stream._writableState, 'finished', loose);
}

function isWritableEnded(stream) {
  if (!isWritableNodeStream(stream))
    return null;
  return stream.writableEnded === true || sideDone(stream._writableState, 'ended', false);
}

function isReadable(stream) {
  if (stream?.[kIsReadable] != null)
    return stream[kIsReadable];
  if (typeof stream?.readable !== 'boolean')
    return null;
  return !isDestroyed(stream) && isReadableNodeStream(stream) && stream.readable &&
    !isReadableFinished(stream);
}

function isWritable(stream) {
  if (stream?.[kIsWritable] != null)
    return stream[kIsWritable];
  if (typeof stream?.writable !== 'boolean')
    return null;
  return !isDestroyed(stream) && isWritableNodeStream(stream) && stream.writable &&
    !isWritableEnded(stream);
}

function isFinished(stream, { readable, writable } = kEmptyObject) {
  if (!isNodeStream(stream))
    return null;
  return isDestroyed(stream) ||
    !((readable !== false && isReadable(stream)) || (writable !== false && isWritable(stream)));
}

function isErrored(stream) {
  if (!stream)
    return false;
  const r = stream._readableState;
  const w = stream._writableState;
  return !!(stream[kIsErrored] ?? (stream.readableErrored || stream.writableErrored ||
    r?.errorEmitted || w?.errorEmitted || r?.errored || w?.errored));
}

function isDisturbed(stream) {
  return !!(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));
}

// An outgoing message of http is no Writable: it has flags of its own.
const isOutgoingMessage = (stream) =>
  typeof stream._closed === 'boolean' && typeof stream._defaultKeepAlive === 'boolean';
const isServerResponse = (stream) =>
  typeof stream._sent100 === 'boolean' && isOutgoingMessage(stream);
// A request that a server has received. A response has the same fields, and `req`.
const isServerRequest = (stream) => typeof stream._consuming === 'boolean' &&
  typeof stream._dumped === 'boolean' && stream.req === undefined;

function isClosed(stream) {
  if (!isNodeStream(stream))
    return null;
  if (typeof stream.closed === 'boolean')
    return stream.closed;
  const closed = stream._writableState?.closed ?? stream._readableState?.closed;
  if (typeof closed === 'boolean')
    return closed;
  return isOutgoingMessage(stream) ? stream._closed : null;
}

// Whether 'close' is emitted by itself after both sides have ended.
function willEmitClose(stream) {
  const state = stream._writableState || stream._readableState;
  if (!state)
    return isServerResponse(stream);
  return !!(state.autoDestroy && state.emitClose && state.closed === false);
}

module.exports = {
  kControllerErrorFunction, kIsClosedPromise, kIsDestroyed, kIsDisturbed, kIsErrored, kIsReadable,
  kIsWritable, hasMethod, isAsyncIterable, isClosed, isDestroyed, isDisturbed, isDuplexNodeStream,
  isErrored, isFinished, isIterable, isNodeStream, isReadable, isReadableFinished,
  isReadableNodeStream, isReadableStream, isServerRequest, isTransformStream,
  isWebStream, isWritable, isWritableEnded, isWritableFinished, isWritableNodeStream,
  isWritableStream, willEmitClose,
};
