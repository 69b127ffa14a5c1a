'use strict';
// Messages between primary and worker, beside those of the program: objects with cmd 'NODE_CLUSTER'
// and either `act`, a request, or `ack`, the `seq` of the request that is answered. The names are
// Node's.
//
// (1) A callback is called once: with the answer, or without arguments by fail().
// (2) A failure to send is not an error of the program: the end of the channel reports it.

const { SafeMap, SafeWeakMap } = primordials;

const CMD = 'NODE_CLUSTER';
const QUIETLY = { __proto__: null, swallowErrors: true };

class Link {
  // Own properties before they are assigned: a setter of the program must not be called.
  target;
  onRequest;
  callbacks;
  seq;

  constructor(target, onRequest) {
    this.target = target;        // a ChildProcess, or process
    this.onRequest = onRequest;  // (message, handle)
    this.callbacks = new SafeMap();
    this.seq = 0;
    target.on('internalMessage', (message, handle) => this.receive(message, handle));
  }

  // Returns false if the channel is closed. `callback` gets (answer, handle).
  send(message, handle, callback) {
    if (!this.target.connected)
      return false;
    const seq = this.seq++;
    if (callback !== undefined)
      this.callbacks.set(seq, callback);
    this.target.send({ __proto__: null, cmd: CMD, ...message, seq }, handle, QUIETLY);
    return true;
  }

  receive(given, handle) {
    if (given.cmd !== CMD)
      return;
    const message = { __proto__: null, ...given };
    if (message.ack === undefined) {
      this.onRequest(message, handle);
      return;
    }
    const callback = this.callbacks.get(message.ack);
    this.callbacks.delete(message.ack);
    if (callback !== undefined)
      callback(message, handle);
    else
      handle?.close();
  }

  // The channel is closed, and everything that came over it has been read.
  fail() {
    const callbacks = this.callbacks;
    this.callbacks = new SafeMap();
    callbacks.forEach((callback) => callback(undefined, undefined));
  }
}

// In the primary: the link of each worker.
const links = new SafeWeakMap();
const linkOf = (worker) => links.get(worker);
const setLink = (worker, link) => links.set(worker, link);

module.exports = { Link, linkOf, setLink };
