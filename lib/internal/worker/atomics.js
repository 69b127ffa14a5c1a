'use strict';
// Atomics.wait() that worker.terminate() can interrupt, and an Atomics.notify() that wakes it
// (src/runtime/worker/atomics.c). internal/worker/state replaces the engine's functions by these.

const {
  BigIntAsIntN, MathTrunc, Number, NumberIsNaN, ReflectApply,
  SharedArrayBufferPrototypeGetByteLength, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const binding = internalBinding('worker');

const RESULTS = ['ok', 'not-equal', 'timed-out'];
const INFINITE = 1 / 0;

const { Atomics, wait: engineWait, notify: engineNotify } =
  require('internal/worker/state').engineAtomics;

const kindOf = (array) => {
  const name = typeof array === 'object' && array !== null ?
    TypedArrayPrototypeGetSymbolToStringTag.call(array) : undefined;
  return name === 'Int32Array' ? 4 : name === 'BigInt64Array' ? 8 : 0;
};

// Here nearly all buffers are shared: the accessor of these, so that the usual case throws no error
// that costs more than the wait (internal/util/types expects the other case).
function isShared(array) {
  try {
    SharedArrayBufferPrototypeGetByteLength.call(TypedArrayPrototypeGetBuffer.call(array));
    return true;
  } catch {
    return false;
  }
}

// An index as the language reads it, or -1: the engine's own function reports what is wrong.
function indexIn(array, index) {
  const number = typeof index === 'number' ? index : Number(index);
  const at = NumberIsNaN(number) ? 0 : MathTrunc(number);
  return at >= 0 && at < TypedArrayPrototypeGetLength.call(array) ? at : -1;
}

const methods = {
  __proto__: null,

  wait(array, index, value, timeout) {
    const size = kindOf(array);
    if (size === 0 || !isShared(array))
      return ReflectApply(engineWait, Atomics, [array, index, value, timeout]);
    const at = indexIn(array, index);
    if (at < 0)
      return ReflectApply(engineWait, Atomics, [array, index, value, timeout]);
    const wanted = size === 8 ? BigIntAsIntN(64, value) : value | 0;
    const ms = timeout === undefined ? INFINITE : Number(timeout);
    return RESULTS[binding.wait(array, at, wanted, NumberIsNaN(ms) ? INFINITE : ms)];
  },

  notify(array, index, count) {
    const size = kindOf(array);
    let woken = 0;
    if (size !== 0 && isShared(array) && (count === undefined || count > 0)) {
      const at = indexIn(array, index);
      if (at >= 0)
        woken = binding.notify(array, at, size, count === undefined ? INFINITE : Number(count));
    }
    const left = count === undefined ? undefined : count - woken;
    return woken + ReflectApply(engineNotify, Atomics, [array, index, left]);
  },
};

module.exports = methods;
