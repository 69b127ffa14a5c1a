'use strict';
// The diagnostics channels of sockets and servers. Subscribers have loaded diagnostics_channel:
// without it there are none, and nothing is loaded here.

const { modules } = require('internal/bootstrap/loader');

// The channel, or undefined if it has no subscribers.
function observed(name) {
  const loaded = modules.diagnostics_channel;
  return loaded !== undefined && loaded.exports.hasSubscribers(name) ?
    loaded.exports.channel(name) : undefined;
}

// 'net.client.socket' and 'net.server.socket'.
function publishSocket(name, socket) { observed(name)?.publish({ socket }); }

function publishListening(server, options) {
  observed('tracing:net.server.listen:asyncStart')?.publish({ server, options });
}

function publishListened(server) {
  observed('tracing:net.server.listen:asyncEnd')?.publish({ server });
}

function publishListenError(server, error) {
  observed('tracing:net.server.listen:error')?.publish({ server, error });
}

module.exports = { publishListenError, publishListened, publishListening, publishSocket };
