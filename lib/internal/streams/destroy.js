'use strict';
// Construction and destruction of streams: _construct(), destroy(), 'error' and 'close'.
//
// (1) A flag is set in both states of a duplex stream: it is constructed and destroyed as a whole.
// (2) 'error' is emitted at most once, 'close' at most once and after it.
// (3) _destroy() runs once, and never before a pending _construct() has called back.

const { SymbolAsyncDispose, SymbolFor } = primordials;
const { aggregateTwoErrors, codes } = require('internal/errors');
const { setOwnProperty } = require('internal/util');

const nop = () => {};

function mark(stream, flag, value) {
  const r = stream._readableState;
  const w = stream._writableState;
  if (r)
    r[flag] = value;
  if (w)
    w[flag] = value;
}

// A stream reports its first error.
function markErrored(stream, err) {
  err.stack; // Node reads it here too: a lazy stack is made while its frames are near.
  const r = stream._readableState;
  const w = stream._writableState;
  if (r && !r.errored)
    r.errored = err;
  if (w && !w.errored)
    w.errored = err;
}

function destroyStream(stream, err, callback) {
  const r = stream._readableState;
  const w = stream._writableState;
  if (r?.destroyed || w?.destroyed) {
    if (typeof callback === 'function')
      callback();
    return stream;
  }
  if (err)
    markErrored(stream, err);
  mark(stream, 'destroyed', true);
  const state = w || r;
  if (state.constructed)
    runDestroy(stream, err, callback);
  else
    state.destroyWhenConstructed = (constructErr) =>
      runDestroy(stream, aggregateTwoErrors(constructErr, err), callback);
  return stream;
}

function destroy(err, callback) {
  return destroyStream(this, err, callback);
}

function runDestroy(stream, err, callback) {
  let called = false;
  const done = (result) => {
    if (called)
      return;
    called = true;
    if (result)
      markErrored(stream, result);
    mark(stream, 'closed', true);
    if (typeof callback === 'function')
      callback(result);
    process.nextTick(result ? emitErrorAndClose : emitClose, stream, result);
  };
  try {
    stream._destroy(err || null, done);
  } catch (thrown) {
    done(thrown);
  }
}

function emitErrorAndClose(stream, err) {
  emitError(stream, err);
  emitClose(stream);
}

function emitError(stream, err) {
  const r = stream._readableState;
  const w = stream._writableState;
  if (r?.errorEmitted || w?.errorEmitted)
    return;
  mark(stream, 'errorEmitted', true);
  stream.emit('error', err);
}

function emitClose(stream) {
  mark(stream, 'closeEmitted', true);
  if (stream._writableState?.emitClose || stream._readableState?.emitClose)
    stream.emit('close');
}

// Handles an error: destroys a stream that has autoDestroy, else only emits 'error'.
function errorOrDestroy(stream, err, sync) {
  const r = stream._readableState;
  const w = stream._writableState;
  if (r?.destroyed || w?.destroyed)
    return;
  if (r?.autoDestroy || w?.autoDestroy) {
    stream.destroy(err);
    return;
  }
  markErrored(stream, err);
  if (sync)
    process.nextTick(emitError, stream, err);
  else
    emitError(stream, err);
}

// Makes a destroyed stream usable again (net.Socket reconnects this way).
function undestroy() {
  this._readableState?.reset();
  this._writableState?.reset();
}

// Adds the methods that Readable and Writable share, except destroy(). `doneName` is the property
// that is true when the stream has ended by itself. expected(err, reason) returns whether disposing
// of the stream has caused the error.
function addEndings(proto, doneName, expected) {
  proto._undestroy = undestroy;
  proto._destroy = function(err, callback) {
    callback(err);
  };
  setOwnProperty(proto, SymbolFor('nodejs.rejection'), function(err) {
    this.destroy(err);
  });
  setOwnProperty(proto, SymbolAsyncDispose, function() {
    return require('internal/streams/dispose').dispose(this, doneName, expected);
  });
}

// Runs the stream's _construct() in the next tick; `ready` is called when it succeeded.
function construct(stream, ready) {
  if (typeof stream._construct !== 'function')
    return;
  mark(stream, 'constructed', false);
  process.nextTick(runConstruct, stream, ready);
}

function runConstruct(stream, ready) {
  let called = false;
  const done = (err) => {
    if (called) {
      errorOrDestroy(stream, err ?? new codes.ERR_MULTIPLE_CALLBACK());
      return;
    }
    called = true;
    mark(stream, 'constructed', true);
    const state = stream._writableState || stream._readableState;
    if (state.destroyed)
      state.destroyWhenConstructed?.(err);    // `destroyed` may have been set by hand
    else if (err)
      errorOrDestroy(stream, err, true);
    else
      ready(stream);
  };
  try {
    stream._construct((err) => process.nextTick(done, err));
  } catch (thrown) {
    process.nextTick(done, thrown);
  }
}

const isRequest = (stream) => stream?.setHeader && typeof stream.abort === 'function';

// Destroys a stream, which may be of another library. Without an error, a stream that has not ended
// gets an AbortError.
function destroyer(stream, err) {
  const { isDestroyed, isFinished, isServerRequest } = require('internal/streams/utils');
  if (!stream || isDestroyed(stream))
    return;
  if (!err && !isFinished(stream))
    err = new (require('internal/errors').AbortError)();
  if (isServerRequest(stream)) {
    stream.socket = null;
    stream.destroy(err);
  } else if (isRequest(stream))
    stream.abort();
  else if (isRequest(stream.req))
    stream.req.abort();
  else if (typeof stream.destroy === 'function')
    stream.destroy(err);
  else if (typeof stream.close === 'function')
    stream.close();
  if (!stream.destroyed)
    stream[require('internal/streams/utils').kIsDestroyed] = true;
}

module.exports = {
  addEndings, construct, destroy, destroyStream, destroyer, errorOrDestroy, markErrored, nop,
};
