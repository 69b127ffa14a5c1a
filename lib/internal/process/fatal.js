'use strict';
// Uncaught errors, and how the process exits.

const { ArrayPrototypeToSpliced, Number, ObjectGetOwnPropertyDescriptor, String } = primordials;
const { setHook, kUncaught, kUvException } = internalBinding('task_queue');
const { emit } = require('internal/process/object');
const binding = internalBinding('process');

const NO_HANDLER = 6;    // the exit code when nothing can handle errors

// `captureCallback` takes all errors. The auxiliary callbacks run before it, the last added first.
let captureCallback = null;
let askedFirst = [];

function setCaptureCallback(fn) {
  const { codes } = require('internal/errors');
  if (fn === null) {
    captureCallback = null;
    return;
  }
  if (typeof fn !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], fn);
  if (captureCallback !== null)
    throw new codes.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
  captureCallback = fn;
}

function addCaptureCallback(fn) {
  require('internal/validators').validateFunction(fn, 'fn');
  askedFirst = ArrayPrototypeToSpliced.call(askedFirst, 0, 0, fn);
}

function hasCaptureCallback() { return captureCallback !== null; }

function captured(error) {
  for (let i = 0; i < askedFirst.length; i++) {
    if (askedFirst[i](error))
      return true;
  }
  if (captureCallback === null)
    return false;
  captureCallback(error);
  return true;
}

function adopt(error) {
  try {
    require('internal/error_stack').adopt(error);
  } catch {
    // The error stays as the engine made it.
  }
}

// Returns true if the error was handled, false if the process must exit.
function uncaught(error, fromPromise = false) {
  const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
  adopt(error);
  try {
    emit('uncaughtExceptionMonitor', error, origin);
    if (captured(error) || (!wantsAbort() && emit('uncaughtException', error, origin))) {
      goOnLater();
      return true;
    }
  } catch (another) {
    // A listener that throws ends the process without an 'exit' event.
    const code = reporter() === undefined ? 7 : 1;
    process.exitCode = code;
    report(another);
    binding.reallyExit(code);
  }
  if (wantsAbort()) {
    report(error, fromPromise);
    binding.abort();
  }
  emitFatalExit();
  report(error, fromPromise);
  return false;
}

// Calls process._fatalException, which is uncaught() unless the program has replaced it.
function runFatalException(error, fromPromise = false) {
  const own = ObjectGetOwnPropertyDescriptor(process, '_fatalException');
  if (own === undefined || own.get !== undefined ||
      own.value === require('internal/process/methods')._fatalException)
    return uncaught(error, fromPromise);
  if (typeof own.value === 'function' && own.value(error, fromPromise))
    return true;
  if (typeof own.value === 'function')
    return report(error, fromPromise);
  print(error, fromPromise);
  binding.reallyExit(NO_HANDLER);
  return false;
}

// --abort-on-uncaught-exception: abort before listeners run and change the state.
const wantsAbort = () => reporter() === undefined &&
  internalBinding('options').get('--abort-on-uncaught-exception');

// Ticks and jobs that are still queued run after the next callback of the loop. This immediate
// ensures that there is one.
function goOnLater() {
  if (!process._exiting)
    require('internal/timers').setImmediate(() => {});
}

// 'exit' is emitted before the report. Errors of its listeners are dropped: the first error counts.
function emitFatalExit() {
  if (process._exiting)
    return;
  process._exiting = true;
  process.exitCode = 1;
  try {
    emit('exit', 1);
  } catch {
    // Dropped.
  }
}

// Handles an error that occurred while no callback of the loop is on the stack.
function raise(error, fromPromise = false) {
  if (!uncaught(error, fromPromise))
    binding.reallyExit(exitCode(1));
}

// In a worker the parent hears of it.
const reporter = () => (internalBinding('worker').isMainThread ? undefined :
  require('internal/worker/state').reportError);

function report(error, fromPromise) {
  binding.setExitCode(exitCode(1));
  return reporter()?.(error) ?? print(error, fromPromise);
}

function print(error, fromPromise) {
  try {
    binding.rawDebug(require('internal/process/report_error').text(error, fromPromise));
  } catch {
    binding.rawDebug(`Uncaught ${String(error)}\n`);
  }
  const { modules } = require('internal/bootstrap/loader');
  if (modules['internal/process/report'] !== undefined ||
      internalBinding('options').get('--report-uncaught-exception'))
    require('internal/process/report').onUncaught(error);
  return false;
}

function exitCode(otherwise) {
  const { exitCode: code } = process;
  return code === undefined || code === null ? otherwise : Number(code);
}

function emitExit(code) {
  if (process._exiting)
    return;
  process._exiting = true;
  if (process.exitCode === undefined && code !== 0)
    process.exitCode = code;
  try {
    emit('exit', exitCode(code));
  } catch (error) {
    // The parent of a worker hears of the error; the code remains.
    if (reporter() !== undefined)
      process.exitCode ??= code;
    raise(error);
  }
  binding.setExitCode(exitCode(code));
}

setHook(kUncaught, runFatalException);
setHook(kUvException, (errno, code, message, syscall, path, dest) => {
  const { uvException } = require('internal/errors');
  return uvException({ errno, code, message, syscall, path, dest });
});
function emitBeforeExit() {
  if (!process._exiting)
    emit('beforeExit', exitCode(0));
}

// findCode() returns the exit code of a program that the loop ends with, if it has set none.
let findCode;
function setEndCode(fn) { findCode = fn; }

// The loop is not alive: emits 'exit' and returns the exit code.
function end() {
  const code = findCode === undefined || process.exitCode !== undefined ? 0 : findCode();
  emitExit(code);
  return exitCode(code);
}

module.exports = {
  uncaught, raise, emitExit, emitBeforeExit, end, exitCode, setCaptureCallback, addCaptureCallback,
  hasCaptureCallback, setEndCode,
};
