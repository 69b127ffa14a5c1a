'use strict';
// Signals as events of `process`: a signal handle is active while its event has listeners.

const { SafeSet } = primordials;
const binding = internalBinding('signal');
const { signals } = require('os').constants;
const { errnoException } = require('internal/errors');

const watched = new SafeSet();
// Signals are the main thread's.
const { isMainThread } = internalBinding('worker');

function start(name) {
  const number = signals[name];
  if (number === undefined || watched.has(name) || !isMainThread)
    return;
  const err = binding.start(number, () => process.emit(name, name, number));
  if (err)
    throw errnoException(err, 'uv_signal_start');
  watched.add(name);
}

function stop(name) {
  if (watched.has(name) && process.listenerCount(name) === 0) {
    watched.delete(name);
    binding.stop(signals[name]);
  }
}

module.exports = { start, stop };
