'use strict';
// fetch() of data: and blob: URLs; refuses all other schemes but http: and https:.

const {
  RegExpPrototypeExec, SafeRegExp, SafeSet, StringPrototypeCharCodeAt, StringPrototypeIndexOf,
  StringPrototypeReplace, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeTrim,
  Uint8Array,
} = primordials;
const { Body, bytesBody } = require('internal/fetch/body');
const { newState } = require('internal/fetch/response');

// Ports of other services: the standard's list.
const BAD_PORTS = '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 ' +
  '104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 ' +
  '530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 ' +
  '4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080';
let badPorts = null;

function isBadPort(url) {
  if (url.port === '')
    return false;
  if (badPorts === null) {
    badPorts = new SafeSet();
    const list = StringPrototypeSplit.call(BAD_PORTS, ' ');
    for (let i = 0; i < list.length; i++)
      badPorts.add(list[i]);
  }
  return badPorts.has(url.port);
}

function hexValue(unit) {
  if (unit >= 48 && unit <= 57)
    return unit - 48;
  unit |= 32;
  return unit >= 97 && unit <= 102 ? unit - 87 : -1;
}

// The text of a URL is ASCII.
function percentDecode(text) {
  const bytes = new Uint8Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    let unit = StringPrototypeCharCodeAt.call(text, i);
    if (unit === 37 && i + 2 < text.length) {
      const high = hexValue(StringPrototypeCharCodeAt.call(text, i + 1));
      const low = hexValue(StringPrototypeCharCodeAt.call(text, i + 2));
      if (high >= 0 && low >= 0) {
        unit = high * 16 + low;
        i += 2;
      }
    }
    bytes[count++] = unit;
  }
  return require('internal/buffer/codec').bytesOf(bytes, 0, count);
}

function decodeBase64(bytes) {
  const { bufferFrom } = require('internal/buffer');
  const text = bufferFrom(bytes).toString('latin1');
  try {
    return bufferFrom(require('buffer').atob(text), 'latin1');
  } catch {
    return null;
  }
}

function fetchData(url) {
  const { href } = url;
  const hash = StringPrototypeIndexOf.call(href, '#');
  const text = StringPrototypeSlice.call(href, 5, hash === -1 ? href.length : hash);
  const comma = StringPrototypeIndexOf.call(text, ',');
  if (comma === -1)
    return null;
  let type = StringPrototypeTrim.call(StringPrototypeSlice.call(text, 0, comma));
  let bytes = percentDecode(StringPrototypeSlice.call(text, comma + 1));
  const marked = new SafeRegExp('; *base64$', 'i');
  if (RegExpPrototypeExec.call(marked, type) !== null) {
    bytes = decodeBase64(bytes);
    type = StringPrototypeReplace.call(type, marked, '');
    if (bytes === null)
      return null;
  }
  if (type[0] === ';')
    type = `text/plain${type}`;
  const mime = require('internal/mime').parseType(type);
  const state = newState();
  state.statusText = 'OK';
  state.headers.append('Content-Type', mime === null ? 'text/plain;charset=US-ASCII' : mime.text);
  state.body = bytesBody(new Uint8Array(bytes));
  return state;
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

// { start, end }, or the text of an error.
function readRange(header, size) {
  const match = RegExpPrototypeExec.call(RANGE, header);
  if (match === null || (match[1] === '' && match[2] === ''))
    return 'failed to fetch the data URL';
  let start = match[1] === '' ? size - +match[2] : +match[1];
  let end = match[1] === '' || match[2] === '' ? size - 1 : +match[2];
  if (start < 0)
    start = 0;
  if (end >= size)
    end = size - 1;
  return start > end ? "Range start is greater than the blob's size." :
    { __proto__: null, start, end };
}

function fetchBlob(url, request) {
  const blob = require('internal/blob').resolveObjectURL(url.href);
  if (blob === undefined || request.method !== 'GET')
    return 'invalid method';
  const state = newState();
  const header = request.headers.get('range');
  let part = blob;
  state.statusText = 'OK';
  if (header !== null) {
    const range = readRange(header, blob.size);
    if (typeof range === 'string')
      return range;
    part = blob.slice(range.start, range.end + 1, blob.type);
    state.status = 206;
    state.statusText = 'Partial Content';
    state.headers.append('content-range', `bytes ${range.start}-${range.end}/${blob.size}`);
  }
  state.headers.append('content-length', `${part.size}`);
  state.headers.append('content-type', blob.type);
  state.body = new Body(part, part.size, null);
  return state;
}

// Returns the state of a response, or the text of an error.
function fetchLocal(url, request) {
  switch (url.protocol) {
    case 'data:':
      return fetchData(url) ?? 'failed to fetch the data URL';
    case 'blob:':
      return fetchBlob(url, request);
    case 'about:':
      return 'about scheme is not supported';
    case 'file:':
      return 'not implemented... yet...';
    default:
      return 'unknown scheme';
  }
}

module.exports = { fetchLocal, isBadPort };
