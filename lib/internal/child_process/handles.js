'use strict';
// Handles that can be sent to another process with a message: sockets and servers of net, sockets
// of dgram, and bare handles of both. The table has a row per kind; `name` is Node's name on the
// pipe.
//
//   open(object, envelope, options, channel)   returns the handle to send, or null if it is closed
//   passed(handle, options)                    called when the other process has the handle
//   receive(handle, envelope, channel, done)   makes the object and calls done(object)

const { StringPrototypeStartsWith } = primordials;
const { codes: { ERR_INVALID_HANDLE_TYPE } } = require('internal/errors');
const { modules } = require('internal/bootstrap/loader');

const nop = () => {};
const openItself = (handle) => (handle.id === 0 ? null : handle);
const receiveItself = (handle, envelope, channel, done) => done(handle);

// ---- net.Socket ----

function openSocket(socket, envelope, options, channel) {
  const handle = socket._handle;
  if (!handle)
    return null;
  if (options.keepOpen)
    return handle;
  const { _server: server } = socket;
  if (server) {
    envelope.key = server._connectionKey;
    require('internal/child_process/socket_lists').sentOne(channel, server);
    server._connections--;
    socket._server = null;
  }
  release(socket, handle);
  return handle;
}

// The socket has no handle from now on. What arrives is for the other process to read.
function release(socket, handle) {
  handle.consumer?.stopListening?.();
  handle.consumer = null;
  handle.readStop();
  handle.reading = false;
  handle.onread = nop;
  socket.setTimeout(0);
  if (socket.parser)
    socket.parser = null;
  if (socket._httpMessage)
    socket._httpMessage.detachSocket?.(socket);
  socket._handle = null;
}

function socketPassed(handle, options) {
  if (!options.keepOpen)
    handle.close();
}

function receiveSocket(handle, envelope, channel, done) {
  const { Socket } = require('internal/net/socket');
  const socket = new Socket({ __proto__: null, handle, readable: true, writable: true });
  if (envelope.key)
    require('internal/child_process/socket_lists').receivedOne(channel, envelope.key, socket);
  done(socket);
}

// ---- The others ----

function receiveServer(handle, envelope, channel, done) {
  const { Server } = require('internal/net/server');
  const server = new Server();
  server.listen(handle, () => done(server));
}

function openDatagrams(socket, envelope) {
  const { kStateSymbol } = require('internal/dgram');
  envelope.dgramType = socket.type;
  return socket[kStateSymbol].handle;
}

function receiveDatagrams(handle, envelope, channel, done) {
  const { Socket } = require('internal/dgram');
  const socket = new Socket(envelope.dgramType);
  socket.bind(handle, () => done(socket));
}

const SOCKET = { __proto__: null, name: 'net.Socket', open: openSocket, passed: socketPassed,
                 receive: receiveSocket };
const SERVER = { __proto__: null, name: 'net.Server', open: (server) => server._handle,
                 passed: nop, receive: receiveServer };
const HANDLE = { __proto__: null, name: 'net.Native', open: openItself, passed: nop,
                 receive: receiveItself };
const DATAGRAMS = { __proto__: null, name: 'dgram.Socket', open: openDatagrams, passed: nop,
                    receive: receiveDatagrams };
const UDP_HANDLE = { __proto__: null, name: 'dgram.Native', open: openItself, passed: nop,
                     receive: receiveItself };

const KINDS = { __proto__: null, 'net.Socket': SOCKET, 'net.Server': SERVER, 'net.Native': HANDLE,
                'dgram.Socket': DATAGRAMS, 'dgram.Native': UDP_HANDLE };

// There is no instance of a class whose module was never loaded.
const isOf = (object, id, name) =>
  modules[id] !== undefined && object instanceof modules[id].exports[name];

function kindOf(object) {
  if (isOf(object, 'internal/net/socket', 'Socket'))
    return SOCKET;
  if (isOf(object, 'internal/net/server', 'Server'))
    return SERVER;
  if (isOf(object, 'internal/handle', 'TCP') || isOf(object, 'internal/handle', 'Pipe'))
    return HANDLE;
  if (isOf(object, 'internal/dgram', 'Socket'))
    return DATAGRAMS;
  if (isOf(object, 'internal/dgram/handle', 'UDP'))
    return UDP_HANDLE;
  throw new ERR_INVALID_HANDLE_TYPE();
}

// A handle that has arrived: `type` and `id` are of pipe_wrap.accept().
function handleOf(type, id) {
  if (type === 'UDP')
    return new (require('internal/dgram/handle').UDP)(undefined, id);
  const { Pipe, TCP } = require('internal/handle');
  return type === 'TCP' ? new TCP(id) : new Pipe(id);
}

// Calls done(object). A handle whose kind is unknown, or that does not match its kind, is closed,
// and the message arrives without it.
function receive(handle, envelope, channel, done) {
  const kind = KINDS[envelope.type];
  const isUdp = isOf(handle, 'internal/dgram/handle', 'UDP');
  if (kind === undefined || isUdp !== StringPrototypeStartsWith.call(kind.name, 'dgram.')) {
    handle.close();
    done(undefined);
    return;
  }
  kind.receive(handle, envelope, channel, done);
}

module.exports = { handleOf, kindOf, receive };
