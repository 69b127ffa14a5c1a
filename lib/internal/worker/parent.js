'use strict';
// Implements the class Worker (internal/worker) on the parent's side: starts the thread and handles
// its messages and its end.
// (1) The thread starts with two texts: what it runs, as JSON, and the environment. What the
//     program hands over is a message, posted before the thread starts, so that the constructor
//     throws if it cannot be cloned. Most workers have none, and load less without it.
// (2) The thread keeps the parent's loop alive until it has ended, unless unref() was called; its
//     ports do not.
// (3) 'exit' is emitted last, after everything that the thread has posted was delivered.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeIndexOf, ArrayPrototypeSlice, JSONStringify,
  MathMax, NumberMAX_SAFE_INTEGER, ObjectKeys, Promise, PromiseReject, PromiseResolve,
  PromiseWithResolvers, RegExpPrototypeExec, SafeArray, SafeMap, String,
  StringPrototypeSplit, Symbol, SymbolFor,
} = primordials;
const { observed } = require('internal/channels');
const binding = internalBinding('worker');
const { codes } = require('internal/errors');
const {
  ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_WORKER_INIT_FAILED, ERR_WORKER_INVALID_EXEC_ARGV,
  ERR_WORKER_NOT_RUNNING, ERR_WORKER_PATH, ERR_WORKER_UNSERIALIZABLE_ERROR,
} = codes;
const { validateArray, validateNumber, validateObject, validateString } =
  require('internal/validators');
const { channelTo, drain, missingArgument } = require('internal/messaging/ends');
const { WorkerReadable, WorkerWritable } = require('internal/worker/stdio');
const state = require('internal/worker/state');
const { context, enter } = require('internal/async_context');
const { URL, fileURLToPath } = require('internal/url');
const { setOwnProperty } = require('internal/util');

const SHARE_ENV = SymbolFor('nodejs.worker_threads.SHARE_ENV');
const kThread = Symbol('kThread');
const kPublic = Symbol('kPublic');
const kPrivate = Symbol('kPrivate');
const kStdio = Symbol('kStdio');
const kPending = Symbol('kPending');
const kResource = Symbol('kResource');
const MB = 1 << 20;
const LEAST_HEAP = 2;    // MB
const RESERVED_STACK = 512 * 1024;    // of the engine's, on top of what the program may use
const DEFAULT_LIMITS = {
  __proto__: null, maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 4096, codeRangeSizeMb: 0,
  stackSizeMb: 4,
};

// ---- Arguments ----

function pathError(filename) {
  const error = new ERR_WORKER_PATH(filename);
  const scheme = RegExpPrototypeExec.call(/^(?:file:\/\/|data:)/, filename);
  if (scheme !== null)
    error.message += ` Wrap ${scheme[0]} URLs with \`new URL\`.`;
  return error;
}

function checkFile(filename) {
  if (typeof filename !== 'string')
    throw new ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
  const path = require('path');
  if (!path.isAbsolute(filename) &&
      RegExpPrototypeExec.call(/^\.\.?[\\/]/, filename) === null)
    throw pathError(filename);
  return path.resolve(filename);
}

const isURL = (value) => value instanceof URL || (typeof value === 'object' && value !== null &&
  typeof value.href === 'string' && typeof value.protocol === 'string' && value.auth === undefined);

// In place of a file: the thread of module.register().
const kHooksThread = Symbol('hooks thread');

// { mode, text }: 'file' and a path, 'eval' and a script, 'module' and the URL of one.
function sourceOf(filename, options) {
  if (filename === kHooksThread)
    return { __proto__: null, mode: 'hooks', text: '' };
  if (options.eval) {
    if (typeof filename !== 'string') {
      throw new ERR_INVALID_ARG_VALUE(
        'options.eval', options.eval, "must be false when 'filename' is not a string");
    }
    return { __proto__: null, mode: 'eval', text: filename };
  }
  if (isURL(filename)) {
    if (filename.protocol === 'data:')
      return { __proto__: null, mode: 'module', text: filename.href };
    return { __proto__: null, mode: 'file', text: fileURLToPath(filename), url: filename.href };
  }
  return { __proto__: null, mode: 'file', text: checkFile(filename) };
}

function environmentOf({ env }) {
  if (env === undefined || env === null)
    return environmentWith(process.env);
  if (env === SHARE_ENV) {
    require('internal/process/env').share();
    const hasChannel = process.env.NODE_CHANNEL_FD !== undefined;
    return { __proto__: null, variables: '', isShared: true, hasChannel };
  }
  if (typeof env !== 'object') {
    throw new ERR_INVALID_ARG_TYPE(
      'options.env', ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
  }
  const variables = {};
  const keys = ObjectKeys(env);
  for (let i = 0; i < keys.length; i++)
    setOwnProperty(variables, keys[i], `${env[keys[i]]}`);
  return environmentWith(variables);
}

// The environment is sent as one text. A worker parses it when it first reads a variable; many
// never do.
const environmentWith = (variables) => ({
  __proto__: null, variables: JSONStringify({ __proto__: null, ...variables }), isShared: false,
  hasChannel: variables.NODE_CHANNEL_FD !== undefined,
});

const copyLimits = (limits) => limitsOf(limits);

function limitsOf(given) {
  const limits = {};
  const names = ObjectKeys(DEFAULT_LIMITS);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const value = given?.[name];
    const isHeap = name === 'maxYoungGenerationSizeMb' || name === 'maxOldGenerationSizeMb';
    if (typeof value !== 'number')
      limits[name] = DEFAULT_LIMITS[name];
    else
      limits[name] = isHeap ? MathMax(value, LEAST_HEAP) : value;
  }
  return limits;
}

// Items by their indices: nothing of what has none.
function transferred(given) {
  const list = [];
  if (given) {
    for (let i = 0; i < given.length; i++)
      setOwnProperty(list, i, given[i]);
  }
  return list;
}

// In bytes; 0 if the program has not set one.
function heapLimit(given, limits) {
  const old = given?.maxOldGenerationSizeMb;
  if (typeof old !== 'number')
    return 0;
  const young = typeof given.maxYoungGenerationSizeMb === 'number' ?
    given.maxYoungGenerationSizeMb : limits.maxYoungGenerationSizeMb;
  return MathMax(1, (old + young) * MB);
}

// A list of options for the thread; undefined: those of the parent.
function optionsOf({ execArgv, env }) {
  if (execArgv !== undefined && execArgv !== null && !ArrayIsArray(execArgv))
    throw new ERR_INVALID_ARG_TYPE('options.execArgv', 'Array', execArgv);
  const own = env !== SHARE_ENV ? env?.NODE_OPTIONS : undefined;
  const list = new SafeArray();
  if (typeof own === 'string' && own !== process.env.NODE_OPTIONS) {
    ArrayPrototypeForEach.call(StringPrototypeSplit.call(own, ' '), (word) => {
      if (word !== '')
        list.push(word);
    });
    refuseOptions(list, 'invalid NODE_OPTIONS env variable');
  }
  if (!ArrayIsArray(execArgv) && list.length === 0)
    return undefined;
  const given = ArrayIsArray(execArgv) ? execArgv : process.execArgv;
  const words = new SafeArray();
  for (let i = 0; i < given.length; i++)
    words.push(`${given[i]}`);
  if (given === execArgv)
    refuseOptions(words);
  list.unshift(process.execPath);
  for (let i = 0; i < words.length; i++)
    list.push(words[i]);
  return ArrayPrototypeSlice.call(list);
}

// "--" ends options and is none.
function withoutEnd(execArgv) {
  const end = ArrayPrototypeIndexOf.call(execArgv, '--');
  return end < 0 ? execArgv : ArrayPrototypeSlice.call(execArgv, 0, end);
}

const PER_PROCESS = {
  '__proto__': null, '--title': true, '--redirect-warnings': true, '--expose-gc': true,
  '--expose_gc': true, '--zero-fill-buffers': true, '--v8-options': true,
  '--stack-trace-limit': true, '--abort-on-uncaught-exception': true, '--version': true,
};

function refuseOptions(list, what) {
  const bad = [];
  for (let i = 0; i < list.length; i++) {
    const { 0: name } = StringPrototypeSplit.call(list[i], '=');
    if (PER_PROCESS[name] === true || (name[0] === '-' &&
        binding.checkOptions([process.execPath, list[i], 'x', 'x']) !== undefined))
      setOwnProperty(bad, bad.length, list[i]);
  }
  if (bad.length > 0)
    throw new ERR_WORKER_INVALID_EXEC_ARGV(bad, what);
}

// A program may have put a toJSON() on Object.prototype.
function safeList(texts) {
  if (texts === undefined)
    return undefined;
  const list = new SafeArray();
  for (let i = 0; i < texts.length; i++)
    list.push(`${texts[i]}`);
  return list;
}

// Texts, because JSON has no Infinity.
function limitTexts(limits) {
  const texts = { __proto__: null };
  const names = ObjectKeys(limits);
  for (let i = 0; i < names.length; i++)
    texts[names[i]] = `${limits[names[i]]}`;
  return texts;
}

// (1) False if there are none.
function postData(port, { workerData, transferList }) {
  const environment = environmentData();
  const list = transferred(transferList);
  if (workerData === undefined && environment.length === 0 && list.length === 0)
    return false;
  port.postMessage({ __proto__: null, workerData, environmentData: environment }, list);
  return true;
}

// ---- Calls of the program ----

// The thread, for async hooks.
class Resource {
  #worker;
  constructor(worker) { this.#worker = worker; }
  hasRef() {
    const { [kStdio]: stdio } = this.#worker;
    return stdio === undefined ? true : stdio.hasEnded ? undefined : stdio.isHeld;
  }
}

function start(worker, filename, options) {
  validateObject(options, 'options');
  const execArgv = optionsOf(options);
  let argv;
  if (options.argv !== undefined && options.argv !== null) {
    validateArray(options.argv, 'options.argv');
    argv = [];
    for (let i = 0; i < options.argv.length; i++)
      setOwnProperty(argv, i, String(options.argv[i]));
  }
  const source = sourceOf(filename, options);
  const environment = environmentOf(options);
  let name = 'WorkerThread';
  if (options.name) {
    validateString(options.name, 'options.name');
    name = options.name;
  }
  const limits = limitsOf(options.resourceLimits);
  state.replaceAtomics();
  worker[kThread] = undefined;
  worker[kPending] = new SafeArray();
  worker[kResource] = new Resource(worker);
  if (context.resources !== null)
    context.resources.init('WORKER', worker[kResource], undefined);
  const open = channelTo();
  const hidden = channelTo();
  worker[kPublic] = open.port;
  worker[kPrivate] = hidden.port;
  const hasData = postData(hidden.port, options);
  const text = JSONStringify({
    __proto__: null, ...source, argv: safeList(argv), hasData,
    execArgv: safeList(withoutEnd(options.execArgv ?? process.execArgv)),
    isEnvironmentShared: environment.isShared, hasChannel: environment.hasChannel,
    limits: limitTexts(limits),
    hasStdin: !!options.stdin, tracksFds: options.trackUnmanagedFds !== false,
    name: options.name ?? 'WorkerThread',
  });
  // Read before there is a thread: accessors may throw.
  const streams = {
    __proto__: null, stdin: !!options.stdin, stdout: !!options.stdout, stderr: !!options.stderr,
  };
  const size = options.resourceLimits?.stackSizeMb > 0 ?
    limits.stackSizeMb * MB + RESERVED_STACK : 0;
  const { frame } = context;    // 'exit' is emitted in it
  const onExit = (code, reason) => {
    if (context.frame !== frame)
      enter(frame);
    exited(worker, code, reason);
  };
  const thread = binding.start(open.id, hidden.id, size, name, execArgv, onExit,
                               heapLimit(options.resourceLimits, limits), text,
                               environment.variables);
  worker[kThread] = thread;
  if (typeof thread === 'number') {
    failed(worker, streams, limits, thread);
    return;
  }
  setOwnProperty(worker, 'threadId', binding.id(thread));
  setOwnProperty(worker, 'threadName', name);
  setOwnProperty(worker, 'performance', performanceOf(thread));
  listen(worker, streams, limits);
  observed('worker_threads')?.publish({ worker });
  if (source.mode !== 'hooks')
    process.nextTick(() => process.emit('worker', worker));
  require('internal/worker/threads').add(worker, hidden.port);
}

function resourceLimits(worker) {
  return worker[kThread] === null ? {} : copyLimits(worker[kStdio].limits);
}

const stdioOf = (worker) => worker[kStdio];

function postMessage(worker, args) {
  const port = worker[kPublic];
  if (port === null)
    return;
  if (args.length === 0)
    throw missingArgument('Not enough arguments to MessagePort.postMessage');
  port.postMessage(args[0], args.length > 1 ? args[1] : undefined);
}

function terminate(worker, callback) {
  worker.ref();
  if (typeof callback === 'function') {
    process.emitWarning(
      'Passing a callback to worker.terminate() is deprecated. It returns a Promise instead.',
      'DeprecationWarning', 'DEP0132');
    if (worker[kThread] === null)
      return PromiseResolve.call(Promise);
    worker.once('exit', (code) => callback(null, code));
  }
  if (worker[kThread] === null)
    return PromiseResolve.call(Promise);
  binding.terminate(worker[kThread]);
  const { promise, resolve } = PromiseWithResolvers.call(Promise);
  worker[kPending].push(resolve);
  return promise;
}

const dispose = async (worker) => { await worker.terminate(); };

function ref(worker) {
  if (worker[kThread] === null)
    return;
  binding.ref(worker[kThread], true);
  worker[kPublic].ref();
  worker[kStdio].isHeld = true;
}

function unref(worker) {
  if (worker[kThread] === null)
    return;
  binding.ref(worker[kThread], false);
  worker[kPublic].unref();
  worker[kStdio].isHeld = false;
}

function getHeapSnapshot(worker, options) {
  if (options !== undefined)
    validateObject(options, 'options');
  return notRunning(worker) ?? query(worker, 'heapSnapshot');
}

function getHeapStatistics(worker) {
  return notRunning(worker) ?? query(worker, 'heapStatistics');
}

function cpuUsage(worker, previous) {
  if (previous) {
    validateObject(previous, 'prev');
    validateNumber(previous.user, 'prev.user', 0, NumberMAX_SAFE_INTEGER);
    validateNumber(previous.system, 'prev.system', 0, NumberMAX_SAFE_INTEGER);
  }
  const failed = notRunning(worker);
  if (failed !== undefined)
    return failed;
  return readCpu(worker, previous);
}

async function readCpu(worker, previous) {
  const times = binding.cpu(worker[kThread]);
  if (times === undefined)
    throw new ERR_WORKER_NOT_RUNNING();
  const { 0: user, 1: system } = times;
  return previous ? { user: user - previous.user, system: system - previous.system } :
    { user, system };
}

function notRunning(worker) {
  return worker[kThread] === null ?
    PromiseReject.call(Promise, new ERR_WORKER_NOT_RUNNING()) : undefined;
}

// Sends a query to the thread, which answers when its loop turns.
let lastQuery = 0;
function query(worker, what) {
  const id = ++lastQuery;
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  const { questions } = worker[kStdio];
  questions.set(id, { __proto__: null, resolve, reject });
  worker[kPrivate].postMessage({ type: 'question', id, what });
  return promise;
}

// `worker.performance`. Its function needs no receiver.
const performanceOf = (thread) => ({
  eventLoopUtilization(one, two) {
    if (one && two)
      return share(one.idle - two.idle, one.active - two.active);
    const times = binding.loopTimes(thread);
    if (times === undefined)
      return share(0, 0);
    const idle = times[0] / 1e6;
    const active = MathMax(0, times[1] / 1e6 - idle);
    return one ? share(idle - one.idle, active - one.active) : share(idle, active);
  },
});

const share = (idle, active) =>
  ({ idle, active, utilization: idle + active === 0 ? 0 : active / (idle + active) });

function environmentData() {
  const pairs = [];
  // lint-ok: builtin-method a SafeMap
  state.environmentData.forEach((value, key) => {
    setOwnProperty(pairs, pairs.length, [key, value]);
  });
  return pairs;
}

// ---- Messages of the thread ----

// `own`: the streams that are the program's.
function listen(worker, own, limits) {
  const port = worker[kPrivate];
  const stdout = new WorkerReadable(port, 'stdout');
  const stderr = new WorkerReadable(port, 'stderr');
  worker[kStdio] = {
    __proto__: null, limits, isHeld: true, hasEnded: false, stdout, stderr,
    stdin: own.stdin ? new WorkerWritable(port, 'stdin', false) : null,
    questions: new SafeMap(),
  };
  if (!own.stdout)
    passOn(stdout, process.stdout);
  if (!own.stderr)
    passOn(stderr, process.stderr);
  port.listen((message) => onMessage(worker, message));
  port.unref();
  const open = worker[kPublic];
  open.listen((message) => { worker.emit('message', message); },
              (error) => { worker.emit('messageerror', error); });
  open.unref();
}

// The warning about many listeners is for programs.
function passOn(from, to) {
  const most = to.getMaxListeners();
  to.setMaxListeners(0);
  from.pipe(to, { __proto__: null, end: false });
  to.setMaxListeners(most);
}

const HANDLERS = {
  __proto__: null,
  error(worker, { error }) {
    const { unpack } = require('internal/worker/errors');
    worker.emit('error', unpack(error));
  },
  couldNotSerializeError(worker) {
    worker.emit('error', new ERR_WORKER_UNSERIALIZABLE_ERROR());
  },
  stdioPayload(worker, { stream, chunks }) {
    worker[kStdio][stream].receive(chunks);
  },
  stdioWantsMore(worker, { stream }) {
    worker[kStdio][stream]?.wantsMore();
  },
  answer(worker, { id, value, error }) {
    const { questions } = worker[kStdio];
    const question = questions.get(id);
    questions.delete(id);
    if (error !== undefined)
      question.reject(error);
    else
      question.resolve(require('internal/worker/answers').received(value));
  },
};

function onMessage(worker, message) {
  if (message === 'online') {
    worker.emit('online');
    return;
  }
  const handle = HANDLERS[message.type];
  if (handle !== undefined)
    handle(worker, message);
  else
    require('internal/worker/threads').onMessage(worker, message);
}

// Handles the messages of the thread that have arrived, without waiting for the loop.
function receiveMessages(worker) {
  if (worker[kPublic] !== null)
    drain(worker[kPrivate]);
}

function rejectAll(questions) {
  questions.forEach(({ reject }) => reject(new ERR_WORKER_NOT_RUNNING()));
}

// There is no thread: as if it had ended at once. As in Node, with code 0.
function failed(worker, own, limits, err) {
  const { uvErrmapGet } = require('internal/errors');
  listen(worker, own, limits);
  process.nextTick(() => {
    worker.emit('error', new ERR_WORKER_INIT_FAILED(`${uvErrmapGet(err)?.[0]}`));
    exited(worker, 0, '');
  });
}

// (3)
function exited(worker, code, reason) {
  require('internal/worker/threads').remove(worker);
  drain(worker[kPrivate]);
  drain(worker[kPublic]);
  const { stdout, stderr, stdin, questions } = worker[kStdio];
  worker[kPrivate].close();
  worker[kPublic].close();
  worker[kPublic].unref();
  worker[kStdio].isHeld = true;
  worker[kThread] = null;
  worker[kPublic] = null;
  setOwnProperty(worker, 'threadId', -1);
  setOwnProperty(worker, 'threadName', null);
  stdin?.destroy();
  if (!stdout.readableEnded)
    stdout.push(null);
  if (!stderr.readableEnded)
    stderr.push(null);
  rejectAll(questions);
  if (reason !== '') {
    worker.emit('error', new codes[reason](reason === 'ERR_WORKER_OUT_OF_MEMORY' ?
      'JS heap out of memory' : 'the thread could not be opened'));
  }
  const pending = worker[kPending];
  for (let i = 0; i < pending.length; i++)
    pending[i](code);
  try {
    worker.emit('exit', code);
  } finally {
    worker[kStdio].hasEnded = true;
    if (context.resources !== null)
      context.resources.gone(worker[kResource]);
  }
}

module.exports = {
  cpuUsage, dispose, getHeapSnapshot, getHeapStatistics, receiveMessages, kHooksThread, postMessage,
  ref, resourceLimits, start, stdioOf, terminate, unref,
};
