'use strict';
// spawnSync(): the child runs, everything else waits.

const { run } = internalBinding('spawn_sync');
const { kPipe } = internalBinding('process_wrap');
const { errnoException, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { Buffer } = require('buffer');
const { normalize, checkTimeout, checkMaxBuffer, killSignalOf, stdioEntries } =
  require('internal/child_process/options');
const { signalName } = require('internal/child_process/child');

const SIGTERM = 15;
const MAX_BUFFER = 1024 * 1024;

function bytesOf(input, i) {
  if (input == null)
    return undefined;
  if (ArrayBuffer.isView(input))
    return input;
  if (typeof input === 'string')
    return Buffer.from(input);
  throw new ERR_INVALID_ARG_TYPE(`options.stdio[${i}]`,
                                 ['Buffer', 'TypedArray', 'DataView', 'string'], input);
}

function flatStdio(options) {
  const entries = stdioEntries(options.stdio || 'pipe', true);
  if (options.input !== undefined && options.input !== null)
    entries[0] = { kind: kPipe, type: 'pipe', input: options.input };
  const flat = [];
  entries.forEach((entry, i) => {
    const input = bytesOf(entry.input, i);
    flat.push(entry.kind, entry.kind === kPipe ? input : entry.value);
  });
  return flat;
}

function decoded(bytes, encoding) {
  if (bytes === null)
    return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

function startError(err, { file, args }) {
  const error = errnoException(err, `spawnSync ${file}`);
  error.path = file;
  error.spawnargs = args.slice(1);
  return error;
}

function spawnSync(file, args, options) {
  options = { __proto__: null, maxBuffer: MAX_BUFFER, ...normalize(file, args, options) };
  checkTimeout(options.timeout);
  checkMaxBuffer(options.maxBuffer);
  const [err, pid, status, signal, outputs] = run({
    file: options.file, args: options.args, env: options.envPairs,
    cwd: options.cwd ?? undefined, flags: options.flags,
    uid: options.uid ?? undefined, gid: options.gid ?? undefined,
    stdio: flatStdio(options), timeout: options.timeout ?? 0,
    maxBuffer: options.maxBuffer ?? Infinity,
    killSignal: killSignalOf(options.killSignal) ?? SIGTERM,
  });
  const output = pid === 0 ? null : outputs.map((bytes) => decoded(bytes, options.encoding));
  const result = {
    ...err !== 0 && { error: startError(err, options) },
    status: pid === 0 || signal > 0 ? null : status,
    signal: signalName(signal), output, pid,
    stdout: output === null ? null : output[1] ?? null,
    stderr: output === null ? null : output[2] ?? null,
  };
  return result;
}

// The error that execSync() and execFileSync() throw, or undefined.
function failure(result, args, command) {
  if (result.error)
    return Object.assign(result.error, result);
  if (result.status === 0)
    return undefined;
  let message = `Command failed: ${command ?? args.join(' ')}`;
  if (result.stderr && result.stderr.length > 0)
    message += `\n${result.stderr.toString()}`;
  return Object.assign(new Error(message), result);
}

module.exports = { spawnSync, failure };
