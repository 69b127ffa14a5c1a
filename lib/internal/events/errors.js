'use strict';
// Errors and warnings of emitters: 'error' without a listener, rejections of async listeners, too
// many listeners. Loaded on first use.

const {
  ArrayPrototypePush, ErrorCaptureStackTrace, ObjectDefineProperty: define, ReflectApply,
  RegExpPrototypeExec, String, StringPrototypeIndexOf, StringPrototypeSlice,
} = primordials;
const { captureRejectionSymbol: kRejection } = require('events');
const { codes: { ERR_UNHANDLED_ERROR }, kEnhanceStack } = require('internal/errors');

function inspect(value, options) {
  return require('internal/util/inspect').inspect(value, options);
}

// ---- Errors without a listener ----

function emittedAt(emitter) {
  const name = emitter?.constructor?.name;
  return name && name !== 'EventEmitter' ? ` on ${name} instance` : '';
}

const withoutFirstLine = (stack) =>
  StringPrototypeSlice.call(stack, StringPrototypeIndexOf.call(stack, '\n') + 1);

function unhandledError(emitter, value, emit) {
  if (value instanceof primordials.Error) {
    const thrown = {};
    const emitted = {};
    ErrorCaptureStackTrace(thrown, unhandledError);
    ErrorCaptureStackTrace(emitted, emit);
    // Only the report of a fatal error shows where it was emitted; err.stack does not change.
    define(value, kEnhanceStack, {
      __proto__: null,
      configurable: true,
      value: () => ({
        __proto__: null,
        thrownAt: RegExpPrototypeExec.call(/node:events:\d+/, thrown.stack)?.[0] ?? 'node:events',
        stack: `${value.stack}\nEmitted 'error' event${emittedAt(emitter)} at:\n` +
          withoutFirstLine(emitted.stack),
      }),
    });
    return value;
  }
  let shown;
  try {
    shown = inspect(value);
  } catch {
    shown = value;
  }
  const err = new ERR_UNHANDLED_ERROR(`${shown}`);
  err.context = value;
  return err;
}

// ---- Rejections of async listeners ----

function captureRejection(emitter, result, type, args, kCapture) {
  // A getter `then` that throws counts as a rejection, too.
  try {
    const then = result.then;
    if (typeof then === 'function') {
      ReflectApply(then, result, [undefined, (err) => {
        // As a tick, so that an error of the handler is an uncaught exception, not a rejection.
        process.nextTick(handleRejection, emitter, err, type, args, kCapture);
      }]);
    }
  } catch (err) {
    emitter.emit('error', err);
  }
}

function handleRejection(emitter, err, type, args, kCapture) {
  if (typeof emitter[kRejection] === 'function') {
    const all = [err, type];
    for (let i = 0; i < args.length; i++)
      ArrayPrototypePush.call(all, args[i]);
    ReflectApply(emitter[kRejection], emitter, all);
    return;
  }
  // An async 'error' listener that rejects would call this function again, without end.
  const before = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit('error', err);
  } finally {
    emitter[kCapture] = before;
  }
}

// ---- Warnings ----

function warnTooMany(emitter, type, list, limit) {
  list.warned = true;
  const warning = new primordials.Error(
    `Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners ` +
    `added to ${inspect(emitter, { __proto__: null, depth: -1 })}. MaxListeners is ${limit}. ` +
    'Use emitter.setMaxListeners() to increase limit');
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = list.length;
  process.emitWarning(warning);
}

module.exports = { captureRejection, unhandledError, warnTooMany };
