'use strict';
// The `process` object: what nearly every program touches is here, the rest is loaded when it is
// first asked for (internal/process/methods and its neighbours).

const binding = internalBinding('process');
const { get: getOption, words } = internalBinding('options');
const EventEmitter = require('events');
const { defineProperty } = Object;

const prototype = Object.create(EventEmitter.prototype, {
  constructor: {
    __proto__: null, configurable: true, writable: true, enumerable: false,
    value: function process() {},
  },
  [Symbol.toStringTag]: { __proto__: null, configurable: true, value: 'process' },
});
process = Object.create(prototype);
EventEmitter.call(process);

const [argv0, execArgv, rest, fromStdin] = words();
process.version = `v${binding.nodeVersion}`;
process.arch = 'x64';
process.platform = 'linux';
process.argv = [binding.execPath(), ...rest];
process.execArgv = execArgv;
process.argv0 = argv0;
process.execPath = process.argv[0];
process.pid = binding.pid;
process.exitCode = undefined;
process._exiting = false;

// A property that another file gives, loaded when first read, then plain.
function lazy(id, names, enumerable = true) {
  for (const name of names) {
    defineProperty(process, name, {
      __proto__: null, configurable: true, enumerable,
      get() {
        const value = require(id)[name];
        defineProperty(process, name,
                       { __proto__: null, value, writable: true, enumerable, configurable: true });
        return value;
      },
      set(value) {
        defineProperty(process, name,
                       { __proto__: null, value, writable: true, enumerable, configurable: true });
      },
    });
  }
}

lazy('internal/process/methods', [
  'abort', 'allowedNodeEnvironmentFlags', 'assert', 'availableMemory', 'chdir', 'config',
  'constrainedMemory', 'cpuUsage', 'cwd', 'debugPort', 'dlopen', 'emitWarning', 'execve', 'exit',
  'features', 'finalization', 'getActiveResourcesInfo', 'getBuiltinModule', 'getegid', 'geteuid',
  'getgid', 'getgroups', 'getuid', 'hasUncaughtExceptionCaptureCallback', 'hrtime', 'initgroups',
  'kill', 'loadEnvFile', 'memoryUsage', 'moduleLoadList', 'openStdin', 'ppid', 'reallyExit',
  'ref', 'unref', 'release', 'report', 'resourceUsage', 'setegid', 'seteuid', 'setgid',
  'setgroups', 'setSourceMapsEnabled', 'setuid', 'setUncaughtExceptionCaptureCallback',
  'sourceMapsEnabled', 'threadCpuUsage', 'umask', 'uptime', 'versions', '_rawDebug',
  '_getActiveHandles', '_getActiveRequests', '_kill', '_startProfilerIdleNotifier',
  '_stopProfilerIdleNotifier', '_tickCallback', '_linkedBinding', 'binding',
]);
lazy('internal/process/env', ['env']);
lazy('internal/process/stdio', ['stdin', 'stdout', 'stderr']);
// While these are in place nobody has asked for the streams, and console may write by itself.
const stdioGetters = ['stdout', 'stderr'].map((name) => Object.getOwnPropertyDescriptor(process, name).get);

defineProperty(process, 'title', {
  __proto__: null, configurable: true, enumerable: true,
  get: binding.getTitle, set: (value) => binding.setTitle(`${value}`),
});

// Signals are listened to while somebody listens.
process.on('newListener', (name) => {
  if (typeof name === 'string' && name.length > 3 && name.startsWith('SIG'))
    require('internal/process/signals').start(name);
});
process.on('removeListener', (name) => {
  if (typeof name === 'string' && name.length > 3 && name.startsWith('SIG'))
    require('internal/process/signals').stop(name);
});

module.exports = { process, fromStdin, getOption, lazy, stdioGetters };
