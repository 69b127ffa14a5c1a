'use strict';
// spawnSync(): runs a child and waits for its exit.

const {
  ArrayBufferIsView, ArrayPrototypeJoin, ArrayPrototypeToSpliced, Object, SafeArray,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset,
} = primordials;
const { run } = internalBinding('spawn_sync');
const { kPipe } = internalBinding('process_wrap');
const { errnoException, codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_ENCODING } } =
  require('internal/errors');
const { FastBuffer, fromString } = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');
const { assignOwn, setOwnProperty } = require('internal/util');
const { normalize, checkTimeout, checkMaxBuffer, killSignalOf, stdioEntries } =
  require('internal/child_process/options');
const { signalName } = require('internal/child_process/child');

const SIGTERM = 15;
const MAX_BUFFER = 1024 * 1024;

function bytesOf(input, i) {
  if (input == null)
    return undefined;
  if (ArrayBufferIsView(input))
    return input;
  if (typeof input === 'string')
    return fromString(input, 'utf8', 0);
  throw new ERR_INVALID_ARG_TYPE(`options.stdio[${i}]`,
                                 ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

function flatStdio(options) {
  const entries = stdioEntries(options.stdio || 'pipe', true);
  if (options.input !== undefined && options.input !== null)
    entries[0] = { __proto__: null, kind: kPipe, type: 'pipe', input: options.input };
  else if (entries[0].kind === kPipe)
    entries[0].input ??= Object.prototype.input;   // in Node, entries inherit it
  const flat = new SafeArray();
  for (let i = 0; i < entries.length; i++) {
    const { kind, value, input } = entries[i];
    flat.push(kind, kind === kPipe ? bytesOf(input, i) : value);
  }
  return flat;
}

function textOf(buffer, codec) {
  return codec.slice(buffer, 0, TypedArrayPrototypeGetByteLength.call(buffer));
}

function decode(bytes, encoding) {
  if (bytes === null)
    return null;
  const buffer = new FastBuffer(TypedArrayPrototypeGetBuffer.call(bytes),
                                TypedArrayPrototypeGetByteOffset.call(bytes),
                                TypedArrayPrototypeGetByteLength.call(bytes));
  if (!encoding || encoding === 'buffer')
    return buffer;
  const codec = codecOf(`${encoding}`);
  if (codec === undefined)
    throw new ERR_UNKNOWN_ENCODING(encoding);
  return textOf(buffer, codec);
}

function decodeAll(outputs, encoding) {
  const list = new SafeArray();
  for (let i = 0; i < outputs.length; i++)
    list.push(decode(outputs[i], encoding));
  return ArrayPrototypeToSpliced.call(list);
}

function startError(err, { file, args }) {
  const error = errnoException(err, `spawnSync ${file}`);
  setOwnProperty(error, 'path', file);
  return setOwnProperty(error, 'spawnargs', ArrayPrototypeToSpliced.call(args, 0, 1));
}

// process.binding('spawn_sync'): test runners replace spawn(), to change the file, the arguments or
// the environment (envPairs) of every child.
const replaceable = {
  spawn: (options) => run({
    __proto__: null, file: options.file, args: options.args, env: options.envPairs,
    cwd: options.cwd ?? undefined, flags: options.flags,
    uid: options.uid ?? undefined, gid: options.gid ?? undefined,
    stdio: flatStdio(options), timeout: options.timeout ?? 0,
    maxBuffer: options.maxBuffer ?? Infinity,
    killSignal: killSignalOf(options.killSignal) ?? SIGTERM,
  }),
};

function spawnSync(file, args, options) {
  options = { __proto__: null, maxBuffer: MAX_BUFFER, ...normalize(file, args, options) };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  const { 0: err, 1: pid, 2: status, 3: signal, 4: outputs } = replaceable.spawn(options);
  const output = pid === 0 ? null : decodeAll(outputs, options.encoding);
  // lint-ok: options-own the program gets it
  return {
    ...err !== 0 && { error: startError(err, options) },
    status: pid === 0 || signal > 0 ? null : status,
    signal: signalName(signal), output, pid,
    stdout: output === null ? null : output[1] ?? null,
    stderr: output === null ? null : output[2] ?? null,
  };
}

// The error that execSync() and execFileSync() throw, or undefined.
function failure(result, args, command) {
  if (result.error)
    return assignOwn(result.error, result);
  if (result.status === 0)
    return undefined;
  let message = `Command failed: ${command ?? ArrayPrototypeJoin.call(args, ' ')}`;
  const { stderr } = result;
  const text = stderr && typeof stderr !== 'string' ? textOf(stderr, utf8) : stderr;
  if (text)
    message += `\n${text}`;
  return assignOwn(new primordials.Error(message), result);
}

module.exports = { spawnSync, failure, replaceable };
