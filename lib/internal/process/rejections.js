'use strict';
// Rejected promises without a handler, treated as --unhandled-rejections requires. The engine
// reports each once, when all promise jobs have run. A tick may still add a handler, so the state
// is checked again before the event. The engine does not report a handler that is added later:
// `then` of a reported promise is replaced to notice it. (An `await` of it goes unnoticed.)

const { get: getOption } = internalBinding('options');
const {
  FunctionPrototypeToString, Object, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectHasOwn, ObjectPrototypeToString, PromisePrototypeThen,
  SafeWeakSet, String,
} = primordials;
const { setOwnProperty } = require('internal/util');
const { KIND, kindOf } = require('internal/util/kinds');
const { uncaught, exitCode } = require('internal/process/fatal');
const { reallyExit, setExitCode } = internalBinding('process');
const { shared, kHasRejections } = internalBinding('task_queue');
const { isHandledPromise } = internalBinding('util');
const { context, enter } = require('internal/async_context');

// Linked lists: index setters of the program do not affect them.
let pending = null;
let lastPending = null;
let handledLater = null;
let lastId = 0;
let mode;

// Reasons that are not reported: the errors of `vm` scripts whose time limit has passed.
let ignored;
function ignore(reason) {
  ignored ??= new SafeWeakSet();
  ignored.add(reason);
}

function add(promise, reason, otherFrame) {
  if (ignored !== undefined && typeof reason === 'object' && reason !== null &&
      ignored.has(reason))
    return;
  const frame = context.follows ?
    require('internal/async_context/promises').frameOfRejection(reason) ?? otherFrame : undefined;
  const entry = {
    __proto__: null, promise, reason, frame, id: ++lastId, next: null, nextHandled: null,
  };
  if (pending === null)
    pending = entry;
  else
    lastPending.next = entry;
  lastPending = entry;
}

function addHandled(entry) {
  if (handledLater === null) {
    handledLater = entry;
    return;
  }
  let last = handledLater;
  while (last.nextHandled !== null)
    last = last.nextHandled;
  last.nextHandled = entry;
}

// Emits 'rejectionHandled' when a handler is added to a reported promise.
function watch(entry) {
  const { promise } = entry;
  const own = {
    __proto__: null, configurable: true, writable: true, enumerable: false,
    value: function then(onFulfilled, onRejected) {
      delete promise.then;
      addHandled(entry);
      shared[kHasRejections] = 1;    // so that C calls runRejections() when both queues are empty
      return PromisePrototypeThen.call(promise, onFulfilled, onRejected);
    },
  };
  try {
    ObjectDefineProperty(promise, 'then', own);
  } catch {
    // A frozen promise cannot be watched.
  }
}

function emitHandled() {
  let entry = handledLater;
  handledLater = null;
  for (; entry !== null; entry = entry.nextHandled) {
    const { promise, id } = entry;
    if (!process.emit('rejectionHandled', promise)) {
      const warning = new primordials.Error(
        `Promise rejection was handled asynchronously (rejection id: ${id})`);
      setOwnProperty(warning, 'name', 'PromiseRejectionHandledWarning');
      setOwnProperty(warning, 'id', id);
      process.emitWarning(warning);
    }
  }
}

// The value of a property, without calling a getter.
function dataOf(object, key) {
  for (let holder = object; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    const own = ObjectGetOwnPropertyDescriptor(holder, key);
    if (own !== undefined)
      return { __proto__: null, holder, value: ObjectHasOwn(own, 'value') ? own.value : undefined };
  }
  return { __proto__: null, holder: null, value: undefined };
}

// The text of a reason that is not an error. Calls no function of the program.
function plainText(reason) {
  if ((typeof reason !== 'object' && typeof reason !== 'function') || reason === null)
    return String(reason);
  if (typeof reason === 'function')
    return FunctionPrototypeToString.call(reason);
  const maker = dataOf(reason, 'constructor').value;
  const name = typeof maker === 'function' ? dataOf(maker, 'name').value : undefined;
  if (typeof name === 'string' && name !== '' &&
      dataOf(reason, 'toString').holder === Object.prototype)
    return `#<${name}>`;
  try {
    return ObjectPrototypeToString.call(reason);
  } catch {
    return '[object Object]';
  }
}

function warnOf(entry) {
  const { reason, id } = entry;
  const hasStack = typeof reason === 'object' && reason !== null &&
    typeof reason.stack === 'string';
  const text = hasStack ? require('internal/error_stack').stackOf(reason) : plainText(reason);
  const warning = new primordials.Error(
    'Unhandled promise rejection. This error originated either by throwing inside of an async ' +
    'function without a catch block, or by rejecting a promise which was not handled with ' +
    '.catch(). To terminate the node process on unhandled promise rejection, use the CLI flag ' +
    '`--unhandled-rejections=strict` (see ' +
    'https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ' +
    `(rejection id: ${id})`);
  setOwnProperty(warning, 'name', 'UnhandledPromiseRejectionWarning');
  process.emitWarning(text, 'UnhandledPromiseRejectionWarning');
  process.emitWarning(warning);
}

const emit = ({ reason, promise }) => process.emit('unhandledRejection', reason, promise);

function raise(entry) {
  if (!uncaught(errorOf(entry.reason), true))
    reallyExit(exitCode(1));
}

// The error that is thrown for a rejection with a value that is not an error.
function errorOf(reason) {
  if (kindOf(reason) === KIND.ERROR || require('internal/error_stack').isInstance(reason))
    return reason;
  const shown = plainText(reason);
  const error = new primordials.Error(
    'This error originated either by throwing inside of an async function without a catch ' +
    'block, or by rejecting a promise which was not handled with .catch(). The promise rejected ' +
    `with the reason "${shown}".`);
  setOwnProperty(error, 'code', 'ERR_UNHANDLED_REJECTION');
  setOwnProperty(error, 'name', 'UnhandledPromiseRejection');
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

// Reports all pending rejections. Returns true if new ones were added meanwhile.
function processPending() {
  let entry = pending;
  pending = lastPending = null;
  mode ??= modes[getOption('--unhandled-rejections') ?? 'throw'];
  if (handledLater !== null)
    emitHandled();
  const before = context.frame;
  for (; entry !== null; entry = entry.next) {
    if (isHandledPromise(entry.promise))
      continue;
    watch(entry);
    require('internal/error_stack').adopt(entry.reason);
    if (context.frame !== entry.frame)
      enter(entry.frame);
    const { resources } = context;
    if (resources !== null)
      resources.runAs(entry.promise, mode, entry);
    else
      mode(entry);
  }
  if (context.frame !== before)
    enter(before);
  return pending !== null;
}

module.exports = { add, ignore, process: processPending };
