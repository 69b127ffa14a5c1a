'use strict';
// multipart/form-data (RFC 7578): FormData as bytes, and bytes as FormData.
//
// (1) The input comes from the network. Searching takes time linear in its length, the head of a
//     part has at most 16 KiB, and any malformed part makes the whole body invalid.

const {
  SafeArray, StringPrototypeIndexOf, StringPrototypeReplaceAll, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, TypedArrayPrototypeGetLength,
  decodeURIComponent,
} = primordials;
const { bufferFrom } = require('internal/buffer');
const { bytesOf, utf8 } = require('internal/buffer/codec');
const { FormData, entriesOf } = require('internal/fetch/form_data');
const { typeError } = require('internal/fetch/webidl');
const { isBlob } = require('internal/blob');

const MAX_HEAD = 16384;
const MAX_BOUNDARY = 70;

const replace = (text, from, to) => StringPrototypeReplaceAll.call(text, from, to);

// Names in quotes. Line ends of names are those of the form, of files as they are.
const escapeName = (text) => replace(replace(replace(text, '\n', '%0A'), '\r', '%0D'), '"', '%22');
const unescapeName = (text) =>
  replace(replace(replace(text, '%0A', '\n'), '%0D', '\r'), '%22', '"');
const useCrlf = (text) => replace(replace(replace(text, '\r\n', '\n'), '\r', '\n'), '\n', '\r\n');

function makeBoundary() {
  const { randomInt } = require('internal/crypto/random');
  return `----formdata-gyre-${randomInt(1e11, 1e12 - 1)}`;
}

// { type, parts }: strings and blobs.
function encode(data) {
  const boundary = makeBoundary();
  const parts = new SafeArray();
  const entries = entriesOf(data);
  for (let i = 0; i < entries.length; i++) {
    const name = entries[i][0];
    const value = entries[i][1];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="` +
      `${escapeName(useCrlf(name))}"`;
    if (isBlob(value)) {
      parts.push(`${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ` +
        `${value.type || 'application/octet-stream'}\r\n\r\n`, value, '\r\n');
    } else
      parts.push(`${head}\r\n\r\n${useCrlf(value)}\r\n`);
  }
  parts.push(`--${boundary}--\r\n`);
  return { __proto__: null, type: `multipart/form-data; boundary=${boundary}`, parts };
}

// ---- Reading ----

const bad = (why) => new primordials.TypeError('Failed to parse body as FormData.', {
  __proto__: null, cause: typeError(why),
});

// The end of a quoted string that begins at `from`, after the quote.
function endOfQuoted(text, from) {
  const end = StringPrototypeIndexOf.call(text, '"', from);
  if (end === -1)
    throw bad('expected " after a quoted string');
  return end;
}

// The parameters of Content-Disposition: name="a"; filename=b; filename*=UTF-8''c
function readParameters(text, head) {
  let at = StringPrototypeIndexOf.call(text, ';');
  while (at !== -1) {
    at++;
    while (text[at] === ' ' || text[at] === '\t')
      at++;
    const equals = StringPrototypeIndexOf.call(text, '=', at);
    if (equals === -1)
      return;
    const name = StringPrototypeToLowerCase.call(StringPrototypeSlice.call(text, at, equals));
    const isQuoted = text[equals + 1] === '"';
    const from = equals + (isQuoted ? 2 : 1);
    let end = isQuoted ? endOfQuoted(text, from) : StringPrototypeIndexOf.call(text, ';', from);
    if (end === -1)
      end = text.length;
    const value = StringPrototypeSlice.call(text, from, end);
    if (name === 'name')
      head.name ??= unescapeName(value);
    else if (name === 'filename')
      head.filename ??= unescapeName(value);
    else if (name === 'filename*')
      head.filename = decodeExtended(value) ?? head.filename;
    at = StringPrototypeIndexOf.call(text, ';', end);
  }
}

// RFC 8187; only UTF-8 is read.
function decodeExtended(value) {
  const prefix = "utf-8''";
  if (StringPrototypeToLowerCase.call(StringPrototypeSlice.call(value, 0, prefix.length)) !==
      prefix)
    return null;
  try {
    return decodeURIComponent(StringPrototypeSlice.call(value, prefix.length));
  } catch {
    return null;
  }
}

function readHead(text) {
  const head = { __proto__: null, name: null, filename: null, type: null, coding: null };
  let at = 0;
  while (at < text.length) {
    let end = StringPrototypeIndexOf.call(text, '\r\n', at);
    if (end === -1)
      end = text.length;
    const line = StringPrototypeSlice.call(text, at, end);
    const colon = StringPrototypeIndexOf.call(line, ':');
    if (colon < 1)
      throw bad('header name is null');
    const name = StringPrototypeToLowerCase.call(StringPrototypeSlice.call(line, 0, colon));
    const value = primordials.StringPrototypeTrim.call(StringPrototypeSlice.call(line, colon + 1));
    if (name === 'content-disposition') {
      if (!StringPrototypeStartsWith.call(value, 'form-data'))
        throw bad('expected form-data for content-disposition header');
      readParameters(value, head);
    } else if (name === 'content-type')
      head.type = value;
    else if (name === 'content-transfer-encoding')
      head.coding = StringPrototypeToLowerCase.call(value);
    at = end + 2;
  }
  if (head.name === null) {
    throw bad(at === 0 ? 'header name is null' :
      'name attribute is required in content-disposition header');
  }
  return head;
}

function addPart(data, head, body) {
  if (head.coding === 'base64')
    body = bufferFrom(bufferFrom(body).toString('latin1'), 'base64');
  const length = TypedArrayPrototypeGetLength.call(body);
  if (head.filename === null) {
    data.append(head.name, length === 0 ? '' : utf8.slice(body, 0, length));
    return;
  }
  const { File } = require('internal/file');
  data.append(head.name, new File([body], head.filename, {
    __proto__: null, type: head.type ?? 'text/plain',
  }));
}

// bytes: a Buffer.
function decode(bytes, boundary) {
  if (boundary === undefined || boundary.length === 0 || boundary.length > MAX_BOUNDARY)
    throw bad('missing boundary in content-type header');
  const data = new FormData();
  const open = bufferFrom(`--${boundary}`, 'latin1');
  const size = open.length;
  let at = bytes.indexOf(open);
  if (at === -1 || (at !== 0 && !isCrlf(bytes, at - 2)))
    throw bad('no boundary found in multipart body');
  at += size;
  const separator = bufferFrom(`\r\n--${boundary}`, 'latin1');
  const blank = bufferFrom('\r\n\r\n', 'latin1');
  while (!(bytes[at] === 45 && bytes[at + 1] === 45)) {
    if (!isCrlf(bytes, at))
      throw bad('expected CRLF');
    const end = bytes.indexOf(blank, at);
    if (end === -1 || end - at > MAX_HEAD)
      throw bad('expected CRLF');
    const from = end + 4;
    // The body may be empty: its end begins with the line end of the head.
    const next = bytes.indexOf(separator, end + 2);
    if (next === -1)
      throw bad('expected boundary after body');
    const head = readHead(utf8.slice(bytes, at + 2, end));
    addPart(data, head, bytesOf(bytes, from, next < from ? from : next));
    at = next + size + 2;
  }
  return data;
}

const isCrlf = (bytes, at) => bytes[at] === 13 && bytes[at + 1] === 10;

module.exports = { decode, encode };
