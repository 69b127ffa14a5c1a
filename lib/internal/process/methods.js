'use strict';
// The methods of `process` that most programs never call. Larger ones have a file of their own,
// loaded by the getters at the end.

const {
  ArrayPrototypePush, ArrayPrototypeSlice, Number, NumberMAX_SAFE_INTEGER, ObjectDefineProperty,
  ObjectKeys, ReflectApply, SafeArray, StringPrototypeIncludes, StringPrototypeStartsWith,
  SymbolFor, Uint32Array,
} = primordials;
const binding = internalBinding('process');
const { emitExit, exitCode, setCaptureCallback, addCaptureCallback, hasCaptureCallback } =
  require('internal/process/fatal');
// Loaded on use: exit(), hrtime() and most others do not need them.
const codes = () => require('internal/errors').codes;
const validators = () => require('internal/validators');
const setOwnProperty = (object, key, value) => ObjectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});
const { validateString, validateBoolean, validateNumber } = require('internal/quick_validators');

// ---- The end ----

let exitCalled = false;

function exit(code) {
  exitCalled = true;
  if (code !== undefined)
    process.exitCode = code;
  if (!process._exiting)
    emitExit(0);
  if (require('internal/process/object').getOption('--trace-exit'))
    require('internal/process/trace_exit').print(exitCode(0), exit);
  // A program may have replaced it, for its tests.
  process.reallyExit(exitCode(0));
}

function reallyExit(code) {
  binding.reallyExit(code === undefined ? exitCode(0) : Number(code) | 0);
}

// A method, because methods have no `prototype`.
const { abort } = { abort() { binding.abort(); } };

// `pid` may be any value that is equal to its integer, such as '123'.
function kill(pid, signal) {
  // lint-ok: equality '123' is a number of a process, too
  if (pid != (pid | 0))
    throw new (codes().ERR_INVALID_ARG_TYPE)('pid', 'number', pid);
  let number = signal;
  if (typeof signal !== 'number') {
    number = require('os').constants.signals[signal || 'SIGTERM'];
    if (number === undefined)
      throw new (codes().ERR_UNKNOWN_SIGNAL)(signal);
  } else if (signal !== (signal | 0)) {
    throw new (codes().ERR_UNKNOWN_SIGNAL)(signal);
  }
  const err = process._kill(pid | 0, number);
  if (err)
    throw require('internal/errors').errnoException(err, 'kill');
  return true;
}

function execve(execPath, args = [], env) {
  require('internal/util').emitExperimentalWarning('process.execve');
  validateString(execPath, 'execPath');
  validators().validateArray(args, 'args');
  for (let i = 0; i < args.length; i++) {
    if (typeof args[i] !== 'string' || StringPrototypeIncludes.call(args[i], '\u0000')) {
      throw new (codes().ERR_INVALID_ARG_VALUE)(
        `args[${i}]`, args[i], 'must be a string without null bytes');
    }
  }
  const pairs = new SafeArray();
  if (env !== undefined) {
    validators().validateObject(env, 'env');
    const keys = ObjectKeys(env);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const value = env[key];
      if (typeof value !== 'string' || StringPrototypeIncludes.call(key, '\u0000') ||
          StringPrototypeIncludes.call(value, '\u0000')) {
        throw new (codes().ERR_INVALID_ARG_VALUE)(
          'env', env, 'must be an object with string keys and values without null bytes');
      }
      ArrayPrototypePush.call(pairs, `${key}=${value}`);
    }
  } else {
    const keys = ObjectKeys(process.env);
    for (let i = 0; i < keys.length; i++)
      ArrayPrototypePush.call(pairs, `${keys[i]}=${process.env[keys[i]]}`);
  }
  require('internal/channels').observed('process.execve')?.publish(
    { execPath, args, env: ArrayPrototypeSlice.call(pairs) });
  const err = binding.execve(execPath, args, pairs);
  const { uvErrmapGet } = require('internal/errors');
  const { 0: code } = uvErrmapGet(err) ?? [`${err}`];
  const error = new primordials.Error(`${code}, ${binding.describe(err)} '${execPath}'`);
  throw require('internal/util').assignOwn(
    error, { __proto__: null, errno: -err, code, syscall: 'execve', path: execPath });
}

// ---- Where ----

function chdir(directory) {
  validateString(directory, 'directory');
  binding.chdir(directory);
}

function umask(mask) {
  if (mask === undefined)
    return binding.umask();
  return binding.umask(validators().parseFileMode(mask, 'mask') & 0o777);
}

// ---- Time, work and memory ----

const hrtimeParts = new Uint32Array(3);
function hrtime(time) {
  binding.hrtime(hrtimeParts);
  const seconds = hrtimeParts[0] * 0x100000000 + hrtimeParts[1];
  if (time === undefined)
    return [seconds, hrtimeParts[2]];
  if (!primordials.ArrayIsArray(time))
    validators().validateArray(time, 'time');
  if (time.length !== 2)
    throw new (codes().ERR_OUT_OF_RANGE)('time', 2, time.length);
  const s = seconds - time[0];
  const ns = hrtimeParts[2] - time[1];
  return ns < 0 ? [s - 1, ns + 1e9] : [s, ns];
}
setOwnProperty(hrtime, 'bigint', function bigint() { return binding.hrtimeBigInt(); });

const isPlausible = (n) => typeof n === 'number' && n >= 0 && n <= NumberMAX_SAFE_INTEGER;

function checkPrevious(previous) {
  validators().validateObject(previous, 'prevValue');
  for (let i = 0; i < 2; i++) {
    const key = i === 0 ? 'user' : 'system';
    const value = previous[key];
    if (!isPlausible(value)) {
      validateNumber(value, `prevValue.${key}`);
      throw new (codes().ERR_INVALID_ARG_VALUE.RangeError)(`prevValue.${key}`, value);
    }
  }
}

function cpuTimes(ofThread, previous) {
  if (previous)
    checkPrevious(previous);
  const { 0: user, 1: system } = binding.usage(ofThread);
  return previous ? { user: user - previous.user, system: system - previous.system } :
    { user, system };
}

function cpuUsage(prevValue) { return cpuTimes(false, prevValue); }
function threadCpuUsage(prevValue) { return cpuTimes(true, prevValue); }

const USAGE = ['userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize', 'unsharedDataSize',
               'unsharedStackSize', 'minorPageFault', 'majorPageFault', 'swappedOut', 'fsRead',
               'fsWrite', 'ipcSent', 'ipcReceived', 'signalsCount', 'voluntaryContextSwitches',
               'involuntaryContextSwitches'];

function resourceUsage() {
  const numbers = binding.usage(false);
  const usage = {};
  for (let i = 0; i < USAGE.length; i++)
    usage[USAGE[i]] = numbers[i];
  return usage;
}

function memoryUsage() {
  const { 0: rss, 1: heapTotal, 2: heapUsed, 3: external, 4: arrayBuffers } = binding.memory();
  return { rss, heapTotal, heapUsed, external, arrayBuffers };
}
setOwnProperty(memoryUsage, 'rss', function rss() { return binding.rss(); });

function uptime() { return binding.uptime(); }
function constrainedMemory() { return binding.constrainedMemory(); }
function availableMemory() { return binding.availableMemory(); }

// ---- What it has, what it may load ----

function getActiveResourcesInfo() {
  return require('internal/process/active').names();
}

function getBuiltinModule(id) {
  validateString(id, 'id');
  const { isBuiltin } = require('internal/modules/cjs').Module;
  if (!isBuiltin(id) || StringPrototypeStartsWith.call(id, 'internal/'))
    return undefined;
  return require('internal/bootstrap/loader').requireBuiltin(id);
}

function loadEnvFile(path = undefined) {
  return require('internal/process/env_file').load(path);
}

const refSymbol = SymbolFor('nodejs.ref');
const unrefSymbol = SymbolFor('nodejs.unref');

function ref(maybeRefable) {
  const fn = maybeRefable?.[refSymbol] || maybeRefable?.ref;
  if (typeof fn === 'function')
    ReflectApply(fn, maybeRefable, []);
}

function unref(maybeRefable) {
  const fn = maybeRefable?.[unrefSymbol] || maybeRefable?.unref;
  if (typeof fn === 'function')
    ReflectApply(fn, maybeRefable, []);
}

function openStdin() {
  process.stdin.resume();
  return process.stdin;
}

function setSourceMapsEnabled(enabled) {
  validateBoolean(enabled, 'enabled');
  require('internal/source_map/files')
    .setSupport({ enabled, nodeModules: enabled, generatedCode: enabled });
}

function dlopen(module, filename) {
  if (module === undefined || filename === undefined) {
    const error = new primordials.TypeError('process.dlopen needs at least 2 arguments');
    error.code = 'ERR_MISSING_ARGS';
    throw error;
  }
  validators().validateObject(module, 'module');
  if (!internalBinding('options').get('--addons'))
    throw new (require('internal/errors').codes.ERR_DLOPEN_DISABLED)();
  // No addon can be loaded. The error has the system's text if dlopen() fails.
  const error = new primordials.Error(binding.dlopen(`${filename}`) ??
    `Module did not self-register: '${filename}'.`);
  error.code = 'ERR_DLOPEN_FAILED';
  throw error;
}

// process.binding('util'): the functions that packages rely on.
const UTIL_BINDING = ['isAnyArrayBuffer', 'isArrayBuffer', 'isArrayBufferView', 'isAsyncFunction',
                      'isDataView', 'isDate', 'isExternal', 'isMap', 'isMapIterator',
                      'isNativeError', 'isPromise', 'isRegExp', 'isSet', 'isSetIterator',
                      'isTypedArray', 'isUint8Array'];

function oldBinding(name) {
  if (name === 'util') {
    const { types } = require('util');
    const checks = {};
    for (let i = 0; i < UTIL_BINDING.length; i++)
      checks[UTIL_BINDING[i]] = types[UTIL_BINDING[i]];
    return checks;
  }
  if (name === 'constants') {
    const os = require('os').constants;
    return { __proto__: null, os, fs: require('fs').constants };
  }
  if (name === 'spawn_sync')
    return require('internal/child_process/sync').replaceable;
  if (name === 'uv' || name === 'natives' || name === 'config')
    return name === 'uv' ? internalBinding('uv') : {};
  throw new primordials.Error(`No such module: ${name}`);
}

function _linkedBinding(name) {
  const error = new primordials.Error(`No such binding was linked: ${name}`);
  error.code = 'ERR_INVALID_MODULE';
  throw error;
}

function _rawDebug(...args) {
  binding.rawDebug(`${ReflectApply(require('internal/util/inspect').format, undefined, args)}\n`);
}

function emitWarning(warning, type, code, ctor) {
  return require('internal/process/warning').emitWarning(warning, type, code, ctor);
}

const noop = () => {};

module.exports = {
  exit, reallyExit, abort, kill, execve, chdir, umask, hrtime, cpuUsage, threadCpuUsage,
  resourceUsage, memoryUsage, uptime, constrainedMemory, availableMemory, getActiveResourcesInfo,
  getBuiltinModule, loadEnvFile, ref, unref, openStdin, setSourceMapsEnabled, dlopen,
  _linkedBinding, _rawDebug, emitWarning,
  binding: oldBinding,
  sourceMapsEnabled: false,
  isExiting: () => exitCalled,
  ppid: binding.ppid(),
  debugPort: 9229,
  _kill: (pid, signal) => binding.kill(pid, signal),
  // Only handles that belong to an object of the program.
  _getActiveHandles() {
    const handles = internalBinding('stream_wrap').owners();
    for (let i = 0; i < handles.length; i++)
      handles[i] = handles[i].owner ?? handles[i];
    return handles;
  },
  // Only the number of requests is known.
  _getActiveRequests() {
    const requests = [];
    for (let i = binding.activeRequests(); i > 0; i--)
      require('internal/util').append(requests, {});
    return requests;
  },
  _startProfilerIdleNotifier: noop,
  _stopProfilerIdleNotifier: noop,
  _debugProcess: noop,
  _debugEnd: noop,
  _tickCallback: () => require('internal/process/task_queues').runTicks(),
  _fatalException: (error, fromPromise) =>
    require('internal/process/fatal').uncaught(error, fromPromise),
  get moduleLoadList() {
    const list = ObjectKeys(require('internal/bootstrap/loader').modules);
    for (let i = 0; i < list.length; i++)
      list[i] = `NativeModule ${list[i]}`;
    return list;
  },
  setUncaughtExceptionCaptureCallback: setCaptureCallback,
  addUncaughtExceptionCaptureCallback: addCaptureCallback,
  hasUncaughtExceptionCaptureCallback: hasCaptureCallback,
};
