'use strict';
// In the primary: listens, accepts, and passes each connection to one of the workers (SCHED_RR,
// SCHED_LEAST_BUSY).
//
// (1) A worker has at most one connection that it has not answered for, and gets no other until it
//     has. So a worker whose loop is blocked gets none.
// (2) The primary holds a connection until a worker has accepted it. As a worker answers before its
//     program sees the connection, nothing has been read from one that was refused, or that was on
//     its way when the worker died: it goes to another worker.
// (3) Without workers it does not listen, and waiting connections are dropped.
// (4) Requests of workers wait until listening has succeeded or failed.

const { ArrayPrototypeIndexOf, SafeArray, SafeMap } = primordials;
const { linkOf } = require('internal/cluster/link');
const { gaveConnection, loadOf } = require('internal/cluster/load');
const { setTimeout } = require('timers');

const { UV_TCP_IPV6ONLY } = internalBinding('tcp_wrap');
const PAUSE = 10; // ms, before a connection that every worker has refused is offered again

class Distributor {
  // Own properties before they are assigned: a setter of the program must not be called.
  key;
  byLoad;
  all;
  free;
  queue;
  handle;
  errno;
  data;
  pendingRequests;
  server;

  constructor(key, address, query, byLoad) {
    this.key = key;
    this.byLoad = byLoad;
    this.all = new SafeMap();      // from id to worker
    this.free = new SafeArray();   // workers that wait for a connection, longest first
    this.queue = new SafeArray();  // connections that wait for a worker
    this.handle = null;
    this.errno = 0;
    this.data = undefined;
    this.pendingRequests = new SafeArray(); // functions to call once it listens; null from then on
    this.server = this.listen(address, query);
  }

  listen(address, { port, addressType, fd, flags, backlog, readableAll, writableAll }) {
    const server = new (require('internal/net/server').Server)();
    server.once('listening', () => {
      this.handle = server._handle;
      this.handle.about = { __proto__: null, sharedBy: this.all };
      this.handle.onconnection = (status, client) => {
        if (status === 0)
          this.offer(client, 0);
      };
      this.answerAll();
    });
    server.once('error', (error) => {
      this.errno = error.errno;
      this.answerAll();
    });
    if (fd >= 0)
      server.listen({ __proto__: null, fd, backlog });
    else if (addressType === -1)
      server.listen({ __proto__: null, path: address, backlog, readableAll, writableAll });
    else
      server.listen({ __proto__: null, port, host: address, backlog,
                      ipv6Only: (flags & UV_TCP_IPV6ONLY) !== 0 });
    return server;
  }

  answerAll() {
    const { pendingRequests } = this;
    this.pendingRequests = null;
    for (let i = 0; i < pendingRequests.length; i++)
      pendingRequests[i]();
  }

  has(worker) { return this.all.has(worker.id); }

  // answer(errno, fields of the answer, handle)
  add(worker, answer) {
    this.all.set(worker.id, worker);
    if (this.pendingRequests === null)
      this.answer(worker, answer);
    else
      this.pendingRequests.push(() => this.answer(worker, answer));
  }

  answer(worker, answer) {
    if (this.errno !== 0) {
      this.all.delete(worker.id);
      answer(this.errno);
      return;
    }
    if (this.handle === null || !this.all.has(worker.id))
      return; // the worker is gone
    const name = { __proto__: null };
    const isNamed = this.handle.getsockname?.(name) === 0;
    answer(null, {
      __proto__: null,
      sockname: isNamed ? { address: name.address, family: name.family, port: name.port } :
        undefined,
      reportsLoad: this.byLoad || undefined,
    });
    this.free.push(worker);
    this.handOut();
  }

  // Returns whether it was the last worker.
  remove(worker) {
    if (!this.all.delete(worker.id))
      return false;
    const at = ArrayPrototypeIndexOf.call(this.free, worker);
    if (at >= 0)
      this.free.splice(at, 1);
    if (this.all.size > 0)
      return false;
    this.server.close();
    this.handle = null;
    while (this.queue.length > 0)
      this.queue.shift().client.close();
    return true;
  }

  offer(client, refusals) {
    if (this.handle === null) {
      client.close();
      return;
    }
    this.queue.push({ __proto__: null, client, refusals });
    this.handOut();
  }

  handOut() {
    while (this.queue.length > 0 && this.free.length > 0)
      this.pass(this.take(), this.queue.shift());
  }

  // The worker that gets the next connection.
  take() {
    if (!this.byLoad || this.free.length === 1)
      return this.free.shift();
    let best = 0, least = Infinity;
    for (let i = 0; i < this.free.length; i++) {
      const load = loadOf(this.free[i]);
      if (load < least) {
        least = load;
        best = i;
      }
    }
    const worker = this.free[best];
    this.free.splice(best, 1);
    return worker;
  }

  pass(worker, entry) {
    if (this.byLoad)
      gaveConnection(worker);
    const done = (answer) => {
      if (answer === undefined)
        this.offer(entry.client, entry.refusals); // the worker is gone
      else
        this.answered(entry, answer.accepted);
      if (this.all.has(worker.id)) {
        this.free.push(worker);
        this.handOut();
      }
    };
    if (!linkOf(worker).send({ act: 'newconn', key: this.key }, entry.client, done)) {
      this.all.delete(worker.id); // the end of its channel is about to be reported
      this.offer(entry.client, entry.refusals);
    }
  }

  answered(entry, isAccepted) {
    if (isAccepted) {
      entry.client.close();
      return;
    }
    const refusals = entry.refusals + 1;
    if (refusals < this.all.size)
      this.offer(entry.client, refusals);
    else
      setTimeout(() => this.offer(entry.client, 0), PAUSE);
  }
}

module.exports = { Distributor };
