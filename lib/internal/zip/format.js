'use strict';
// Parts of the ZIP format that need no context: numbers, names, times, extra fields.
//
// (1) Numbers are little-endian. A 64-bit number above the safe integers is an error, never
//     rounded.
// (2) Extra fields are records of id, length and data. A malformed record ends the list, and is an
//     error only if a Zip64 record is needed.

const {
  Date, DatePrototypeGetDate, DatePrototypeGetFullYear, DatePrototypeGetHours,
  DatePrototypeGetMinutes, DatePrototypeGetMonth, DatePrototypeGetSeconds, DatePrototypeGetTime,
  MathFloor, NumberIsNaN, SafeArray, StringFromCharCode,
} = primordials;
const { codes } = require('internal/errors');
const { FastBuffer } = require('internal/buffer');
const { bufferOver, concatBytes, decodeBytes, sizeOf } = require('internal/util/bytes');
const { isUtf8 } = internalBinding('buffer');
const { crc32 } = internalBinding('zlib');

const MOST16 = 0xffff;
const MOST32 = 0xffffffff;
const TWO32 = 0x100000000;

const SIGNATURES = {
  __proto__: null,
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  descriptor: 0x08074b50,
};

const FLAG_ENCRYPTED = 0x0001;
const FLAG_DESCRIPTOR = 0x0008;
const FLAG_UTF8 = 0x0800;

const ID_ZIP64 = 0x0001;
const ID_NTFS = 0x000a;
const ID_TIMES = 0x5455;
const ID_UNIX = 0x5855;
const ID_UNICODE_PATH = 0x7075;

const invalid = (text) => new codes.ERR_ZIP_INVALID_ARCHIVE(text);
const unsupported = (text) => new codes.ERR_ZIP_UNSUPPORTED_FEATURE(text);

const u16 = (bytes, at) => bytes[at] | bytes[at + 1] << 8;
const u32 = (bytes, at) => (u16(bytes, at) | u16(bytes, at + 2) << 16) >>> 0;

function u64(bytes, at) {
  const high = u32(bytes, at + 4);
  if (high > 0x1fffff)
    throw invalid('a Zip64 value exceeds the safe integer range');
  return high * TWO32 + u32(bytes, at);
}

function put16(bytes, at, value) {
  bytes[at] = value & 0xff;
  bytes[at + 1] = value >>> 8 & 0xff;
}

function put32(bytes, at, value) {
  put16(bytes, at, value & MOST16);
  put16(bytes, at + 2, value >>> 16);
}

function put64(bytes, at, value) {
  put32(bytes, at, value % TWO32 >>> 0);
  put32(bytes, at + 4, MathFloor(value / TWO32));
}

// ---- Names ----

// The characters of code page 437 from 0x80 on.
const CP437 =
  '\u00c7\u00fc\u00e9\u00e2\u00e4\u00e0\u00e5\u00e7\u00ea\u00eb\u00e8\u00ef\u00ee\u00ec' +
  '\u00c4\u00c5\u00c9\u00e6\u00c6\u00f4\u00f6\u00f2\u00fb\u00f9\u00ff\u00d6\u00dc\u00a2' +
  '\u00a3\u00a5\u20a7\u0192\u00e1\u00ed\u00f3\u00fa\u00f1\u00d1\u00aa\u00ba\u00bf\u2310' +
  '\u00ac\u00bd\u00bc\u00a1\u00ab\u00bb\u2591\u2592\u2593\u2502\u2524\u2561\u2562\u2556' +
  '\u2555\u2563\u2551\u2557\u255d\u255c\u255b\u2510\u2514\u2534\u252c\u251c\u2500\u253c' +
  '\u255e\u255f\u255a\u2554\u2569\u2566\u2560\u2550\u256c\u2567\u2568\u2564\u2565\u2559' +
  '\u2558\u2552\u2553\u256b\u256a\u2518\u250c\u2588\u2584\u258c\u2590\u2580\u03b1\u00df' +
  '\u0393\u03c0\u03a3\u03c3\u00b5\u03c4\u03a6\u0398\u03a9\u03b4\u221e\u03c6\u03b5\u2229' +
  '\u2261\u00b1\u2265\u2264\u2320\u2321\u00f7\u2248\u00b0\u2219\u00b7\u221a\u207f\u00b2' +
  '\u25a0\u00a0';

function fromCp437(bytes) {
  let text = '';
  for (let i = 0; i < sizeOf(bytes); i++)
    text += bytes[i] < 0x80 ? StringFromCharCode(bytes[i]) : CP437[bytes[i] - 0x80];
  return text;
}

const isText = (bytes) => sizeOf(bytes) === 0 || isUtf8(bytes);

const decodeText = (bytes, flags) =>
  ((flags & FLAG_UTF8) !== 0 || isText(bytes) ? decodeBytes(bytes, 'utf8') : fromCp437(bytes));

// ---- Extra fields ----

// The data of the first record with this id, as { start, end }; null if there is none.
function findExtra(extra, id) {
  const size = sizeOf(extra);
  for (let at = 0; at + 4 <= size;) {
    const start = at + 4;
    const end = start + u16(extra, at + 2);
    if (end > size)
      return null;
    if (u16(extra, at) === id)
      return { __proto__: null, start, end };
    at = end;
  }
  return null;
}

// As findExtra(), for a record that must be there.
function needZip64(extra) {
  const size = sizeOf(extra);
  for (let at = 0; at + 4 <= size;) {
    const start = at + 4;
    const end = start + u16(extra, at + 2);
    if (end > size)
      throw invalid('an extra field is malformed');
    if (u16(extra, at) === ID_ZIP64)
      return { __proto__: null, start, end };
    at = end;
  }
  throw invalid(
    'a field is 0xFFFFFFFF but the Zip64 extended information extra field is missing');
}

const FIELDS64 = ['size', 'compressedSize', 'offset', 'disk'];
const FULL64 = [0, 8, 16, 24];
const width64 = (field) => (field === 'disk' ? 4 : 8);

// Reads the fields of `record` whose value is the marker for "in the Zip64 record". That record has
// only those fields, one after another; but many writers always write all four.
function resolveZip64(record, extra) {
  const wanted = { __proto__: null };
  let packed = 0;
  for (let i = 0; i < FIELDS64.length; i++) {
    const field = FIELDS64[i];
    wanted[field] = record[field] === (field === 'disk' ? MOST16 : MOST32);
    if (wanted[field])
      packed += width64(field);
  }
  if (packed === 0)
    return;
  const { start, end } = needZip64(extra);
  let at = start;
  for (let i = 0; i < FIELDS64.length; i++) {
    const field = FIELDS64[i];
    if (!wanted[field])
      continue;
    const width = width64(field);
    const full = start + FULL64[i];
    const from = end - start > packed && full + width <= end ? full : at;
    if (from + width > end)
      throw invalid('the Zip64 extended information extra field is truncated');
    record[field] = width === 4 ? u32(extra, from) : u64(extra, from);
    at = from + width;
  }
}

// The records that are written again: Zip64 ones are made anew from the final sizes.
function keptExtra(extra) {
  const size = sizeOf(extra);
  const kept = new SafeArray();
  for (let at = 0; at + 4 <= size;) {
    const end = at + 4 + u16(extra, at + 2);
    if (end > size)
      break;
    if (u16(extra, at) !== ID_ZIP64)
      kept.push(bufferOver(extra, at, end));
    at = end;
  }
  return concatBytes(kept);
}

// The name of a record of the central directory.
function decodeName(bytes, flags, extra) {
  const path = findExtra(extra, ID_UNICODE_PATH);
  if (path !== null && path.end - path.start >= 5 && extra[path.start] === 1 &&
      u32(extra, path.start + 1) === crc32(bytes, 0)) {
    return decodeBytes(bufferOver(extra, path.start + 5, path.end), 'utf8');
  }
  return decodeText(bytes, flags);
}

// ---- Times ----

const FIRST_DATE = 0x21;
const LAST_DATE = (2107 - 1980) << 9 | 12 << 5 | 31;
const LAST_TIME = 23 << 11 | 59 << 5 | 29;

function toDos(date) {
  if (NumberIsNaN(DatePrototypeGetTime.call(date)))
    throw new codes.ERR_INVALID_ARG_VALUE('modified', date, 'must be a valid Date');
  const year = DatePrototypeGetFullYear.call(date);
  if (year < 1980)
    return { __proto__: null, date: FIRST_DATE, time: 0 };
  if (year > 2107)
    return { __proto__: null, date: LAST_DATE, time: LAST_TIME };
  const month = DatePrototypeGetMonth.call(date) + 1;
  const hours = DatePrototypeGetHours.call(date);
  const minutes = DatePrototypeGetMinutes.call(date);
  return {
    __proto__: null,
    date: (year - 1980) << 9 | month << 5 | DatePrototypeGetDate.call(date),
    time: hours << 11 | minutes << 5 | DatePrototypeGetSeconds.call(date) >> 1,
  };
}

function fromDos(date, time) {
  const month = date >> 5 & 15 || 1;
  const day = date & 31 || 1;
  return new Date(1980 + (date >> 9), month - 1, day, time >> 11, time >> 5 & 63, (time & 31) * 2);
}

// A record with the second, for times that the two-second field of DOS cannot hold.
function timesExtra(date) {
  const time = DatePrototypeGetTime.call(date);
  const second = MathFloor(time / 1000);
  if (time % 2000 === 0 || second !== (second | 0))
    return new FastBuffer(0);
  const extra = new FastBuffer(9);
  put16(extra, 0, ID_TIMES);
  put16(extra, 2, 5);
  extra[4] = 1;
  put32(extra, 5, second >>> 0);
  return extra;
}

// Units of 100 ns since 1601. Such numbers are larger than the safe integers.
function fromNtfs(extra, at) {
  const high = u32(extra, at + 4);
  const rest = (high % 10000) * TWO32 + u32(extra, at);
  return MathFloor(high / 10000) * TWO32 + MathFloor(rest / 10000) - 11644473600000;
}

function ntfsTime(extra) {
  const field = findExtra(extra, ID_NTFS);
  if (field === null)
    return undefined;
  for (let at = field.start + 4; at + 4 <= field.end;) {
    const end = at + 4 + u16(extra, at + 2);
    if (end > field.end)
      return undefined;
    if (u16(extra, at) === 1 && end - at >= 12)
      return fromNtfs(extra, at + 4);
    at = end;
  }
  return undefined;
}

function secondsOf(id, offset, isPresent) {
  return (extra) => {
    const field = findExtra(extra, id);
    if (field === null || field.end - field.start < offset + 4 || !isPresent(extra, field.start))
      return undefined;
    return (u32(extra, field.start + offset) | 0) * 1000;
  };
}

// Best first.
const CLOCKS = [
  ntfsTime,
  secondsOf(ID_TIMES, 1, (extra, at) => (extra[at] & 1) !== 0),
  secondsOf(ID_UNIX, 4, () => true),
];

// The time that extra fields give, in milliseconds, or undefined.
function extraTime(central, local) {
  for (let i = 0; i < CLOCKS.length; i++) {
    const time = CLOCKS[i](central) ?? (local !== null ? CLOCKS[i](local) : undefined);
    if (time !== undefined)
      return time;
  }
  return undefined;
}

module.exports = {
  FLAG_DESCRIPTOR, FLAG_ENCRYPTED, FLAG_UTF8, ID_ZIP64, MOST16, MOST32, SIGNATURES, decodeName,
  decodeText, extraTime, fromDos, invalid, keptExtra, put16, put32, put64, resolveZip64, timesExtra,
  toDos, u16, u32, u64, unsupported,
};
