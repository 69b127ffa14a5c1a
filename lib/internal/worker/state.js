'use strict';
// State of the current thread: its id, its data, whether it is a worker. internal/worker/thread
// sets it in a worker.

const { Atomics, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, SafeMap } = primordials;
const { isMainThread, threadId, threadName } = internalBinding('worker');

const state = {
  __proto__: null, isMainThread, threadId, threadName, parentPort: null, workerData: null,
  resourceLimits: {}, environmentData: new SafeMap(), isInternal: false,
  environment: undefined,    // of a worker: { isShared }
  privatePort: undefined,    // to the parent
  engineAtomics: undefined, replaceAtomics,
  reportError: undefined,    // in a worker: takes what nobody has caught
};

// ---- Atomics of a thread that is a worker, or has one ----

let loaded;
const atomics = () => loaded ??= require('internal/worker/atomics');
const methods = {
  __proto__: null,
  wait(array, index, value, timeout) { return atomics().wait(array, index, value, timeout); },
  notify(array, index, count) { return atomics().notify(array, index, count); },
};

function replaceAtomics() {
  if (state.engineAtomics !== undefined)
    return;
  const { wait, notify } = Atomics;
  state.engineAtomics = { __proto__: null, Atomics, wait, notify };
  replace(Atomics, 'wait', wait);
  replace(Atomics, 'notify', notify);
}

function replace(Atomics, name, value) {
  if (ObjectGetOwnPropertyDescriptor(Atomics, name)?.value === value)
    ObjectDefineProperty(Atomics, name, { __proto__: null, value: methods[name] });
}

module.exports = state;
