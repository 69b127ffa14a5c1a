'use strict';
// ServerResponse: the response to one request.
//
// (1) It has the socket from assignSocket() to detachSocket(). Responses to pipelined requests wait
//     without a socket.
// (2) Informational responses (1xx) are sent before the head and do not change it.

const {
  ArrayIsArray, ArrayPrototypePush, ObjectEntries, ObjectKeys, ObjectSetPrototypeOf,
  RegExpPrototypeExec, SafeArray,
} = primordials;
const { OutgoingMessage, initOutgoing, kFields, kSocket } = require('internal/http/outgoing');
const { codes } = require('internal/errors');
const { validateFunction, validateInteger, validateLinkHeaderValue, validateObject } =
  require('internal/validators');
const { isBadValue, validateHeaderName, validateHeaderValue } = require('internal/http/headers');
const { STATUS_CODES } = require('internal/http/status');

const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i;

function ServerResponse(req, options) {
  initOutgoing(this, options);
  if (req.method === 'HEAD')
    this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = false;
  this._expect_continue = false;
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = RegExpPrototypeExec.call(CHUNKED, req.headers.te) !== null;
    this.shouldKeepAlive = false;
  }
}
ObjectSetPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
ObjectSetPrototypeOf(ServerResponse, OutgoingMessage);

const proto = ServerResponse.prototype;
proto.statusCode = 200;
proto.statusMessage = undefined;

proto._isLenientHeaderValidation = function() {
  const server = this.req?.socket?.server;
  return !!server && (server.insecureHTTPParser === true || server.httpValidation === 'relaxed' ||
    server.httpValidation === 'insecure');
};

// ---- The socket ----

proto.assignSocket = function(socket) {
  if (socket._httpMessage)
    throw new codes.ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  socket.on('close', onSocketClose);
  this.socket = socket;
  this.emit('socket', socket);
  this._flush();
};

proto.detachSocket = function(socket) {
  socket.removeListener('close', onSocketClose);
  socket._httpMessage = null;
  this.socket = null;
};

function onSocketClose() {
  if (this._httpMessage)
    closeWithSocket(this._httpMessage);
}

function closeWithSocket(response) {
  if (response._closed)
    return;
  response.destroyed = true;
  response._closed = true;
  response.emit('close');
}

// The same for a connection of a server, which listens for 'close' of its socket itself. A program
// may have replaced the methods.
const { assignSocket, detachSocket } = proto;

const isReplaced = (response) =>
  response.assignSocket !== assignSocket || response.detachSocket !== detachSocket;

function assign(response, socket) {
  if (isReplaced(response)) {
    response.assignSocket(socket);
    return;
  }
  socket._httpMessage = response;
  response[kSocket] = socket;
  if (response._events !== undefined)
    response.emit('socket', socket);
  if (response.outputData.length > 0 || response.finished)
    response._flush();
}

function detach(response, socket) {
  if (isReplaced(response)) {
    response.detachSocket(socket);
    return;
  }
  socket._httpMessage = null;
  response[kSocket] = null;
}

// ---- Informational answers ----

// Informational responses come before the head.
function checkInformational(response) {
  if (response._header)
    throw new codes.ERR_HTTP_HEADERS_SENT('write');
}

proto.writeContinue = function(callback) {
  checkInformational(this);
  this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'ascii', callback);
  this._sent100 = true;
};

proto.writeProcessing = function(callback) {
  checkInformational(this);
  this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'ascii', callback);
};

proto.writeEarlyHints = function(hints, callback) {
  validateObject(hints, 'hints');
  if (hints.link === null || hints.link === undefined)
    return;
  const link = validateLinkHeaderValue(hints.link);
  if (link.length === 0)
    return;
  if (isBadValue(link, false))
    throw new codes.ERR_INVALID_ARG_VALUE(
      'hints', hints,
      'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  let text = `HTTP/1.1 103 Early Hints\r\nLink: ${link}\r\n`;
  const names = ObjectKeys(hints);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name === 'link')
      continue;
    validateHeaderName(name);
    validateHeaderValue(name, hints[name]);
    text += `${name}: ${hints[name]}\r\n`;
  }
  checkInformational(this);
  this._writeRaw(`${text}\r\n`, 'ascii', callback);
};

proto.writeInformation = function(statusCode, headers, callback) {
  if (typeof headers === 'function') {
    callback = headers;
    headers = undefined;
  }
  checkInformational(this);
  validateInteger(statusCode, 'statusCode', 100, 199);
  if (statusCode === 101)
    throw new codes.ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  let text = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] || 'unknown'}\r\n`;
  const list = pairs(headers);
  for (let i = 0; i < list.length; i++) {
    const { 0: name, 1: value } = list[i];
    validateHeaderName(name);
    const values = ArrayIsArray(value) ? value : [value];
    for (let at = 0; at < values.length; at++) {
      validateHeaderValue(name, values[at]);
      text += `${name}: ${values[at]}\r\n`;
    }
  }
  return this._writeRaw(`${text}\r\n`, 'latin1', callback);
};

// Headers in any of the forms that writeHead() takes, as [name, value].
function pairs(headers) {
  if (!headers)
    return [];
  if (!ArrayIsArray(headers))
    return ObjectEntries(headers);
  if (ArrayIsArray(headers[0]))
    return headers;
  if (headers.length % 2 !== 0)
    throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
  const list = new SafeArray();
  for (let i = 0; i < headers.length; i += 2)
    ArrayPrototypePush.call(list, [headers[i], headers[i + 1]]);
  return list;
}

// ---- The head ----

proto._implicitHeader = function() {
  this.writeHead(this.statusCode);
};

proto.writeHead = function(statusCode, reason, headers) {
  if (this._header)
    throw new codes.ERR_HTTP_HEADERS_SENT('write');
  const original = statusCode;
  statusCode |= 0;
  if (statusCode < 100 || statusCode > 999)
    throw new codes.ERR_HTTP_INVALID_STATUS_CODE(original);
  if (typeof reason === 'string')
    this.statusMessage = reason;
  else {
    this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown';
    headers ??= reason;
  }
  this.statusCode = statusCode;
  const all = this[kFields] === null ? headers : merge(this, headers);
  if (this.statusMessage !== STATUS_CODES[statusCode] && isBadValue(this.statusMessage, false))
    throw new codes.ERR_INVALID_CHAR('statusMessage');
  if (statusCode === 204 || statusCode === 304 || (statusCode >= 100 && statusCode <= 199))
    this._hasBody = false;
  // The client waits for "100 Continue" and will not send its body: the connection cannot be
  // reused.
  if (this._expect_continue && !this._sent100)
    this.shouldKeepAlive = false;
  this._storeHeader(statusLine(statusCode, this.statusMessage), all);
  return this;
};

const statusLine = (code, message) => (code === 200 && message === 'OK' ? 'HTTP/1.1 200 OK\r\n' :
  `HTTP/1.1 ${code} ${message}\r\n`);

// The fields that were set before, overridden by those of writeHead().
function merge(response, headers) {
  if (headers) {
    const list = pairs(headers);
    const isList = ArrayIsArray(headers);
    for (let i = 0; isList && i < list.length; i++) {
      if (list[i][0])
        response.removeHeader(list[i][0]);
    }
    for (let i = 0; i < list.length; i++) {
      const { 0: name, 1: value } = list[i];
      if (!name)
        continue;
      if (isList)
        response.appendHeader(name, value);
      else
        response.setHeader(name, value);
    }
  }
  return response[kFields];
}

proto.writeHeader = proto.writeHead; // the old name

module.exports = { ServerResponse, assign, closeWithSocket, detach };
