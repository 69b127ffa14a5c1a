'use strict';
// module.register() and --experimental-loader: asynchronous hooks, which run on a thread of their
// own (internal/modules/hooks_worker). A module is loaded by calls of that thread, for which this
// one waits.
//
// (1) `lock[0]` says what the thread has done: 0 nothing, 1 answered, 2 its loop is empty and the
//     call was not answered, 3 it ended the process with the code `lock[1]`.
// (2) One call is under way at a time: hooks cannot call back.

const { AtomicsLoad, AtomicsStore, AtomicsWait, Int32Array, SharedArrayBuffer } = primordials;
const { codes } = require('internal/errors');
const { MessageChannel, receiveMessageOnPort } = require('internal/messaging/port');

const ANSWERED = 1;
const UNANSWERED = 2;

let port = null;
let lock;

function start() {
  const { Worker } = require('internal/worker');
  const { kHooksThread } = require('internal/worker/parent');
  const { port1, port2 } = new MessageChannel();
  lock = new Int32Array(new SharedArrayBuffer(8));
  port = port1;
  const worker = new Worker(kHooksThread, {
    __proto__: null, workerData: { port: port2, lock }, transferList: [port2],
  });
  worker.unref();
  port.unref();
}

function call(method, args, transferList = []) {
  if (port === null)
    start();
  AtomicsStore(lock, 0, 0);
  port.postMessage({ __proto__: null, method, args }, transferList);
  AtomicsWait(lock, 0, 0);
  const state = AtomicsLoad(lock, 0);
  if (state === UNANSWERED)
    throw new codes.ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
  if (state !== ANSWERED)
    process.exit(AtomicsLoad(lock, 1));
  const { error, value } = receiveMessageOnPort(port).message;
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

function register(specifier, parentURL, data, transferList) {
  call('register', [specifier, parentURL, data], transferList);
}

module.exports = { hooks, register };
