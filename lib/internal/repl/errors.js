'use strict';
// Errors of input: how they are printed, and which REPL prints one that is thrown later.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ObjectGetOwnPropertyDescriptor, RegExpPrototypeExec,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { context: asyncContext } = require('internal/async_context');
const { codes: { ERR_INVALID_STATE, ERR_SCRIPT_EXECUTION_INTERRUPTED } } =
  require('internal/errors');

// ---- Text ----

// Frames of the REPL itself, and those that called it, are not the user's.
const OWN_FRAME =
  /\(?node:(?:internal\/(?:repl|readline|process|async_)|vm|readline)|at run \(<anonymous>\)/;

function userStack(stack) {
  const lines = StringPrototypeSplit.call(stack, '\n');
  const shown = [];
  let hasFrames = false;
  for (let i = 0; i < lines.length; i++) {
    const isFrame = RegExpPrototypeExec.call(/^ {4}at /, lines[i]) !== null;
    const isOwn = isFrame && RegExpPrototypeExec.call(OWN_FRAME, lines[i]) !== null;
    if (isOwn && hasFrames)
      break;
    hasFrames ||= isFrame && !isOwn;
    if (!isOwn)
      ArrayPrototypePush.call(shown, lines[i]);
  }
  return ArrayPrototypeJoin.call(shown, '\n');
}

// A syntax error of the input has no frames worth showing.
function shortenStack(error) {
  const { adopt } = require('internal/error_stack');
  try {
    adopt(error);
  } catch {
    // The error stays as the engine made it.
  }
  const stack = error.stack;
  if (typeof stack !== 'string')
    return;
  let text = userStack(stack);
  const isSyntax = error instanceof primordials.SyntaxError &&
    ObjectGetOwnPropertyDescriptor(error, 'err') === undefined;
  const first = StringPrototypeIndexOf.call(text, '\n    at ');
  if (isSyntax && first > 0 &&
      RegExpPrototypeExec.call(/\n {4}at (?:REPL\d+|repl):/, text) !== null)
    text = StringPrototypeSlice.call(text, 0, first);
  if (text !== stack)
    error.stack = text;
}

const isErrorLike = (value) => require('internal/util/types').isNativeError(value) ||
  value instanceof primordials.Error;

// inspect() puts an error without frames in brackets.
function withoutBrackets(text, isError) {
  const found = isError ?
    RegExpPrototypeExec.call(/^\[([A-Za-z]*Error\b[^]*)\]( \{\n[^]*\n\})?$/, text) : null;
  return found === null ? text : `${found[1]}${found[2] ?? ''}`;
}

function describe(server, value) {
  const isError = typeof value === 'object' && value !== null && isErrorLike(value);
  if (isError)
    shortenStack(value);
  const shown = withoutBrackets(server.writer(value), isError);
  const lines = StringPrototypeSplit.call(shown, '\n');
  const wide = server.writer.options?.breakLength ?? 80;
  const fits = isError ? lines[0].length <= wide : lines.length === 1;
  return fits ? `Uncaught ${shown}\n` : `Uncaught:\n${shown}\n`;
}

// ---- What is done with an error ----

const HANDLED = { __proto__: null, print: true, ignore: true, unhandled: true };

// What the handleError option decides: 'print', 'ignore' or 'unhandled'.
function decide(server, error) {
  if (server.handleError === undefined)
    return 'print';
  const decision = server.handleError(error);
  if (HANDLED[decision] === undefined) {
    throw new ERR_INVALID_STATE(
      `the handleError option of the REPL has returned "${decision}"`);
  }
  return decision;
}

// `isLater`: it was thrown while the prompt is shown.
function print(server, error, isLater = false) {
  if (!server.underscoreErrAssigned)
    server.lastError = error;
  const text = describe(server, error);
  // In place of the prompt, which is shown again.
  if (server.terminal && !server.isEvaluating && !server.closed && isLater) {
    const { clearScreenDown, cursorTo } = require('internal/tty');
    cursorTo(server.output, 0);
    clearScreenDown(server.output);
  }
  server.output.write(text);
}

// ---- Errors that are thrown later ----

let storage;      // AsyncLocalStorage: which REPL has started what runs now
let standalone;   // takes what no REPL has started

function watch() {
  if (storage !== undefined)
    return;
  const { AsyncLocalStorage } = require('async_hooks');
  storage = new AsyncLocalStorage();
  require('internal/process/fatal').addCaptureCallback(onUncaught);
}

const runAs = (server, fn) => storage.run(server, fn);

// Rejections of promises of the server's context are its errors.
function takeRejections(server) {
  const { contextOf } = require('internal/vm/context');
  runAs(server, () => { contextOf(server.context).frame = asyncContext.frame; });
}

// The message of the engine's error when SIGINT has ended a script. JavaScript cannot catch it.
const TERMINATED = 'JavaScript execution terminated.';
let onInterrupt;      // of the REPL whose input runs now

// Calls fn(); `interrupted` is called with an error instead of its return when SIGINT ends it.
function whileRunning(interrupted, fn) {
  onInterrupt = interrupted;
  fn();
  onInterrupt = undefined;
}

function isInterruption(error) {
  if (onInterrupt === undefined || error !== TERMINATED)
    return false;
  const interrupted = onInterrupt;
  onInterrupt = undefined;
  interrupted(new ERR_SCRIPT_EXECUTION_INTERRUPTED());
  return true;
}

// Returns true if a REPL has printed the error.
function onUncaught(error) {
  if (isInterruption(error))
    return true;
  const server = storage.getStore() ?? standalone;
  if (server === undefined)
    return false;
  if (process.listenerCount('uncaughtException') > 0 && server.handleError === undefined)
    return false;
  const decision = decide(server, error);
  if (decision === 'unhandled' || (decision === 'print' && server.output.destroyed))
    return false;
  if (decision === 'print') {
    print(server, error, true);
    server.clearBufferedCommand();
    if (!server.closed && !server.isEvaluating)
      server.displayPrompt(true);
  }
  return true;
}

const setStandalone = (server) => { standalone = server; };

module.exports = { decide, print, watch, runAs, takeRejections, whileRunning, setStandalone };
