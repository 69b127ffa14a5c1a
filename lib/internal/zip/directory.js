'use strict';
// Finds, reads and checks the directory of a ZIP archive.
//
// (1) The directory is read in steps. A step gets the bytes that the step before it requested and
//     returns the next range. So archives in memory, and files that are read synchronously or
//     asynchronously, share the code: drive(), driveSync().
// (2) Nothing is allocated for a size that an archive only claims: every range is first checked
//     against the size of the archive.
// (3) The directory is authoritative. If the header before the data of a member contradicts it,
//     that is an error, because other programs would read another archive from the same bytes.
// (4) No two members share bytes, and no member reaches into the directory: such archives extract
//     to many times their size.

const { ArrayPrototypeSort, MathMax, MathMin, SafeArray } = primordials;
const { bufferOver, sizeOf } = require('internal/util/bytes');
const { codes } = require('internal/errors');
const { kMaxLength } = require('internal/buffer');
const {
  FLAG_DESCRIPTOR, FLAG_ENCRYPTED, MOST16, MOST32, SIGNATURES, decodeName, invalid, resolveZip64,
  u16, u32, u64, unsupported,
} = require('internal/zip/format');

const END_SIZE = 22;
const END64_SIZE = 56;
const LOCATOR_SIZE = 20;
const CENTRAL_SIZE = 46;
const LOCAL_SIZE = 30;
// What is searched for the end record: the longest comment, and some padding.
const TAIL_SIZE = END_SIZE + MOST16 + LOCATOR_SIZE + END64_SIZE + 8192;

const range = (position, length) => ({ __proto__: null, position, length });

// ---- The end record ----

// Positions in `tail` of records that could be the end of an archive.
function endCandidates(tail) {
  const exact = new SafeArray();
  const padded = new SafeArray();
  const size = sizeOf(tail);
  for (let at = size - END_SIZE; at >= 0; at--) {
    if (tail[at] !== 0x50 || u32(tail, at) !== SIGNATURES.end)
      continue;
    const end = at + END_SIZE + u16(tail, at + 20);
    if (end === size)
      exact.push(at);
    else if (end < size)
      padded.push(at);
  }
  return { __proto__: null, exact, padded };
}

// Whether there is a directory at the position in the record.
function isPlausible(tail, tailStart, at) {
  const size = u32(tail, at + 12);
  const offset = u32(tail, at + 16);
  if (size === MOST32 || offset === MOST32 || u16(tail, at + 10) === MOST16)
    return at >= LOCATOR_SIZE && u32(tail, at - LOCATOR_SIZE) === SIGNATURES.locator64;
  if (size + offset > tailStart + at)
    return false;
  if (size === 0)
    return u16(tail, at + 10) === 0;
  return size > at || u32(tail, at - size) === SIGNATURES.central;
}

function plausibleOf(tail, tailStart, list, from = 0) {
  const found = new SafeArray();
  for (let i = 0; i < list.length; i++) {
    if (list[i] > from && isPlausible(tail, tailStart, list[i]))
      found.push(list[i]);
  }
  return found;
}

const ambiguous = () =>
  invalid('ambiguous end of central directory records');

// The position of the end record in `tail`. A record whose comment ends with the archive is
// preferred to one that is followed by padding. Another archive inside of the comment is an error.
function findEnd(tail, tailStart) {
  const { exact, padded } = endCandidates(tail);
  const list = exact.length > 0 ? exact : padded;
  if (list.length === 0)
    throw invalid('no end of central directory record found');
  const plausible = plausibleOf(tail, tailStart, list, -1);
  if (plausible.length > 1)
    throw ambiguous();
  const found = plausible.length === 1 ? plausible[0] : list[0];
  if (exact.length > 0 && plausibleOf(tail, tailStart, padded, found).length > 0)
    throw ambiguous();
  return found;
}

// ---- Records of the directory ----

function readCentral(bytes, at, end) {
  if (at + CENTRAL_SIZE > end)
    throw invalid('central directory record count is inconsistent with its size');
  if (u32(bytes, at) !== SIGNATURES.central)
    throw invalid('central directory header signature is invalid');
  const nameEnd = at + CENTRAL_SIZE + u16(bytes, at + 28);
  const extraEnd = nameEnd + u16(bytes, at + 30);
  const next = extraEnd + u16(bytes, at + 32);
  if (next > end)
    throw invalid('central directory header is truncated');
  const record = {
    __proto__: null,
    madeBy: u16(bytes, at + 4),
    needed: u16(bytes, at + 6),
    flags: u16(bytes, at + 8),
    method: u16(bytes, at + 10),
    time: u16(bytes, at + 12),
    date: u16(bytes, at + 14),
    crc32: u32(bytes, at + 16),
    compressedSize: u32(bytes, at + 20),
    size: u32(bytes, at + 24),
    disk: u16(bytes, at + 34),
    internal: u16(bytes, at + 36),
    attributes: u32(bytes, at + 38),
    offset: u32(bytes, at + 42),
    name: undefined,
    nameBytes: bufferOver(bytes, at + CENTRAL_SIZE, nameEnd),
    extra: bufferOver(bytes, nameEnd, extraEnd),
    localExtra: null,
    comment: bufferOver(bytes, extraEnd, next),
  };
  record.name = decodeName(record.nameBytes, record.flags, record.extra);
  resolveZip64(record, record.extra);
  if (record.disk !== 0)
    throw unsupported('multi-disk archives are not supported');
  return record;
}

function readCentrals(bytes, count) {
  const end = sizeOf(bytes);
  const records = new SafeArray();
  let at = 0;
  for (let i = 0; i < count; i++) {
    const record = readCentral(bytes, at, end);
    at += CENTRAL_SIZE + sizeOf(record.nameBytes) + sizeOf(record.extra) + sizeOf(record.comment);
    records.push(record);
  }
  if (at !== end)
    throw invalid('central directory record count is inconsistent with its size');
  return records;
}

// ---- Headers before the data ----

// The length of the header with these 30 bytes; undefined if they are no header.
const localLength = (bytes) => (u32(bytes, 0) !== SIGNATURES.local ? undefined :
  LOCAL_SIZE + u16(bytes, 26) + u16(bytes, 28));

// Compares a header with the record of the directory.
function checkLocal(bytes, at, record, extra) {
  const flags = u16(bytes, at + 6);
  if (u16(bytes, at + 8) !== record.method)
    throw invalid('local and central compression methods disagree');
  if (((flags ^ record.flags) & FLAG_ENCRYPTED) !== 0)
    throw invalid('local and central encryption flags disagree');
  // The values follow the data; the header may have zeros.
  if ((flags & FLAG_DESCRIPTOR) !== 0)
    return;
  const local = {
    __proto__: null, size: u32(bytes, at + 22), compressedSize: u32(bytes, at + 18), offset: 0,
    disk: 0,
  };
  if (local.size !== record.size || local.compressedSize !== record.compressedSize)
    resolveZip64(local, extra);
  if (u32(bytes, at + 14) !== record.crc32 || local.size !== record.size ||
      local.compressedSize !== record.compressedSize)
    throw invalid('local and central header crc-32 or sizes disagree');
}

// The header of a member, which begins with `bytes`, in full.
function readLocal(bytes, record) {
  const length = localLength(bytes);
  if (length === undefined)
    throw invalid('local file header signature is invalid');
  if (length > sizeOf(bytes))
    throw invalid('local file header is truncated');
  const extra = bufferOver(bytes, LOCAL_SIZE + u16(bytes, 26), length);
  checkLocal(bytes, 0, record, extra);
  return { __proto__: null, length, extra };
}

// ---- The archive ----

class Opening {
  records = null;
  comment = null;
  prefix = 0;
  // Where the directory begins.
  start = 0;
  #size;
  #step = null;
  #tail = null;
  #tailStart = 0;
  #count = 0;
  #directorySize = 0;
  #offset = 0;
  // Where the directory ends.
  #end = 0;
  #endAt = 0;
  #next = 0;
  #lengths = new SafeArray();

  constructor(size) {
    this.#size = size;
  }

  begin() {
    const length = MathMin(this.#size, TAIL_SIZE);
    this.#step = this.#readTail;
    this.#tailStart = this.#size - length;
    return range(this.#tailStart, length);
  }

  // The next range, or null at the end.
  next(bytes) {
    return this.#step(bytes);
  }

  #readTail(tail) {
    const at = findEnd(tail, this.#tailStart);
    this.#tail = tail;
    this.#endAt = at;
    this.#end = this.#tailStart + at;
    this.comment = bufferOver(tail, at + END_SIZE, at + END_SIZE + u16(tail, at + 20));
    this.#count = u16(tail, at + 10);
    this.#directorySize = u32(tail, at + 12);
    this.#offset = u32(tail, at + 16);
    if (at >= LOCATOR_SIZE && u32(tail, at - LOCATOR_SIZE) === SIGNATURES.locator64)
      return this.#findRecord64(tail, at - LOCATOR_SIZE);
    if (u16(tail, at + 4) !== 0 || u16(tail, at + 6) !== 0 || u16(tail, at + 8) !== this.#count)
      throw unsupported('multi-disk archives are not supported');
    return this.#requestDirectory();
  }

  #findRecord64(tail, locator) {
    if (u32(tail, locator + 4) !== 0 || u32(tail, locator + 16) > 1)
      throw unsupported('multi-disk archives are not supported');
    const high = u32(tail, locator + 12);
    const position = high > 0x1fffff ? MOST32 * MOST32 : u64(tail, locator + 8);
    const most = this.#tailStart + locator - END64_SIZE;
    if (position > most)
      return this.#searchRecord64();
    if (position >= this.#tailStart)
      return this.#readRecord64(bufferOver(tail, position - this.#tailStart), position);
    this.#step = (bytes) => this.#readRecord64(bytes, position);
    return range(position, END64_SIZE);
  }

  #readRecord64(bytes, position) {
    if (u32(bytes, 0) !== SIGNATURES.end64)
      return this.#searchRecord64();
    return this.#takeRecord64(bytes, position);
  }

  // If data precedes the archive, the locator is wrong, but the record still lies right before it.
  #searchRecord64() {
    const tail = this.#tail;
    const locator = this.#endAt - LOCATOR_SIZE;
    for (let at = locator - END64_SIZE; at >= 0; at--) {
      if (u32(tail, at) === SIGNATURES.end64 && u32(tail, at + 8) === 0 &&
          at + 12 + u32(tail, at + 4) === locator)
        return this.#takeRecord64(bufferOver(tail, at), this.#tailStart + at);
    }
    if (this.#count === MOST16 || this.#directorySize === MOST32 || this.#offset === MOST32)
      throw invalid('Zip64 end of central directory record not found');
    return this.#requestDirectory();
  }

  #takeRecord64(bytes, position) {
    const count = u64(bytes, 32);
    if (u32(bytes, 16) !== 0 || u32(bytes, 20) !== 0 || u64(bytes, 24) !== count)
      throw unsupported('multi-disk archives are not supported');
    const directorySize = u64(bytes, 40);
    const offset = u64(bytes, 48);
    if ((this.#count !== MOST16 && this.#count !== count) ||
        (this.#directorySize !== MOST32 && this.#directorySize !== directorySize) ||
        (this.#offset !== MOST32 && this.#offset !== offset))
      throw invalid('the end of central directory records disagree');
    this.#count = count;
    this.#directorySize = directorySize;
    this.#offset = offset;
    this.#end = position;
    return this.#requestDirectory();
  }

  #requestDirectory() {
    this.start = this.#end - this.#directorySize;
    this.prefix = this.start - this.#offset;
    if (this.start < 0 || this.prefix < 0)
      throw invalid('central directory does not fit inside the archive');
    if (this.#count * CENTRAL_SIZE > this.#directorySize)
      throw invalid('central directory record count is inconsistent with its size');
    if (this.#directorySize > kMaxLength) {
      throw new codes.ERR_ZIP_ARCHIVE_TOO_LARGE(
        'the central directory is too large to buffer in memory');
    }
    this.#step = this.#readDirectory;
    return range(this.start, this.#directorySize);
  }

  #readDirectory(bytes) {
    this.records = readCentrals(bytes, this.#count);
    for (let i = 0; i < this.records.length; i++) {
      const { offset, compressedSize } = this.records[i];
      if (this.prefix + offset + LOCAL_SIZE + compressedSize > this.#size)
        throw invalid('member data is out of bounds');
    }
    this.#step = this.#readHeader;
    return this.#requestHeader();
  }

  #requestHeader() {
    if (this.#next < this.records.length)
      return range(this.prefix + this.records[this.#next].offset, LOCAL_SIZE);
    this.#checkOverlap();
    return null;
  }

  #readHeader(bytes) {
    // What is no header fails when the member is read.
    this.#lengths.push(localLength(bytes) ?? LOCAL_SIZE);
    this.#next++;
    return this.#requestHeader();
  }

  #checkOverlap() {
    const order = new SafeArray();
    for (let i = 0; i < this.records.length; i++)
      order.push(i);
    ArrayPrototypeSort.call(order, (a, b) => this.records[a].offset - this.records[b].offset);
    const last = this.start - this.prefix;
    for (let i = 0; i < order.length; i++) {
      const { offset, compressedSize } = this.records[order[i]];
      const end = offset + this.#lengths[order[i]] + compressedSize;
      const next = i + 1 < order.length ? this.records[order[i + 1]].offset : last;
      if (end > MathMin(next, last))
        throw invalid('member data overlaps another member or the directory: possible zip bomb');
    }
  }
}

// Opens an archive by a function that returns the bytes of a range.
function driveSync(size, read) {
  const opening = new Opening(size);
  for (let wanted = opening.begin(); wanted !== null;)
    wanted = opening.next(read(wanted.position, wanted.length));
  return opening;
}

async function drive(size, read) {
  const opening = new Opening(size);
  for (let wanted = opening.begin(); wanted !== null;)
    wanted = opening.next(await read(wanted.position, wanted.length));
  return opening;
}

// Opens an archive in memory. The headers of all members are checked.
function openMemory(bytes) {
  const opening = driveSync(sizeOf(bytes), (position, length) =>
    bufferOver(bytes, position, position + length));
  const members = new SafeArray();
  for (let i = 0; i < opening.records.length; i++) {
    const record = opening.records[i];
    const at = opening.prefix + record.offset;
    const { length, extra } = readLocal(bufferOver(bytes, at), record);
    record.localExtra = extra;
    const start = at + length;
    members.push(bufferOver(bytes, start, MathMax(start, start + record.compressedSize)));
  }
  return { __proto__: null, comment: opening.comment, records: opening.records, members };
}

module.exports = { LOCAL_SIZE, drive, driveSync, localLength, openMemory, readLocal };
