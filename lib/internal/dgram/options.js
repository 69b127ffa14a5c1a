'use strict';
// dgram.Socket: options of the socket, sizes of its buffers, multicast groups.

const { codes, errnoException, uvErrmapGet } = require('internal/errors');
const { validateNumber, validateString } = require('internal/validators');
const { setMethod } = require('internal/prototypes');
const { Socket, checkRunning, UNBOUND } = require('internal/dgram');

const define = (name, method) => setMethod(Socket.prototype, name, method);

function check(err, syscall) {
  if (err)
    throw errnoException(err, syscall);
}

define('setBroadcast', function setBroadcast(on) {
  check(checkRunning(this).handle.setBroadcast(on), 'setBroadcast');
});

define('setTTL', function setTTL(ttl) {
  validateNumber(ttl, 'ttl');
  check(checkRunning(this).handle.setTTL(ttl), 'setTTL');
  return ttl;
});

define('setMulticastTTL', function setMulticastTTL(ttl) {
  validateNumber(ttl, 'ttl');
  check(checkRunning(this).handle.setMulticastTTL(ttl), 'setMulticastTTL');
  return ttl;
});

define('setMulticastLoopback', function setMulticastLoopback(on) {
  check(checkRunning(this).handle.setMulticastLoopback(on), 'setMulticastLoopback');
  return on;
});

define('setMulticastInterface', function setMulticastInterface(interfaceAddress) {
  const { handle } = checkRunning(this);
  validateString(interfaceAddress, 'interfaceAddress');
  check(handle.setMulticastInterface(interfaceAddress), 'setMulticastInterface');
});

// ---- Groups ----

function changeMembership(socket, joins, name, group, from) {
  const state = checkRunning(socket);
  if (!group)
    throw new codes.ERR_MISSING_ARGS('multicastAddress');
  if (joins && state.bindState === UNBOUND)
    socket.bind({ __proto__: null, port: 0, exclusive: true }, null);
  check(state.handle.setMembership(joins, group, from), name);
}

define('addMembership', function addMembership(multicastAddress, interfaceAddress) {
  changeMembership(this, true, 'addMembership', multicastAddress, interfaceAddress);
});

define('dropMembership', function dropMembership(multicastAddress, interfaceAddress) {
  changeMembership(this, false, 'dropMembership', multicastAddress, interfaceAddress);
});

function changeSourceMembership(socket, joins, name, source, group, from) {
  const state = checkRunning(socket);
  validateString(source, 'sourceAddress');
  validateString(group, 'groupAddress');
  if (joins && state.bindState === UNBOUND)
    socket.bind({ __proto__: null, port: 0, exclusive: true }, null);
  check(state.handle.setMembership(joins, group, from, source), name);
}

define('addSourceSpecificMembership', function addSourceSpecificMembership(
  sourceAddress, groupAddress, interfaceAddress) {
  changeSourceMembership(this, true, 'addSourceSpecificMembership', sourceAddress, groupAddress,
                         interfaceAddress);
});

define('dropSourceSpecificMembership', function dropSourceSpecificMembership(
  sourceAddress, groupAddress, interfaceAddress) {
  changeSourceMembership(this, false, 'dropSourceSpecificMembership', sourceAddress, groupAddress,
                         interfaceAddress);
});

// ---- Buffers of the kernel ----

// Size 0 reads it.
function bufferSize(socket, size, isReceive) {
  if (size >>> 0 !== size)
    throw new codes.ERR_SOCKET_BAD_BUFFER_SIZE();
  const result = checkRunning(socket).handle.bufferSize(size, isReceive);
  if (result >= 0)
    return result;
  const { 0: code, 1: message } = uvErrmapGet(result);
  const syscall = isReceive ? 'uv_recv_buffer_size' : 'uv_send_buffer_size';
  throw new codes.ERR_SOCKET_BUFFER_SIZE({ errno: result, code, message, syscall });
}

define('setRecvBufferSize', function setRecvBufferSize(size) { bufferSize(this, size, true); });
define('setSendBufferSize', function setSendBufferSize(size) { bufferSize(this, size, false); });
define('getRecvBufferSize', function getRecvBufferSize() { return bufferSize(this, 0, true); });
define('getSendBufferSize', function getSendBufferSize() { return bufferSize(this, 0, false); });

define('getSendQueueSize', function getSendQueueSize() {
  return checkRunning(this).handle.getSendQueueSize();
});
define('getSendQueueCount', function getSendQueueCount() {
  return checkRunning(this).handle.getSendQueueCount();
});
