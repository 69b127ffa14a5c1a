'use strict';
// Which types of entries that the runtime makes have an observer: http, http2, net, dns. The
// modules that could make them test a number here; without an observer they do nothing else.

const { now } = internalBinding('process');

const observed = { __proto__: null, http: 0, http2: 0, net: 0, dns: 0 };

// Reports an entry that began at `start` and ends now.
function report(name, type, start, detail) {
  require('internal/perf/observe').reportEntry(name, type, start, now() - start, detail);
}

module.exports = { observed, now, report };
