'use strict';
// node:dgram: UDP sockets.

const { Socket } = require('internal/dgram');

function createSocket(type, listener) {
  return new Socket(type, listener);
}

module.exports = { createSocket, Socket };
