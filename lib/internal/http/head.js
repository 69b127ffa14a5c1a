'use strict';
// The head of a message as it goes on the wire: the user's fields in their order, then those that
// the protocol needs and the user did not give.

const { lower, validateHeaderName } = require('internal/http/headers');

// Of a message (outgoing.js):
const kFields = Symbol('outHeaders'); // lower-case name → [name, value]
const kUniqueHeaders = Symbol('uniqueHeaders'); // names whose values go on one line

// What the user's own fields decide.
class Seen {
  connection = false;
  length = false;
  encoding = false;
  date = false;
  expect = false;
  trailer = false;
  text = '';
}

const CONNECTION = /(?:^|\W)close(?:$|\W)/i;
const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i;

let dateText;
let dateTimer = null;

// The date has seconds: made anew once a second, and only while somebody asks.
function utcDate() {
  if (dateText === undefined) {
    const now = new Date();
    dateText = now.toUTCString();
    dateTimer ??= setTimeout(() => { dateText = undefined; dateTimer = null; },
                             1000 - now.getMilliseconds()).unref();
  }
  return dateText;
}

function addLine(message, seen, name, value) {
  seen.text += `${name}: ${value}\r\n`;
  switch (lower(name)) {
    case 'connection':
      seen.connection = true;
      message._removedConnection = false;
      if (CONNECTION.test(value))
        message._last = true;
      else
        message.shouldKeepAlive = true;
      break;
    case 'transfer-encoding':
      seen.encoding = true;
      message._removedTE = false;
      if (CHUNKED.test(value))
        message.chunkedEncoding = true;
      break;
    case 'content-length':
      seen.length = true;
      message._contentLength = +value;
      message._removedContLen = false;
      break;
    case 'date': seen.date = true; break;
    case 'expect': seen.expect = true; break;
    case 'trailer': seen.trailer = true; break;
    case 'keep-alive': message._defaultKeepAlive = false; break;
  }
}

// A list is one line for each value, or one line where the user asked for unique ones.
function addField(message, seen, name, value, check) {
  if (check)
    validateHeaderName(name);
  if (!Array.isArray(value)) {
    if (check)
      check(message, name, value);
    addLine(message, seen, name, value);
    return;
  }
  const key = lower(name);
  if ((value.length < 2 || key !== 'cookie') &&
      !(key === 'content-disposition' && value.length === 1) &&
      !message[kUniqueHeaders]?.has(key)) {
    for (const one of value)
      addField(message, seen, name, one, check);
    return;
  }
  addField(message, seen, name, value.join('; '), check);
}

function addAll(message, seen, headers, check) {
  if (headers === message[kFields]) {
    for (const key in headers)
      addField(message, seen, headers[key][0], headers[key][1], null); // checked when they were set
  } else if (!Array.isArray(headers)) {
    for (const name in headers)
      if (Object.hasOwn(headers, name))
        addField(message, seen, name, headers[name], check);
  } else if (headers.length && Array.isArray(headers[0])) {
    for (const { 0: name, 1: value } of headers)
      addField(message, seen, name, value, check);
  } else
    addFlat(message, seen, headers, check);
}

function addFlat(message, seen, headers, check) {
  if (headers.length % 2 !== 0)
    throw new (require('internal/errors').codes.ERR_INVALID_ARG_VALUE)('headers', headers);
  for (let i = 0; i < headers.length; i += 2)
    addField(message, seen, headers[i], headers[i + 1], check);
}

function addConnection(message, seen) {
  if (message._removedConnection) {
    message._last = !message.shouldKeepAlive;
    return;
  }
  if (seen.connection)
    return;
  const stays = message.shouldKeepAlive &&
    (seen.length || message.useChunkedEncodingByDefault || message.agent);
  if (message.maxRequestsOnConnectionReached || !stays) {
    message._last = true;
    seen.text += 'Connection: close\r\n';
    return;
  }
  seen.text += 'Connection: keep-alive\r\n';
  if (message._keepAliveTimeout && message._defaultKeepAlive) {
    const seconds = Math.floor(message._keepAliveTimeout / 1000);
    const max = ~~message._maxRequestsPerSocket > 0 ? `, max=${message._maxRequestsPerSocket}` : '';
    seen.text += `Keep-Alive: timeout=${seconds}${max}\r\n`;
  }
}

function addFraming(message, seen) {
  if (seen.length || seen.encoding)
    return;
  if (!message._hasBody)
    message.chunkedEncoding = false;
  else if (!message.useChunkedEncodingByDefault)
    message._last = true;
  else if (!seen.trailer && !message._removedContLen && typeof message._contentLength === 'number')
    seen.text += `Content-Length: ${message._contentLength}\r\n`;
  else if (!message._removedTE) {
    seen.text += 'Transfer-Encoding: chunked\r\n';
    message.chunkedEncoding = true;
  } else
    message._last = true; // nothing else tells where the body ends
}

function storeHead(message, firstLine, headers, check) {
  const seen = new Seen();
  if (headers)
    addAll(message, seen, headers, check);
  if (message.sendDate && !seen.date)
    seen.text += `Date: ${utcDate()}\r\n`;
  // Neither has a body, so chunks would be taken for the next message.
  if (message.chunkedEncoding && (message.statusCode === 204 || message.statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
  addConnection(message, seen);
  addFraming(message, seen);
  // Trailers need chunks: without them there is no place for a trailer.
  if (seen.trailer && !message.chunkedEncoding)
    throw new (require('internal/errors').codes.ERR_HTTP_TRAILER_INVALID)();
  message._header = `${firstLine}${seen.text}\r\n`;
  message._headerSent = false;
  if (seen.expect)
    message._send('');
}

module.exports = { kFields, kUniqueHeaders, storeHead };
