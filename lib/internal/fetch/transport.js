'use strict';
// Sends requests of fetch() by the http client, and keeps connections alive for later ones.
//
// (1) If the server has closed a kept connection, a request without a body is sent once more, on a
//     new connection, if its method is idempotent.

const { SafeArray, StringPrototypeSlice, Uint8Array } = primordials;
const { setOwnProperty } = require('internal/util');
const { isUint8Array } = require('internal/util/types');
const { kProxy, proxyEnv } = require('internal/http/agent');

const REPEATABLE = { __proto__: null, GET: true, HEAD: true, OPTIONS: true };
const CLOSED = { __proto__: null, ECONNRESET: true, EPIPE: true };

const kFault = primordials.Symbol('fault'); // of a response: what the parser found in its body
const agents = { '__proto__': null, 'http:': null, 'https:': null };

function makeAgent(protocol, proxyEnv) {
  const { Agent } = protocol === 'https:' ? require('https') : require('http');
  const agent = new Agent({ __proto__: null, keepAlive: true, proxyEnv });
  agent[kProxy]?.serveFetch(proxyEnv, protocol === 'https:' ? 443 : 80);
  return agent;
}

function agentOf(protocol) {
  agents[protocol] ??= makeAgent(protocol, proxyEnv());
  return agents[protocol];
}

// For http.setGlobalProxyFromEnv(): returns a function that undoes it.
function setProxy(protocol, env) {
  const before = agents[protocol];
  agents[protocol] = makeAgent(protocol, env);
  return () => { agents[protocol] = before; };
}

// host, connection, the fields, and the length: what Node sends, in this order.
function makeFields(state, url, body) {
  const fields = new SafeArray();
  fields.push('host', url.host, 'connection', 'keep-alive');
  state.flat(fields);
  if (body.length !== null)
    fields.push('content-length', `${body.length}`);
  else if (body.isStream)
    fields.push('transfer-encoding', 'chunked');
  return fields;
}

function named(name, code, message) {
  const error = new primordials.Error(message);
  setOwnProperty(error, 'name', name);
  if (code !== undefined)
    setOwnProperty(error, 'code', code);
  return error;
}

// What the http client reports, in the words of Node's fetch(). A fault is what its parser found in
// the body; the client reports then that the connection ended, as it does for all that end too
// soon, also where the socket had an error of its own.
function socketError(error, socket, fault) {
  const { code, message } = fault ?? error ?? { __proto__: null };
  if (code === 'HPE_HEADER_OVERFLOW')
    return named('HeadersOverflowError', 'UND_ERR_HEADERS_OVERFLOW', 'Headers Overflow Error');
  if (typeof code === 'string' && StringPrototypeSlice.call(code, 0, 4) === 'HPE_') {
    const reason = StringPrototypeSlice.call(message, 'Parse Error: '.length);
    return named('HTTPParserError', code,
                 `Response does not match the HTTP/1.1 protocol (${reason})`);
  }
  if (code !== 'ECONNRESET' || (message !== 'socket hang up' && message !== 'aborted'))
    return error;
  return socket?.errored || named('SocketError', 'UND_ERR_SOCKET', 'other side closed');
}

async function writeStream(req, stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done)
        break;
      if (!isUint8Array(value))
        throw new primordials.TypeError('Received non-Uint8Array chunk');
      if (req.destroyed)
        throw new primordials.Error('the request is over');
      if (!req.write(new Uint8Array(value)))
        await drained(req);
    }
    req.end();
  } catch (error) {
    req.destroy(error);
    reader.cancel(error).catch(() => {});
  }
}

function drained(req) {
  return new primordials.Promise((resolve) => {
    const done = () => {
      req.off('drain', done);
      req.off('close', done);
      resolve();
    };
    req.on('drain', done);
    req.on('close', done);
  });
}

// body: { length, isStream, bytes, stream }. Calls on.response(status, statusText, rawHeaders,
// stream) or on.error(error), once. Returns a function that ends the request.
function send(url, method, headers, body, on) {
  const isSecure = url.protocol === 'https:';
  const { request } = isSecure ? require('https') : require('http');
  const { hostname } = url;
  const options = {
    __proto__: null, protocol: url.protocol, method, agent: agentOf(url.protocol),
    hostname: hostname[0] === '[' ? StringPrototypeSlice.call(hostname, 1, -1) : hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : url.port,
    path: `${url.pathname}${url.search}`, headers: makeFields(headers, url, body),
  };
  let current;
  let answer = null;
  let isAnswered = false;
  let isRepeated = false;
  const isRepeatable = REPEATABLE[method] === true && !body.isStream && body.bytes === null;
  const start = () => {
    const req = current = request(options);
    req.maxHeadersCount = 0; // no limit: the size of the head has one
    req.on('response', (message) => {
      isAnswered = true;
      answer = message;
      on.response(message.statusCode, message.statusMessage, message.rawHeaders, message);
    });
    req.on('error', (error) => {
      if (answer !== null)
        answer[kFault] = error;
      if (isAnswered || req !== current)
        return;
      if (req.reusedSocket && !isRepeated && isRepeatable && CLOSED[error?.code] === true) {
        isRepeated = true;
        start();
        return;
      }
      isAnswered = true;
      on.error(socketError(error));
    });
    req.on('upgrade', (message, socket) => {
      socket.destroy();
      if (isAnswered)
        return;
      isAnswered = true;
      on.error(named('SocketError', 'UND_ERR_SOCKET', 'bad upgrade'));
    });
    if (body.isStream)
      writeStream(req, body.stream);
    else
      req.end(body.bytes ?? undefined);
  };
  start();
  return (reason) => {
    isAnswered = true;
    current.destroy(reason);
  };
}

module.exports = { kFault, send, setProxy, socketError };
