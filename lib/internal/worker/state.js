'use strict';
// What a thread knows of itself. internal/worker/thread sets it in a worker.

const { SafeMap } = primordials;
const { isMainThread, threadId, threadName } = internalBinding('worker');

module.exports = {
  __proto__: null, isMainThread, threadId, threadName, parentPort: null, workerData: null,
  resourceLimits: {}, environmentData: new SafeMap(), isInternal: false,
  privatePort: undefined,    // to the parent
  reportError: undefined,    // in a worker: takes what nobody has caught
};
