'use strict';
// Atomics.wait() that the end of a worker can interrupt, and an Atomics.notify() that wakes it
// (src/runtime/worker/atomics.c). Put in place of the engine's by the first Worker of a thread.

const {
  BigIntAsIntN, MathTrunc, Number, NumberIsNaN, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, ReflectApply, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const binding = internalBinding('worker');
const isSharedArrayBuffer = (buffer) =>
  require('internal/util/types').isSharedArrayBuffer(buffer);

const RESULTS = ['ok', 'not-equal', 'timed-out'];
const INFINITE = 1 / 0;

const { Atomics } = globalThis;
const { wait: engineWait, notify: engineNotify } = Atomics;

const kindOf = (array) => {
  const name = typeof array === 'object' && array !== null ?
    TypedArrayPrototypeGetSymbolToStringTag.call(array) : undefined;
  return name === 'Int32Array' ? 4 : name === 'BigInt64Array' ? 8 : 0;
};

// An index as the language reads it, or -1: the engine's own function reports what is wrong.
function indexIn(array, index) {
  const number = typeof index === 'number' ? index : Number(index);
  const at = NumberIsNaN(number) ? 0 : MathTrunc(number);
  return at >= 0 && at < TypedArrayPrototypeGetLength.call(array) ? at : -1;
}

const methods = {
  wait(array, index, value, timeout) {
    const size = kindOf(array);
    if (size === 0 || !isSharedArrayBuffer(TypedArrayPrototypeGetBuffer.call(array)))
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
    if (size !== 0 && isSharedArrayBuffer(TypedArrayPrototypeGetBuffer.call(array)) &&
        (count === undefined || count > 0)) {
      const at = indexIn(array, index);
      if (at >= 0)
        woken = binding.notify(array, at, size, count === undefined ? INFINITE : Number(count));
    }
    const left = count === undefined ? undefined : count - woken;
    return woken + ReflectApply(engineNotify, Atomics, [array, index, left]);
  },
};

let isInstalled = false;
function install() {
  if (isInstalled)
    return;
  isInstalled = true;
  replace('wait');
  replace('notify');
}

function replace(name) {
  const own = ObjectGetOwnPropertyDescriptor(Atomics, name);
  const engines = name === 'wait' ? engineWait : engineNotify;
  if (own?.value === engines)
    ObjectDefineProperty(Atomics, name, { __proto__: null, value: methods[name] });
}

module.exports = { install };
