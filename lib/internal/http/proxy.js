'use strict';
// Proxies that the environment names: HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
//
// (1) A request of http is sent to the proxy with its whole URL as the path. A connection of https
//     uses a tunnel, which CONNECT opens.
// (2) Hosts of NO_PROXY (no_proxy.js) and unix sockets are connected to without the proxy.
// (3) The proxy uses the URL, the server the Host header. So a request is refused if the two
//     disagree, or if either contains more than a host and a port.
// (4) No message contains the user name or the password of a proxy.

const {
  ArrayIsArray, NumberIsFinite, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeReplace,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  SafeRegExp, decodeURIComponent,
} = primordials;
const net = require('net');
const { bufferFrom } = require('internal/buffer');
const { latin1 } = require('internal/buffer/codec');
const { codes } = require('internal/errors');
const { validateHeaderValue, lower } = require('internal/http/headers');
const { validateObject, validatePort } = require('internal/validators');
const { kProxy } = require('internal/http/agent');
const rules = require('internal/http/no_proxy');

const HEAD_MOST = 16 * 1024; // of the answer to CONNECT
const STATUS = /^HTTP\/1\.[01] +(\d+)/;

// ---- The configuration of an agent ----

class Proxy {
  constructor(text, noProxy) {
    const url = parse(text);
    this.protocol = url.protocol;
    this.href = text;
    this.authorization = undefined;
    this.bypass = noProxy;       // (host, port) => whether it is connected to directly
    this.connection = undefined; // a 'connection' header of CONNECT
    if (url.username || url.password) {
      const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
      this.authorization = `Basic ${bufferFrom(user).toString('base64')}`;
      url.username = '';
      url.password = '';
      this.href = url.href;
    }
    const { hostname } = url;
    this.host = hostname[0] === '[' ? StringPrototypeSlice.call(hostname, 1, -1) : hostname;
    this.port = url.port ? +url.port : url.protocol === 'https:' ? 443 : 80;
  }

  appliesTo({ host, port, socketPath }) {
    return !socketPath && !this.bypass(host || 'localhost', port);
  }

  // fetch() has rules of its own, and wants no second request on the connection of a tunnel.
  serveFetch(env, defaultPort) {
    this.bypass = rules.ofFetch(valueOf(env, 'NO_PROXY'), defaultPort);
    this.connection = 'close';
  }
}

// What may be a name and a password is left out: whatever is before the last '@'.
const USER = new SafeRegExp(/^([a-z]+:\/\/)?[^]*@/i);
const withoutUser = (text) => StringPrototypeReplace.call(text, USER, '$1');
const refuse = (text) =>
  new codes.ERR_PROXY_INVALID_CONFIG(`Invalid proxy URL: ${withoutUser(text)}`);

function parse(text) {
  const { URL } = require('internal/url');
  if (RegExpPrototypeExec.call(/[\r\n]/, text) !== null || !URL.canParse(text))
    throw refuse(text);
  return new URL(text);
}

const valueOf = (env, name) => env[StringPrototypeToLowerCase.call(name)] || env[name];
const proxyOf = (env, protocol) =>
  valueOf(env, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');

// The Proxy of an agent, or null. What is no URL of http or https names none.
function makeProxy(env, protocol) {
  const text = proxyOf(env, protocol);
  if (!text || typeof text !== 'string' || (!StringPrototypeStartsWith.call(text, 'http://') &&
      !StringPrototypeStartsWith.call(text, 'https://')))
    return null;
  return new Proxy(text, rules.ofHttp(valueOf(env, 'NO_PROXY')));
}

// ---- Requests of http ----

const refused = (name, value, reason) => new codes.ERR_INVALID_ARG_VALUE(name, value, reason);
const isHost = (name) => lower(`${name}`) === 'host';

// "host:port" of a request. What the proxy would take for another host is refused.
function targetOf({ host, port }) {
  const text = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  validateHeaderValue('Host', text);
  if (RegExpPrototypeExec.call(/[/?#@\\\s]/, text) !== null)
    throw refused('options.host', host, 'must be a host name or an address');
  return text;
}

// The host and port of a request as its URL has them.
function authorityOf(options) {
  const text = targetOf(options);
  const { port } = options;
  validatePort(port, 'options.port');
  return new (require('internal/url').URL)(`http://${text}`).host;
}

// The path that a proxy gets.
function absolutePath(options, authority) {
  const path = options.path || '/';
  if (path[0] === '/')
    return `http://${authority}${path}`;
  const { URL } = require('internal/url');
  if (!URL.canParse(path))
    throw refused('options.path', path, 'must be in absolute-form or start with /');
  const url = new URL(path);
  if (url.protocol !== 'http:')
    throw refused('options.path', url.protocol,
                  'must use http: scheme when specified as an absolute URL');
  if (url.username || url.password) {
    url.username = '';
    url.password = '';
    throw refused('options.path', url.href, 'must not contain userinfo, use options.auth instead');
  }
  if (url.host !== authority)
    throw refused('options.path', url, `must match the request authority (${authority})`);
  return url.href;
}

function checkHost(value, authority) {
  const text = typeof value === 'string' ? value : '';
  const { URL } = require('internal/url');
  const isPlain = text !== '' && RegExpPrototypeExec.call(/[/?#@\\\s]/, text) === null;
  if (!isPlain || !URL.canParse(`http://${text}`) || new URL(`http://${text}`).host !== authority)
    throw refused('Host in options.headers', value,
                  `must match the request authority (${authority})`);
}

// Headers as a list: [name, value, …] or [[name, value], …].
function checkList(headers, authority) {
  let hosts = 0;
  const check = (name, value) => {
    if (!isHost(name))
      return;
    if (++hosts > 1)
      throw refused('options.headers', '(redacted)', 'must not contain duplicate Host headers');
    checkHost(value, authority);
  };
  if (!ArrayIsArray(headers[0])) {
    for (let i = 0; i + 1 < headers.length; i += 2)
      check(headers[i], headers[i + 1]);
    return;
  }
  for (let i = 0; i < headers.length; i++) {
    if (!ArrayIsArray(headers[i]))
      throw refused(`options.headers[${i}]`, typeof headers[i],
                    'must be an array when headers is passed as an array of pairs');
    check(headers[i][0], headers[i][1]);
  }
}

// Returns the parts of a request that the proxy requires, { authority, path }, or null if it is
// sent unchanged. `options` has its host and port.
function rewrite(proxy, options, method) {
  if (method === 'CONNECT' || !proxy.appliesTo(options))
    return null;
  const authority = authorityOf(options);
  const path = method === 'OPTIONS' && options.path === '*' ? '*' :
    absolutePath(options, authority);
  const { headers } = options;
  if (ArrayIsArray(headers)) {
    checkList(headers, authority);
    if (proxy.authorization !== undefined)
      options.headers = withAuthorization(headers, proxy.authorization);
  }
  return { __proto__: null, authority, path };
}

function withAuthorization(headers, value) {
  const list = [];
  for (let i = 0; i < headers.length; i++)
    list[i] = headers[i];
  if (ArrayIsArray(headers[0]))
    list[list.length] = ['proxy-authorization', value];
  else {
    list[list.length] = 'proxy-authorization';
    list[list.length] = value;
  }
  return list;
}

// Of a request whose headers are no list, after they are set.
function setHeaders(req, proxy, authority) {
  const host = req.getHeader('host');
  if (host !== undefined) {
    checkHost(host, authority);
    req.setHeader('Host', authority);
  }
  if (proxy.authorization !== undefined && !req.getHeader('proxy-authorization'))
    req.setHeader('proxy-authorization', proxy.authorization);
  if (!req.getHeader('proxy-connection'))
    req.setHeader('proxy-connection', req.shouldKeepAlive ? 'keep-alive' : 'close');
}

// ---- Connections ----

// Connects to the proxy itself. A proxy of https is verified by the default certificates: the TLS
// options of the request apply to the server.
function connectTo(proxy, options) {
  const { host, port } = proxy;
  const { lookup, timeout, keepAlive, keepAliveInitialDelay, noDelay } = options;
  const own = { __proto__: null, host, port, lookup, timeout, keepAlive, keepAliveInitialDelay,
                noDelay };
  if (proxy.protocol !== 'https:')
    return net.connect(own);
  own.servername = net.isIP(host) ? '' : host;
  own.ALPNProtocols = ['http/1.1'];
  return require('tls').connect(own);
}

// Opens a connection for a request of an agent through its proxy. `created` is called as by
// createConnection().
function open(agent, req, options, created) {
  const proxy = agent[kProxy];
  if (agent.protocol !== 'https:') {
    created(null, connectTo(proxy, options));
    return;
  }
  const target = targetOf(options);
  const socket = connectTo(proxy, options);
  if (req.timeout !== undefined && req.timeout !== options.timeout)
    socket.setTimeout(req.timeout);
  const lines = [`CONNECT ${target} HTTP/1.1`];
  if (proxy.authorization !== undefined)
    lines[lines.length] = `proxy-authorization: ${proxy.authorization}`;
  if (agent.keepAlive || NumberIsFinite(agent.maxSockets))
    lines[lines.length] = 'proxy-connection: keep-alive';
  if (proxy.connection !== undefined)
    lines[lines.length] = `connection: ${proxy.connection}`;
  let head = '';
  for (let i = 0; i < lines.length; i++)
    head += `${lines[i]}\r\n`;
  socket.write(`${head}host: ${target}\r\n\r\n`);
  awaitTunnel(socket, target, proxy, (err) => {
    if (err?.proxyTunnelTimeout !== undefined)
      req.emit('timeout');
    if (err)
      created(err);
    else
      secure(agent, socket, options, created);
  });
}

// TLS with the server, through the tunnel.
function secure(agent, tunnel, options, created) {
  tunnel.setTimeout(0);
  let socket;
  try {
    socket = agent.createConnection({ __proto__: null, ...options, socket: tunnel }, created);
  } catch (err) {
    tunnel.destroy();
    created(err);
    return;
  }
  if (!socket)
    return;
  if (options.timeout)
    socket.setTimeout(options.timeout);
  created(null, socket);
}

const FAREWELL = 1000; // ms

// Ends a connection that cannot be used. Further input is read, because unread bytes would turn the
// end into a reset.
function giveUp(socket) {
  socket.on('error', () => {});
  if (socket.connecting || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.resume();
  socket.end();
  socket.setTimeout(FAREWELL, () => socket.destroy());
  socket.unref();
}

function awaitTunnel(socket, target, proxy, done) {
  let received = '';
  const finish = (err) => {
    socket.removeListener('data', onData);
    socket.removeListener('error', onError);
    socket.removeListener('end', onEnd);
    socket.removeListener('close', onEnd);
    socket.removeListener('timeout', onTimeout);
    if (err)
      giveUp(socket);
    done(err);
  };
  const fail = (text) => finish(new codes.ERR_PROXY_TUNNEL(text));
  const onError = (err) => finish(err);
  const onEnd = () => fail('Connection to establish proxy tunnel ended unexpectedly');
  const onTimeout = () => {
    const err = new codes.ERR_PROXY_TUNNEL(
      `Connection to establish proxy tunnel timed out after ${socket.timeout}ms`);
    err.proxyTunnelTimeout = socket.timeout;
    finish(err);
  };
  const onData = (chunk) => {
    received += latin1.slice(chunk, 0, chunk.length);
    const end = StringPrototypeIndexOf.call(received, '\r\n\r\n');
    if (end < 0) {
      if (received.length > HEAD_MOST)
        fail(`Proxy response headers exceeded ${HEAD_MOST} bytes`);
      return;
    }
    const line = StringPrototypeSplit.call(received, '\r\n', 1)[0];
    const status = RegExpPrototypeExec.call(STATUS, line);
    if (status === null || status[1] !== '200') {
      const err = new codes.ERR_PROXY_TUNNEL(
        `Failed to establish tunnel to ${target} via ${proxy.href}: ${line}`);
      err.statusCode = status === null ? NaN : +status[1];
      finish(err);
      return;
    }
    socket.pause();
    // What comes behind the head is for TLS.
    if (received.length > end + 4)
      // lint-ok: builtin-method a stream, no array
      socket.unshift(bufferFrom(StringPrototypeSlice.call(received, end + 4), 'latin1'));
    finish(null);
  };
  socket.on('data', onData);
  socket.on('error', onError);
  socket.on('end', onEnd);
  socket.on('close', onEnd);
  socket.on('timeout', onTimeout);
}

// ---- The agents of the process ----

// setGlobalProxyFromEnv(): returns a function that undoes it.
function setGlobal(env = process.env) {
  validateObject(env, 'proxyEnv');
  const protocols = ['http:', 'https:'];
  const undo = [];
  for (let i = 0; i < 2; i++) {
    const text = proxyOf(env, protocols[i]);
    if (text)
      parse(`${text}`);
  }
  for (let i = 0; i < 2; i++) {
    const protocol = protocols[i];
    if (makeProxy(env, protocol) === null)
      continue;
    const own = require(protocol === 'https:' ? 'internal/https/agent' : 'internal/http/agent');
    const { globalAgent } = own;
    const before = globalAgent.own;
    globalAgent.own = new own.Agent({
      __proto__: null, keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: env,
    });
    const undoFetch = require('internal/fetch/transport').setProxy(protocol, env);
    undo[undo.length] = () => {
      globalAgent.own = before;
      undoFetch();
    };
  }
  return () => {
    for (let i = 0; i < undo.length; i++)
      undo[i]();
  };
}

// With --use-env-proxy or NODE_USE_ENV_PROXY the environment, otherwise undefined. The first agent
// checks both proxies.
function fromOptions() {
  checkText(proxyOf(process.env, 'http:'));
  checkText(proxyOf(process.env, 'https:'));
  return process.env;
}

function checkText(text) {
  if (!text)
    return;
  try {
    new (require('internal/url').URL)(text);
  } catch (error) {
    error.input = withoutUser(text);
    throw error;
  }
}

module.exports = { fromOptions, makeProxy, open, rewrite, setGlobal, setHeaders };
