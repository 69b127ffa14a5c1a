'use strict';
// The UDP handle of the loop, as internal/handle has those of streams.
//
// (1) C identifies a handle by a number; after close() it is 0, and calls return EBADF.
// (2) Each datagram is one call of onMessage(), in the async context in which the handle was made,
//     as other events of handles are.
// (3) Sends complete in the order in which they began, so their callbacks form a queue.

const { ArrayPrototypePush, ArrayPrototypeShift, StringPrototypeIncludes } = primordials;
const binding = internalBinding('udp_wrap');
const { FastBuffer } = require('internal/buffer');
const { context, enter, bind } = require('internal/async_context');

// What C writes before it calls onMessage(), and what it reads in sendAgain().
const { numbers } = binding;
const RECEIVED = 0; // the size, or an errno
const RECEIVED_AT = 1;
const FROM_PORT = 2;
const FROM_FAMILY = 3;
const SEND_ID = 4;
const SEND_PORT = 5;

const nop = () => {};

// The address of the last sendOne(), which C has kept. One with a zone is read each time: the
// number of its interface may change.
let lastAddress;

binding.events(
  function onMessage(handle, memory, address) {
    const nread = numbers[RECEIVED];
    if (handle.frame !== context.frame)
      enter(handle.frame);
    const { resources } = context;
    if (resources !== null)
      resources.begin(handle);
    if (nread < 0)
      handle.onmessage(nread, handle, undefined, undefined);
    else {
      const family = numbers[FROM_FAMILY] === 6 ? 'IPv6' : 'IPv4';
      handle.onmessage(nread, handle, new FastBuffer(memory, numbers[RECEIVED_AT], nread),
                       { address, family, port: numbers[FROM_PORT], size: nread });
    }
    if (resources !== null)
      resources.end();
  },
  function onSent(handle, status) {
    const callback = ArrayPrototypeShift.call(handle.sends);
    callback(status);
  },
);

class UDP {
  // Own properties before they are assigned: a setter of the program must not be called.
  onmessage;
  lookup;     // (address, callback)
  isPlain;    // (address): whether lookup() answers it by itself, in a tick
  async;

  // With an id, wraps an existing handle, which another process has sent.
  constructor(lookup, id = binding.create()) {
    if (id < 0)
      throw require('internal/errors').errnoException(id, 'socket');
    this.id = id;
    this.onmessage = nop;
    this.lookup = lookup;
    this.sends = [];      // callbacks of sends that are under way
    this.owner = null;
    this.about = null;
    this.frame = context.frame;
    binding.own(id, this);
    if (context.resources !== null)
      context.resources.init('UDPWRAP', this);
  }

  get fd() { return binding.fd(this.id); }
  ref() { binding.ref(this.id); }
  unref() { binding.unref(this.id); }
  hasRef() { return binding.hasRef(this.id); }
  open(fd) { return binding.open(this.id, fd); }
  bind(address, port, flags) { return binding.bind(this.id, address, port, flags); }
  connect(address, port) { return binding.connect(this.id, address, port); }
  disconnect() { return binding.disconnect(this.id); }
  getsockname(out) { return fill(out, binding.getsockname(this.id)); }
  getpeername(out) { return fill(out, binding.getpeername(this.id)); }
  recvStart() { return binding.receiveStart(this.id); }
  recvStop() { return binding.receiveStop(this.id); }
  getSendQueueSize() { return binding.sendQueueSize(this.id); }
  getSendQueueCount() { return binding.sendQueueCount(this.id); }
  setBroadcast(on) { return binding.setBroadcast(this.id, on ? 1 : 0); }
  setTTL(ttl) { return binding.setTTL(this.id, ttl); }
  setMulticastTTL(ttl) { return binding.setMulticastTTL(this.id, ttl); }
  setMulticastLoopback(on) { return binding.setMulticastLoopback(this.id, on ? 1 : 0); }
  setMulticastInterface(address) { return binding.setMulticastInterface(this.id, address); }
  setMembership(joins, group, from, source) {
    return binding.setMembership(this.id, joins, group, from, source);
  }
  // The size, or an errno. Size 0 only reads it.
  bufferSize(size, isReceive) { return binding.bufferSize(this.id, size, isReceive); }

  // An errno, or the number of bytes. `async` is true if the callback follows: (status).
  send(buffers, address, port, callback) {
    const result = binding.send(this.id, buffers, buffers.length, address, port);
    this.async = result > 0 && result % 2 === 1;
    if (!this.async)
      return result < 0 ? result : result / 2;
    this.follow(callback);
    return (result - 1) / 2;
  }

  // The same for one Buffer to an IP address; follow() is the caller's when `async` is true.
  sendOne(buffer, address, port) {
    let result;
    if (address === lastAddress) {
      numbers[SEND_ID] = this.id;
      numbers[SEND_PORT] = port;
      result = binding.sendAgain(buffer);
    } else {
      result = binding.sendOne(this.id, buffer, address, port);
      lastAddress = StringPrototypeIncludes.call(address, '%') ? undefined : address;
    }
    this.async = result > 0 && result % 2 === 1;
    return result < 0 ? result : (this.async ? result - 1 : result) / 2;
  }

  follow(callback) {
    ArrayPrototypePush.call(this.sends, bind(callback, 'UDPSENDWRAP', this));
  }

  close() {
    binding.close(this.id, false);
    this.id = 0;
    context.gone?.(this);
  }
}

function fill(out, name) {
  if (typeof name === 'number')
    return name;
  out.address = name[0];
  out.family = name[2] === 6 ? 'IPv6' : 'IPv4';
  out.port = name[1];
  return 0;
}

module.exports = { UDP };
