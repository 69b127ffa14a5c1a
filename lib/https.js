'use strict';
// node:https: HTTP over TLS. Its servers are tls.Servers that pass connections to http. Its agent
// stores sessions, so that later connections to the same server have a shorter handshake.

const { lazy } = require('internal/prototypes');

function createServer(options, requestListener) {
  return new (require('internal/https/server').Server)(options, requestListener);
}

function request(...args) {
  return require('internal/https/client').request(args);
}

function get(input, options, callback) {
  const req = request(input, options, callback);
  req.end();
  return req;
}

module.exports = { createServer, get, request };

lazy(module.exports, 'Agent', () => require('internal/https/agent').Agent);
lazy(module.exports, 'Server', () => require('internal/https/server').Server);
lazy(module.exports, 'globalAgent', () => require('internal/https/agent').globalAgent.current,
     (value) => { require('internal/https/agent').globalAgent.current = value; });
