'use strict';
// Builds the head of a message: the program's header fields in their order, then those that the
// protocol needs and the program did not set. The message is only read: buildHead() returns the
// text and what follows from it for the connection, which outgoing.js applies.

const {
  ArrayIsArray, ArrayPrototypeJoin, Date, DatePrototypeGetMilliseconds, DatePrototypeToUTCString,
  MathFloor, ObjectKeys, ObjectSetPrototypeOf, RegExpPrototypeExec, SafeMap, Symbol,
} = primordials;
const { setTimeout } = require('timers');
const { lower, validateHeaderName } = require('internal/http/headers');

// Of a message (outgoing.js):
const kFields = Symbol('outHeaders'); // lower-case name → [name, value]
const kUniqueHeaders = Symbol('uniqueHeaders'); // names whose values go on one line

class Head {
  constructor(message) {
    this.text = '';
    this.isKnown = message.sendDate; // a response: so far, its text is that of an earlier one
    // Which fields the program has set.
    this.hasConnection = false;
    this.hasLength = false;
    this.hasEncoding = false;
    this.hasDate = false;
    this.hasExpect = false;
    this.hasTrailer = false;
    this.isLast = message._last;                    // the connection closes after the message
    this.keepAlive = message.shouldKeepAlive;
    this.isChunked = message.chunkedEncoding;
    this.contentLength = message._contentLength;
    this.defaultKeepAlive = message._defaultKeepAlive;
    // The program has removed these fields, and they must not be added.
    this.removedConnection = message._removedConnection;
    this.removedEncoding = message._removedTE;
    this.removedLength = message._removedContLen;
  }
}
ObjectSetPrototypeOf(Head.prototype, null); // no setter of the program is called

const CONNECTION = /(?:^|\W)close(?:$|\W)/i;
const CHUNKED = /(?:^|\W)chunked(?:$|\W)/i;

let dateText;
// The fields that most answers end with: the date and keep-alive with this time-out.
let usualTail;
let usualTimeout;

// The text changes once a second. It is made when it is needed, at most once in that time.
function utcDate() {
  if (dateText === undefined) {
    const now = new Date();
    dateText = DatePrototypeToUTCString.call(now);
    setTimeout(forgetDate, 1000 - DatePrototypeGetMilliseconds.call(now)).unref();
  }
  return dateText;
}

function forgetDate() {
  dateText = undefined;
  usualTail = undefined;
}

function getUsualTail(timeout) {
  if (usualTail === undefined || usualTimeout !== timeout) {
    usualTail = `Date: ${utcDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${
      MathFloor(timeout / 1000)}\r\n`;
    usualTimeout = timeout;
  }
  return usualTail;
}

// Servers often send the same fields again: for each name, the value that it had last, and the text
// of that head before and after its line. Such a text is neither joined nor made flat again.
const lastLines = new SafeMap();
const MAX_LINES = 64, MAX_TEXT = 1024;

function addText(head, key, name, value) {
  const last = head.isKnown ? lastLines.get(key) : undefined;
  if (last !== undefined && last.value === value && last.name === name &&
      last.before === head.text) {
    head.text = last.after;
    return;
  }
  const before = head.text;
  head.text += `${name}: ${value}\r\n`;
  if (head.isKnown && (typeof value === 'string' || typeof value === 'number') &&
      head.text.length <= MAX_TEXT)
    remember(last, key, name, value, before, head.text);
  head.isKnown = false;
}

function remember(last, key, name, value, before, after) {
  if (last !== undefined) {
    last.name = name;
    last.value = value;
    last.before = before;
    last.after = after;
  } else if (lastLines.size < MAX_LINES)
    lastLines.set(key, { __proto__: null, name, value, before, after });
}

function addLine(head, key, name, value) {
  addText(head, key, name, value);
  switch (key) {
    case 'connection':
      head.hasConnection = true;
      head.removedConnection = false;
      if (RegExpPrototypeExec.call(CONNECTION, value) !== null)
        head.isLast = true;
      else
        head.keepAlive = true;
      break;
    case 'transfer-encoding':
      head.hasEncoding = true;
      head.removedEncoding = false;
      if (RegExpPrototypeExec.call(CHUNKED, value) !== null)
        head.isChunked = true;
      break;
    case 'content-length':
      head.hasLength = true;
      head.contentLength = +value;
      head.removedLength = false;
      break;
    case 'date': head.hasDate = true; break;
    case 'expect': head.hasExpect = true; break;
    case 'trailer': head.hasTrailer = true; break;
    case 'keep-alive': head.defaultKeepAlive = false; break;
  }
}

// A list is one line for each value, or a single line if the program asked for unique headers.
function addField(message, head, name, value, check) {
  if (check)
    validateHeaderName(name);
  const key = lower(name);
  if (!ArrayIsArray(value)) {
    if (check)
      check(message, name, value);
    addLine(head, key, name, value);
    return;
  }
  if ((value.length < 2 || key !== 'cookie') &&
      !(key === 'content-disposition' && value.length === 1) &&
      !message[kUniqueHeaders]?.has(key)) {
    for (let i = 0; i < value.length; i++)
      addField(message, head, name, value[i], check);
    return;
  }
  addField(message, head, name, ArrayPrototypeJoin.call(value, '; '), check);
}

function addAll(message, head, headers, check) {
  if (headers === message[kFields]) {
    const keys = ObjectKeys(headers);
    for (let i = 0; i < keys.length; i++) {
      const field = headers[keys[i]]; // checked when it was set
      if (ArrayIsArray(field[1]))
        addField(message, head, field[0], field[1], null);
      else
        addLine(head, keys[i], field[0], field[1]);
    }
  } else if (!ArrayIsArray(headers)) {
    const names = ObjectKeys(headers);
    for (let i = 0; i < names.length; i++)
      addField(message, head, names[i], headers[names[i]], check);
  } else if (headers.length && ArrayIsArray(headers[0])) {
    for (let i = 0; i < headers.length; i++)
      addField(message, head, headers[i][0], headers[i][1], check);
  } else
    addFlat(message, head, headers, check);
}

function addFlat(message, head, headers, check) {
  if (headers.length % 2 !== 0)
    throw new (require('internal/errors').codes.ERR_INVALID_ARG_VALUE)('headers', headers);
  for (let i = 0; i < headers.length; i += 2)
    addField(message, head, headers[i], headers[i + 1], check);
}

function addConnection(message, head) {
  if (head.removedConnection) {
    head.isLast = !head.keepAlive;
    return;
  }
  if (head.hasConnection)
    return;
  const staysOpen = head.keepAlive &&
    (head.hasLength || message.useChunkedEncodingByDefault || message.agent);
  if (message.maxRequestsOnConnectionReached || !staysOpen) {
    // The client that has sent enough requests closes; one that does not gets 'dropRequest'.
    head.isLast = head.isLast || !staysOpen;
    head.text += 'Connection: close\r\n';
    return;
  }
  head.text += 'Connection: keep-alive\r\n';
  if (message._keepAliveTimeout && head.defaultKeepAlive) {
    const seconds = MathFloor(message._keepAliveTimeout / 1000);
    const max = ~~message._maxRequestsPerSocket > 0 ? `, max=${message._maxRequestsPerSocket}` : '';
    head.text += `Keep-Alive: timeout=${seconds}${max}\r\n`;
  }
}

function addFraming(message, head) {
  if (head.hasLength || head.hasEncoding)
    return;
  if (!message._hasBody)
    head.isChunked = false;
  else if (!message.useChunkedEncodingByDefault)
    head.isLast = true;
  else if (!head.hasTrailer && !head.removedLength && typeof head.contentLength === 'number')
    head.text += `Content-Length: ${head.contentLength}\r\n`;
  else if (!head.removedEncoding) {
    head.text += 'Transfer-Encoding: chunked\r\n';
    head.isChunked = true;
  } else
    head.isLast = true; // only the end of the connection ends the body
}

// Whether the head ends as most do: with a date, keep-alive and a known length.
const isUsual = (message, head) =>
  message.sendDate && !head.hasDate && !head.hasConnection && !head.removedConnection &&
  head.keepAlive && head.defaultKeepAlive && !head.isLast && !head.isChunked && !head.hasLength &&
  !head.hasEncoding && !head.hasTrailer && !head.removedLength && message._hasBody &&
  typeof head.contentLength === 'number' && message.useChunkedEncodingByDefault &&
  message._keepAliveTimeout > 0 && !(message._maxRequestsPerSocket > 0) &&
  !message.maxRequestsOnConnectionReached;

// The last head of that kind: servers often send the same again.
const last = { __proto__: null, firstLine: '', fields: '', tail: '', length: -1, text: '' };

function usualText(message, head, firstLine) {
  const tail = getUsualTail(message._keepAliveTimeout);
  const length = head.contentLength;
  if (!head.isKnown)
    return `${firstLine}${head.text}${tail}Content-Length: ${length}\r\n\r\n`;
  if (last.length !== length || last.tail !== tail || last.firstLine !== firstLine ||
      last.fields !== head.text) {
    last.firstLine = firstLine;
    last.fields = head.text;
    last.tail = tail;
    last.length = length;
    last.text = `${firstLine}${head.text}${tail}Content-Length: ${length}\r\n\r\n`;
  }
  return last.text;
}

function buildHead(message, firstLine, headers, check) {
  const head = new Head(message);
  if (headers)
    addAll(message, head, headers, check);
  if (isUsual(message, head)) {
    head.text = usualText(message, head, firstLine);
    return head;
  }
  if (message.sendDate && !head.hasDate)
    head.text += `Date: ${utcDate()}\r\n`;
  // Neither has a body, so chunks would be parsed as the next message.
  if (head.isChunked && (message.statusCode === 204 || message.statusCode === 304)) {
    head.isChunked = false;
    head.keepAlive = false;
  }
  addConnection(message, head);
  addFraming(message, head);
  // Trailers follow the last chunk: without chunks there is no place for them.
  if (head.hasTrailer && !head.isChunked)
    throw new (require('internal/errors').codes.ERR_HTTP_TRAILER_INVALID)();
  head.text = `${firstLine}${head.text}\r\n`;
  return head;
}

module.exports = { kFields, kUniqueHeaders, buildHead, utcDate };
