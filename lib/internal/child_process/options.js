'use strict';
// Checks the arguments of spawn(), exec(), fork() and their variants, and normalizes them.

const {
  ArrayBufferIsView, ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeToSpliced, SafeArray,
  StringPrototypeIncludes,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_SYNC_FORK_INPUT,
                 ERR_IPC_ONE_PIPE, ERR_IPC_SYNC_FORK },
} = require('internal/errors');
const { validateBoolean, validateInt32, validateInteger, validateNumber, validateObject,
        validateString } = require('internal/validators');
const { kIgnore, kPipe, kDescriptor, kDetached } = internalBinding('process_wrap');

const FLAG_NAMES = ['detached', 'windowsHide', 'windowsVerbatimArguments'];

function checkNoNull(text, name) {
  if (typeof text === 'string' && StringPrototypeIncludes.call(text, '\u0000'))
    throw new ERR_INVALID_ARG_VALUE(name, text, 'must be a string without null bytes');
}

function checkOptions(options) {
  if (options.uid != null)
    validateInt32(options.uid, 'options.uid');
  if (options.gid != null)
    validateInt32(options.gid, 'options.gid');
  for (let i = 0; i < FLAG_NAMES.length; i++) {
    const name = FLAG_NAMES[i];
    if (options[name] != null)
      validateBoolean(options[name], `options.${name}`);
  }
  const { shell, argv0 } = options;
  if (shell != null) {
    if (typeof shell !== 'boolean' && typeof shell !== 'string')
      throw new ERR_INVALID_ARG_TYPE('options.shell', ['boolean', 'string'], shell);
    checkNoNull(shell, 'options.shell');
  }
  if (argv0 != null) {
    validateString(argv0, 'options.argv0');
    checkNoNull(argv0, 'options.argv0');
  }
}

// The file and its arguments with spaces between.
function commandLine(file, args) {
  let text = file;
  for (let i = 0; i < args.length; i++)
    text += ` ${args[i]}`;
  return text;
}

let warnedOfShell = false;
function shellArguments(file, args, options) {
  if (args.length > 0 && !warnedOfShell) {
    warnedOfShell = true;
    process.emitWarning(
      'Passing args to a child process with shell option true can lead to security ' +
      'vulnerabilities, as the arguments are not escaped, only concatenated.',
      'DeprecationWarning', 'DEP0190');
  }
  const command = commandLine(file, args);
  const shell = typeof options.shell === 'string' ? options.shell : '/bin/sh';
  return { __proto__: null, file: shell, args: ['-c', command] };
}

// The environment as a list of "NAME=value". Inherited properties count, as in Node; undefined
// values do not.
function environment(env) {
  const pairs = new SafeArray();
  // lint-ok: for-in inherited properties of options.env count
  for (const key in env) {
    const value = env[key];
    if (value === undefined)
      continue;
    checkNoNull(key, `options.env['${key}']`);
    checkNoNull(`${value}`, `options.env['${key}']`);
    pairs.push(`${key}=${value}`);
  }
  return ArrayPrototypeToSpliced.call(pairs);
}

// (file, args?, options?) → { ...options, file, args, envPairs, cwd, flags }
function normalize(file, args, options) {
  validateString(file, 'file');
  checkNoNull(file, 'file');
  if (file.length === 0)
    throw new ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  if (ArrayIsArray(args)) {
    args = ArrayPrototypeToSpliced.call(args);
  } else if (args == null) {
    args = [];
  } else if (typeof args !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('args', 'object', args);
  } else {
    options = args;
    args = [];
  }
  for (let i = 0; i < args.length; i++) {
    args[i] = `${args[i]}`;
    checkNoNull(args[i], `args[${i}]`);
  }
  if (options !== undefined)
    validateObject(options, 'options');
  options = { __proto__: null, ...options };
  if (options.cwd != null) {
    const { getValidatedPath } = require('internal/fs/utils');
    options.cwd = getValidatedPath(options.cwd, 'options.cwd');
    if (typeof options.cwd !== 'string')
      options.cwd = `${options.cwd}`;
  }
  checkOptions(options);
  if (options.shell)
    ({ file, args } = shellArguments(file, args, options));
  const argv0 = typeof options.argv0 === 'string' ? options.argv0 : file;
  args = ArrayPrototypeToSpliced.call(args, 0, 0, argv0);
  return {
    __proto__: null, ...options, file, args,
    envPairs: environment(options.env || process.env),
    detached: !!options.detached,
    cwd: options.cwd || undefined,
    flags: options.detached ? kDetached : 0,
  };
}

function checkTimeout(timeout) {
  if (timeout != null)
    validateInteger(timeout, 'timeout', 0);
}

function checkMaxBuffer(maxBuffer) {
  if (maxBuffer != null)
    validateNumber(maxBuffer, 'options.maxBuffer', 0);
}

function killSignalOf(signal) {
  if (typeof signal === 'string' || typeof signal === 'number')
    return require('internal/util').convertToValidSignal(signal);
  if (signal != null)
    throw new ERR_INVALID_ARG_TYPE('options.killSignal', ['string', 'number'], signal);
  return undefined;
}

// ---- stdio ----

const STDIO_KEYWORDS = ['pipe', 'ignore', 'inherit', 'overlapped'];

function stdioList(stdio) {
  if (typeof stdio === 'string') {
    if (!ArrayPrototypeIncludes.call(STDIO_KEYWORDS, stdio))
      throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
    return stdio === 'inherit' ? [0, 1, 2] : [stdio, stdio, stdio];
  }
  if (!ArrayIsArray(stdio))
    throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  let list = ArrayPrototypeToSpliced.call(stdio);
  while (list.length < 3)
    list = ArrayPrototypeToSpliced.call(list, list.length, 0, undefined);
  return list;
}

// One entry: { kind, value, type, ipc?, owner? }. The caller opens the handle of a pipe; `owner` is
// the stream whose handle the child shares.
function stdioEntry(value, i, sync) {
  if (value == null)
    value = i < 3 ? 'pipe' : 'ignore';
  switch (value) {
    case 'ignore': return { __proto__: null, kind: kIgnore, type: 'ignore' };
    case 'pipe': case 'overlapped': return { __proto__: null, kind: kPipe, type: value };
    case 'inherit': return { __proto__: null, kind: kDescriptor, value: i, type: 'inherit' };
    case 'ipc':
      if (sync)
        throw new ERR_IPC_SYNC_FORK();
      return { __proto__: null, kind: kPipe, type: 'pipe', ipc: true };
  }
  if (typeof value === 'number')
    return { __proto__: null, kind: kDescriptor, value, type: 'fd' };
  if (typeof value === 'object' || typeof value === 'function') {
    if (typeof value.fd === 'number')
      return { __proto__: null, kind: kDescriptor, value: value.fd, type: 'fd' };
    const handle = value._handle ?? value;
    if (typeof handle?.fd === 'number' && handle.fd >= 0)
      return { __proto__: null, kind: kDescriptor, value: handle.fd, type: 'wrap', owner: value };
    if (ArrayBufferIsView(value) && sync)
      return { __proto__: null, kind: kPipe, type: 'pipe', input: value };
  }
  if (sync && (ArrayBufferIsView(value) || typeof value === 'string') && i > 2)
    throw new ERR_INVALID_SYNC_FORK_INPUT(require('internal/util/inspect').inspect(value));
  throw new ERR_INVALID_ARG_VALUE('stdio', value);
}

function stdioEntries(stdio, sync) {
  const list = stdioList(stdio);
  const entries = new SafeArray();
  let channels = 0;
  for (let i = 0; i < list.length; i++) {
    const entry = stdioEntry(list[i], i, sync);
    if (entry.ipc && ++channels > 1)
      throw new ERR_IPC_ONE_PIPE();
    entries.push(entry);
  }
  return entries;
}

module.exports = {
  normalize, checkTimeout, checkMaxBuffer, commandLine, killSignalOf, stdioEntries, checkNoNull,
};
