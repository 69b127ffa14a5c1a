'use strict';
// The main thread's view of worker_threads. There are no workers yet: making one throws. What tells
// a program where it runs exists.

const { ObjectDefineProperties, SafeMap, SymbolFor } = primordials;
const { codes: { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } } = require('internal/errors');

class Worker {
  constructor() {
    throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('worker_threads.Worker');
  }
}

const environmentData = new SafeMap();
const { markAsUntransferable, isMarkedAsUntransferable, markAsUncloneable } =
  require('internal/messaging/transfer');

const lazy = (id, name) => ({
  __proto__: null, configurable: true, enumerable: true,
  get: () => require(`internal/messaging/${id}`)[name],
});


module.exports = {
  isMainThread: true,
  isInternalThread: false,
  threadId: 0,
  threadName: '',
  parentPort: null,
  workerData: null,
  resourceLimits: {},
  SHARE_ENV: SymbolFor('nodejs.worker_threads.SHARE_ENV'),
  getEnvironmentData: (key) => environmentData.get(key),
  setEnvironmentData(key, value) {
    if (value === undefined)
      environmentData.delete(key);
    else
      environmentData.set(key, value);
  },
  Worker,
  markAsUntransferable,
  isMarkedAsUntransferable,
  markAsUncloneable,
};
ObjectDefineProperties(module.exports, {
  __proto__: null,
  MessageChannel: lazy('port', 'MessageChannel'),
  MessagePort: lazy('port', 'MessagePort'),
  receiveMessageOnPort: lazy('port', 'receiveMessageOnPort'),
  BroadcastChannel: lazy('broadcast', 'BroadcastChannel'),
});
