'use strict';
// http: servers and clients. The parts are in internal/http; each is loaded when first used.

const { ObjectDefineProperty } = primordials;
const { validateHeaderName, validateHeaderValue } = require('internal/http/headers');

const server = () => require('internal/http/server');
const client = () => require('internal/http/client');
const agent = () => require('internal/http/agent');

function createServer(options, requestListener) {
  return new (server().Server)(options, requestListener);
}

function request(url, options, callback) {
  return new (client().ClientRequest)(url, options, callback);
}

function get(url, options, callback) {
  const req = request(url, options, callback);
  req.end();
  return req;
}

module.exports = {
  createServer,
  get,
  request,
  setGlobalProxyFromEnv(env) { return require('internal/http/proxy').setGlobal(env); },
  setMaxIdleHTTPParsers(max) { require('internal/http/parser').setMaxIdle(max); },
  validateHeaderName,
  validateHeaderValue(name, value) { validateHeaderValue(name, value); },
};

// As properties that can be seen, and replaced, like those of any module.
function lazy(name, load, set) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, get: load,
    set: set ?? function(value) {
      ObjectDefineProperty(this, name, { __proto__: null, configurable: true, enumerable: true,
                                          writable: true, value });
    },
  });
}
lazy('_connectionListener', () => server().connectionListener);
lazy('METHODS', () => require('internal/http/parser').METHODS);
lazy('STATUS_CODES', () => require('internal/http/status').STATUS_CODES);
lazy('Agent', () => agent().Agent);
lazy('ClientRequest', () => client().ClientRequest);
lazy('IncomingMessage', () => require('internal/http/incoming').IncomingMessage);
lazy('OutgoingMessage', () => require('internal/http/outgoing').OutgoingMessage);
lazy('Server', () => server().Server);
lazy('ServerResponse', () => require('internal/http/response').ServerResponse);
lazy('WebSocket', () => require('internal/websocket/websocket').WebSocket);
lazy('CloseEvent', () => require('internal/websocket/events').CloseEvent);
lazy('MessageEvent', () => require('internal/messaging/event').MessageEvent);
lazy('maxHeaderSize', () => require('internal/http/parser').defaultHeaderSize());
lazy('globalAgent', () => agent().globalAgent.current,
     (value) => { agent().globalAgent.current = value; });
