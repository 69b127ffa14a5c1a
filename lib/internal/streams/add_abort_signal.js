'use strict';
// addAbortSignal(): an aborted signal destroys the stream.

const { SymbolDispose } = primordials;
const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal } = require('internal/validators');

function addAbortSignal(signal, stream) {
  validateAbortSignal(signal, 'signal');
  const { isNodeStream, isWebStream } = require('internal/streams/utils');
  if (!isNodeStream(stream) && !isWebStream(stream))
    throw new codes.ERR_INVALID_ARG_TYPE(
      'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  return addAbortSignalNoValidate(signal, stream);
}

function addAbortSignalNoValidate(signal, stream) {
  if (signal === null || typeof signal !== 'object' || !('aborted' in signal))
    return stream;
  const { isNodeStream, kControllerErrorFunction } = require('internal/streams/utils');
  const onAbort = () => {
    const err = new AbortError(undefined, { __proto__: null, cause: signal.reason });
    if (isNodeStream(stream))
      stream.destroy(err);
    else
      stream[kControllerErrorFunction](err);
  };
  if (signal.aborted)
    onAbort();
  else {
    const stop = onceAborted(signal, onAbort);
    require('internal/streams/end_of_stream').eos(stream, stop);
  }
  return stream;
}

// Calls `listener` when the signal aborts. Returns a function that removes the listener.
function onceAborted(signal, listener) {
  const { addAbortListener } = require('events');
  const handle = addAbortListener(signal, listener);
  return () => handle[SymbolDispose]();
}

module.exports = { addAbortSignal, addAbortSignalNoValidate, onceAborted };
