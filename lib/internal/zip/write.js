'use strict';
// Writes the structures of a ZIP archive.
//
// (1) Sizes and offsets that do not fit in 32 bits are written as Zip64 records, and only those.
// (2) Extra fields that an archive was read with are written again, except for Zip64 ones.

const { MathMax, SafeArray } = primordials;
const { codes } = require('internal/errors');
const { FastBuffer, fromString } = require('internal/buffer');
const { validateInteger, validateObject, validateString } = require('internal/validators');
const { concatBytes, sizeOf } = require('internal/util/bytes');
const {
  FLAG_DESCRIPTOR, ID_ZIP64, MOST16, MOST32, SIGNATURES, keptExtra, put16, put32, put64,
} = require('internal/zip/format');
const { ZSTD } = require('internal/zip/coding');

const VERSION = 20;
const VERSION_ZIP64 = 45;
const VERSION_ZSTD = 63;

const utf8 = (text) => fromString(text, 'utf8', 0);
const is64 = (value) => value >= MOST32;

function zip64Extra(values) {
  if (values.length === 0)
    return new FastBuffer(0);
  const extra = new FastBuffer(4 + 8 * values.length);
  put16(extra, 0, ID_ZIP64);
  put16(extra, 2, 8 * values.length);
  for (let i = 0; i < values.length; i++)
    put64(extra, 4 + 8 * i, values[i]);
  return extra;
}

function withZip64(record, values, extra) {
  const all = concatBytes([zip64Extra(values), keptExtra(extra)]);
  if (sizeOf(all) > MOST16) {
    throw new codes.ERR_ZIP_ENTRY_TOO_LARGE(
      `the extra fields of entry "${record.name}" must not exceed ${MOST16} bytes`);
  }
  return all;
}

// The version that a reader needs.
const versionOf = ({ needed }, isZip64) => (isZip64 ? MathMax(needed, VERSION_ZIP64) : needed);

// The version that a record with this content needs, whatever its sizes are.
const neededBy = (method, flags) => (method === ZSTD ? VERSION_ZSTD :
  (flags & FLAG_DESCRIPTOR) !== 0 ? VERSION_ZIP64 : VERSION);

// The header before the data. If the member is still to be compressed, its sizes follow in a
// descriptor, which has the Zip64 form because they may be large.
function localHeader(record) {
  const isLater = (record.flags & FLAG_DESCRIPTOR) !== 0;
  const isLarge = isLater || is64(record.size) || is64(record.compressedSize);
  const { size, compressedSize } = record;
  const extra = withZip64(record, isLater ? [0, 0] : isLarge ? [size, compressedSize] : [],
                          record.localExtra ?? record.extra);
  const header = new FastBuffer(30);
  put32(header, 0, SIGNATURES.local);
  put16(header, 4, versionOf(record, isLarge));
  put16(header, 6, record.flags);
  put16(header, 8, record.method);
  put16(header, 10, record.time);
  put16(header, 12, record.date);
  put32(header, 14, isLater ? 0 : record.crc32);
  put32(header, 18, isLarge ? MOST32 : compressedSize);
  put32(header, 22, isLarge ? MOST32 : size);
  put16(header, 26, sizeOf(record.nameBytes));
  put16(header, 28, sizeOf(extra));
  return concatBytes([header, record.nameBytes, extra]);
}

function descriptor(record) {
  const bytes = new FastBuffer(24);
  put32(bytes, 0, SIGNATURES.descriptor);
  put32(bytes, 4, record.crc32);
  put64(bytes, 8, record.compressedSize);
  put64(bytes, 16, record.size);
  return bytes;
}

function centralHeader(record) {
  const large = new SafeArray();
  if (is64(record.size))
    large.push(record.size);
  if (is64(record.compressedSize))
    large.push(record.compressedSize);
  if (is64(record.offset))
    large.push(record.offset);
  const extra = withZip64(record, large, record.extra);
  const header = new FastBuffer(46);
  put32(header, 0, SIGNATURES.central);
  const needed = versionOf(record, large.length > 0);
  put16(header, 4, record.madeBy & 0xff00 | MathMax(record.madeBy & 0xff, needed));
  put16(header, 6, needed);
  put16(header, 8, record.flags);
  put16(header, 10, record.method);
  put16(header, 12, record.time);
  put16(header, 14, record.date);
  put32(header, 16, record.crc32);
  put32(header, 20, is64(record.compressedSize) ? MOST32 : record.compressedSize);
  put32(header, 24, is64(record.size) ? MOST32 : record.size);
  put16(header, 28, sizeOf(record.nameBytes));
  put16(header, 30, sizeOf(extra));
  put16(header, 32, sizeOf(record.comment));
  put16(header, 36, record.internal);
  put32(header, 38, record.attributes);
  put32(header, 42, is64(record.offset) ? MOST32 : record.offset);
  return concatBytes([header, record.nameBytes, extra, record.comment]);
}

function end64(count, size, offset) {
  const bytes = new FastBuffer(76);
  put32(bytes, 0, SIGNATURES.end64);
  put64(bytes, 4, 44);
  put16(bytes, 12, 3 << 8 | VERSION_ZIP64);
  put16(bytes, 14, VERSION_ZIP64);
  put64(bytes, 24, count);
  put64(bytes, 32, count);
  put64(bytes, 40, size);
  put64(bytes, 48, offset);
  put32(bytes, 56, SIGNATURES.locator64);
  put64(bytes, 64, offset + size);
  put32(bytes, 72, 1);
  return bytes;
}

// The directory that begins at `offset`, with its end records.
function directory(records, offset, comment) {
  const parts = new SafeArray();
  let size = 0;
  for (let i = 0; i < records.length; i++) {
    const header = centralHeader(records[i]);
    size += sizeOf(header);
    parts.push(header);
  }
  const count = records.length;
  if (count >= MOST16 || is64(size) || is64(offset))
    parts.push(end64(count, size, offset));
  const end = new FastBuffer(22);
  put32(end, 0, SIGNATURES.end);
  put16(end, 8, count >= MOST16 ? MOST16 : count);
  put16(end, 10, count >= MOST16 ? MOST16 : count);
  put32(end, 12, is64(size) ? MOST32 : size);
  put32(end, 16, is64(offset) ? MOST32 : offset);
  put16(end, 20, sizeOf(comment));
  parts.push(end);
  parts.push(comment);
  return concatBytes(parts);
}

// Options of functions that write an archive. `comment` is the default comment.
function archiveOptions(options, comment = new FastBuffer(0)) {
  if (options === undefined)
    return { __proto__: null, comment, baseOffset: 0 };
  if (typeof options === 'string')
    options = { __proto__: null, comment: options };
  validateObject(options, 'options');
  const { baseOffset = 0, comment: text } = options;
  if (text !== undefined) {
    validateString(text, 'options.comment');
    comment = utf8(text);
  }
  validateInteger(baseOffset, 'options.baseOffset', 0);
  if (sizeOf(comment) > MOST16) {
    throw new codes.ERR_ZIP_ARCHIVE_TOO_LARGE(
      `the archive comment must not exceed ${MOST16} bytes when encoded as UTF-8`);
  }
  return { __proto__: null, comment, baseOffset };
}

module.exports = { archiveOptions, descriptor, directory, localHeader, neededBy, utf8 };
