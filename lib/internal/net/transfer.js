'use strict';
// TCP sockets and servers in the transfer list of a message.
// (1) The successor, in this thread or another one, has a duplicate of the descriptor. The original
//     is destroyed, or closed, before the message is sent.
// (2) Only a connection of which nothing was read or written can be moved: what is in the queues of
//     its streams would be lost.
// (3) A descriptor on its way belongs to the message: if nobody reads that, it is closed.

const { TCP } = require('internal/handle');
const { codes, errnoException } = require('internal/errors');

const isTCP = (handle) => handle instanceof TCP && handle.tls === null && handle.id !== 0;

function checkSocket(socket) {
  const { _handle: handle } = socket;
  const isFresh = isTCP(handle) && !socket.connecting && !socket.destroyed &&
    handle.bytesRead === 0 && socket.readableLength === 0 && !socket.readableEnded &&
    socket.writableLength === 0 && !socket.writableEnded && handle.writeQueueSize === 0;
  if (!isFresh)
    throw new codes.ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Socket');
}

function checkServer(server) {
  if (!isTCP(server._handle))
    throw new codes.ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Server');
}

// The descriptor of the successor.
function duplicateOf(handle) {
  const fd = internalBinding('tcp_wrap').duplicate(handle.id);
  if (fd < 0)
    throw errnoException(fd, 'dup');
  return fd;
}

function leaveSocket(socket) {
  const fd = duplicateOf(socket._handle);
  socket.destroy();
  return [{ __proto__: null, allowHalfOpen: socket.allowHalfOpen }, fd];
}

function leaveServer(server) {
  const fd = duplicateOf(server._handle);
  const { allowHalfOpen, blockList, highWaterMark, keepAlive, keepAliveInitialDelay,
          maxConnections, noDelay, pauseOnConnect } = server;
  // As in Node, 'close' follows when the program closes it, or with its last connection.
  server._listeningId++;
  server._handle.close();
  server._handle = null;
  return [{ __proto__: null, allowHalfOpen, blockList, highWaterMark, keepAlive,
            keepAliveInitialDelay, maxConnections, noDelay, pauseOnConnect }, fd];
}

function handleOf(fd, type) {
  const handle = new TCP(undefined, type);
  const err = handle.open(fd);
  if (err) {
    handle.close();
    internalBinding('fs').close(fd);
    throw errnoException(err, 'open');
  }
  return handle;
}

function arriveSocket({ allowHalfOpen }, ports, fd) {
  const { Socket } = require('internal/net/socket');
  return new Socket({ __proto__: null, allowHalfOpen, handle: handleOf(fd) });
}

function arriveServer(data, ports, fd) {
  const { Server } = require('internal/net/server');
  const server = new Server({
    __proto__: null, ...data, keepAliveInitialDelay: data.keepAliveInitialDelay * 1000,
  });
  if (data.maxConnections !== undefined)
    server.maxConnections = data.maxConnections;
  server._handle = handleOf(fd, 'TCPSERVERWRAP');
  server._listen2(null, -1, -1);
  return server;
}

const ID = 'internal/net/transfer';

function moveSocket(socket) {
  const { 0: data, 1: fd } = leaveSocket(socket);
  return arriveSocket(data, undefined, fd);
}

function moveServer(server) {
  const { 0: data, 1: fd } = leaveServer(server);
  return arriveServer(data, undefined, fd);
}

function packSocket(socket) {
  const { 0: data, 1: fd } = leaveSocket(socket);
  return [ID, 'arriveSocket', data, undefined, fd];
}

function packServer(server) {
  const { 0: data, 1: fd } = leaveServer(server);
  return [ID, 'arriveServer', data, undefined, fd];
}

module.exports = {
  arriveServer, arriveSocket, checkServer, checkSocket, moveServer, moveSocket, packServer,
  packSocket,
};
