'use strict';
// spawnSync(): runs a child and waits for its end.

const {
  ArrayBufferIsView, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice,
  Object, ObjectAssign, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset,
} = primordials;
const { run } = internalBinding('spawn_sync');
const { kPipe } = internalBinding('process_wrap');
const { errnoException, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { bufferFrom } = require('internal/buffer');
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
    return bufferFrom(input);
  throw new ERR_INVALID_ARG_TYPE(`options.stdio[${i}]`,
                                 ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

function flatStdio(options) {
  const entries = stdioEntries(options.stdio || 'pipe', true);
  if (options.input !== undefined && options.input !== null)
    entries[0] = { __proto__: null, kind: kPipe, type: 'pipe', input: options.input };
  else if (entries[0].kind === kPipe)
    entries[0].input ??= Object.prototype.input;   // entries of Node's inherit it
  const flat = [];
  for (let i = 0; i < entries.length; i++) {
    const { kind, value, input } = entries[i];
    ArrayPrototypePush.call(flat, kind, kind === kPipe ? bytesOf(input, i) : value);
  }
  return flat;
}

function decoded(bytes, encoding) {
  if (bytes === null)
    return null;
  const buffer = bufferFrom(TypedArrayPrototypeGetBuffer.call(bytes),
                             TypedArrayPrototypeGetByteOffset.call(bytes),
                             TypedArrayPrototypeGetByteLength.call(bytes));
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

function startError(err, { file, args }) {
  const error = errnoException(err, `spawnSync ${file}`);
  error.path = file;
  error.spawnargs = ArrayPrototypeSlice.call(args, 1);
  return error;
}

function spawnSync(file, args, options) {
  options = { __proto__: null, maxBuffer: MAX_BUFFER, ...normalize(file, args, options) };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  const { 0: err, 1: pid, 2: status, 3: signal, 4: outputs } = run({
    __proto__: null, file: options.file, args: options.args, env: options.envPairs,
    cwd: options.cwd ?? undefined, flags: options.flags,
    uid: options.uid ?? undefined, gid: options.gid ?? undefined,
    stdio: flatStdio(options), timeout: options.timeout ?? 0,
    maxBuffer: options.maxBuffer ?? Infinity,
    killSignal: killSignalOf(options.killSignal) ?? SIGTERM,
  });
  const output = pid === 0 ? null :
    ArrayPrototypeMap.call(outputs, (bytes) => decoded(bytes, options.encoding));
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
    return ObjectAssign(result.error, result);
  if (result.status === 0)
    return undefined;
  let message = `Command failed: ${command ?? ArrayPrototypeJoin.call(args, ' ')}`;
  if (result.stderr && result.stderr.length > 0)
    message += `\n${typeof result.stderr === 'string' ? result.stderr : result.stderr.toString()}`;
  return ObjectAssign(new primordials.Error(message), result);
}

module.exports = { spawnSync, failure };
