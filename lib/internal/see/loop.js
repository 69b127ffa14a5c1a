'use strict';
// performance.loop: the counters of the loop, for programs.
//
//   const before = performance.loop.snapshot();
//   ...
//   const { utilization, delay, phases } = performance.loop.since(before);

const { JSONParse } = primordials;
const { counters } = internalBinding('see');

// All counters since the start of the process; times in nanoseconds.
const snapshot = () => JSONParse(counters());

// Shares and rates per second since `before`.
const since = (before) => require('internal/see/rates').between(before, snapshot());

// Sentences about problems since `before`.
const warnings = (before) => {
  const now = snapshot();
  const { between, warnings } = require('internal/see/rates');
  return warnings(between(before, now), now);
};

module.exports = { __proto__: null, snapshot, since, warnings };
