'use strict';
// The socket of a session or message, as programs see it. Reading or writing it would break the
// session, so those methods throw. Some methods are those of the session or stream; all others are
// the socket's own.

const { Proxy, ReflectApply, ReflectGet, ReflectGetPrototypeOf, ReflectHas, ReflectSet, SafeSet } =
  primordials;
const { codes } = require('internal/errors');

const setOf = (...names) => {
  const set = new SafeSet();
  for (let i = 0; i < names.length; i++)
    set.add(names[i]);
  return set;
};

const OF_SESSION = setOf('setTimeout', 'ref', 'unref', 'destroy');
const REFUSED = setOf('emit', 'end', 'pause', 'read', 'resume', 'write', 'setEncoding',
                      'setKeepAlive', 'setNoDelay');

const bindTo = (self, method) => (...args) => ReflectApply(method, self, args);

function propertyOf(socket, name) {
  const value = socket[name];
  return typeof value === 'function' ? bindTo(socket, value) : value;
}

// Of a session; getSocket() returns undefined when it has none any more.
function socketProxy(session, getSocket) {
  const bound = (name) => {
    const socket = getSocket();
    if (socket === undefined || socket === null)
      throw new codes.ERR_HTTP2_SOCKET_UNBOUND();
    if (REFUSED.has(name))
      throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
    return socket;
  };
  return new Proxy({ __proto__: null }, {
    __proto__: null,
    get(target, name) {
      if (OF_SESSION.has(name))
        return bindTo(session, session[name]);
      return propertyOf(bound(name), name);
    },
    getPrototypeOf() {
      return ReflectGetPrototypeOf(bound());
    },
    has(target, name) {
      return ReflectHas(bound(), name);
    },
    set(target, name, value) {
      if (OF_SESSION.has(name)) {
        session[name] = value;
        return true;
      }
      return ReflectSet(bound(name), name, value);
    },
  });
}

// ---- Of a request or a response ----

const METHODS_OF_STREAM = setOf('on', 'once', 'end', 'emit', 'destroy');
const FLAGS_OF_STREAM = setOf('writable', 'destroyed', 'readable');
const REFUSED_IN_COMPAT = setOf('write', 'read', 'pause', 'resume');

function getOfMessage(stream, name) {
  if (METHODS_OF_STREAM.has(name))
    return bindTo(stream, stream[name]);
  if (FLAGS_OF_STREAM.has(name))
    return stream[name];
  const { session } = stream;
  if (name === 'setTimeout')
    return session !== undefined ? bindTo(session, session.setTimeout) :
      bindTo(stream, stream.setTimeout);
  if (REFUSED_IN_COMPAT.has(name))
    throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
  const owner = session !== undefined ? session.socket : stream;
  const value = ReflectGet(owner, name);
  return typeof value === 'function' ? bindTo(owner, value) : value;
}

function setOfMessage(stream, name, value) {
  if (METHODS_OF_STREAM.has(name) || FLAGS_OF_STREAM.has(name)) {
    stream[name] = value;
    return true;
  }
  const { session } = stream;
  if (name === 'setTimeout') {
    if (session !== undefined)
      session.setTimeout = value;
    else
      stream.setTimeout = value;
    return true;
  }
  if (REFUSED_IN_COMPAT.has(name))
    throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
  (session !== undefined ? session.socket : stream)[name] = value;
  return true;
}

function messageSocketProxy(stream) {
  return new Proxy({ __proto__: null }, {
    __proto__: null,
    get: (target, name) => getOfMessage(stream, name),
    getPrototypeOf: () => ReflectGetPrototypeOf(
      stream.session !== undefined ? stream.session.socket : stream),
    has: (target, name) => ReflectHas(
      stream.session !== undefined ? stream.session.socket : stream, name),
    set: (target, name, value) => setOfMessage(stream, name, value),
  });
}

module.exports = { messageSocketProxy, socketProxy };
