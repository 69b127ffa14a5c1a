'use strict';
// Counts the observers of entry types that the runtime makes: http, http2, net, dns. The modules
// that make such entries test a number here, and do nothing else without an observer.

const { now } = internalBinding('process');

const observed = { __proto__: null, http: 0, http2: 0, net: 0, dns: 0 };

// Reports an entry that began at `start` and ends now.
function report(name, type, start, detail) {
  require('internal/perf/observe').reportEntry(name, type, start, now() - start, detail);
}

module.exports = { observed, now, report };
