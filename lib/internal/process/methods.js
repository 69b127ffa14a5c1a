'use strict';
// The methods of `process` that most programs never call.

const binding = internalBinding('process');
const { emitExit, exitCode, setCaptureCallback, hasCaptureCallback } =
  require('internal/process/fatal');
const { codes: { ERR_UNKNOWN_SIGNAL, ERR_INVALID_ARG_TYPE } } = require('internal/errors');

function exit(code) {
  if (code !== undefined)
    process.exitCode = code;
  if (!process._exiting)
    emitExit(0);
  binding.reallyExit(exitCode(0));
}

function cwd() { return binding.cwd(); }

function chdir(directory) {
  require('internal/validators').validateString(directory, 'directory');
  binding.chdir(directory);
}

const words = new Uint32Array(3);
function hrtime(previous) {
  binding.hrtime(words);
  const seconds = words[0] * 0x100000000 + words[1];
  if (previous === undefined)
    return [seconds, words[2]];
  require('internal/validators').validateArray(previous, 'time');
  let s = seconds - previous[0];
  let ns = words[2] - previous[1];
  if (ns < 0) {
    s--;
    ns += 1e9;
  }
  return [s, ns];
}
hrtime.bigint = function bigint() { return binding.hrtimeBigInt(); };

function memoryUsage() {
  const [rss, heapTotal, heapUsed, external, arrayBuffers] = binding.memory();
  return { rss, heapTotal, heapUsed, external, arrayBuffers };
}
memoryUsage.rss = () => binding.rss();

const uptime = () => binding.uptime();
const umask = (mask) => binding.umask(mask);
const _rawDebug = (...args) =>
  binding.rawDebug(`${require('internal/util/inspect').format(...args)}\n`);
const abort = () => binding.abort();
const emitWarning = (...args) => require('internal/process/warning').emitWarning(...args);

function kill(pid, signal = 'SIGTERM') {
  if (pid != (pid | 0))  // eslint-disable-line eqeqeq
    throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  const number = typeof signal === 'number' ? signal : require('os').constants.signals[signal];
  if (number === undefined)
    throw new ERR_UNKNOWN_SIGNAL(signal);
  const err = binding.kill(pid | 0, number);
  if (err !== 0)
    throw require('internal/errors').errnoException(err, 'kill');
  return true;
}

module.exports = {
  exit, cwd, chdir, hrtime, memoryUsage, uptime, umask, _rawDebug, abort, kill, emitWarning,
  reallyExit: (code) => binding.reallyExit(code ?? exitCode(0)),
  setUncaughtExceptionCaptureCallback: setCaptureCallback,
  hasUncaughtExceptionCaptureCallback: hasCaptureCallback,
};
