'use strict';
// http: servers and clients. The parts are in internal/http; each is loaded when first used.

const { lazy } = require('internal/prototypes');
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

lazy(module.exports, '_connectionListener', () => server().connectionListener);
lazy(module.exports, 'METHODS', () => require('internal/http/parser').METHODS);
lazy(module.exports, 'STATUS_CODES', () => require('internal/http/status').STATUS_CODES);
lazy(module.exports, 'Agent', () => agent().Agent);
lazy(module.exports, 'ClientRequest', () => client().ClientRequest);
lazy(module.exports, 'IncomingMessage', () => require('internal/http/incoming').IncomingMessage);
lazy(module.exports, 'OutgoingMessage', () => require('internal/http/outgoing').OutgoingMessage);
lazy(module.exports, 'Server', () => server().Server);
lazy(module.exports, 'ServerResponse', () => require('internal/http/response').ServerResponse);
lazy(module.exports, 'WebSocket', () => require('internal/websocket/websocket').WebSocket);
lazy(module.exports, 'CloseEvent', () => require('internal/websocket/events').CloseEvent);
lazy(module.exports, 'MessageEvent', () => require('internal/messaging/event').MessageEvent);
lazy(module.exports, 'maxHeaderSize', () => require('internal/http/parser').defaultHeaderSize());
lazy(module.exports, 'globalAgent', () => agent().globalAgent.current,
     (value) => { agent().globalAgent.current = value; });
