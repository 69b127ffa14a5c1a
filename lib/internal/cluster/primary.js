'use strict';
// node:cluster in the primary: starts workers, tracks their state, and owns the sockets that they
// share.
//
// (1) A worker is in cluster.workers until it is asked to disconnect, or has exited and its channel
//     is closed. It is removed before the later of 'exit' and 'disconnect' is emitted.
// (2) Workers that request the same address share a socket. The socket is closed when the last of
//     them has closed its server or has ended.
// (3) A worker that disconnects gets no further connections.

const {
  ArrayPrototypeToSpliced, ObjectKeys, SafeArray, SafeMap, SafeSet,
} = primordials;
const EventEmitter = require('events');
const { setMethod } = require('internal/prototypes');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { Worker } = require('internal/cluster/worker');
const { Link, linkOf, setLink } = require('internal/cluster/link');
const { SCHED_LEAST_BUSY, SCHED_NONE, SCHED_RR, policyOfEnvironment } =
  require('internal/cluster/policies');

const cluster = new EventEmitter();
const shared = new SafeMap();         // from key to SharedHandle or Distributor
const connected = new SafeSet();      // workers whose channel is open
const waiting = new SafeArray();      // callbacks of cluster.disconnect()
let lastId = 0;
let policy;                           // fixed by the first setupPrimary()

module.exports = cluster;
cluster.isWorker = false;
cluster.isMaster = true;
cluster.isPrimary = true;
cluster.Worker = Worker;
cluster.workers = {};
cluster.settings = {};
cluster.SCHED_NONE = SCHED_NONE;
cluster.SCHED_RR = SCHED_RR;
cluster.SCHED_LEAST_BUSY = SCHED_LEAST_BUSY;
cluster.schedulingPolicy = policyOfEnvironment();

// ---- Starting workers ----

cluster.setupPrimary = function(options) {
  // lint-ok: options-own the program gets it
  const settings = {
    args: ArrayPrototypeToSpliced.call(process.argv, 0, 2),
    exec: process.argv[1],
    execArgv: process.execArgv,
    silent: false,
    ...cluster.settings,
    ...options,
  };
  cluster.settings = settings;
  if (policy === undefined) {
    const { schedulingPolicy } = cluster;
    if (schedulingPolicy !== SCHED_NONE && schedulingPolicy !== SCHED_RR &&
        schedulingPolicy !== SCHED_LEAST_BUSY)
      throw new ERR_INVALID_ARG_VALUE('cluster.schedulingPolicy', schedulingPolicy);
    policy = schedulingPolicy;
  }
  process.nextTick(() => cluster.emit('setup', settings));
};
cluster.setupMaster = cluster.setupPrimary; // the former name

function startProcess(id, env) {
  const { settings } = cluster;
  return require('child_process').fork(settings.exec, settings.args, {
    __proto__: null,
    cwd: settings.cwd,
    env: { __proto__: null, ...process.env, ...env, NODE_UNIQUE_ID: `${id}` },
    execArgv: settings.execArgv,
    gid: settings.gid,
    serialization: settings.serialization,
    silent: settings.silent,
    stdio: settings.stdio,
    uid: settings.uid,
    windowsHide: settings.windowsHide,
  });
}

cluster.fork = function(env) {
  cluster.setupPrimary();
  const id = ++lastId;
  const child = startProcess(id, env);
  const worker = new Worker({ __proto__: null, id, process: child });
  setLink(worker, new Link(child, (message, handle) => onRequest(worker, message, handle)));
  worker.on('message', (message, handle) => cluster.emit('message', worker, message, handle));
  child.once('exit', (code, signal) => onExit(worker, code, signal));
  child.once('disconnect', () => onDisconnect(worker));
  process.nextTick(() => cluster.emit('fork', worker));
  connected.add(worker);
  cluster.workers[id] = worker;
  return worker;
};

// ---- Their end ----

function onExit(worker, code, signal) {
  if (!worker.isConnected())
    delete cluster.workers[worker.id];
  worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
  worker.state = 'dead';
  worker.emit('exit', code, signal);
  cluster.emit('exit', worker, code, signal);
}

function onDisconnect(worker) {
  removeFromShared(worker);
  linkOf(worker).fail();
  if (worker.isDead())
    delete cluster.workers[worker.id];
  worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
  worker.state = 'disconnected';
  worker.emit('disconnect');
  cluster.emit('disconnect', worker);
  connected.delete(worker);
  while (connected.size === 0 && waiting.length > 0)
    process.nextTick(waiting.shift());
}

function removeFromShared(worker) {
  shared.forEach((handle, key) => {
    if (handle.remove(worker))
      shared.delete(key);
  });
}

cluster.disconnect = function(callback) {
  const ids = ObjectKeys(cluster.workers);
  if (typeof callback === 'function') {
    if (connected.size === 0)
      process.nextTick(callback);
    else
      waiting.push(callback);
  }
  for (let i = 0; i < ids.length; i++) {
    const worker = cluster.workers[ids[i]];
    if (worker.isConnected())
      worker.disconnect();
  }
};

setMethod(Worker.prototype, 'disconnect', function disconnect() {
  this.exitedAfterDisconnect = true;
  linkOf(this).send({ act: 'disconnect' });
  removeFromShared(this);
  delete cluster.workers[this.id];
  return this;
});

setMethod(Worker.prototype, 'kill', function kill(signal) {
  this.process.kill(signal || 'SIGTERM');
});
setMethod(Worker.prototype, 'destroy', Worker.prototype.kill);

// ---- Requests of workers ----

const REQUESTS = {
  __proto__: null,

  online(worker) {
    worker.state = 'online';
    worker.emit('online');
    cluster.emit('online', worker);
  },

  queryServer,

  listening(worker, { addressType, address, port, fd }) {
    worker.state = 'listening';
    const info = { addressType, address, port, fd };
    worker.emit('listening', info);
    cluster.emit('listening', worker, info);
  },

  close(worker, { key, seq }) {
    if (shared.get(key)?.remove(worker))
      shared.delete(key);
    linkOf(worker).send({ ack: seq });
  },

  exitedAfterDisconnect(worker, { seq }) {
    worker.exitedAfterDisconnect = true;
    linkOf(worker).send({ ack: seq });
  },

  load(worker, message) {
    require('internal/cluster/load').reported(worker, message);
  },
};

function onRequest(worker, message, handle) {
  const request = REQUESTS[message.act];
  if (request !== undefined)
    request(worker, message, handle);
}

// A worker wants to listen, or to receive datagrams.
function queryServer(worker, message) {
  if (worker.exitedAfterDisconnect)
    return; // its channel is about to close
  const { address, port, addressType, fd, index } = message;
  const key = `${address}:${port}:${addressType}:${fd}${port === 0 ? `:${index}` : ''}`;
  let handle = shared.get(key);
  if (handle === undefined) {
    handle = open(key, message);
    shared.set(key, handle);
  }
  handle.data ??= message.data;
  const answer = (errno, fields, passed) => {
    if (errno && shared.get(key) === handle)
      shared.delete(key); // the next worker tries again
    linkOf(worker).send(
      { __proto__: null, errno, key, ack: message.seq, data: handle.data, ...fields }, passed);
  };
  if (handle.has(worker)) {
    const errno = internalBinding('uv').UV_EADDRINUSE;
    linkOf(worker).send({ errno, key, ack: message.seq });
    return;
  }
  handle.add(worker, answer);
}

function open(key, message) {
  const { addressType } = message;
  const address = shortest(message);
  if (policy === SCHED_NONE || addressType === 'udp4' || addressType === 'udp6') {
    const { SharedHandle } = require('internal/cluster/shared_handle');
    return new SharedHandle(address, message);
  }
  const { Distributor } = require('internal/cluster/distributor');
  return new Distributor(key, address, message, policy === SCHED_LEAST_BUSY);
}

// Paths arrive absolute, but a path of a unix socket is limited to about 100 bytes: a relative one
// may be shorter.
function shortest({ address, addressType, port }) {
  if (addressType !== -1 || port >= 0 || typeof address !== 'string' || address[0] === '\0')
    return address;
  const relative = require('path').relative(process.cwd(), address);
  return relative.length > 0 && relative.length < address.length ? relative : address;
}
