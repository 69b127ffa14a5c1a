'use strict';
// process.report: diagnostic reports in Node's format, as an object or as a file.
//
// (1) Files are written by internal/private_file: no link of another user is followed, and a report
//     appears at its path only when it is complete.
// (2) Numbers that the engine does not provide (global handles, contexts) are 0; there is no native
//     stack.

const { codes } = require('internal/errors');
const { append, setOwnProperty } = require('internal/util');
const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { get: getOption } = internalBinding('options');
const {
  DatePrototypeGetTime, DatePrototypeToISOString, JSONParse, JSONStringify, MathMin, MathRound,
  Number, ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec, SafeSet, String,
  StringPrototypePadStart, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  StringPrototypeTrim, Date,
} = primordials;
const os = () => require('os');
const readText = (path) => require('fs').readFileSync(path, 'latin1');

const settings = {
  __proto__: null,
  directory: getOption('--report-directory') || '',
  filename: getOption('--report-filename') || '',
  compact: !!getOption('--report-compact'),
  excludeNetwork: !!getOption('--report-exclude-network'),
  signal: getOption('--report-signal') || 'SIGUSR2',
  reportOnFatalError: !!getOption('--report-on-fatalerror'),
  reportOnSignal: false,
  reportOnUncaughtException: !!getOption('--report-uncaught-exception'),
  excludeEnv: !!getOption('--report-exclude-env'),
};

// ---- Sections ----

function headerOf(event, trigger, filename, now) {
  const { version, versions, release, arch, platform } = process;
  const thread = require('worker_threads');
  const header = {
    __proto__: null, reportVersion: 5, event, trigger, filename,
    dumpEventTime: `${StringPrototypeSlice.call(DatePrototypeToISOString.call(now), 0, 19)}Z`,
    dumpEventTimeStamp: `${DatePrototypeGetTime.call(now)}`,
    processId: process.pid, threadId: thread.threadId, cwd: process.cwd(),
    commandLine: commandLine(), nodejsVersion: version,
    ...glibc(), wordSize: 64, arch, platform, componentVersions: { __proto__: null, ...versions },
    release: { __proto__: null, ...release }, osName: os().type(), osRelease: os().release(),
    osVersion: os().version(), osMachine: os().machine(), cpus: cpus(),
  };
  if (!settings.excludeNetwork)
    header.networkInterfaces = networkInterfaces();
  header.host = os().hostname();
  return header;
}

function commandLine() {
  const list = [process.execPath];
  for (let i = 0; i < process.execArgv.length; i++)
    append(list, process.execArgv[i]);
  for (let i = 1; i < process.argv.length; i++)
    append(list, `${process.argv[i]}`);
  return list;
}

// The version of the C library, from the name of its file.
function glibc() {
  const found = RegExpPrototypeExec.call(/\d+\.\d+/, internalBinding('process').libcVersion());
  const version = found === null ? '' : found[0];
  return { glibcVersionRuntime: version, glibcVersionCompiler: version };
}

function cpus() {
  const list = [];
  const known = os().cpus();
  for (let i = 0; i < known.length; i++) {
    const { model, speed, times: { user, nice, sys, idle, irq } } = known[i];
    append(list, { model, speed, user, nice, sys, idle, irq });
  }
  return list;
}

function networkInterfaces() {
  const list = [];
  const known = os().networkInterfaces();
  const names = ObjectKeys(known);
  for (let i = 0; i < names.length; i++) {
    const addresses = known[names[i]];
    for (let k = 0; k < addresses.length; k++) {
      const { internal, mac, address, netmask, family, scopeid } = addresses[k];
      append(list, { __proto__: null, name: names[i], internal, mac, address, netmask, family,
                     ...(family === 'IPv6' ? { scopeid } : null) });
    }
  }
  return list;
}

function stackOf(error) {
  if (typeof error !== 'object' || error === null)
    return { message: String(error), stack: ['Unavailable.'], errorProperties: {} };
  const lines = StringPrototypeSplit.call(`${error.stack}`, '\n');
  const stack = [];
  for (let i = 1; i < lines.length; i++)
    append(stack, StringPrototypeTrim.call(lines[i]));
  const errorProperties = {};
  const names = ObjectKeys(error);
  for (let i = 0; i < names.length; i++)
    setOwnProperty(errorProperties, names[i], String(error[names[i]]));
  return { message: lines[0], stack, errorProperties };
}

function heap() {
  const { heapTotal, heapUsed, external } = process.memoryUsage();
  const limit = MathMin(require('v8').getHeapStatistics().heap_size_limit, os().totalmem());
  const free = heapTotal - heapUsed;
  return {
    totalMemory: heapTotal, executableMemory: 0, totalCommittedMemory: heapTotal,
    availableMemory: limit - heapUsed, totalGlobalHandlesMemory: 0, usedGlobalHandlesMemory: 0,
    usedMemory: heapUsed, memoryLimit: limit, mallocedMemory: 0, externalMemory: external,
    peakMallocedMemory: 0, nativeContextCount: 1, detachedContextCount: 0, doesZapGarbage: 0,
    heapSpaces: {
      heap: { memorySize: heapTotal, committedMemory: heapTotal, capacity: heapTotal,
              used: heapUsed, available: free },
    },
  };
}

const seconds = (microseconds) => microseconds / 1e6;
const percent = (part, whole) => (whole > 0 ? MathRound(part / whole * 1e4) / 100 : 0);

function usageOf({ userCPUTime, systemCPUTime, fsRead, fsWrite }) {
  const up = process.uptime() * 1e6;
  return {
    userCpuSeconds: seconds(userCPUTime), kernelCpuSeconds: seconds(systemCPUTime),
    cpuConsumptionPercent: percent(userCPUTime + systemCPUTime, up),
    userCpuConsumptionPercent: percent(userCPUTime, up),
    kernelCpuConsumptionPercent: percent(systemCPUTime, up),
    fsActivity: { reads: fsRead, writes: fsWrite },
  };
}

function resourceUsage() {
  const usage = process.resourceUsage();
  const { fsActivity, ...times } = usageOf(usage);
  return {
    __proto__: null, free_memory: `${os().freemem()}`, total_memory: `${os().totalmem()}`,
    rss: `${process.memoryUsage.rss()}`,
    constrained_memory: `${process.constrainedMemory()}`,
    available_memory: `${process.availableMemory()}`, ...times,
    maxRss: `${usage.maxRSS * 1024}`,
    pageFaults: { IORequired: usage.majorPageFault, IONotRequired: usage.minorPageFault },
    fsActivity,
  };
}

// Of the addresses of sockets the names are looked up, as in Node, unless the network is excluded.
function handles() {
  const list = JSONParse(internalBinding('report').handles(!settings.excludeNetwork));
  list[list.length - 1].loopIdleTimeSeconds =
    require('perf_hooks').performance.nodeTiming.idleTime / 1000;
  return list;
}

// The reports of all workers. A worker that does not answer in time has none. Workers of workers
// are listed beside them.
const workers = (trigger) => JSONParse(internalBinding('report').workers(JSONStringify({
  __proto__: null, trigger, excludeEnv: settings.excludeEnv,
  excludeNetwork: settings.excludeNetwork,
})));

// In a worker: its report, as JSON. Called by src/runtime/see/workers.c.
function workerReport(text) {
  const { trigger, excludeEnv, excludeNetwork } = JSONParse(text);
  settings.excludeEnv = excludeEnv;
  settings.excludeNetwork = excludeNetwork;
  const { threadName } = require('internal/worker/state');
  return JSONStringify(
    make(here(), `Worker thread subreport [${threadName}]`, trigger, null));
}

const LIMITS = {
  '__proto__': null, 'Max core file size': 'core_file_size_blocks',
  'Max data size': 'data_seg_size_bytes', 'Max file size': 'file_size_blocks',
  'Max locked memory': 'max_locked_memory_bytes', 'Max resident set': 'max_memory_size_bytes',
  'Max open files': 'open_files', 'Max stack size': 'stack_size_bytes',
  'Max cpu time': 'cpu_time_seconds', 'Max processes': 'max_user_processes',
  'Max address space': 'virtual_memory_bytes',
};

function userLimits() {
  const limits = {};
  const lines = StringPrototypeSplit.call(readText('/proc/self/limits'), '\n');
  const value = (text) => (text === 'unlimited' ? text : Number(text));
  for (let i = 0; i < lines.length; i++) {
    const found = RegExpPrototypeExec.call(/^(.{25}) (\S+) +(\S+)/, lines[i]);
    const name = found === null ? undefined : LIMITS[StringPrototypeTrim.call(found[1])];
    if (name !== undefined)
      limits[name] = { soft: value(found[2]), hard: value(found[3]) };
  }
  return limits;
}

function sharedObjects() {
  const seen = new SafeSet();
  const list = [];
  const lines = StringPrototypeSplit.call(readText('/proc/self/maps'), '\n');
  for (let i = 0; i < lines.length; i++) {
    const found = RegExpPrototypeExec.call(/ (\/\S*\.so[\d.]*)$/, lines[i]);
    if (found === null || seen.has(found[1]))
      continue;
    seen.add(found[1]);
    append(list, found[1]);
  }
  return list;
}

function environmentVariables() {
  const list = {};
  const names = ObjectKeys(process.env);
  for (let i = 0; i < names.length; i++)
    setOwnProperty(list, names[i], process.env[names[i]]);
  return list;
}

function make(error, event, trigger, filename) {
  const report = {
    header: headerOf(event, trigger, filename, new Date()),
    javascriptStack: stackOf(error),
    javascriptHeap: heap(),
    nativeStack: [],
    resourceUsage: resourceUsage(),
    uvthreadResourceUsage: usageOf(process.resourceUsage()),
    libuv: handles(),
    workers: workers(trigger),
  };
  if (!settings.excludeEnv)
    report.environmentVariables = environmentVariables();
  report.userLimits = userLimits();
  report.sharedObjects = sharedObjects();
  return report;
}

// ---- Files ----

let sequence = 0;

// report.20260102.030405.PID.THREAD.001.json
function defaultName() {
  const now = DatePrototypeToISOString.call(new Date());
  const part = (from, to) => StringPrototypeSlice.call(now, from, to);
  const { threadId } = require('worker_threads');
  return `report.${part(0, 4)}${part(5, 7)}${part(8, 10)}.` +
    `${part(11, 13)}${part(14, 16)}${part(17, 19)}.${process.pid}.${threadId}.` +
    `${StringPrototypePadStart.call(`${++sequence}`, 3, '0')}.json`;
}

function write(name, error, event, trigger) {
  const { rawDebug } = internalBinding('process');
  const filename = name || settings.filename || defaultName();
  const report = make(error, event, trigger, filename);
  const text = `${JSONStringify(report, null, settings.compact ? 0 : 2)}\n`;
  if (filename === 'stdout' || filename === 'stderr') {
    require('fs').writeSync(filename === 'stdout' ? 1 : 2, text);
    return filename;
  }
  const path = require('path').resolve(settings.directory || process.cwd(), filename);
  rawDebug(`\nWriting Node.js report to file: ${filename}\n`);
  try {
    require('internal/private_file').replaceText(path, text);
  } catch (failure) {
    rawDebug(`Failed to open Node.js report file: ${path} (${failure.message})\n`);
    return '';
  }
  rawDebug('Node.js report completed\n');
  return filename;
}

// ---- Triggers ----

let watching = null;     // the listener of the signal

function watchSignal(on) {
  if (watching !== null)
    process.removeListener(settings.signal, watching);
  watching = on ? (signal) => { write('', here(), signal, 'Signal'); } : null;
  if (on)
    process.on(settings.signal, watching);
  settings.reportOnSignal = on;
}

function onUncaught(error) {
  if (settings.reportOnUncaughtException)
    write('', error, 'Exception', 'Exception');
}

// ---- process.report ----

const here = () => new primordials.Error('JavaScript Callstack');
const checkError = (error, name) => {
  if (typeof error === 'function')
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'Object', error);
  validateObject(error, name);
};

const report = {
  writeReport(file, error) {
    if (typeof file === 'object' && file !== null) {
      error = file;
      file = undefined;
    } else if (file !== undefined) {
      validateString(file, 'file');
    }
    if (error === undefined)
      error = here();
    else
      checkError(error, 'err');
    return write(file, error, 'JavaScript API', 'API');
  },
  getReport(error) {
    if (error === undefined)
      error = here();
    else
      checkError(error, 'err');
    const made = JSONParse(JSONStringify(make(error, 'JavaScript API', 'GetReport', null)));
    // Not a part of Node's format.
    return ObjectDefineProperty(made, 'engine', {
      __proto__: null, value: { lanes: internalBinding('process').engineLanes() },
    });
  },
};

function setSetting(key, value) {
  if (typeof settings[key] === 'boolean') {
    validateBoolean(value, StringPrototypeStartsWith.call(key, 'reportOn') ? 'trigger' : key);
  } else {
    validateString(value, key);
    if (key === 'signal')
      require('internal/validators').validateSignalName(value);
  }
  if (key === 'reportOnSignal') {
    watchSignal(value);
    return;
  }
  const wasOn = key === 'signal' && watching !== null;
  if (wasOn)
    watchSignal(false);
  settings[key] = value;
  if (wasOn)
    watchSignal(true);
}

const names = ObjectKeys(settings);
for (let i = 0; i < names.length; i++) {
  const key = names[i];
  ObjectDefineProperty(report, key, {
    __proto__: null, configurable: true, enumerable: true,
    get: () => settings[key],
    set(value) { setSetting(key, value); },
  });
}

module.exports = { onUncaught, report, watchSignal, workerReport };
