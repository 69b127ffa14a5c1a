'use strict';
// The first module that runs in a worker: takes the start data, turns `process` into that of a
// worker, and runs the script.

const {
  ArrayPrototypeSlice, JSONParse, Number, ObjectDefineProperty, ObjectFreeze, ObjectKeys, SafeMap,
  StringPrototypeStartsWith,
} = primordials;
const binding = internalBinding('worker');
const { get: getOption } = internalBinding('options');
const { linkTo, open, portToParent } = require('internal/messaging/ends');
const { WITHOUT_PROCESS, fillProcess, isProcessFull } = require('internal/bootstrap/loader');
const { runFound, state: program, HEAD, TAIL } = require('internal/bootstrap/start');
const state = require('internal/worker/state');

const codes = () => require('internal/errors').codes;
const setOwnProperty = (object, key, value) => ObjectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

const PUBLIC = 0, PRIVATE = 1;
const START = 0;
let port;

// ---- process ----

const UNSUPPORTED = ['abort', 'chdir', 'initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups',
                     'setuid'];
const ABSENT = ['_startProfilerIdleNotifier', '_stopProfilerIdleNotifier', '_debugProcess',
                '_debugPause', '_debugEnd'];

function unsupported(name) {
  const what = `process.${name}()`;
  const fn = function() { throw new (codes().ERR_WORKER_UNSUPPORTED_OPERATION)(what); };
  setOwnProperty(fn, 'disabled', true);
  setOwnProperty(process, name, fn);
}

function unreadable(name) {
  ObjectDefineProperty(process, name, {
    __proto__: null, configurable: true, enumerable: false,
    get() { throw new (codes().ERR_WORKER_UNSUPPORTED_OPERATION)(`process.${name}`); },
  });
}

function lazyStream(name, make) {
  let stream;
  ObjectDefineProperty(process, name, {
    __proto__: null, configurable: true, enumerable: true, get: () => stream ??= make(),
  });
}

const streams = { __proto__: null };

function makeOutput(name, fd, waits) {
  const { WorkerWritable } = require('internal/worker/stdio');
  const stream = new WorkerWritable(port, name, true);
  stream.waits = waits;
  setOwnProperty(stream, 'fd', fd);
  stream._isStdio = true;
  streams[name] = stream;
  return stream;
}

function makeInput(hasStdin) {
  const stream = require('internal/worker/stdio').makeInput(port);
  streams.stdin = stream;
  if (!hasStdin)
    stream.push(null);
  return stream;
}

// The channel to a parent process is the main thread's. Where no variable says that there is one
// (fork() takes it away from the child), these names are absent, as in a process without a channel.
function refuseChannel() {
  unsupported('send');
  unsupported('disconnect');
  unreadable('channel');
  unreadable('connected');
}

function setUpProcess(start) {
  for (let i = 0; i < UNSUPPORTED.length; i++)
    unsupported(UNSUPPORTED[i]);
  for (let i = 0; i < ABSENT.length; i++)
    delete process[ABSENT[i]];
  setOwnProperty(process, 'umask', function(mask) {
    if (mask !== undefined)
      throw new (codes().ERR_WORKER_UNSUPPORTED_OPERATION)('Setting process.umask()');
    return require('internal/process/methods').umask();
  });
  lazyStream('stdin', () => makeInput(start.hasStdin));
  lazyStream('stdout', () => makeOutput('stdout', 1, start.mode !== 'hooks'));
  lazyStream('stderr', () => makeOutput('stderr', 2, start.mode !== 'hooks'));
  if (start.hasChannel)
    refuseChannel();
  process.argv = [process.execPath];
  if (start.mode === 'file')
    process.argv[1] = start.text;
  else
    process.argv[1] = '[worker eval]';
  for (let i = 0; start.argv !== undefined && i < start.argv.length; i++)
    process.argv[i + 2] = start.argv[i];
  process.execArgv = ArrayPrototypeSlice.call(start.execArgv);
}

function limitsFrom(texts) {
  const limits = {};
  const names = ObjectKeys(texts);
  for (let i = 0; i < names.length; i++)
    setOwnProperty(limits, names[i], Number(texts[names[i]]));
  return limits;
}

// ---- Messages of the parent ----

const HANDLERS = {
  __proto__: null,
  stdioPayload({ stream, chunks }) {
    void fillProcess().stdin;
    streams[stream].receive(chunks);
  },
  stdioWantsMore({ stream }) { streams[stream]?.wantsMore(); },
  environmentData({ pairs }) { setEnvironmentData(pairs); },
  question({ id, what }) {
    const { answer } = require('internal/worker/answers');
    port.postMessage({ __proto__: null, type: 'answer', id, ...answer(what) });
  },
};

function onMessage(message) {
  const handle = HANDLERS[message.type];
  if (handle !== undefined)
    handle(message);
  else
    require('internal/worker/threads').onMessage(undefined, message);
}

function setEnvironmentData(pairs) {
  state.environmentData = new SafeMap();
  for (let i = 0; i < pairs.length; i++)
    state.environmentData.set(pairs[i][0], pairs[i][1]);
}

// ---- Errors ----

function reportError(error) {
  const { pack } = require('internal/worker/errors');
  try {
    port.postMessage({ type: 'error', error: pack(error) });
  } catch {
    port.postMessage({ type: 'couldNotSerializeError' });
  }
  return false;
}

// ---- The script ----

function runScript(start) {
  if (start.mode === 'hooks') {
    state.workerData = state.parentPort = null;
    return require('internal/modules/hooks_worker').start(start.workerData);
  }
  if (start.mode === 'eval')
    return require('internal/main/text').runText(start.text, '[worker eval]', false);
  if (getOption('--require').length > 0)
    require('internal/main').preload();
  if (start.mode === 'module')
    return require('internal/modules/esm/entry').runURL(start.text);
  const found = program.Module === undefined ?
    internalBinding('script').mainScript(HEAD, TAIL, start.text) : undefined;
  if (found != null)
    return runFound(found, isProcessFull() ? process : undefined);
  const { Module, runMain } = require('internal/modules/cjs');
  (Module.runMain ?? runMain)(start.text);
}

function prepare() {
  if (getOption('--disable-proto') !== undefined)
    require('internal/process/disable_proto').disableProtoIn(globalThis);
  if (getOption('--expose-gc'))
    require('internal/gc').expose();
  if (getOption('--experimental-eventsource') || !getOption('--experimental-websocket'))
    require('internal/process/optional_globals').defineOptionalGlobals();
  if (getOption('--enable-source-maps'))
    fillProcess().setSourceMapsEnabled(true);
  const limit = getOption('--stack-trace-limit');
  if (limit !== undefined)
    primordials.Error.stackTraceLimit = limit;
}

function run() {
  open();
  state.parentPort = portToParent(binding.takeEnd(PUBLIC));    // before the data brings ports
  port = linkTo(binding.takeEnd(PRIVATE));
  state.privatePort = port;
  state.reportError = reportError;
  const start = JSONParse(binding.takeText(START));
  if (start.hasData) {
    const { message } = port.take();
    start.workerData = message.workerData;
    setEnvironmentData(message.environmentData);
  }
  state.environment = { __proto__: null, isShared: start.isEnvironmentShared };
  program.ofWorker = () => setUpProcess(start);
  WITHOUT_PROCESS['internal/console/global'] = false;    // it does not write to the descriptor
  if (isProcessFull())
    program.ofWorker();
  state.workerData = start.workerData;
  state.resourceLimits = ObjectFreeze(limitsFrom(start.limits));
  state.threadName = start.name;
  if (!start.tracksFds)
    internalBinding('fs').setOpened(-1);
  state.replaceAtomics();
  port.listen(onMessage);
  port.unref();
  prepare();
  port.postMessage('online');
  if (start.mode === 'file' && StringPrototypeStartsWith.call(start.text, 'file:'))
    start.text = require('internal/url').fileURLToPath(start.text);
  runScript(start);
}

module.exports = { run };
