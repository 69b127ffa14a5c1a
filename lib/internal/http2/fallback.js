'use strict';
// HTTP/1 on a server of HTTP/2 (the option allowHTTP1): connections that negotiate it are http's.

const { ReflectApply } = primordials;
const http = require('internal/http/server');
const { setMethod } = require('internal/prototypes');
const { clearInterval } = require('timers');

const { closeAllConnections, closeIdleConnections } = http.Server.prototype;

function prepare(server, options) {
  const own = {
    __proto__: null,
    IncomingMessage: options.Http1IncomingMessage,
    ServerResponse: options.Http1ServerResponse,
    ...options.http1Options,
  };
  http.storeOptions(server, own);
  http.serve(server, 'http1Connection', own);
  setMethod(server, 'closeAllConnections', closeAllConnections);
  setMethod(server, 'closeIdleConnections', closeIdleConnections);
}

function serve(server, socket) {
  ReflectApply(http.connectionListener, server, [socket]);
}

// The server is closed: connections that wait for a request are, too.
function close(server) {
  clearInterval(server[http.kChecking]);
  server.closeIdleConnections();
}

module.exports = { close, prepare, serve };
