'use strict';
// Strings out of bytes and into them, one record per encoding.
// (1) Short ASCII text never leaves JavaScript: a call into C costs more than that.
// (2) Hexadecimal and base64 use the engine's own methods where it has them: they are vectorised
//     and give strings of one byte per character. They are strict, though, so that what they refuse
//     is read once more by our tolerant code.
// (3) Ranges are checked by the callers: 0 <= start <= end <= length, and room >= 0.

const {
  ArrayBufferIsView, DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset, Int8Array, MathFloor, ObjectGetPrototypeOf, StringFromCharCode:
  fromCharCode, StringPrototypeCharCodeAt, StringPrototypeSlice, StringPrototypeToLowerCase,
  TypedArrayPrototypeFill, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint8Array,
  Uint8ArrayPrototypeSetFromBase64, Uint8ArrayPrototypeSetFromHex, Uint8ArrayPrototypeToBase64,
  Uint8ArrayPrototypeToHex,
} = primordials;
const { codes: { ERR_STRING_TOO_LONG } } = require('internal/errors');
const binding = internalBinding('buffer');
const { desk, deskAscii, deskLatin1, deskUtf8, place } = binding;


const SHORT_TEXT = 12; // bytes to characters
const SHORT_BYTES = 40; // characters to bytes
const NATIVE_HEX = 64; // above this many bytes our own tables are faster
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const URL_OUT = { __proto__: null, alphabet: 'base64url', omitPadding: true };
const URL_IN = { __proto__: null, alphabet: 'base64url' };

const tooLong = () => { throw new ERR_STRING_TOO_LONG(); };

const { prototype: uint8Prototype } = Uint8Array;

// Prototypes first: to ask for the name of the type costs ten times as much.
function isUint8Array(value) {
  if (!ArrayBufferIsView(value))
    return false;
  const prototype = ObjectGetPrototypeOf(value);
  return prototype === uint8Prototype ||
    (prototype !== null && ObjectGetPrototypeOf(prototype) === uint8Prototype) ||
    TypedArrayPrototypeGetSymbolToStringTag.call(value) === 'Uint8Array';
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

const view = (buf, start, end) => (
  start === 0 && end === TypedArrayPrototypeGetLength.call(buf) ? buf :
    new Uint8Array(TypedArrayPrototypeGetBuffer.call(buf),
                   TypedArrayPrototypeGetByteOffset.call(buf) + start, end - start));

// At most SHORT_TEXT bytes, each one character.
function shortText(buf, start, end) {
  let text = '';
  let i = start;
  for (; i + 16 <= end; i += 16) {
    text += fromCharCode(buf[i], buf[i + 1], buf[i + 2], buf[i + 3],
                         buf[i + 4], buf[i + 5], buf[i + 6], buf[i + 7],
                         buf[i + 8], buf[i + 9], buf[i + 10], buf[i + 11],
                         buf[i + 12], buf[i + 13], buf[i + 14], buf[i + 15]);
  }
  if (i + 8 <= end) {
    text += fromCharCode(buf[i], buf[i + 1], buf[i + 2], buf[i + 3],
                         buf[i + 4], buf[i + 5], buf[i + 6], buf[i + 7]);
    i += 8;
  }
  if (i + 4 <= end) {
    text += fromCharCode(buf[i], buf[i + 1], buf[i + 2], buf[i + 3]);
    i += 4;
  }
  for (; i < end; i++)
    text += fromCharCode(buf[i]);
  return text;
}

function isShortAscii(buf, start, end) {
  if (end - start > SHORT_TEXT)
    return false;
  let all = 0;
  for (let i = start; i < end; i++)
    all |= buf[i];
  return all < 0x80;
}

const DESK = TypedArrayPrototypeGetLength.call(desk);

// What is not too long is laid on the desk that C knows; for the rest it is told which view, and
// which part of it.
function slice(fromDesk, decode, buf, start, end) {
  const count = end - start;
  if (count <= DESK && isUint8Array(buf)) {
    TypedArrayPrototypeSet.call(desk, view(buf, start, end));
    place[1] = count;
    return fromDesk();
  }
  return decode(buf, start, end) ?? tooLong();
}

function utf8Slice(buf, start, end) {
  if (isShortAscii(buf, start, end))
    return shortText(buf, start, end);
  return slice(deskUtf8, binding.utf8Slice, buf, start, end);
}

function latin1Slice(buf, start, end) {
  if (end - start <= SHORT_TEXT)
    return shortText(buf, start, end);
  return slice(deskLatin1, binding.latin1Slice, buf, start, end);
}

function asciiSlice(buf, start, end) {
  if (isShortAscii(buf, start, end))
    return shortText(buf, start, end);
  return slice(deskAscii, binding.asciiSlice, buf, start, end);
}

const utf16leSlice = (buf, start, end) => binding.utf16leSlice(buf, start, end) ?? tooLong();

let longer;
function hexSlice(buf, start, end) {
  const count = end - start;
  if (Uint8ArrayPrototypeToHex !== undefined && count <= NATIVE_HEX)
    return Uint8ArrayPrototypeToHex.call(view(buf, start, end));
  longer ??= require('internal/buffer/hex_text');
  if (Uint8ArrayPrototypeToBase64 !== undefined && count <= longer.MOST)
    return longer.hexText(buf, start, end);
  return binding.hexSlice(buf, start, end) ?? tooLong();
}

const MOST_BASE64 = 0x17ffffee; // bytes whose base64 is the longest string

function base64Slice(buf, start, end) {
  if (Uint8ArrayPrototypeToBase64 !== undefined && end - start < MOST_BASE64)
    return Uint8ArrayPrototypeToBase64.call(view(buf, start, end));
  return binding.base64Slice(buf, start, end) ?? tooLong();
}

function base64urlSlice(buf, start, end) {
  if (Uint8ArrayPrototypeToBase64 !== undefined && end - start < MOST_BASE64)
    return Uint8ArrayPrototypeToBase64.call(view(buf, start, end), URL_OUT);
  return binding.base64urlSlice(buf, start, end) ?? tooLong();
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

function utf8Write(buf, string, offset, room) {
  const { length } = string;
  if (length <= SHORT_BYTES) {
    const count = length < room ? length : room;
    if (writeShort(buf, string, offset, count) === count)
      return count;
  }
  return binding.utf8Write(buf, string, offset, room);
}

function latin1Write(buf, string, offset, room) {
  const { length } = string;
  if (length > SHORT_BYTES)
    return binding.latin1Write(buf, string, offset, room);
  const count = length < room ? length : room;
  for (let i = 0; i < count; i++)
    buf[offset + i] = StringPrototypeCharCodeAt.call(string, i);
  return count;
}

function utf16leWrite(buf, string, offset, room) {
  const { length } = string;
  if (length > SHORT_BYTES / 2)
    return binding.utf16leWrite(buf, string, offset, room);
  const count = length * 2 < room ? length * 2 : room - room % 2;
  for (let i = 0; i < count; i += 2) {
    const unit = StringPrototypeCharCodeAt.call(string, i >> 1);
    buf[offset + i] = unit;
    buf[offset + i + 1] = unit >>> 8;
  }
  return count;
}

// The value of each ASCII character as a digit, -1 for the others; made when first needed.
let hexDigits;
let base64Digits;

function digitsOf(...alphabets) {
  const table = TypedArrayPrototypeFill.call(new Int8Array(128), -1);
  for (let j = 0; j < alphabets.length; j++) {
    const alphabet = alphabets[j];
    for (let i = 0; i < alphabet.length; i++)
      table[StringPrototypeCharCodeAt.call(alphabet, i)] = i;
  }
  return table;
}

// Short hexadecimal; -1 when there is something else in it.
function shortHex(buf, string, offset, count) {
  hexDigits ??= digitsOf('0123456789abcdef', '0123456789ABCDEF');
  for (let i = 0; i < count; i++) {
    const high = StringPrototypeCharCodeAt.call(string, 2 * i);
    const low = StringPrototypeCharCodeAt.call(string, 2 * i + 1);
    const byte = hexDigits[high] << 4 | hexDigits[low];
    // A unit above 127 has no entry, and undefined counts as 0 in the line above.
    if (byte < 0 || (high | low) > 0x7f)
      return -1;
    buf[offset + i] = byte;
  }
  return count;
}

// Short base64 of either alphabet with right padding or none; -1 when there is something else in
// it.
function shortBase64(buf, string, offset, count) {
  base64Digits ??= digitsOf(`${ALPHANUMERIC}+/`, `${ALPHANUMERIC}-_`);
  let bits = 0;
  let have = 0;
  let written = 0;
  for (let i = 0; written < count; i++) {
    const unit = StringPrototypeCharCodeAt.call(string, i);
    const digit = unit < 0x80 ? base64Digits[unit] : -1;
    if (!(digit >= 0))
      return -1;
    bits = bits << 6 | digit;
    have += 6;
    if (have >= 8) {
      have -= 8;
      buf[offset + written++] = bits >>> have;
    }
  }
  return count;
}

function hexWrite(buf, string, offset, room) {
  const { length } = string;
  const count = length >>> 1;
  if (count <= SHORT_BYTES / 4 && count <= room && shortHex(buf, string, offset, count) === count)
    return count;
  if (Uint8ArrayPrototypeSetFromHex !== undefined && count <= room && count > 0) {
    try {
      const digits = length % 2 === 0 ? string : StringPrototypeSlice.call(string, 0, -1);
      return Uint8ArrayPrototypeSetFromHex.call(
        view(buf, offset, offset + count), digits).written;
    } catch {
      // Not all are digits: ours keeps what comes before the first that is not.
    }
  }
  return binding.hexWrite(buf, string, offset, room);
}

// The strict decoder must have room for all of it, or it would stop at a group's border.
function nativeBase64(buf, string, offset, room, options) {
  const most = base64Length(string);
  if (most > room)
    return -1;
  if (most <= SHORT_BYTES / 2)
    return shortBase64(buf, string, offset, most);
  if (Uint8ArrayPrototypeSetFromBase64 === undefined)
    return -1;
  try {
    return Uint8ArrayPrototypeSetFromBase64.call(
      view(buf, offset, offset + most), string, options).written;
  } catch {
    return -1; // strangers, or the other alphabet
  }
}

function base64Write(buf, string, offset, room) {
  const written = nativeBase64(buf, string, offset, room, undefined);
  return written >= 0 ? written : binding.base64Write(buf, string, offset, room);
}

function base64urlWrite(buf, string, offset, room) {
  const written = nativeBase64(buf, string, offset, room, URL_IN);
  return written >= 0 ? written : binding.base64Write(buf, string, offset, room);
}

function utf8Length(string) {
  const { length } = string;
  if (length > SHORT_BYTES)
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

// `id` is the number C knows the encoding by; isText: ASCII characters are bytes of the same value.
function codec(id, name, isText, slice, write, byteLength) {
  return { __proto__: null, id, name, isText, slice, write, byteLength };
}

const utf8 = codec(0, 'utf8', true, utf8Slice, utf8Write, utf8Length);
const utf16le = codec(1, 'utf16le', false, utf16leSlice, utf16leWrite,
                      (string) => string.length * 2);
const latin1 = codec(2, 'latin1', true, latin1Slice, latin1Write, (string) => string.length);
const ascii = codec(3, 'ascii', true, asciiSlice, latin1Write, (string) => string.length);
const base64 = codec(4, 'base64', false, base64Slice, base64Write, base64Length);
const base64url = codec(5, 'base64url', false, base64urlSlice, base64urlWrite, base64Length);
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
  SHORT_BYTES, ascii, base64, base64url, bytesOf, codecOf, hex, isUint8Array, latin1, lengthOf,
  utf16le, utf8,
};
