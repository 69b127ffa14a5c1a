'use strict';
// Publishes sockets and servers to diagnostics_channel.

const { observed } = require('internal/channels');

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
