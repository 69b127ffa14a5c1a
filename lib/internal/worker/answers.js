'use strict';
// Functions that a worker runs when its parent queries it. They run on the worker's loop.

const QUESTIONS = {
  __proto__: null,
  heapStatistics: () => require('v8').getHeapStatistics(),
  heapSnapshot() {
    const { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } = require('internal/errors').codes;
    throw new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('worker.getHeapSnapshot');
  },
};

// In the worker: { value } or { error }.
function answer(what) {
  try {
    return { value: QUESTIONS[what]() };
  } catch (error) {
    return { error };
  }
}

// In the parent.
const received = (value) => value;

module.exports = { answer, received };
