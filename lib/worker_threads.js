'use strict';
// node:worker_threads: the properties of this thread, and its messages to others.

const { ObjectDefineProperties, SymbolFor } = primordials;
const state = require('internal/worker/state');
const { markAsUntransferable, isMarkedAsUntransferable, markAsUncloneable } =
  require('internal/messaging/transfer');

const lazy = (id, name) => ({
  __proto__: null, configurable: true, enumerable: true, get: () => require(id)[name],
});

function setEnvironmentData(key, value) {
  if (value === undefined)
    state.environmentData.delete(key);
  else
    state.environmentData.set(key, value);
}

module.exports = {
  isMainThread: state.isMainThread,
  isInternalThread: false,
  threadId: state.threadId,
  threadName: state.threadName,
  parentPort: state.parentPort,
  workerData: state.workerData,
  resourceLimits: state.resourceLimits,
  SHARE_ENV: SymbolFor('nodejs.worker_threads.SHARE_ENV'),
  getEnvironmentData: (key) => state.environmentData.get(key),
  setEnvironmentData,
  markAsUntransferable,
  isMarkedAsUntransferable,
  markAsUncloneable,
  moveMessagePortToContext(port, context) {
    return require('internal/messaging/port').moveToContext(port, context);
  },
  postMessageToThread(threadId, value, transferList, timeout) {
    return require('internal/worker/threads').postMessageToThread(
      threadId, value, transferList, timeout);
  },
};
ObjectDefineProperties(module.exports, {
  __proto__: null,
  Worker: lazy('internal/worker', 'Worker'),
  MessageChannel: lazy('internal/messaging/port', 'MessageChannel'),
  MessagePort: lazy('internal/messaging/port', 'MessagePort'),
  receiveMessageOnPort: lazy('internal/messaging/port', 'receiveMessageOnPort'),
  BroadcastChannel: lazy('internal/messaging/broadcast', 'BroadcastChannel'),
  locks: lazy('internal/locks', 'locks'),
});
