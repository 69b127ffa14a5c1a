'use strict';
// performance.loop: the loop's own numbers, for programs.
//
//   const before = performance.loop.snapshot();
//   ...
//   const { utilization, delay, phases } = performance.loop.since(before);

const { counters } = internalBinding('see');

// Everything that is counted, since the start of the process; times in nanoseconds.
const snapshot = () => JSON.parse(counters());

// What has happened since: shares, and rates per second.
const since = (before) => require('internal/see/rates').between(before, snapshot());

// Sentences about what was not well since then.
const warnings = (before) => {
  const now = snapshot();
  const { between, warnings } = require('internal/see/rates');
  return warnings(between(before, now), now);
};

module.exports = { __proto__: null, snapshot, since, warnings };
