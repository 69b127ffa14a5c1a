'use strict';
// In the primary: a bound socket that is sent to each worker that requests it. The workers accept,
// or receive datagrams, themselves (SCHED_NONE, and all of UDP).

const { SafeMap } = primordials;

class SharedHandle {
  // Own properties before they are assigned: a setter of the program must not be called.
  workers;
  handle;
  errno;
  data;

  // `query` is the message of the worker that asked first.
  constructor(address, query) {
    this.workers = new SafeMap();
    this.handle = null;
    this.errno = 0;
    this.data = undefined;
    const made = bound(address, query);
    if (typeof made === 'number')
      this.errno = made;
    else
      this.handle = made;
  }

  has(worker) { return this.workers.has(worker.id); }

  // answer(errno, fields of the answer, handle)
  add(worker, answer) {
    this.workers.set(worker.id, worker);
    answer(this.errno, undefined, this.handle);
  }

  // Returns whether it was the last worker.
  remove(worker) {
    if (!this.workers.delete(worker.id) || this.workers.size > 0)
      return false;
    this.handle?.close();
    this.handle = null;
    return true;
  }
}

// A handle that is bound, or an errno.
function bound(address, query) {
  const { port, addressType, fd, flags } = query;
  if (addressType === 'udp4' || addressType === 'udp6')
    return require('internal/dgram').createHandle(address, port, addressType, fd, flags);
  const { createServerHandle, setPipeMode } = require('internal/net/server');
  const made = createServerHandle(address, port, addressType, fd, flags);
  if (typeof made === 'number')
    return made;
  const err = addressType === -1 ? setPipeMode(made, query) : portError(made, port);
  if (err === 0)
    return made;
  made.close();
  return err;
}

// The loop reports that an address is in use when the name of the socket is read, or by listen(),
// which another process calls here.
function portError(handle, port) {
  return port > 0 ? handle.getsockname({ __proto__: null }) : 0;
}

module.exports = { SharedHandle };
