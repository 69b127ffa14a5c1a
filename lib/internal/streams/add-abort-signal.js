'use strict';
// addAbortSignal(): an aborted signal destroys the stream.

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
    const err = new AbortError(undefined, { cause: signal.reason });
    if (isNodeStream(stream))
      stream.destroy(err);
    else
      stream[kControllerErrorFunction](err);
  };
  if (signal.aborted)
    onAbort();
  else {
    const stop = onceAborted(signal, onAbort);
    require('internal/streams/end-of-stream').eos(stream, stop);
  }
  return stream;
}

// Calls `listener` when the signal aborts; the result takes it off again.
function onceAborted(signal, listener) {
  const { addAbortListener } = require('events');
  const handle = addAbortListener(signal, listener);
  return () => handle[Symbol.dispose]();
}

module.exports = { addAbortSignal, addAbortSignalNoValidate, onceAborted };
