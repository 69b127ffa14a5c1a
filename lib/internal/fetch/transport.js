'use strict';
// Sends requests of fetch() by the http client, and keeps connections alive for later ones.
//
// (1) If the server has closed a kept connection, a request without a body is sent once more, on a
//     new connection, if its method is idempotent.

const { SafeArray, StringPrototypeSlice, TypedArrayPrototypeGetLength, Uint8Array } = primordials;
const { isArrayBuffer, isArrayBufferView, isUint8Array } = require('internal/util/types');
const { lengthError, named, takeConnectionFields } = require('internal/fetch/outgoing');
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
  const { isLast, length } = takeConnectionFields(state, body);
  fields.push('host', url.host, 'connection', isLast ? 'close' : 'keep-alive');
  state.flat(fields);
  if (length !== null)
    fields.push('content-length', `${length}`);
  else if (body.isStream)
    fields.push('transfer-encoding', 'chunked');
  return { __proto__: null, fields, length };
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

// A chunk of a stream as bytes that nothing else writes to. Text is allowed here, as in Node.
function chunkBytes(value) {
  if (isUint8Array(value))
    return new Uint8Array(value);
  if (typeof value === 'string')
    return require('internal/buffer').bufferFrom(value);
  if (isArrayBufferView(value))
    return new Uint8Array(require('internal/buffer/codec').bytesOf(value));
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw isArrayBuffer(value) ?
    new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], value) :
    new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], value);
}

// length: what the request has announced, or null.
async function writeStream(req, stream, length) {
  const reader = stream.getReader();
  let size = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done)
        break;
      const bytes = chunkBytes(value);
      if (req.destroyed)
        throw new primordials.Error('the request is over');
      size += TypedArrayPrototypeGetLength.call(bytes);
      if (length !== null && size > length)
        throw lengthError();
      if (TypedArrayPrototypeGetLength.call(bytes) > 0 && !req.write(bytes))
        await drained(req);
    }
    if (length !== null && size !== length)
      throw lengthError();
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
  const { fields, length } = makeFields(headers, url, body);
  const options = {
    __proto__: null, protocol: url.protocol, method, agent: agentOf(url.protocol),
    hostname: hostname[0] === '[' ? StringPrototypeSlice.call(hostname, 1, -1) : hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : url.port,
    path: `${url.pathname}${url.search}`, headers: fields,
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
      writeStream(req, body.stream, length);
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
