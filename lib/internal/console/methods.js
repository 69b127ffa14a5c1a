'use strict';
// What the methods of every console do. `this` is the console.

const {
  ArrayPrototypeToSpliced, Boolean, ErrorCaptureStackTrace, FunctionPrototypeBind, Map,
  MapPrototypeForEach, MapPrototypeGet, MathMax, Object, ObjectDefineProperty,
  ObjectGetPrototypeOf, ObjectHasOwn, ObjectKeys, ObjectPrototypeIsPrototypeOf, ReflectApply:
  apply, StringPrototypeIncludes, StringPrototypeRepeat, StringPrototypeReplaceAll,
  StringPrototypeSlice, SymbolToStringTag,
} = primordials;
const ObjectPrototype = Object.prototype;
const { writeText, isTerminal } = internalBinding('util');
const shared = require('internal/console/shared');
const { kState, newState, errorHandler } = shared;
const { formatArgs } = require('internal/util/inspect/format');
const { inspect } = require('internal/util/inspect');
const { codes: { ERR_CONSOLE_WRITABLE_STREAM,
    ERR_INCOMPATIBLE_OPTION_PAIR } } = require('internal/errors');

const COLORS_ON = { __proto__: null, colors: true };
const COLORS_OFF = { __proto__: null };

function noop() {}

// ---- Making one ----

function hide(object, key, value) {
  ObjectDefineProperty(object, key, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

function checkInspectOptions(inspectOptions, options) {
  const { validateObject } = require('internal/validators');
  validateObject(inspectOptions, 'options.inspectOptions');
  const check = (each) => {
    validateObject(each, 'options.inspectOptions');
    if (each.colors !== undefined && options.colorMode !== undefined)
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
  };
  if (inspectOptions instanceof Map)
    MapPrototypeForEach.call(inspectOptions, check);
  else
    check(inspectOptions);
}

function checkStreams(stdout, stderr) {
  if (!stdout || !isStream(stdout))
    throw new ERR_CONSOLE_WRITABLE_STREAM('stdout');
  if (!stderr || !isStream(stderr))
    throw new ERR_CONSOLE_WRITABLE_STREAM('stderr');
}

// Whether it has a method `write`. What a program sets on Object.prototype does not count.
function isStream(value) {
  if (!ObjectHasOwn(ObjectPrototype, 'write'))
    return typeof value.write === 'function';
  for (let at = value; at !== null && at !== ObjectPrototype; at = ObjectGetPrototypeOf(at)) {
    if (ObjectHasOwn(at, 'write'))
      return typeof value.write === 'function';
  }
  return false;
}

// new Console(options) or new Console(stdout, stderr, ignoreErrors)
function setUp(console, args) {
  const at = (i) => (i < args.length ? args[i] : undefined);
  let options = at(0);
  if (!options || isStream(options))
    options = { __proto__: null, stdout: options, stderr: at(1), ignoreErrors: at(2) };
  const { stdout, stderr = stdout, ignoreErrors = true, colorMode = 'auto', inspectOptions,
      groupIndentation } = options;
  checkStreams(stdout, stderr);
  const { validateOneOf, validateInteger } = require('internal/validators');
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  if (groupIndentation !== undefined)
    validateInteger(groupIndentation, 'groupIndentation', 0, 1000);
  if (inspectOptions !== undefined)
    checkInspectOptions(inspectOptions, options);

  const state = newState();
  state.ignoreErrors = Boolean(ignoreErrors);
  state.colorMode = colorMode;
  state.inspectOptions = inspectOptions;
  state.groupWidth = groupIndentation ?? state.groupWidth;
  const names = ObjectKeys(require('internal/console/global').Console.prototype);
  for (let i = 0; i < names.length; i++) {
    const key = names[i];
    console[key] = FunctionPrototypeBind.call(console[key], console);
    ObjectDefineProperty(console[key], 'name',
        { __proto__: null, value: key, configurable: true });
  }
  hide(console, '_stdout', stdout);
  hide(console, '_stderr', stderr);
  hide(console, '_stdoutErrorHandler', errorHandler(console, '_stdout'));
  hide(console, '_stderrErrorHandler', errorHandler(console, '_stderr'));
  hide(console, '_ignoreErrors', state.ignoreErrors);
  hide(console, '_times', state.times);
  hide(console, kState, state);
  ObjectDefineProperty(console, SymbolToStringTag,
      { __proto__: null, value: 'console', configurable: true });
}

// ---- Writing ----

function wantsColor(stream) {
  if (process.env.FORCE_COLOR !== undefined)
    return require('internal/tty').getColorDepth() > 2;
  return Boolean(stream?.isTTY) &&
      (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2);
}

const streamOf = (console, toError) => (toError ? console._stderr : console._stdout);

// No terminal and no stream made: there is no colour, and no need to make the stream.
const isPlain = (state, i) => state.direct(i) && process.env.FORCE_COLOR === undefined &&
    !isTerminal(i + 1);

function inspectOptionsFor(console, toError) {
  const state = console[kState];
  if (isPlain(state, +toError))
    return COLORS_OFF;
  const stream = streamOf(console, toError);
  const color = state.colorMode === 'auto' ? wantsColor(stream) : state.colorMode;
  let options = state.inspectOptions;
  if (options instanceof Map)
    options = MapPrototypeGet.call(options, stream);
  if (options)
    return options.colors === undefined ? { __proto__: null, ...options, colors: color } : options;
  return color ? COLORS_ON : COLORS_OFF;
}

// An error that comes while the stream writes, now or later, must not end the program.
function writeIgnoring(stream, text, handler) {
  if (stream.listenerCount?.('error') > 0) {
    stream.write(text, handler);
    return;
  }
  stream.once?.('error', noop);
  try {
    stream.write(text, handler);
  } finally {
    stream.removeListener?.('error', noop);
  }
}

function writeLine(console, toError, text) {
  const state = console[kState];
  if (state.indent !== '')
    text = state.indent + StringPrototypeReplaceAll.call(text, '\n', `\n${state.indent}`);
  text += '\n';
  if (state.direct(+toError)) {
    const left = writeText(toError ? 2 : 1, text);
    if (left !== 0)
      writeRest(console, toError, text, left);
    return undefined;
  }
  return writeByStream(console, toError, text);
}

// The kernel refused the last `left` bytes of a text. The stream tries again, so that the error is
// reported as the stream's own: to the listeners of 'error', or as an uncaught one.
function writeRest(console, toError, text, left) {
  const bytes = require('internal/buffer').bufferFrom(text);
  writeByStream(console, toError, bytes.subarray(bytes.length - left));
}

function writeByStream(console, toError, text) {
  const stream = streamOf(console, toError);
  if (console._ignoreErrors === false)
    return stream.write(text);
  if (stream == null)
    return undefined;
  try {
    writeIgnoring(stream, text, toError ? console._stderrErrorHandler :
        console._stdoutErrorHandler);
  } catch (error) {
    // console ignores errors of its stream; but a stack that overflowed has to unwind.
    if (ObjectPrototypeIsPrototypeOf.call(primordials.RangeError.prototype, error) &&
        StringPrototypeIncludes.call(error.message, 'call stack'))
      throw error;
  }
  return undefined;
}

function print(console, toError, name, args) {
  if (shared.channels?.[name].hasSubscribers)
    shared.channels[name].publish(args);
  writeLine(console, toError, formatArgs(inspectOptionsFor(console, toError), args));
}

// ---- The methods ----

function group(...data) {
  if (data.length > 0)
    apply(this.log, this, data);
  const state = this[kState];
  state.indent += StringPrototypeRepeat.call(' ', state.groupWidth);
}

function timeWarning(label, method) {
  process.emitWarning(`No such label '${label}' for console.${method}()`);
}

// As concat(), which reads symbols and the species of arrays.
const before = (first, data) =>
  ArrayPrototypeToSpliced.call(data, 0, 0, first[0], first[1], first[2]);

function printTime(console, label, data) {
  const { formatTime } = require('internal/util/debuglog');
  const elapsed = process.hrtime(console[kState].times.get(label));
  const time = formatTime(elapsed[0] * 1000 + elapsed[1] / 1e6);
  apply(console.log, console, before(['%s: %s', label, time], data));
}

module.exports = {
  setUp, writeRest,
  log(...args) { print(this, false, 'log', args); },
  info(...args) { print(this, false, 'info', args); },
  debug(...args) { print(this, false, 'debug', args); },
  dirxml(...args) { print(this, false, 'log', args); },
  warn(...args) { print(this, true, 'warn', args); },
  error(...args) { print(this, true, 'error', args); },

  dir(object, options) {
    const own = inspectOptionsFor(this, false);
    writeLine(this, false,
              inspect(object, { __proto__: null, customInspect: false, ...own, ...options }));
  },

  trace(...args) {
    const message = formatArgs(inspectOptionsFor(this, true), args);
    const error = { __proto__: null, name: 'Trace', message };
    ErrorCaptureStackTrace(error, this.trace);
    this.error(error.stack);
  },

  assert(expression, ...args) {
    if (expression)
      return;
    if (args.length > 0 && typeof args[0] === 'string')
      args[0] = `Assertion failed: ${args[0]}`;
    else
      args = ArrayPrototypeToSpliced.call(args, 0, 0, 'Assertion failed');
    apply(this.warn, this, args);
  },

  clear() {
    if (this._stdout.isTTY && process.env.TERM !== 'dumb')
      this._stdout.write('\u001b[1;1H\u001b[0J');
  },

  count(label = 'default') {
    label = `${label}`;
    const { counts } = this[kState];
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    this.log(`${label}: ${count}`);
  },

  countReset(label = 'default') {
    if (!this[kState].counts.delete(`${label}`))
      process.emitWarning(`Count for '${label}' does not exist`);
  },

  time(label = 'default') {
    label = `${label}`;
    const { times } = this[kState];
    if (times.has(label))
      process.emitWarning(`Label '${label}' already exists for console.time()`);
    else
      times.set(label, process.hrtime());
  },

  timeLog(label = 'default', ...data) {
    label = `${label}`;
    if (!this[kState].times.has(label))
      return timeWarning(label, 'timeLog');
    printTime(this, label, data);
  },

  timeEnd(label = 'default') {
    label = `${label}`;
    const { times } = this[kState];
    if (!times.has(label))
      return timeWarning(label, 'timeEnd');
    printTime(this, label, []);
    times.delete(label);
  },

  group,
  groupCollapsed: group,

  groupEnd() {
    const state = this[kState];
    const left = MathMax(0, state.indent.length - state.groupWidth);
    state.indent = StringPrototypeSlice.call(state.indent, 0, left);
  },

  table(data, properties) {
    if (properties !== undefined)
      require('internal/validators').validateArray(properties, 'properties');
    if (data === null || typeof data !== 'object')
      return this.log(data);
    this.log(require('internal/console/table').tableOf(data, properties,
        inspectOptionsFor(this, false)));
  },
};
