'use strict';
// HTTP/1 on an HTTP/2 server (the option allowHTTP1): connections that negotiate HTTP/1.1 are
// passed to http.

const { ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectApply } = primordials;
const http = require('internal/http/server');
const { clearInterval } = require('timers');

// What http's connections call, and what closes them.
const METHODS = ['_forget', '_lenient', 'closeAllConnections', 'closeIdleConnections'];

function prepare(server, options) {
  const own = {
    __proto__: null,
    IncomingMessage: options.Http1IncomingMessage,
    ServerResponse: options.Http1ServerResponse,
    ...options.http1Options,
  };
  http.storeOptions(server, own);
  http.serve(server, 'http1Connection', own);
  for (let i = 0; i < METHODS.length; i++)
    ObjectDefineProperty(server, METHODS[i], {
      __proto__: null, ...ObjectGetOwnPropertyDescriptor(http.Server.prototype, METHODS[i]),
    });
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
