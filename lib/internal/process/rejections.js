'use strict';
// Promises that were rejected while nobody listened, as --unhandled-rejections says. The engine
// tells of each once, when the promise jobs have run dry; ticks may still come and take one up, so
// each is asked again before anything is said. It does not tell of a handler that comes after the
// report: `then` of a promise that was reported is watched. (An `await` of it cannot be seen.)

const { get: getOption } = internalBinding('options');
const { PromisePrototypeThen } = primordials;
const { uncaught, exitCode } = require('internal/process/fatal');
const { reallyExit, setExitCode } = internalBinding('process');
const { words, kHasRejections } = internalBinding('task_queue');
const { isHandledPromise } = internalBinding('util');

let pending = [];
let handledLater = [];
let lastId = 0;
let mode;

function add(promise, reason) {
  pending.push({ promise, reason, id: ++lastId, warned: false });
}

// 'rejectionHandled' when somebody takes up a promise that was reported.
function watch(entry) {
  const { promise } = entry;
  const own = {
    __proto__: null, configurable: true, writable: true, enumerable: false,
    value: function then(onFulfilled, onRejected) {
      delete promise.then;
      handledLater.push(entry);
      words[kHasRejections] = 1;    // so that it is told when both queues are empty
      return PromisePrototypeThen(promise, onFulfilled, onRejected);
    },
  };
  try {
    Object.defineProperty(promise, 'then', own);
  } catch {
    // A frozen promise: there is nothing to watch.
  }
}

function tellHandled() {
  const list = handledLater;
  handledLater = [];
  for (const { promise, id, warned } of list) {
    if (!process.emit('rejectionHandled', promise) && warned) {
      const warning = new Error(
        `Promise rejection was handled asynchronously (rejection id: ${id})`);
      warning.name = 'PromiseRejectionHandledWarning';
      warning.id = id;
      process.emitWarning(warning);
    }
  }
}

// What a reason that is no error is called.
function plainText(reason) {
  if ((typeof reason !== 'object' && typeof reason !== 'function') || reason === null)
    return String(reason);
  if (typeof reason === 'function')
    return Function.prototype.toString.call(reason);
  const tag = Object.prototype.toString.call(reason);
  const name = Object.getPrototypeOf(reason)?.constructor?.name;
  return tag === '[object Object]' && typeof name === 'string' ? `#<${name}>` : tag;
}

function warnOf(entry) {
  entry.warned = true;
  const { reason, id } = entry;
  const hasStack = typeof reason === 'object' && reason !== null &&
    typeof reason.stack === 'string';
  const text = hasStack ? require('internal/error_stack').stackOf(reason) : plainText(reason);
  const warning = new Error(
    'Unhandled promise rejection. This error originated either by throwing inside of an async ' +
    'function without a catch block, or by rejecting a promise which was not handled with ' +
    '.catch(). To terminate the node process on unhandled promise rejection, use the CLI flag ' +
    '`--unhandled-rejections=strict` (see ' +
    'https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ' +
    `(rejection id: ${id})`);
  warning.name = 'UnhandledPromiseRejectionWarning';
  process.emitWarning(text, 'UnhandledPromiseRejectionWarning');
  process.emitWarning(warning);
}

const emit = ({ reason, promise }) => process.emit('unhandledRejection', reason, promise);

function raise(entry) {
  if (!uncaught(errorOf(entry.reason), true))
    reallyExit(exitCode(1));
}

// What is thrown for a rejection with something that is no error.
function errorOf(reason) {
  if (reason instanceof Error || Object.prototype.toString.call(reason) === '[object Error]')
    return reason;
  const shown = require('internal/util/inspect').inspect(reason, { depth: 0 });
  const error = new Error(
    'This error originated either by throwing inside of an async function without a catch ' +
    'block, or by rejecting a promise which was not handled with .catch(). The promise rejected ' +
    `with the reason "${shown}".`);
  error.code = 'ERR_UNHANDLED_REJECTION';
  error.name = 'UnhandledPromiseRejection';
  return error;
}

const modes = {
  __proto__: null,
  throw: (entry) => emit(entry) || raise(entry),
  strict(entry) {
    raise(entry);
    if (!emit(entry))
      warnOf(entry);
  },
  warn(entry) {
    emit(entry);
    warnOf(entry);
  },
  none: emit,
  'warn-with-error-code': (entry) => {
    if (!emit(entry)) {
      warnOf(entry);
      process.exitCode = 1;
      setExitCode(1);
    }
  },
};

// Tells of all that are pending; whether more came meanwhile.
function processPending() {
  const list = pending;
  pending = [];
  mode ??= modes[getOption('--unhandled-rejections') ?? 'throw'];
  if (handledLater.length > 0)
    tellHandled();
  for (const entry of list) {
    if (isHandledPromise(entry.promise))
      continue;
    watch(entry);
    require('internal/error_stack').adopt(entry.reason);
    mode(entry);
  }
  return pending.length > 0;
}

module.exports = { add, process: processPending };
