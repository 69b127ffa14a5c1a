'use strict';
// socket.connect(): validation, name lookup, then one address or several in turn.

const { ArrayIsArray, ArrayPrototypePush, MathMax, StringPrototypeIncludes } = primordials;
const { codes, exceptionWithHostPort, NodeAggregateError } = require('internal/errors');
const { validateBoolean, validateFunction, validateInt32, validateNumber,
        validatePort, validateString } = require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');
const { isIP } = require('internal/net/ip');
const { observed, now, report } = require('internal/perf/observed');
const { publishSocket } = require('internal/net/channels');
const { kNormalized, normalizeArgs, ownOptions } = require('internal/net/args');
const { attach, kKeepAlive, kNoDelay, kTypeOfService, keepAliveSetting, refreshTimer } =
  require('internal/net/socket');

const MIN_ATTEMPT = 10;
// Look-ups of any family give addresses of those that this machine has.
const { AI_ADDRCONFIG } = internalBinding('dns');
const { UV_ECANCELED, UV_ETIMEDOUT } = internalBinding('uv');
const { get: getOption } = internalBinding('options');
const defaults = {
  __proto__: null,
  autoSelectFamily: getOption('--network-family-autoselection'),
  attemptTimeout: getOption('--network-family-autoselection-attempt-timeout') ?? 500,
};

function connect(socket, args) {
  const normalized = ArrayIsArray(args[0]) && args[0][kNormalized] ? args[0] : normalizeArgs(args);
  const { 1: callback } = normalized;
  const options = ownOptions(normalized[0]);
  const { path } = options;
  if (path != null)
    validateString(path, 'options.path');
  else if (options.port === undefined)
    throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);

  delete socket.write; // a socket that is used again may write again
  if (socket.destroyed || socket._handle === null && socket.readableEnded) {
    socket._undestroy();
    socket._handle = null;
    socket._peername = socket._sockname = null;
    socket._readableState.length = 0;
  }
  const { Pipe, TCP } = require('internal/handle');
  if (socket._handle?.bound)
    checkUnbound(options);
  if (!socket._handle) {
    socket._handle = path != null ? new Pipe() : new TCP();
    attach(socket);
  }
  if (callback !== null)
    socket.once('connect', callback);
  if (options.noDelay)
    socket[kNoDelay] = true;
  if (options.keepAlive)
    socket[kKeepAlive] = keepAliveSetting(options);
  publishSocket('net.client.socket', socket);
  refreshTimer(socket);
  socket.connecting = true;
  if (path != null)
    attempt(socket, { __proto__: null, path });
  else
    lookUp(socket, options);
  return socket;
}

// A socket that was made of a BoundSocket has its local address.
function checkUnbound({ localAddress, localPort }) {
  if (localAddress !== undefined || localPort !== undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      localAddress !== undefined ? 'options.localAddress' : 'options.localPort',
      localAddress ?? localPort, 'cannot be used with a socket that is bound already');
  }
}

function checkLocal({ localAddress, localPort }) {
  if (localAddress && !isIP(localAddress))
    throw new codes.ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort)
    validateNumber(localPort, 'options.localPort');
}

function checkPort(port) {
  if (port === undefined)
    return 0;
  if (typeof port !== 'number' && typeof port !== 'string')
    throw new codes.ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], port);
  validatePort(port);
  return port | 0;
}

function checkSelection(options) {
  const { autoSelectFamily = defaults.autoSelectFamily } = options;
  let { autoSelectFamilyAttemptTimeout: timeout } = options;
  if (options.autoSelectFamily != null)
    validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  if (timeout != null) {
    validateInt32(timeout, 'options.autoSelectFamilyAttemptTimeout', 1);
    timeout = MathMax(timeout, MIN_ATTEMPT);
  } else
    timeout = defaults.attemptTimeout;
  return { __proto__: null, autoSelectFamily, timeout };
}

function lookUp(socket, options) {
  const host = options.host || 'localhost';
  validateString(host, 'options.host');
  if (StringPrototypeIncludes.call(host, '\0'))
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.host', host, 'must be a string without null bytes');
  checkLocal(options);
  const port = checkPort(options.port);
  const { autoSelectFamily, timeout } = checkSelection(options);
  const local = { __proto__: null, localAddress: options.localAddress,
                  localPort: options.localPort, blockList: options.blockList };
  const family = isIP(host);
  const isBound = !!socket._handle?.bound;
  if (family && isBound) {
    attempt(socket, { __proto__: null, address: host, port, family, ...local });
    return;
  }
  if (family) {
    process.nextTick(() => {
      if (socket.connecting)
        attempt(socket, { __proto__: null, address: host, port, family, ...local });
    });
    return;
  }
  if (options.lookup != null)
    validateFunction(options.lookup, 'options.lookup');
  const lookup = options.lookup ?? require('dns').lookup;
  let wanted = { __proto__: null,
                   family: options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 :
                     options.family,
                   hints: options.hints || 0 };
  if (wanted.hints === 0 && wanted.family !== 4 && wanted.family !== 6)
    wanted.hints = AI_ADDRCONFIG;
  socket._host = host;
  local.port = port;
  const isAll =
    autoSelectFamily && wanted.family !== 4 && wanted.family !== 6 && !options.localAddress &&
    !isBound;
  if (isAll) {
    wanted.all = true;
    local.timeout = timeout;
  }
  if (options.lookup) // the program's function gets a plain object
    wanted = { ...wanted }; // lint-ok: options-own as Node's
  const start = isAll ? lookUpAll : lookUpOne;
  const { resources } = require('internal/async_context').context;
  if (resources === null || !socket._handle)
    start(socket, lookup, host, wanted, local);
  else {
    const owner = socket.ssl?.asResource?.() ?? socket._handle;     // that of tls is above
    resources.triggeredBy(owner, start, undefined, [socket, lookup, host, wanted, local]);
  }
}

function lookUpOne(socket, lookup, host, wanted, rest) {
  lookup(host, wanted, (err, address, family) => {
    socket.emit('lookup', err, address, family, host);
    if (!socket.connecting)
      return;
    if (err)
      process.nextTick(fail, socket, err);
    else if (typeof address !== 'string' || !isIP(address))
      process.nextTick(fail, socket, new codes.ERR_INVALID_IP_ADDRESS(address));
    else if (family !== 4 && family !== 6)
      process.nextTick(fail, socket,
                       new codes.ERR_INVALID_ADDRESS_FAMILY(family, host, rest.port));
    else {
      refreshTimer(socket);
      attempt(socket, { __proto__: null, address, family, ...rest });
    }
  });
}

function lookUpAll(socket, lookup, host, wanted, rest) {
  lookup(host, wanted, (err, addresses) => {
    if (!socket.connecting)
      return;
    if (err) {
      socket.emit('lookup', err, undefined, undefined, host);
      process.nextTick(fail, socket, err);
      return;
    }
    const usable = pickAddresses(socket, host, addresses);
    if (usable.length === 0) {
      const first = addresses[0];
      process.nextTick(fail, socket, !isIP(first?.address) ?
        new codes.ERR_INVALID_IP_ADDRESS(first?.address) :
        new codes.ERR_INVALID_ADDRESS_FAMILY(first.family, host, rest.port));
      return;
    }
    refreshTimer(socket);
    if (usable.length === 1)
      attempt(socket, { __proto__: null, ...usable[0], ...rest });
    else
      new Race(socket, usable, rest).next();
  });
}

// Addresses of both families in turn, beginning with the family of the first.
function pickAddresses(socket, host, addresses) {
  const byFamily = { __proto__: null, 4: [], 6: [] };
  let first;
  for (let i = 0; i < addresses.length; i++) {
    const { address, family } = addresses[i];
    socket.emit('lookup', null, address, family, host);
    if (!isIP(address) || (family !== 4 && family !== 6))
      continue;
    first ??= family;
    ArrayPrototypePush.call(byFamily[family], { __proto__: null, address, family });
  }
  const result = [];
  const one = first === 6 ? byFamily[6] : byFamily[4];
  const other = first === 6 ? byFamily[4] : byFamily[6];
  for (let i = 0; i < MathMax(one.length, other.length); i++) {
    if (i < one.length)
      ArrayPrototypePush.call(result, one[i]);
    if (i < other.length)
      ArrayPrototypePush.call(result, other[i]);
  }
  return result;
}

function fail(socket, err) {
  socket.destroy(err);
}

function describeLocal(handle, { localAddress, localPort }) {
  const out = { __proto__: null };
  if (localAddress && localPort)
    return `${localAddress}:${localPort}`;
  return handle.getsockname?.(out) === 0 && out.port ? `${out.address}:${out.port}` : undefined;
}

function bindLocal(handle, { family, localAddress, localPort }) {
  if (!localAddress && !localPort)
    return null;
  const from = localAddress || (family === 6 ? '::' : '0.0.0.0');
  const err = handle.bind(from, localPort || 0, 0);
  return err ? exceptionWithHostPort(err, 'bind', from, localPort) : null;
}

// Starts one connection. Returns an error that is known at once.
function begin(socket, handle, target, done) {
  handle.about = target;
  if (target.path !== undefined) {
    const err = handle.connect(target.path, done);
    return err ? exceptionWithHostPort(err, 'connect', target.path) : null;
  }
  const bindError = bindLocal(handle, target);
  if (bindError)
    return bindError;
  if (target.blockList?.check(target.address, `ipv${target.family}`))
    return new codes.ERR_IP_BLOCKED(target.address);
  if (observed.net > 0)
    target.started = now();
  const err = handle.connect(target.address, target.port, done);
  if (!err)
    return null;
  return exceptionWithHostPort(err, 'connect', target.address, target.port,
                               describeLocal(handle, target));
}

function connectError(handle, status, { address, localAddress, localPort, path, port }) {
  if (path !== undefined)
    return exceptionWithHostPort(status, 'connect', path);
  const local = localAddress && localPort ? `${localAddress}:${localPort}` : undefined;
  const err = exceptionWithHostPort(status, 'connect', address, port, local);
  if (localAddress)
    err.localAddress = localAddress;
  if (localPort)
    err.localPort = localPort;
  return err;
}

function attempt(socket, target) {
  const handle = socket._handle;
  if (target.path === undefined)
    socket.emit('connectionAttempt', target.address, target.port, target.family);
  if (!socket.connecting)
    return;
  const err = begin(socket, handle, target, (status) => {
    if (socket.destroyed || status === UV_ECANCELED)
      return;
    if (status === 0)
      return connected(socket);
    const failure = connectError(handle, status, target);
    if (target.path === undefined)
      socket.emit('connectionAttemptFailed', target.address, target.port, target.family, failure);
    socket.connecting = false;
    socket.destroy(failure);
  });
  // In a tick: the caller of connect() adds its listeners first.
  if (err)
    process.nextTick(fail, socket, err);
}

function connected(socket) {
  socket.connecting = false;
  socket._sockname = null;
  refreshTimer(socket);
  const handle = socket._handle;
  if (handle.about?.started !== undefined) {
    const { address, port, started } = handle.about;
    report('connect', 'net', started, { host: address, port });
  }
  if (socket[kNoDelay])
    handle.setNoDelay?.(true);
  if (socket[kKeepAlive])
    handle.setKeepAlive?.(true, socket[kKeepAlive].delay);
  if (socket[kTypeOfService] !== undefined)
    handle.setTypeOfService?.(socket[kTypeOfService]);
  socket.emit('connect');
  socket.emit('ready');
  // Starts reading, so that the end of the peer is detected even if the program does not read.
  if (socket.readable && !socket.isPaused())
    socket.read(0);
}

// Tries several addresses: the next when one fails or takes too long. The first to connect is used.
class Race {
  constructor(socket, targets, rest) {
    this.socket = socket;
    this.targets = targets;
    this.rest = rest;
    this.index = 0;
    this.errors = [];
    this.timer = null;
    socket.autoSelectFamilyAttemptedAddresses = [];
  }

  next() {
    const { socket } = this;
    if (!socket.connecting)
      return;
    if (this.index === this.targets.length) {
      const { errors } = this;
      socket.destroy(errors.length === 1 ? errors[0] : new NodeAggregateError(errors));
      return;
    }
    const target = { __proto__: null, ...this.targets[this.index++], ...this.rest };
    if (this.index > 1)
      this.freshHandle();
    ArrayPrototypePush.call(socket.autoSelectFamilyAttemptedAddresses,
                            `${target.address}:${target.port}`);
    socket.emit('connectionAttempt', target.address, target.port, target.family);
    if (!socket.connecting)
      return;
    this.try(target);
  }

  freshHandle() {
    const { TCP } = require('internal/handle');
    const { socket } = this;
    const old = socket._handle;
    const hadRef = old.hasRef();
    old.close();
    socket._handle = new TCP();
    if (!hadRef)
      socket._handle.unref();
    attach(socket);
  }

  try(target) {
    const { socket } = this;
    const handle = socket._handle;
    const err = begin(socket, handle, target, (status) => this.done(handle, target, status));
    if (err) {
      ArrayPrototypePush.call(this.errors, err);
      socket.emit('connectionAttemptFailed', target.address, target.port, target.family, err);
      this.next();
      return;
    }
    if (this.index < this.targets.length)
      this.timer = setTimeout(() => this.timedOut(target), target.timeout);
  }

  done(handle, target, status) {
    const { socket } = this;
    if (handle !== socket._handle || !socket.connecting || status === UV_ECANCELED)
      return; // given up already
    clearTimeout(this.timer);
    if (status === 0)
      return connected(socket);
    const err = connectError(handle, status, target);
    ArrayPrototypePush.call(this.errors, err);
    socket.emit('connectionAttemptFailed', target.address, target.port, target.family, err);
    this.next();
  }

  timedOut(target) {
    const { socket } = this;
    if (!socket.connecting)
      return;
    ArrayPrototypePush.call(this.errors, connectError(socket._handle, UV_ETIMEDOUT, target));
    socket.emit('connectionAttemptTimeout', target.address, target.port, target.family);
    this.next();
  }
}

function setDefaultAutoSelectFamily(value) {
  validateBoolean(value, 'value');
  defaults.autoSelectFamily = value;
}

function setDefaultAutoSelectFamilyAttemptTimeout(value) {
  validateInt32(value, 'value', 1);
  defaults.attemptTimeout = MathMax(value, MIN_ATTEMPT);
}

module.exports = { connect, defaults, setDefaultAutoSelectFamily,
                   setDefaultAutoSelectFamilyAttemptTimeout };
