'use strict';
// node:cluster in a worker: a server that listens requests a socket, or connections, from the
// primary.
//
// (1) If the primary accepts, the handle of the server is a RemoteHandle. If the worker accepts, it
//     is a real handle, and the primary is informed when it is closed.
// (2) The answer for a connection is sent to the primary before the program sees the connection.
// (3) A worker without a primary exits: when its channel closes, unless it was asked to disconnect.

const {
  ReflectApply, SafeMap, SafeSet,
} = primordials;
const EventEmitter = require('events');
const { setMethod } = require('internal/prototypes');
const { setOwnProperty } = require('internal/util');
const { Worker } = require('internal/cluster/worker');
const { Link } = require('internal/cluster/link');
const { RemoteHandle } = require('internal/cluster/remote_handle');
const { SCHED_LEAST_BUSY, SCHED_NONE, SCHED_RR } = require('internal/cluster/policies');

const cluster = new EventEmitter();
const handles = new SafeMap();  // from key to handle
const indexes = new SafeMap();  // from address to the numbers of its servers in this worker
let link;

module.exports = cluster;
cluster.isWorker = true;
cluster.isMaster = false;
cluster.isPrimary = false;
cluster.worker = null;
cluster.Worker = Worker;
cluster.SCHED_NONE = SCHED_NONE;
cluster.SCHED_RR = SCHED_RR;
cluster.SCHED_LEAST_BUSY = SCHED_LEAST_BUSY;

// Called once, before the program runs.
cluster._setupWorker = function() {
  const worker = new Worker({
    __proto__: null, id: +process.env.NODE_UNIQUE_ID | 0, process, state: 'online',
  });
  delete process.env.NODE_UNIQUE_ID;
  cluster.worker = worker;
  process.once('disconnect', () => {
    worker.emit('disconnect');
    if (!worker.exitedAfterDisconnect)
      process.exit(0);
  });
  link = new Link(process, (message, handle) => {
    if (message.act === 'newconn')
      onConnection(message, handle);
    else if (message.act === 'disconnect')
      disconnect(worker, true);
  });
  link.send({ act: 'online' });
};

// ---- Servers ----

// Servers on any port differ by number: each gets a port of its own, the same in every worker.
function takeIndex(address) {
  let taken = indexes.get(address);
  if (taken === undefined)
    indexes.set(address, taken = new SafeSet());
  let index = 0;
  while (taken.has(index))
    index++;
  taken.add(index);
  return { __proto__: null, index, free: () => taken.delete(index) };
}

// `owner` (a net.Server or dgram.Socket) requests a handle for `options`: { address, port,
// addressType, fd, flags … }. Calls callback(errno, handle).
cluster._getServer = function(owner, options, callback) {
  const { port, addressType, fd } = options;
  let { address } = options;
  if (addressType === -1 && typeof address === 'string' && address[0] !== '\0')
    address = require('path').resolve(address);
  const place = takeIndex(`${address}:${port}:${addressType}:${fd}`);
  const query = { __proto__: null, act: 'queryServer', index: place.index, data: null, ...options,
                  address };
  if (owner._getServerData)
    query.data = owner._getServerData();
  link.send(query, undefined, (answer, handle) => {
    if (typeof owner._setServerData === 'function')
      owner._setServerData(answer.data);
    if (answer.errno) {
      place.free();
      callback(answer.errno, null);
      return;
    }
    if (answer.reportsLoad)
      require('internal/cluster/load').startReports((message) => link.send(message));
    callback(0, handle ? ownHandle(answer, handle, place) : remoteHandle(answer, place));
  });
  owner.once('listening', () => {
    cluster.worker.state = 'listening';
    const name = owner.address();
    link.send({ __proto__: null, ...query, act: 'listening', port: name?.port || port });
  });
};

function closed(key, place, callback) {
  handles.delete(key);
  place.free();
  link.send({ act: 'close', key }, undefined, callback);
}

// A socket that the workers share.
function ownHandle({ key }, handle, place) {
  handles.set(key, handle);
  setOwnProperty(handle, 'close', function() {
    delete handle.close; // the class has one
    closed(key, place);
    ReflectApply(handle.close, handle, arguments);
  });
  return handle;
}

// A socket on which the primary listens.
function remoteHandle({ key, sockname }, place) {
  const handle = new RemoteHandle(sockname, (callback) => closed(key, place, callback));
  handles.set(key, handle);
  return handle;
}

function isFull({ owner }) {
  return owner !== null && owner.maxConnections != null && !owner.dropMaxConnection &&
    owner._connections >= owner.maxConnections;
}

function onConnection({ key, seq }, client) {
  const handle = handles.get(key);
  const accepted = client !== undefined && handle !== undefined && !isFull(handle);
  link.send({ ack: seq, accepted });
  if (accepted)
    handle.onconnection(0, client);
  else
    client?.close();
}

// ---- The end ----

// Closes all servers, waits for their 'close', then closes the channel.
function disconnect(worker, isRequested) {
  worker.exitedAfterDisconnect = true;
  let left = 1;
  const leave = () => {
    if (process.connected)
      process.disconnect();
  };
  const oneDone = () => {
    if (--left > 0)
      return;
    if (isRequested)
      leave();
    else
      link.send({ act: 'exitedAfterDisconnect' }, undefined, leave);
  };
  handles.forEach((handle) => {
    left++;
    if (typeof handle.owner?.close === 'function')
      handle.owner.close(oneDone);
    else
      handle.close(oneDone);
  });
  handles.clear();
  oneDone();
}

setMethod(Worker.prototype, 'disconnect', function() {
  if (this.state !== 'disconnecting' && this.state !== 'destroying') {
    this.state = 'disconnecting';
    disconnect(this, false);
  }
  return this;
});

setMethod(Worker.prototype, 'kill', function() {
  if (this.state === 'destroying')
    return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) {
    process.exit(0);
    return;
  }
  this.state = 'destroying';
  link.send({ act: 'exitedAfterDisconnect' }, undefined, () => process.disconnect());
  process.once('disconnect', () => process.exit(0));
});
setMethod(Worker.prototype, 'destroy', Worker.prototype.kill);
