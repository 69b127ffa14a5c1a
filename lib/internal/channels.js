'use strict';
// The diagnostics channels of the runtime's own modules. A channel can have subscribers only after
// the program has loaded diagnostics_channel; until then nothing is loaded here.

const { modules } = require('internal/bootstrap/loader');

// Loaded, and not still loading.
const loaded = () => {
  const module = modules.diagnostics_channel;
  return module !== undefined && module.loaded ? module.exports : undefined;
};

// The channel, or undefined if it has no subscribers.
function observed(name) {
  const diagnostics = loaded();
  return diagnostics !== undefined && diagnostics.hasSubscribers(name) ?
    diagnostics.channel(name) : undefined;
}

const groups = { __proto__: null };     // tracing channels by name

// The tracing channel, or undefined if none of its channels has subscribers.
function traced(name) {
  const diagnostics = loaded();
  if (diagnostics === undefined)
    return undefined;
  const group = groups[name] ??= diagnostics.tracingChannel(name);
  return group.hasSubscribers ? group : undefined;
}

module.exports = { observed, traced };
