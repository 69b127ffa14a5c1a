'use strict';
// module.register() and --experimental-loader: asynchronous hooks, which run on a thread of their
// own (internal/modules/hooks_worker). To load a module, the program's thread calls that thread and
// waits.
//
// (1) `lock[STATE]` is the state of the call: 0 no answer yet, 1 answered, 2 the loop of the thread
//     became empty without an answer, 3 the thread is about to end with the code `lock[CODE]`. Each
//     call resets it; `lock[END]` stays 3.
// (2) Only one call is in progress at a time: hooks cannot call back.
// (3) When the thread ends, this thread ends with its code. A thread that ends without setting the
//     state (its memory was used up) is detected by its end of the port.
// (4) Output of the thread is written when a call returns, because the program may end before its
//     loop runs again.

const { AtomicsLoad, AtomicsStore, AtomicsWait, Int32Array, SharedArrayBuffer } = primordials;
const { codes } = require('internal/errors');
const { isAlone } = require('internal/messaging/ends');
const { MessageChannel, protect, receiveMessageOnPort } = require('internal/messaging/port');

const STATE = 0, CODE = 1, END = 2;    // in `lock`
const UNANSWERED = 2;
const ENDED = 3;
const CHECK_MS = 100;    // ms between two checks that the thread still exists
const SOON = 2;            // ms: whether a thread that is about to end has ended

let port = null;
let worker;
let lock;

function start() {
  const { Worker } = require('internal/worker');
  const { kHooksThread } = require('internal/worker/parent');
  const { port1, port2 } = new MessageChannel();
  lock = new Int32Array(new SharedArrayBuffer(12));
  lock[CODE] = 1;
  port = protect(port1);
  worker = new Worker(kHooksThread, {
    __proto__: null, workerData: { port: port2, lock }, transferList: [port2],
  });
  worker.on('error', (error) => require('internal/process/fatal').raise(error));
  worker.on('exit', (code) => process.exit(code));
  worker.stdout.read(0);    // output is passed on at once
  worker.stderr.read(0);
  worker.unref();
  port.unref();
}

const receiveMessages = () => require('internal/worker/parent').receiveMessages(worker);

// (3) The error of the thread arrives before it has ended, but after it has set its state.
function end() {
  while (!isAlone(port))
    AtomicsWait(lock, END, ENDED, SOON);
  receiveMessages();
  process.exit(AtomicsLoad(lock, CODE));
}

function wait() {
  while (AtomicsWait(lock, STATE, 0, CHECK_MS) === 'timed-out') {
    if (isAlone(port))
      return ENDED;
  }
  return AtomicsLoad(lock, STATE);
}

function call(method, args, transferList = []) {
  if (port === null)
    start();
  AtomicsStore(lock, STATE, 0);
  if (AtomicsLoad(lock, END) === ENDED || isAlone(port))
    end();
  port.postMessage({ __proto__: null, method, args }, transferList);
  const state = wait();
  if (state === ENDED)
    end();
  receiveMessages();
  if (state === UNANSWERED)
    throw new codes.ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
  const { error, value } = { __proto__: null, ...receiveMessageOnPort(port).message };
  if (error !== undefined)
    throw require('internal/worker/errors').unpack(error);
  return value;
}

const plainContext = ({ conditions, importAttributes, parentURL }) =>
  ({ conditions, importAttributes, parentURL });

// The hooks of the thread, as hooks of this one. They are the last of a chain.
const hooks = {
  __proto__: null,
  resolve: (specifier, context) => call('resolve', [specifier, plainContext(context)]),
  load: (url, { format, importAttributes }) => call('load', [url, { format, importAttributes }]),
};

// { error, hasHooks }: whether there are hooks, also if there is an error, a packed one.
function register(specifier, parentURL, data, transferList) {
  return { __proto__: null, ...call('register', [specifier, parentURL, data], transferList) };
}

module.exports = { hooks, register };
