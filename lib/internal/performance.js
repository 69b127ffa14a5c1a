'use strict';
// performance.now() and timeOrigin; the rest of perf_hooks comes with its module.

const { now } = internalBinding('process');
const timeOrigin = Date.now() - now();

class Performance {
  now() { return now(); }
  get timeOrigin() { return timeOrigin; }
  toJSON() { return { timeOrigin }; }
  get [Symbol.toStringTag]() { return 'Performance'; }
}

module.exports = { performance: new Performance(), Performance };
