'use strict';
// Signals as events of `process`: a signal handle is active while its event has listeners.

const { SafeMap } = primordials;
const binding = internalBinding('signal');
const { signals } = require('os').constants;
const { errnoException } = require('internal/errors');
const { bindEvents, context } = require('internal/async_context');

const watched = new SafeMap();     // name -> resource for async hooks
// Signals are the main thread's.
const { isMainThread } = internalBinding('worker');

function start(name) {
  const number = signals[name];
  if (number === undefined || watched.has(name) || !isMainThread)
    return;
  const resource = { signal: number };
  const err = binding.start(
    number, bindEvents('SIGNALWRAP', resource, () => process.emit(name, name, number)));
  if (err)
    throw errnoException(err, 'uv_signal_start');
  watched.set(name, resource);
}

function stop(name) {
  if (watched.has(name) && process.listenerCount(name) === 0) {
    context.gone?.(watched.get(name));
    watched.delete(name);
    binding.stop(signals[name]);
  }
}

module.exports = { start, stop };
