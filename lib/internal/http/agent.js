'use strict';
// Agent: assigns connections to requests, and holds idle connections.
//
// (1) Connections are grouped by name (host, port, local address, …): `sockets` are in use,
//     `freeSockets` are idle, `requests` wait for a socket. Empty lists are removed.
// (2) A socket is in one of the two lists from its creation until 'close' or 'agentRemove'.
// (3) A freed socket goes to the request that has waited longest. Without one it becomes idle, if
//     the agent has keepAlive and both sides agreed; else it is closed.

const {
  ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypeShift,
  ArrayPrototypeToSpliced, MathMax, NumberIsFinite, ObjectKeys, ObjectSetPrototypeOf, ReflectApply,
  RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, Symbol,
  SymbolDispose,
} = primordials;
const { setMethod, shield } = require('internal/prototypes');
const EventEmitter = require('events');
const net = require('net');
const { validateNumber, validateOneOf, validateString } = require('internal/validators');
const { context } = require('internal/async_context');

const KEEP_ALIVE_HINT = /(?:^|[\s,])timeout=(\d+)/i;
const kOptions = Symbol('connectionOptions'); // of a request that waits
const kOnKeyLog = Symbol('onkeylog');
const kOnRead = Symbol('onread'); // of an idle socket's handle
const kProxy = Symbol('proxy');   // of an agent: a Proxy of internal/http/proxy, or null

function Agent(options) {
  if (!(this instanceof Agent))
    return new Agent(options);
  ReflectApply(EventEmitter, this, []);
  this.options = { __proto__: null, ...options };
  this.options.noDelay ??= true;
  this.options.path = null; // the path of a Unix socket, not of a request
  this.defaultPort = this.options.defaultPort || 80;
  this.protocol = this.options.protocol || 'http:';
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Infinity;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
  if (this.options.maxTotalSockets !== undefined)
    validateNumber(this.options.maxTotalSockets, 'maxTotalSockets', 1);
  this.maxTotalSockets = this.options.maxTotalSockets ?? Infinity;
  this.totalSocketCount = 0;
  this.agentKeepAliveTimeoutBuffer =
    typeof this.options.agentKeepAliveTimeoutBuffer === 'number' &&
    this.options.agentKeepAliveTimeoutBuffer >= 0 &&
    NumberIsFinite(this.options.agentKeepAliveTimeoutBuffer) ?
      this.options.agentKeepAliveTimeoutBuffer : 1000;
  this[kProxy] = this.options.proxyEnv ?
    require('internal/http/proxy').makeProxy(this.options.proxyEnv, this.protocol) : null;
  this.on('free', onFree);
  this.on('newListener', onNewListener);
}
ObjectSetPrototypeOf(Agent.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Agent, EventEmitter);
shield(Agent.prototype, [
  'options', 'protocol', 'keepAliveMsecs', 'keepAlive', 'maxSockets', 'maxFreeSockets',
  'maxTotalSockets', 'defaultPort', 'scheduling', 'requests', 'sockets', 'freeSockets',
]);
Agent.defaultMaxSockets = Infinity;

const proto = Agent.prototype;

// Sockets emit TLS keys; the agent emits them too from its first listener on.
function onNewListener(event) {
  if (event !== 'keylog')
    return;
  const agent = this;
  this.removeListener('newListener', onNewListener);
  this[kOnKeyLog] = function(line) { agent.emit('keylog', line, this); };
  forEachSocket(this.sockets, (socket) => socket.on('keylog', this[kOnKeyLog]));
  forEachSocket(this.freeSockets, (socket) => socket.on('keylog', this[kOnKeyLog]));
}

setMethod(proto, 'createConnection', function createConnection(...args) {
  return ReflectApply(net.createConnection, net, args);
});

proto.getName = function(options = {}) {
  const { family, host, localAddress, port, socketPath } = options;
  let name = `${host || 'localhost'}:${port || ''}:${localAddress || ''}`;
  if (family === 4 || family === 6)
    name += `:${family}`;
  if (socketPath)
    name += `:${socketPath}`;
  return name;
};

// ---- Lists by name ----
//
// The program can read these lists, so they are arrays of its realm. A change replaces the list,
// because push() and splice() call setters that a program has put on Array.prototype.

const insert = (list, at, item) => (list === undefined ? [item] :
  ArrayPrototypeToSpliced.call(list, at, 0, item));

function add(lists, name, item) {
  lists[name] = insert(lists[name], count(lists, name), item);
}

function take(lists, name, item) {
  const list = lists[name];
  const at = list === undefined ? -1 : ArrayPrototypeIndexOf.call(list, item);
  if (at < 0)
    return false;
  if (list.length === 1)
    delete lists[name];
  else
    lists[name] = ArrayPrototypeToSpliced.call(list, at, 1);
  return true;
}

const count = (lists, name) => lists[name]?.length ?? 0;

// `callback` may replace the lists.
function forEachSocket(lists, callback) {
  const names = ObjectKeys(lists);
  for (let i = 0; i < names.length; i++) {
    const sockets = lists[names[i]] ?? [];
    for (let at = 0; at < sockets.length; at++)
      callback(sockets[at]);
  }
}

// ---- Requests ----

proto.addRequest = function(req, options, port, localAddress) {
  if (typeof options === 'string') // the old form: host, port, localAddress
    options = { __proto__: null, host: options, port, localAddress };
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath)
    options.path = options.socketPath;
  const name = this.getName(options);
  const idle = takeIdle(this, name);
  if (idle !== undefined) {
    add(this.sockets, name, idle);
    if (idle._writableState)
      idle._writableState.highWaterMark = options.highWaterMark ??
        require('internal/streams/state').getDefaultHighWaterMark();
    this.reuseSocket(idle, req);
    hand(this, req, idle);
  } else if (hasRoom(this, name))
    create(this, req, options);
  else {
    req[kOptions] = options;
    add(this.requests, name, req);
    makeRoom(this);
  }
};

const hasRoom = (agent, name) =>
  count(agent.sockets, name) + count(agent.freeSockets, name) < agent.maxSockets &&
  agent.totalSocketCount < agent.maxTotalSockets;

function takeIdle(agent, name) {
  const list = agent.freeSockets[name];
  if (list === undefined)
    return undefined;
  let socket;
  while (list.length && (socket === undefined || socket.destroyed || !socket.writable))
    socket = agent.scheduling === 'fifo' ? ArrayPrototypeShift.call(list) :
      ArrayPrototypePop.call(list);
  if (list.length === 0)
    delete agent.freeSockets[name];
  return socket?.destroyed || !socket?.writable ? undefined : socket;
}

function hand(agent, req, socket) {
  req.onSocket(socket);
  const agentTimeout = agent.options.timeout || 0;
  if (req.timeout === undefined || req.timeout === agentTimeout)
    return;
  socket.setTimeout(req.timeout);
}

function create(agent, req, options) {
  agent.createSocket(req, options, (err, socket) => {
    if (err)
      req.onSocket(null, err);
    else
      hand(agent, req, socket);
  });
}

proto.createSocket = function(req, options, callback) {
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath)
    options.path = options.socketPath;
  normalizeServerName(options, req);
  if (options.timeout === undefined && req.timeout !== undefined)
    options.timeout = req.timeout;
  const name = this.getName(options);
  options._agentKey = name;
  options.encoding = null;
  if (this.keepAlive) {
    options.keepAlive = true;
    options.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  let called = false;
  const created = (err, socket) => {
    if (called)
      return;
    called = true;
    if (err) {
      callback(err);
      return;
    }
    add(this.sockets, name, socket);
    this.totalSocketCount++;
    watch(this, socket, options);
    callback(null, socket);
  };
  if (this[kProxy]?.appliesTo(options)) {
    require('internal/http/proxy').open(this, req, options, created);
    return;
  }
  const socket = this.createConnection(options, created);
  if (socket)
    created(null, socket);
};

// The server name for TLS: the host that the program named.
function normalizeServerName(options, req) {
  if (options.servername !== undefined)
    return;
  const host = req.getHeader?.('host');
  let name = options.host;
  if (host) {
    validateString(host, 'options.headers.host');
    name = host[0] === '[' ?
      StringPrototypeSlice.call(host, 1, MathMax(StringPrototypeIndexOf.call(host, ']'), 1)) :
      StringPrototypeSplit.call(host, ':', 1)[0];
  }
  options.servername = net.isIP(name) ? '' : name;
}

function watch(agent, socket, options) {
  const onSocketFree = () => agent.emit('free', socket, options);
  const onClose = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  };
  // Closes the socket only if it is idle. Otherwise its request handles the timeout.
  const onTimeout = () => {
    const idle = agent.freeSockets[options._agentKey];
    if (idle !== undefined && ArrayPrototypeIncludes.call(idle, socket))
      socket.destroy();
  };
  const onRemove = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
    socket.removeListener('close', onClose);
    socket.removeListener('free', onSocketFree);
    socket.removeListener('timeout', onTimeout);
    socket.removeListener('agentRemove', onRemove);
  };
  socket.on('free', onSocketFree);
  socket.on('close', onClose);
  socket.on('timeout', onTimeout);
  socket.on('agentRemove', onRemove);
  if (agent[kOnKeyLog])
    socket.on('keylog', agent[kOnKeyLog]);
}

// ---- Freed and removed sockets ----

function onFree(socket, options) {
  const name = this.getName(options);
  const req = socket._httpMessage;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const waiting = this.requests[name];
  if (waiting !== undefined) {
    const next = ArrayPrototypeShift.call(waiting);
    if (waiting.length === 0)
      delete this.requests[name];
    hand(this, next, socket); // not marked as reused: the socket was never free
    return;
  }
  const idle = count(this.freeSockets, name);
  const all = idle + count(this.sockets, name);
  if (req?.shouldKeepAlive === false || !this.keepAlive ||
      this.totalSocketCount > this.maxTotalSockets || all > this.maxSockets ||
      idle >= this.maxFreeSockets || !this.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  socket._httpMessage = null;
  take(this.sockets, name, socket);
  socket.once('error', onIdleError);
  guard(socket);
  add(this.freeSockets, name, socket);
  useRoom(this);
}

// Bytes that arrive on an idle connection belong to no request, and must not be parsed as the
// response to the next one.
function guard(socket) {
  const handle = socket._handle;
  if (!handle || socket[kOnRead])
    return;
  const onread = handle.onread;
  socket[kOnRead] = onread;
  handle.onread = function(buffer, nread) {
    if (nread > 0)
      socket.destroy();
    else
      ReflectApply(onread, this, [buffer, nread]);
  };
}

function unguard(socket) {
  if (socket[kOnRead] && socket._handle)
    socket._handle.onread = socket[kOnRead];
  socket[kOnRead] = null;
}

// No request uses an idle connection: its errors are not reported.
function onIdleError() {
  this.destroy();
  this.emit('agentRemove');
}

proto.removeSocket = function(socket, options) {
  const name = this.getName(options);
  take(this.sockets, name, socket);
  if (!socket.writable)
    take(this.freeSockets, name, socket);
  useRoom(this);
};

// The number of sockets has decreased: serves the first waiting request that is below its limit.
function useRoom(agent) {
  const names = ObjectKeys(agent.requests);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    while (agent.requests[name] !== undefined && hasRoom(agent, name)) {
      const req = agent.requests[name][0];
      take(agent.requests, name, req);
      createFor(agent, name, req);
    }
  }
  makeRoom(agent);
}

// Creates a connection for a waiting request. It is assigned like a freed one.
function createFor(agent, name, req) {
  agent.createSocket(req, req[kOptions], (err, socket) => {
    if (err) {
      req.onSocket(null, err);
      return;
    }
    agent.requests[name] = insert(agent.requests[name], 0, req);
    socket.emit('free');
  });
}

// Closes an idle connection to another host if a request waits because of maxTotalSockets.
function makeRoom(agent) {
  if (agent.totalSocketCount < agent.maxTotalSockets)
    return;
  const other = ObjectKeys(agent.freeSockets)[0];
  if (other === undefined)
    return;
  const names = ObjectKeys(agent.requests);
  for (let i = 0; i < names.length; i++) {
    if (count(agent.sockets, names[i]) < agent.maxSockets) {
      agent.freeSockets[other][0].destroy();
      return;
    }
  }
}

proto.keepSocketAlive = function(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout = this.options.timeout || 0;
  // The server announces its timeout: the socket is closed a little earlier.
  const promised = socket._httpMessage?.res?.headers['keep-alive'];
  const hint = RegExpPrototypeExec.call(KEEP_ALIVE_HINT, promised);
  if (hint) {
    const limit = hint[1] * 1000 - this.agentKeepAliveTimeoutBuffer;
    if (limit <= 0)
      return false;
    if (timeout === 0 || limit < timeout)
      timeout = limit;
  }
  if (socket.timeout !== timeout)
    socket.setTimeout(timeout);
  return true;
};

proto.reuseSocket = function(socket, req) {
  req.reusedSocket = true;
  unguard(socket);
  socket.removeListener('error', onIdleError);
  socket.ref();
  if (socket._handle)
    socket._handle.frame = context.frame;
};

setMethod(proto, 'destroy', function() {
  forEachSocket(this.freeSockets, (socket) => socket.destroy());
  forEachSocket(this.sockets, (socket) => socket.destroy());
});

setMethod(proto, SymbolDispose, proto.destroy);

// The agent of requests that name none. It is made when the first of them needs it.
function lazyAgent(makeAgent) {
  return {
    __proto__: null,
    own: undefined,
    get current() {
      return this.own ??= makeAgent({
        __proto__: null, keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: proxyEnv(),
      });
    },
    set current(agent) { this.own = agent; },
  };
}

function proxyEnv() {
  const { get, isGiven } = internalBinding('options');
  const isUsed = isGiven('--use-env-proxy') ? get('--use-env-proxy') :
    process.env.NODE_USE_ENV_PROXY === '1';
  return isUsed ? require('internal/http/proxy').fromOptions() : undefined;
}

const globalAgent = lazyAgent((options) => new Agent(options));

module.exports = { Agent, globalAgent, kProxy, lazyAgent, proxyEnv };
