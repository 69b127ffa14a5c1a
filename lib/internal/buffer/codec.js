'use strict';
// Bytes to strings and strings to bytes, one record per encoding.
// (1) C does the conversions. Few bytes are copied to memory that C knows
//     (src/runtime/bindings/buffer_shared.c): that costs less than C takes to find a buffer.
// (2) Base64 of many bytes is the engine's own method, which needs no copy.
// (3) The callers check ranges: 0 <= start <= end <= length, and room >= 0. They are passed
//     in `range`, which C reads; numbers as arguments cost more than the call.

const {
  ArrayBufferIsView, DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset, MathFloor, ObjectGetPrototypeOf, StringPrototypeCharCodeAt,
  StringPrototypeToLowerCase, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint8Array,
  Uint8ArrayPrototypeToBase64,
} = primordials;
const binding = internalBinding('buffer');
const { staging, range } = binding;

// Measured, in bytes.
const STAGING = 2048; // above this C finds the buffer in less time than the copy takes
const LOOP = 8; // a loop copies these in the time of a call of the engine's set()
const SHORT_WRITE = 32; // a loop writes these in the time that C takes to find the buffer
const SHORT_LENGTH = 16; // a loop counts these in the time of a call
const URL_OUT = { __proto__: null, alphabet: 'base64url', omitPadding: true };

const tooLong = () => { throw new (require('internal/errors').codes.ERR_STRING_TOO_LONG)(); };

const { prototype: uint8Prototype } = Uint8Array;

// Of a view: whether its elements are bytes. Prototypes first: the name of the type costs ten times
// as much.
function hasByteElements(view) {
  const prototype = ObjectGetPrototypeOf(view);
  return prototype === uint8Prototype ||
    (prototype !== null && ObjectGetPrototypeOf(prototype) === uint8Prototype) ||
    TypedArrayPrototypeGetSymbolToStringTag.call(view) === 'Uint8Array';
}

const isUint8Array = (value) => ArrayBufferIsView(value) && hasByteElements(value);

// The length of a Uint8Array, -1 for any other value. The accessor throws for what is no view: to
// ask first would cost as much as the accessor.
function byteCountOf(value) {
  try {
    return hasByteElements(value) ? TypedArrayPrototypeGetLength.call(value) : -1;
  } catch {
    return -1;
  }
}

// The length of a `this`. Methods of Buffer are called on other objects, too.
function lengthOf(self) {
  try {
    return TypedArrayPrototypeGetLength.call(self);
  } catch {
    return self.length;
  }
}

// A Uint8Array over the bytes of any view, or over a part of them, by the accessors of the language
// even if the program has replaced them.
function bytesOf(value, start = 0, end = undefined) {
  const isTyped = TypedArrayPrototypeGetSymbolToStringTag.call(value) !== undefined;
  const buffer = isTyped ? TypedArrayPrototypeGetBuffer.call(value) :
    DataViewPrototypeGetBuffer.call(value);
  const offset = isTyped ? TypedArrayPrototypeGetByteOffset.call(value) :
    DataViewPrototypeGetByteOffset.call(value);
  const length = isTyped ? TypedArrayPrototypeGetByteLength.call(value) :
    DataViewPrototypeGetByteLength.call(value);
  return new Uint8Array(buffer, offset + start, (end ?? length) - start);
}

// The part of a buffer; the buffer itself if that is all of it.
const view = (buf, start, end) => (
  start === 0 && end === TypedArrayPrototypeGetLength.call(buf) ? buf :
    new Uint8Array(TypedArrayPrototypeGetBuffer.call(buf),
                   TypedArrayPrototypeGetByteOffset.call(buf) + start, end - start));

// Copies a part of a view to the staging memory if that is cheap; false if C had better read the
// view. Callers that know the length of the view pass it on.
function toStaging(buf, start, end, length) {
  const count = end - start;
  if (count > STAGING || !hasByteElements(buf))
    return false;
  if (count <= LOOP) {
    for (let i = 0; i < count; i++)
      staging[i] = buf[start + i];
  } else if (start === 0 && end === (length ?? TypedArrayPrototypeGetLength.call(buf))) {
    TypedArrayPrototypeSet.call(staging, buf);
  } else {
    return false;
  }
  range[1] = count;
  return true;
}

function decode(read, buf, start, end) {
  range[0] = start;
  range[1] = end;
  return read(buf) ?? tooLong();
}

const {
  asciiFromStaging, asciiSlice: readAscii, base64FromStaging,
  base64urlFromStaging, hexFromStaging, hexSlice: readHex, latin1FromStaging,
  latin1Slice: readLatin1, utf16leFromStaging, utf16leSlice: readUtf16le, utf8FromStaging,
  utf8Slice: readUtf8,
} = binding;

const utf8Slice = (buf, start, end, length) =>
  (toStaging(buf, start, end, length) ? utf8FromStaging() : decode(readUtf8, buf, start, end));

const latin1Slice = (buf, start, end, length) =>
  (toStaging(buf, start, end, length) ? latin1FromStaging() : decode(readLatin1, buf, start, end));

const asciiSlice = (buf, start, end, length) =>
  (toStaging(buf, start, end, length) ? asciiFromStaging() : decode(readAscii, buf, start, end));

const utf16leSlice = (buf, start, end, length) =>
  (toStaging(buf, start, end, length) ? utf16leFromStaging() :
    decode(readUtf16le, buf, start, end));

const hexSlice = (buf, start, end, length) =>
  (toStaging(buf, start, end, length) ? hexFromStaging() : decode(readHex, buf, start, end));

const MOST_BASE64 = 0x17ffffee; // bytes whose base64 is the longest string

function base64Slice(buf, start, end, length) {
  if (toStaging(buf, start, end, length))
    return base64FromStaging();
  if (Uint8ArrayPrototypeToBase64 !== undefined && end - start < MOST_BASE64 &&
      hasByteElements(buf))
    return Uint8ArrayPrototypeToBase64.call(view(buf, start, end));
  return decode(binding.base64Slice, buf, start, end);
}

function base64urlSlice(buf, start, end, length) {
  if (toStaging(buf, start, end, length))
    return base64urlFromStaging();
  if (Uint8ArrayPrototypeToBase64 !== undefined && end - start < MOST_BASE64 &&
      hasByteElements(buf))
    return Uint8ArrayPrototypeToBase64.call(view(buf, start, end), URL_OUT);
  return decode(binding.base64urlSlice, buf, start, end);
}

// Returns how many characters were ASCII and are written, from the start.
function writeShort(buf, string, offset, count) {
  for (let i = 0; i < count; i++) {
    const unit = StringPrototypeCharCodeAt.call(string, i);
    if (unit > 0x7f)
      return i;
    buf[offset + i] = unit;
  }
  return count;
}

function encode(write, buf, string, offset, room) {
  range[0] = offset;
  range[1] = room;
  return write(buf, string);
}

const {
  base64Write: writeBase64, hexWrite: writeHex, latin1Write: writeLatin1,
  utf16leWrite: writeUtf16le, utf8Write: writeUtf8,
} = binding;

function utf8Write(buf, string, offset, room) {
  const { length } = string;
  if (length <= SHORT_WRITE && length <= room &&
      writeShort(buf, string, offset, length) === length)
    return length;
  return encode(writeUtf8, buf, string, offset, room);
}

function latin1Write(buf, string, offset, room) {
  const { length } = string;
  if (length <= SHORT_WRITE && length <= room &&
      writeShort(buf, string, offset, length) === length)
    return length;
  return encode(writeLatin1, buf, string, offset, room);
}

function utf16leWrite(buf, string, offset, room) {
  const { length } = string;
  if (length > SHORT_WRITE / 2 || length * 2 > room)
    return encode(writeUtf16le, buf, string, offset, room);
  for (let i = 0; i < length; i++) {
    const unit = StringPrototypeCharCodeAt.call(string, i);
    buf[offset + 2 * i] = unit;
    buf[offset + 2 * i + 1] = unit >>> 8;
  }
  return length * 2;
}

const hexWrite = (buf, string, offset, room) => encode(writeHex, buf, string, offset, room);
const base64Write = (buf, string, offset, room) => encode(writeBase64, buf, string, offset, room);

function utf8Length(string) {
  const { length } = string;
  if (length > SHORT_LENGTH)
    return binding.byteLengthUtf8(string);
  for (let i = 0; i < length; i++) {
    if (StringPrototypeCharCodeAt.call(string, i) > 0x7f)
      return binding.byteLengthUtf8(string);
  }
  return length;
}

function base64Length(string) {
  let n = string.length;
  if (n > 0 && StringPrototypeCharCodeAt.call(string, n - 1) === 0x3d)
    n--;
  if (n > 1 && StringPrototypeCharCodeAt.call(string, n - 1) === 0x3d)
    n--;
  return MathFloor(n * 3 / 4);
}

// `id` is the encoding's number in C; isText: an ASCII character is a byte of its value. toSlab()
// writes a string to the slab, at range[0].
function codec(id, name, isText, slice, write, byteLength) {
  return {
    __proto__: null, id, name, isText, slice, write, byteLength, toSlab: binding[`${name}ToSlab`],
  };
}

const utf8 = codec(0, 'utf8', true, utf8Slice, utf8Write, utf8Length);
const utf16le = codec(1, 'utf16le', false, utf16leSlice, utf16leWrite,
                      (string) => string.length * 2);
const latin1 = codec(2, 'latin1', true, latin1Slice, latin1Write, (string) => string.length);
const ascii = codec(3, 'ascii', true, asciiSlice, latin1Write, (string) => string.length);
const base64 = codec(4, 'base64', false, base64Slice, base64Write, base64Length);
const base64url = codec(5, 'base64url', false, base64urlSlice, base64Write, base64Length);
const hex = codec(6, 'hex', false, hexSlice, hexWrite, (string) => string.length >>> 1);

const byName = {
  '__proto__': null,
  utf8, 'utf-8': utf8, 'ucs2': utf16le, 'ucs-2': utf16le, utf16le, 'utf-16le': utf16le,
  latin1, 'binary': latin1, ascii, base64, base64url, hex,
};

// The record of an encoding, or undefined.
const codecOf = (encoding) =>
  byName[encoding] ?? byName[StringPrototypeToLowerCase.call(`${encoding}`)];

module.exports = {
  ascii, base64, base64url, byteCountOf, bytesOf, codecOf, hasByteElements, hex, isUint8Array,
  latin1, lengthOf, utf16le, utf8, writeShort,
};
