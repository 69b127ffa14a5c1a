'use strict';
// Atomics.wait() that worker.terminate() can interrupt, an Atomics.notify() that wakes it, and
// Atomics.waitAsync(), which the engine lacks (src/runtime/worker/atomics.c). internal/worker/state
// replaces the engine's functions by these.
// (1) A wait of waitAsync() is a number and a message, which notify() posts to this thread. Nothing
//     of it keeps the loop alive, as in Node; but one turn follows a notification by this thread.
// (2) Waits hold their arrays: the address of a collected one might be used again.

const {
  Atomics, BigIntAsIntN, MathTrunc, NumberIsNaN, ObjectPrototypeToString, Promise,
  PromiseWithResolvers, ReflectApply, SafeMap,
  SharedArrayBufferPrototypeGetByteLength, String, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const binding = internalBinding('worker');

const RESULTS = ['ok', 'not-equal', 'timed-out'];
const INFINITE = 1 / 0;
const LONGEST_TIMER = 0x7fffffff;

const { wait: engineWait, notify: engineNotify } = engineFunctions();

function engineFunctions() {
  const state = require('internal/worker/state');
  state.replaceAtomics();
  return state.engineAtomics;
}

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
  const number = +index;
  const at = NumberIsNaN(number) ? 0 : MathTrunc(number);
  return at >= 0 && at < TypedArrayPrototypeGetLength.call(array) ? at : -1;
}

// The error is of the program's realm.
function toWide(value) {
  if (value == null || typeof value === 'number' || typeof value === 'symbol')
    throw new primordials.TypeError(`Cannot convert ${String(value)} to a BigInt`);
  return BigIntAsIntN(64, value);
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
    const wanted = size === 8 ? toWide(value) : value | 0;
    const ms = timeout === undefined ? INFINITE : +timeout;
    return RESULTS[binding.wait(array, at, wanted, NumberIsNaN(ms) ? INFINITE : ms)];
  },

  notify(array, index, count) {
    const size = kindOf(array);
    const at = size !== 0 && isShared(array) ? indexIn(array, index) : -1;
    if (at < 0)
      return ReflectApply(engineNotify, Atomics, [array, index, count]);
    const most = count === undefined ? INFINITE : MathTrunc(+count);
    const woken = most > 0 ? binding.notify(array, at, size, most) : 0;
    if (woken > 0 && waits.size > 0)
      require('timers').setImmediate(() => {});    // (1)
    return woken + ReflectApply(engineNotify, Atomics, [array, at, most - woken]);
  },
};

// ---- waitAsync() ----

const waits = new SafeMap();    // number → { array, resolve, timer }
let port;
let lastNumber = 0;

function open() {
  if (port !== undefined)
    return;
  const made = require('internal/messaging/ends').channelTo();
  port = made.port;
  binding.openWaits(made.id);
  port.listen((number) => settle(number, 'ok'));
  port.unref();
}

function settle(number, result) {
  const wait = waits.get(number);
  if (wait === undefined)
    return;
  waits.delete(number);
  if (wait.timer !== undefined)
    require('timers').clearTimeout(wait.timer);
  wait.resolve(result);
}

function startTimer(number, ms) {
  const part = ms > LONGEST_TIMER ? LONGEST_TIMER : ms;
  const timer = require('timers').setTimeout(() => {
    if (ms > part)
      waits.get(number).timer = startTimer(number, ms - part);
    else if (binding.cancelWait(number))
      settle(number, 'timed-out');
  }, part);
  timer.unref();
  return timer;
}

const describe = (value) => (typeof value === 'object' && value !== null ?
  ObjectPrototypeToString.call(value) : String(value));

// [index, value] as the binding takes them; throws V8's errors.
function readArguments(array, index, value) {
  const size = kindOf(array);
  if (size === 0) {
    throw new primordials.TypeError(
      `${describe(array)} is not an int32 or BigInt64 typed array.`);
  }
  if (!isShared(array))
    throw new primordials.TypeError(`${describe(array)} is not a shared typed array.`);
  const at = indexIn(array, index);
  if (at < 0)
    throw new primordials.RangeError('Invalid atomic access index');
  return [at, size === 8 ? toWide(value) : value | 0];
}

function waitAsync(array, index, value, timeout) {
  const { 0: at, 1: wanted } = readArguments(array, index, value);
  const number = timeout === undefined ? INFINITE : +timeout;
  const ms = NumberIsNaN(number) ? INFINITE : number;
  require('internal/worker/state').replaceAtomics();
  open();
  const id = ++lastNumber;
  let isWaiting = false;
  require('internal/messaging/encode').encode(id, [], (target, bytes) => {
    isWaiting = binding.waitAsync(array, at, wanted, id, bytes);
  });
  if (!isWaiting)
    return { async: false, value: 'not-equal' };
  if (ms <= 0) {
    binding.cancelWait(id);
    return { async: false, value: 'timed-out' };
  }
  const { promise, resolve } = PromiseWithResolvers.call(Promise);
  waits.set(id, { __proto__: null, array, resolve,
                  timer: ms === INFINITE ? undefined : startTimer(id, ms) });
  return { async: true, value: promise };
}

module.exports = { __proto__: null, ...methods, waitAsync };
