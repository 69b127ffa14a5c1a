'use strict';
// Fills the `process` object. What nearly every program uses is here; the rest is loaded on first
// access (internal/process/methods and others).

const binding = internalBinding('process');
const { get: getOption, parseArguments } = internalBinding('options');
const { setHook, kBeforeExit, kExit } = internalBinding('task_queue');
const { state: program } = require('internal/bootstrap/start');
const {
  NumberIsInteger, ObjectDefineProperty: defineProperty,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectSetPrototypeOf: setPrototypeOf,
  ReflectApply, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeStartsWith,
  SymbolToStringTag,
} = primordials;

const { prototype } = function process() {};
defineProperty(process, SymbolToStringTag, { __proto__: null, writable: true, value: 'process' });
setPrototypeOf(process, prototype);

// `process` becomes an EventEmitter when a program can first observe it: on first access of one of
// its methods, or when `events` is loaded (the loader then calls becomeEmitter()).
const EMITTER_METHODS = [
  'on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'removeAllListeners', 'listeners',
  'rawListeners', 'listenerCount', 'prependListener', 'prependOnceListener', 'eventNames',
  'setMaxListeners', 'getMaxListeners',
];
let isEmitter = false;
for (let i = 0; i < EMITTER_METHODS.length; i++) {
  const name = EMITTER_METHODS[i];
  defineProperty(prototype, name, {
    __proto__: null, configurable: true,
    get() {
      require('events');
      return process[name];
    },
    set(value) {
      require('events');
      process[name] = value;
    },
  });
}

function becomeEmitter(EventEmitter) {
  if (isEmitter)
    return;
  isEmitter = true;
  for (let i = 0; i < EMITTER_METHODS.length; i++)
    delete prototype[EMITTER_METHODS[i]];
  setPrototypeOf(prototype, EventEmitter.prototype);
  ReflectApply(EventEmitter, process, []);
  watchSignals();
  printWarnings();
}

// process.emit() for built-ins: loads nothing if there are no listeners.
function emit(name, a, b) {
  if (!isEmitter)
    return false;
  return b === undefined ? process.emit(name, a) : process.emit(name, a, b);
}

const { 0: argv, 1: execArgv, 2: argv0, 3: fromStdin, 4: command } = parseArguments();
process.argv = argv;
process.execArgv = execArgv;
process.argv0 = argv0;
process.execPath = argv[0] = binding.execPath();
process.pid = binding.pid;
process._exiting = false;
process.domain = null;
process.cwd = function cwd() { return binding.cwd(); };
// The main script is running already (bootstrap/start).
if (program.main !== undefined) {
  process.mainModule = program.main;
  if (program.ofWorker === undefined)
    argv[1] = fullPath(argv[1]);
}

// path.resolve(), loaded only if the path needs it.
function fullPath(file) {
  if (file[0] === '.' || StringPrototypeIncludes.call(file, '/.') ||
      StringPrototypeIncludes.call(file, '//') || StringPrototypeEndsWith.call(file, '/'))
    return require('path').resolve(file);
  return file[0] === '/' ? file : `${binding.cwd()}/${file}`;
}

const constant = (name, value) => defineProperty(
  process, name, { __proto__: null, value, writable: false, enumerable: true, configurable: true });
constant('version', `v${binding.nodeVersion}`);
constant('arch', 'x64');
constant('platform', 'linux');

let exitCode;
defineProperty(process, 'exitCode', {
  __proto__: null, configurable: false, enumerable: true,
  get() { return exitCode; },
  set(code) {
    if (code === null || code === undefined) {
      exitCode = undefined;
      return;
    }
    const value = typeof code === 'string' && code !== '' && NumberIsInteger(+code) ? +code : code;
    if (typeof value !== 'number' || value !== (value | 0))
      require('internal/validators').validateInteger(value, 'code');
    exitCode = value;
  },
});

// Properties that another file exports. The first read loads it and makes them data properties.
function lazy(id, names, writable = true) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const become = (value) => defineProperty(
      process, name, { __proto__: null, value, writable, enumerable: true, configurable: true });
    defineProperty(process, name, {
      __proto__: null, configurable: true, enumerable: true,
      get() {
        const value = require(id)[name];
        become(value);
        return value;
      },
      set: writable ? become : undefined,
    });
  }
}

lazy('internal/process/methods', [
  'abort', 'addUncaughtExceptionCaptureCallback', 'availableMemory', 'binding', 'chdir',
  'constrainedMemory', 'cpuUsage', 'debugPort', 'dlopen', 'emitWarning', 'execve', 'exit',
  'getActiveResourcesInfo', 'getBuiltinModule', 'hasUncaughtExceptionCaptureCallback', 'hrtime',
  'kill', 'loadEnvFile', 'memoryUsage', 'moduleLoadList', 'openStdin', 'ppid', 'reallyExit', 'ref',
  'resourceUsage', 'setSourceMapsEnabled', 'setUncaughtExceptionCaptureCallback',
  'sourceMapsEnabled', 'threadCpuUsage', 'umask', 'unref', 'uptime', '_rawDebug', '_debugEnd',
  '_debugProcess', '_fatalException', '_getActiveHandles', '_getActiveRequests', '_kill',
  '_linkedBinding', '_startProfilerIdleNotifier', '_stopProfilerIdleNotifier', '_tickCallback',
]);
lazy('internal/process/task_queues', ['nextTick']);
lazy('internal/process/credentials', [
  'getegid', 'geteuid', 'getgid', 'getgroups', 'getuid', 'initgroups', 'setegid', 'seteuid',
  'setgid', 'setgroups', 'setuid',
]);
lazy('internal/process/info', [
  'allowedNodeEnvironmentFlags', 'config', 'features', 'release', 'report', 'versions',
], false);
lazy('internal/process/finalization', ['finalization']);
lazy('internal/process/env', ['env']);
lazy('internal/process/stdio', ['stdin', 'stdout', 'stderr']);
// While these getters are in place no stream exists, and console writes to the descriptor.
const stdioGetters = [getOwnPropertyDescriptor(process, 'stdout').get,
                      getOwnPropertyDescriptor(process, 'stderr').get];

defineProperty(process, 'title', {
  __proto__: null, configurable: true, enumerable: true,
  get: binding.getTitle, set: (value) => binding.setTitle(`${value}`),
});

// A signal handle is active while the event has listeners.
const isSignal = (name) => typeof name === 'string' && name.length > 3 &&
  StringPrototypeStartsWith.call(name, 'SIG');

function watchSignals() {
  process.on('newListener', (name) => {
    if (isSignal(name))
      require('internal/process/signals').start(name);
    else if (name === 'loop:blocked')
      require('internal/see/blocked').start();
  });
  process.on('removeListener', (name) => {
    if (isSignal(name))
      require('internal/process/signals').stop(name);
    else if (name === 'loop:blocked')
      require('internal/see/blocked').stop();
  });
}

// Deprecations and warnings, by the options of the command line.
if (!getOption('--deprecation'))
  process.noDeprecation = true;
if (getOption('--throw-deprecation'))
  process.throwDeprecation = true;
if (getOption('--trace-deprecation'))
  process.traceDeprecation = true;
if (getOption('--trace-warnings'))
  process.traceProcessWarnings = true;

function printWarnings() {
  if (!getOption('--warnings') || binding.getEnv('NODE_NO_WARNINGS') === '1')
    return;
  process.on('warning', function onWarning(warning) {
    require('internal/process/warning').onWarning(warning);
  });
}

// Exit without listeners and without an exit code loads nothing. Programs may replace emit().
const { modules } = require('internal/bootstrap/loader');
const isHeard = (name) => modules['internal/process/fatal'] !== undefined || (isEmitter &&
  (process.emit !== require('internal/events/own').emit || process._events?.[name] !== undefined));
setHook(kBeforeExit, () => {
  if (isHeard('beforeExit'))
    require('internal/process/fatal').emitBeforeExit();
});
setHook(kExit, () => (isHeard('exit') || exitCode !== undefined ?
  require('internal/process/fatal').end() : 0));

program.ofWorker?.();

module.exports = { process, command, fromStdin, getOption, lazy, emit, becomeEmitter,
  stdioGetters };
