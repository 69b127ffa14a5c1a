'use strict';
// postMessageToThread(): routes messages along the private ports, up and down the tree of threads.
// (1) Each thread knows all threads below it, and which child leads to each. Messages for other
//     threads go to its parent; the main thread answers if there is no such thread.
// (2) The receiver's answer takes the same way back and settles the promise.

const { ArrayIsArray, Promise, PromiseWithResolvers, SafeMap } = primordials;
const state = require('internal/worker/state');
const {
  ERR_WORKER_MESSAGING_ERRORED, ERR_WORKER_MESSAGING_FAILED, ERR_WORKER_MESSAGING_SAME_THREAD,
  ERR_WORKER_MESSAGING_TIMEOUT,
} = require('internal/errors').codes;

const routes = new SafeMap();     // number of a thread below → private port of a child
const ports = new SafeMap();      // Worker → its private port
const waiting = new SafeMap();    // number of a message → { resolve, reject, timer }
let lastId = 0;

function add(worker, port) {
  ports.set(worker, port);
  announce(worker.threadId, port);
}

function announce(id, port) {
  routes.set(id, port);
  state.privatePort?.postMessage({ type: 'threadAdded', id });
}

function forget(id) {
  routes.delete(id);
  state.privatePort?.postMessage({ type: 'threadRemoved', id });
}

function remove(worker) {
  const port = ports.get(worker);
  ports.delete(worker);
  routes.forEach((value, id) => {
    if (value === port)
      forget(id);
  });
}

// From a child (`worker`) or from the parent.
function onMessage(worker, message) {
  switch (message.type) {
    case 'threadAdded': announce(message.id, ports.get(worker)); break;
    case 'threadRemoved': forget(message.id); break;
    case 'toThread': route(message, message.transfer); break;
    case 'toThreadResult': route(message, []); break;
    default:
  }
}

function route(message, transfer) {
  if (message.target === state.threadId) {
    receive(message);
    return;
  }
  const port = routes.get(message.target) ?? state.privatePort;
  if (port !== undefined)
    port.postMessage(message, transfer);
  else if (message.type === 'toThread')
    answer(message, 'failed');
}

function answer({ source, id }, result) {
  route({ type: 'toThreadResult', target: source, id, result }, []);
}

function receive(message) {
  if (message.type === 'toThreadResult') {
    settle(message);
    return;
  }
  let result = 'failed';
  try {
    if (process.emit('workerMessage', message.value, message.source))
      result = 'received';
  } catch {
    result = 'errored';
  }
  answer(message, result);
}

function settle({ id, result }) {
  const entry = waiting.get(id);
  if (entry === undefined)
    return;
  waiting.delete(id);
  if (entry.timer !== undefined)
    require('internal/timers').clearTimeout(entry.timer);
  if (result === 'received')
    entry.resolve();
  else
    entry.reject(result === 'failed' ? new ERR_WORKER_MESSAGING_FAILED() :
      new ERR_WORKER_MESSAGING_ERRORED());
}

async function postMessageToThread(threadId, value, transferList, timeout) {
  if (typeof transferList === 'number' && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined)
    require('internal/validators').validateNumber(timeout, 'timeout', 0);
  if (threadId === state.threadId)
    throw new ERR_WORKER_MESSAGING_SAME_THREAD();
  const id = ++lastId;
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  const entry = { __proto__: null, resolve, reject, timer: undefined };
  const transfer = ArrayIsArray(transferList) ? transferList : [];
  waiting.set(id, entry);
  if (timeout !== undefined) {
    entry.timer = require('internal/timers').setTimeout(() => {
      waiting.delete(id);
      reject(new ERR_WORKER_MESSAGING_TIMEOUT());
    }, timeout);
  }
  route({ type: 'toThread', target: threadId, source: state.threadId, id, value, transfer },
        transfer);
  await promise;
}

module.exports = { add, remove, onMessage, postMessageToThread };
