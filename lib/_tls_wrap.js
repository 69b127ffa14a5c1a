'use strict';
// The deprecated module _tls_wrap: sockets and servers of tls.

process.emitWarning('The _tls_wrap module is deprecated. Use `node:tls` instead.',
                    'DeprecationWarning', 'DEP0192');
const { Server, createServer } = require('internal/tls/server');

module.exports = {
  TLSSocket: require('internal/tls/socket').TLSSocket,
  Server,
  createServer,
  connect: require('internal/tls/connect').connect,
};
