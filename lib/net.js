'use strict';
// node:net: TCP and unix sockets, clients and servers. Each part is loaded when it is first used.

const { isIP, isIPv4, isIPv6 } = require('internal/net/ip');
const { normalizeArgs, ownOptions } = require('internal/net/args');
const { Socket } = require('internal/net/socket');
const { Server, createServerHandle } = require('internal/net/server');

function createServer(options, connectionListener) {
  return new Server(options, connectionListener);
}

function connect(...args) {
  const normalized = normalizeArgs(args);
  const { 0: options } = normalized;
  const socket = new Socket(options);
  const { timeout } = ownOptions(options);
  if (timeout)
    socket.setTimeout(timeout);
  return socket.connect(normalized);
}

const connecting = () => require('internal/net/connect');

module.exports = {
  _createServerHandle: createServerHandle,
  _normalizeArgs: normalizeArgs,
  get BlockList() { return require('internal/net/blocklist').BlockList; },
  get BoundSocket() { return require('internal/net/bound_socket').BoundSocket; },
  get SocketAddress() { return require('internal/net/blocklist').SocketAddress; },
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket, // the former name
  getDefaultAutoSelectFamily() { return connecting().defaults.autoSelectFamily; },
  setDefaultAutoSelectFamily(value) { connecting().setDefaultAutoSelectFamily(value); },
  getDefaultAutoSelectFamilyAttemptTimeout() { return connecting().defaults.attemptTimeout; },
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    connecting().setDefaultAutoSelectFamilyAttemptTimeout(value);
  },
};
