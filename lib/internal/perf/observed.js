'use strict';
// Counts the observers of entry types that the runtime makes: http, http2, net, dns. The modules
// that make such entries test a number here, and do nothing else without an observer. Entries of
// fetch() are kept without an observer, too.

const { SafeArray } = primordials;
const { now } = internalBinding('process');

const MAX_PENDING = 250; // what the timeline keeps, unless the program sets another limit

const observed = { __proto__: null, http: 0, http2: 0, net: 0, dns: 0 };

// Reports an entry that began at `start` and ends now.
function report(name, type, start, detail) {
  require('internal/perf/observe').reportEntry(name, type, start, now() - start, detail);
}

// ---- Resources ----
// Records of fetch() wait here until the timeline is loaded, so that a program that never asks for
// entries does not load it.

let pending = new SafeArray();
let takeResource = null;

// of: what internal/perf/resource makes an entry of.
function reportResource(url, of) {
  if (takeResource !== null)
    takeResource(url, of);
  else if (pending.length < MAX_PENDING)
    pending.push([url, of]);
}

function onResource(take) {
  takeResource = take;
  const list = pending;
  pending = null;
  for (let i = 0; i < list.length; i++)
    take(list[i][0], list[i][1]);
}

module.exports = { observed, now, onResource, report, reportResource };
