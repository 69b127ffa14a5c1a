'use strict';
// node:https: HTTP over TLS. Servers are tls.Server with http's connections; the agent keeps
// sessions, so that a later connection to the same server takes a shorter handshake.

const { ObjectDefineProperty } = primordials;

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

function lazy(name, load, set) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, get: load,
    set: set ?? function(value) {
      ObjectDefineProperty(this, name, { __proto__: null, configurable: true, enumerable: true,
                                          writable: true, value });
    },
  });
}
lazy('Agent', () => require('internal/https/agent').Agent);
lazy('Server', () => require('internal/https/server').Server);
lazy('globalAgent', () => require('internal/https/agent').globalAgent.current,
     (value) => { require('internal/https/agent').globalAgent.current = value; });
