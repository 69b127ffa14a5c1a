'use strict';
// dgram.Socket: sending, and what waits until the socket is bound.
//
// (1) The first send of a socket that is not bound binds it to any port.
// (2) While bind() is in progress, sends wait in state.queue. 'listening' runs the queue, an error
//     drops it.
// (3) A callback runs in a later tick. Without one only errors of the look-up are emitted, as in
//     Node.

const {
  ArrayBufferIsView: isView, ArrayIsArray, DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset, ObjectSetPrototypeOf, SafeArray,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { errorMonitor } = require('events');
const { codes, exceptionWithHostPort } = require('internal/errors');
const { validateNumber, validatePort, validateString } = require('internal/validators');
const { FastBuffer, bufferFrom } = require('internal/buffer');
const { isIP } = require('internal/net/ip');
const { queueTick, reusableTick } = require('internal/process/task_queues');
const { AnyBuffer } = require('internal/streams/state');
const { setMethod } = require('internal/prototypes');
const { Socket, kStateSymbol, checkRunning, UNBOUND, BOUND, CONNECTED } =
  require('internal/dgram');

// ---- The queue ----

function whenBound(socket, state, run) {
  if (state.bindState === UNBOUND)
    socket.bind({ __proto__: null, port: 0, exclusive: true }, null);
  if (state.bindState === BOUND) {
    run();
    return;
  }
  if (state.queue === undefined) {
    state.queue = new SafeArray();
    socket.once(errorMonitor, dropQueue);
    socket.once('listening', runQueue);
  }
  state.queue.push(run);
}

function dropQueue() {
  this.removeListener('listening', runQueue);
  this[kStateSymbol].queue = undefined;
}

function runQueue() {
  this.removeListener(errorMonitor, dropQueue);
  const state = this[kStateSymbol];
  const { queue } = state;
  state.queue = undefined;
  for (let i = 0; i < queue.length; i++)
    queue[i]();
}

// ---- What is sent ----

const TYPES = ['string', 'Buffer', 'TypedArray', 'DataView'];

// The bytes of a view, without a copy.
function bytesOf(view) {
  if (TypedArrayPrototypeGetSymbolToStringTag.call(view) === undefined)
    return new FastBuffer(DataViewPrototypeGetBuffer.call(view),
                          DataViewPrototypeGetByteOffset.call(view),
                          DataViewPrototypeGetByteLength.call(view));
  return part(view, 0, TypedArrayPrototypeGetByteLength.call(view));
}

const part = (view, offset, length) => new FastBuffer(
  TypedArrayPrototypeGetBuffer.call(view), TypedArrayPrototypeGetByteOffset.call(view) + offset,
  length);

function toBytes(value, whole, name) {
  if (typeof value === 'string')
    return bufferFrom(value);
  if (!isView(value))
    throw new codes.ERR_INVALID_ARG_TYPE(name, TYPES, whole);
  return bytesOf(value);
}

function slice(value, offset, length) {
  const bytes = toBytes(value, value, 'buffer');
  validateNumber(offset, 'offset');
  validateNumber(length, 'length');
  offset >>>= 0;
  length >>>= 0;
  const size = TypedArrayPrototypeGetByteLength.call(bytes);
  if (offset > size)
    throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (offset + length > size)
    throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
  return part(bytes, offset, length);
}

// A list of buffers that is one datagram.
function listOf(value) {
  if (!ArrayIsArray(value))
    return [toBytes(value, value, 'buffer')];
  const list = new SafeArray();
  for (let i = 0; i < value.length; i++)
    list.push(toBytes(value[i], value, 'buffer list arguments'));
  if (list.length === 0)
    list.push(bufferFrom(''));
  return list;
}

// ---- Sending ----

// send(message, port, address[, callback]) of a Buffer to an IP address, by a bound socket: the
// usual call, for which nothing has to be converted.
function isUsual(state, message, port, address, callback) {
  return typeof address === 'string' && typeof port === 'number' && port > 0 && port <= 0xFFFF &&
    port === port >>> 0 && (callback === undefined || typeof callback === 'function') &&
    state.bindState === BOUND && state.connectState !== CONNECTED && state.handle !== null &&
    state.sendBlockList === undefined && message instanceof AnyBuffer && isView(message) &&
    state.handle.isPlain(address);
}

class Send {
  constructor(state, message, port, address, callback) {
    this.state = state;
    this.message = message;
    this.port = port;
    this.address = address;
    this.callback = callback;
  }
}
ObjectSetPrototypeOf(Send.prototype, null);

function sendInTick({ state, message, port, address, callback }) {
  const { handle } = state;
  if (!handle)
    return; // closed meanwhile
  const sent = handle.sendOne(message, address, port);
  if (handle.async) {
    handle.follow((status) => {
      if (callback)
        report(callback, status, sent, address, port);
    });
  } else if (callback)
    process.nextTick(report, callback, sent < 0 ? sent : 0, sent, address, port);
}

// Parses the arguments after the message: send(message[, offset, length][, port][, address][,
// callback]). offset and length come in pairs. Returns { message, port, address, callback }.
function readArguments(isConnected, message, offset, length, port, address, callback) {
  if (isConnected) {
    if (typeof length === 'number') {
      message = slice(message, offset, length);
      if (typeof port === 'function') {
        callback = port;
        port = null;
      }
    } else
      callback = offset;
    if (port || address)
      throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  } else if (address || (port && typeof port !== 'function'))
    message = slice(message, offset, length);
  else {
    callback = port;
    port = offset;
    address = length;
  }
  if (typeof address === 'function') {
    callback = address;
    address = undefined;
  }
  return { __proto__: null, message, port, address,
           callback: typeof callback === 'function' ? callback : undefined };
}

setMethod(Socket.prototype, 'send', function send(message, offset, length, port, address,
                                                  callback) {
  const state = this[kStateSymbol];
  if (address === undefined && isUsual(state, message, offset, length, port)) {
    queueTick(reusableTick(sendInTick, new Send(state, message, offset, length, port)));
    return;
  }
  const isConnected = state.connectState === CONNECTED;
  const given = readArguments(isConnected, message, offset, length, port, address, callback);
  const list = listOf(given.message);
  if (!isConnected)
    given.port = validatePort(given.port, 'Port', false);
  if (given.address != null)
    validateString(given.address, 'address');
  checkRunning(this);
  whenBound(this, state, () => { sendBound(this, state, list, given, isConnected); });
});

function sendBound(socket, state, list, given, isConnected) {
  if (!state.handle)
    return; // closed by what was queued before
  if (isConnected) {
    sendTo(socket, state, undefined, list, given);
    return;
  }
  state.handle.lookup(given.address, (error, ip) => {
    if (error)
      process.nextTick(fail, socket, error, given.callback);
    else if (state.handle)
      sendTo(socket, state, ip, list, given);
  });
}

function fail(socket, error, callback) {
  if (callback)
    callback(error);
  else
    socket.emit('error', error);
}

function sendTo(socket, state, ip, list, { port, address, callback }) {
  if (ip !== undefined && state.sendBlockList?.check(ip, `ipv${isIP(ip)}`)) {
    process.nextTick(fail, socket, new codes.ERR_IP_BLOCKED(ip), callback);
    return;
  }
  const { handle } = state;
  const sent = handle.send(list, ip, port, (status) => {
    if (callback)
      report(callback, status, sent, address, port);
  });
  if (callback && !handle.async)
    process.nextTick(report, callback, sent < 0 ? sent : 0, sent, address, port);
}

function report(callback, status, sent, address, port) {
  if (status < 0)
    callback(exceptionWithHostPort(status, 'send', address, port));
  else
    callback(null, sent);
}

// The old name, with all arguments required.
setMethod(Socket.prototype, 'sendto', function sendto(message, offset, length, port, address,
                                                      callback) {
  validateNumber(offset, 'offset');
  validateNumber(length, 'length');
  validateNumber(port, 'port');
  validateString(address, 'address');
  this.send(message, offset, length, port, address, callback);
});

module.exports = { whenBound };
