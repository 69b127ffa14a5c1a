'use strict';
// The first module that runs in a worker: takes the start data and runs the script. When `process`
// is filled, internal/worker/process makes it that of a worker.

const {
  JSONParse, Number, ObjectDefineProperty, ObjectFreeze, ObjectKeys, StringPrototypeStartsWith,
} = primordials;
const binding = internalBinding('worker');
const { get: getOption } = internalBinding('options');
const { linkTo, open, portToParent } = require('internal/messaging/ends');
const { WITHOUT_PROCESS, fillProcess, isProcessFull } = require('internal/bootstrap/loader');
const { runFound, state: program, HEAD, TAIL } = require('internal/bootstrap/start');
const state = require('internal/worker/state');

const setOwnProperty = (object, key, value) => ObjectDefineProperty(object, key, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

const PUBLIC = 0, PRIVATE = 1;
const START = 0;
let port;
let streams;    // of process, by their names

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
  stdioWantsMore({ stream }) { streams?.[stream]?.wantsMore(); },
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
  const map = new primordials.SafeMap();
  for (let i = 0; i < pairs.length; i++)
    map.set(pairs[i][0], pairs[i][1]);
  state.environmentData = map;
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
  program.ofWorker = () => { streams = require('internal/worker/process').setUp(start, port); };
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
