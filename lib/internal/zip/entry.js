'use strict';
// ZipEntry: a member of a ZIP archive, in memory, in a file, or still to be compressed.
//
// (1) `#record` has the fields of the directory. The data is in `#raw` (memory), in `#file` (a
//     position of an open ZipFile), or comes from `#source` (once, when it is written).
// (2) A source is consumed or destroyed, and then null: an entry without any data is spent.
// (3) write() returns the record as it was written, for the directory of the new archive. The entry
//     keeps the record that it was read with.

const {
  Date, DateNow, DatePrototypeGetTime, MathFloor, StringPrototypeEndsWith, SymbolAsyncDispose,
  SymbolAsyncIterator, SymbolDispose, SymbolIterator,
} = primordials;
const { codes } = require('internal/errors');
const { FastBuffer } = require('internal/buffer');
const { emitExperimentalWarning } = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView, isDate } = require('internal/util/types');
const {
  kValidateObjectAllowFunction, validateObject, validateString, validateUint32,
} = require('internal/validators');
const { bufferOver, sizeOf } = require('internal/util/bytes');
const {
  FLAG_DESCRIPTOR, FLAG_UTF8, MOST16, decodeText, extraTime, fromDos, timesExtra, toDos,
} = require('internal/zip/format');
const coding = require('internal/zip/coding');
const { openMemory } = require('internal/zip/directory');
const { descriptor, localHeader, neededBy, utf8 } = require('internal/zip/write');
const { crc32 } = internalBinding('zlib');

const TYPE_MASK = 0o170000;
const TYPE_DIRECTORY = 0o040000;
const TYPE_FILE = 0o100000;
const TYPE_LINK = 0o120000;
const DOS_DIRECTORY = 0x10;
const HOST_UNIX = 3;
const HOST_DARWIN = 19;
const MADE_BY = HOST_UNIX << 8;
const METHODS = {
  __proto__: null, deflate: coding.DEFLATE, store: coding.STORE, zstd: coding.ZSTD,
};

const kInternal = {};

const warn = () => emitExperimentalWarning('The zlib ZIP archive API');

function bytesOf(value, name) {
  if (!isArrayBufferView(value) && !isAnyArrayBuffer(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      name, ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], value);
  }
  return bufferOver(value);
}

function textBytes(text, what) {
  const bytes = utf8(text);
  if (sizeOf(bytes) > MOST16) {
    throw new codes.ERR_ZIP_ENTRY_TOO_LARGE(
      `the ${what} must not exceed ${MOST16} bytes when encoded as UTF-8`);
  }
  return bytes;
}

function methodOf(options) {
  const { method } = options;
  if (method === undefined)
    return coding.DEFLATE;
  if (typeof method !== 'string' || METHODS[method] === undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.method', method, "must be 'deflate', 'store', or 'zstd'");
  }
  return METHODS[method];
}

function modifiedOf({ modified }) {
  // The present time needs no extra field: it is given as DOS has it.
  if (modified === undefined)
    return new Date(MathFloor(DateNow() / 2000) * 2000);
  if (!isDate(modified))
    throw new codes.ERR_INVALID_ARG_TYPE('options.modified', 'Date', modified);
  return new Date(DatePrototypeGetTime.call(modified));
}

const attributesOf = (type, mode) =>
  ((type | mode & 0o7777) << 16 | (type === TYPE_DIRECTORY ? DOS_DIRECTORY : 0)) >>> 0;

// The record of a new entry, from the arguments of a program.
function newRecord(filename, options, type, defaultMode) {
  validateString(filename, 'filename');
  if (filename === '')
    throw new codes.ERR_INVALID_ARG_VALUE('filename', filename, 'must not be empty');
  const nameBytes = textBytes(filename, 'entry name');
  options ??= { __proto__: null };
  validateObject(options, 'options', kValidateObjectAllowFunction);
  const { comment = '', mode = defaultMode } = options;
  validateString(comment, 'options.comment');
  const commentBytes = textBytes(comment, 'entry comment');
  validateUint32(mode, 'options.mode');
  const modified = modifiedOf(options);
  return {
    __proto__: null,
    madeBy: MADE_BY,
    needed: 0,
    flags: FLAG_UTF8,
    method: type === TYPE_FILE ? methodOf(options) : coding.STORE,
    // Made of `modified` when the entry is written.
    time: undefined,
    date: undefined,
    modified,
    crc32: 0,
    compressedSize: 0,
    size: 0,
    disk: 0,
    internal: 0,
    attributes: attributesOf(type, mode),
    offset: 0,
    name: filename,
    nameBytes,
    extra: new FastBuffer(0),
    localExtra: null,
    comment: commentBytes,
  };
}

// The record of an entry whose data the program gives.
function recordFor(filename, data, options) {
  const isDirectory = typeof filename === 'string' && StringPrototypeEndsWith.call(filename, '/');
  const record = newRecord(filename, options, isDirectory ? TYPE_DIRECTORY : TYPE_FILE,
                           isDirectory ? 0o755 : 0o644);
  const bytes = bytesOf(data, 'data');
  if (isDirectory && sizeOf(bytes) > 0)
    throw new codes.ERR_INVALID_ARG_VALUE('data', data, 'must be empty for a directory entry');
  record.size = sizeOf(bytes);
  record.crc32 = crc32(bytes, 0);
  return { __proto__: null, record, bytes };
}

function packedEntry(record, { method, bytes }) {
  record.method = method;
  record.compressedSize = sizeOf(bytes);
  return new ZipEntry(kInternal, record, bytes, null, null);
}

// The record of an entry at a new offset. Times of new entries are converted here, because a wrong
// date is an error of writing.
function recordAt(record, offset, flags) {
  const copy = {
    __proto__: null, ...record, offset, flags, needed: neededBy(record.method, flags),
  };
  if (record.modified !== undefined) {
    const { date, time } = toDos(record.modified);
    copy.date = date;
    copy.time = time;
    copy.extra = timesExtra(record.modified);
    copy.modified = undefined;
  }
  return copy;
}

async function destroySource(source) {
  if (typeof source.destroy === 'function')
    source.destroy();
  else if (typeof source.return === 'function')
    await source.return();
}

// Set by the class: they reach its private fields.
let isEntry;
let writeEntry;
let writeEntrySync;
let moveEntry;

class ZipEntry {
  #record;
  #raw;
  #file;
  #source;
  // Whether `#source` is being read, or was; whether all of it was written.
  #isWritten = false;
  #isFinished = false;

  constructor(key, record, raw, file, source) {
    if (key !== kInternal)
      throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#record = record;
    this.#raw = raw;
    this.#file = file;
    this.#source = source;
  }

  static async create(filename, data, options) {
    warn();
    const { record, bytes } = recordFor(filename, data, options);
    return packedEntry(record, await coding.pack(bytes, record.method));
  }

  static createSync(filename, data, options) {
    warn();
    const { record, bytes } = recordFor(filename, data, options);
    return packedEntry(record, coding.packSync(bytes, record.method));
  }

  static createStream(filename, source, options) {
    warn();
    const record = newRecord(filename, options, TYPE_FILE, 0o644);
    if (StringPrototypeEndsWith.call(filename, '/')) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'filename', filename, 'a directory entry cannot be streamed');
    }
    record.flags |= FLAG_DESCRIPTOR;
    return new ZipEntry(kInternal, record, null, null, source);
  }

  static createSymlink(filename, target, options) {
    warn();
    const record = newRecord(filename, options, TYPE_LINK, 0o777);
    validateString(target, 'target');
    const bytes = utf8(target);
    record.size = sizeOf(bytes);
    record.crc32 = crc32(bytes, 0);
    return packedEntry(record, { __proto__: null, method: coding.STORE, bytes });
  }

  static* read(buffer) {
    warn();
    const { records, members } = openMemory(bytesOf(buffer, 'buffer'));
    for (let i = 0; i < records.length; i++)
      yield new ZipEntry(kInternal, records[i], members[i], null, null);
  }

  // ---- Fields ----

  get name() { return this.#record.name; }
  get nameBuffer() { return this.#record.nameBytes; }
  get comment() { return decodeText(this.#record.comment, this.#record.flags); }
  get flags() { return this.#record.flags; }
  get method() { return this.#record.method; }
  get compressed() { return this.#record.method !== coding.STORE; }
  get rawContent() { return this.#raw; }

  get crc32() { this.#checkKnown(); return this.#record.crc32; }
  get size() { this.#checkKnown(); return this.#record.size; }
  get compressedSize() { this.#checkKnown(); return this.#record.compressedSize; }

  get #unixMode() {
    const { madeBy, attributes } = this.#record;
    const host = madeBy >> 8;
    return host === HOST_UNIX || host === HOST_DARWIN ? attributes >>> 16 : 0;
  }

  get mode() { return this.#unixMode & 0o7777; }
  get isDirectory() { return StringPrototypeEndsWith.call(this.#record.name, '/'); }
  get isSymlink() { return (this.#unixMode & TYPE_MASK) === TYPE_LINK; }
  get isFile() { return !this.isDirectory && !this.isSymlink; }

  get modified() {
    const record = this.#record;
    if (record.modified !== undefined)
      return new Date(DatePrototypeGetTime.call(record.modified));
    if (record.localExtra === null && this.#file !== null) {
      try {
        record.localExtra = this.#file.localSync(record).extra;
      } catch {
        // The directory has a time as well.
      }
    }
    const time = extraTime(record.extra, record.localExtra);
    return time !== undefined ? new Date(time) : fromDos(record.date, record.time);
  }

  // ---- Content ----

  #checkKnown() {
    if (this.#raw === null && this.#file === null && !this.#isFinished)
      throw new codes.ERR_INVALID_STATE('this streaming entry has not finished serializing yet');
  }

  #checkReadable() {
    this.#checkKnown();
    if (this.#raw === null && this.#file === null) {
      throw new codes.ERR_INVALID_STATE(
        'the content of a streaming entry is not available for reading');
    }
  }

  async content(options) {
    this.#checkReadable();
    const record = this.#record;
    coding.prepareWhole(record, options);
    const raw = this.#raw ?? await this.#file.content(record);
    return await coding.unpack(raw, record, options);
  }

  contentSync(options) {
    this.#checkReadable();
    const record = this.#record;
    coding.prepareWhole(record, options);
    return coding.unpackSync(this.#raw ?? this.#file.contentSync(record), record, options);
  }

  contentIterator(options) {
    this.#checkReadable();
    const record = this.#record;
    return coding.unpackParts(this.#storedParts(), record, options);
  }

  #storedParts() {
    return this.#raw !== null ? coding.partsOf(this.#raw) : this.#file.parts(this.#record);
  }

  // ---- Writing ----

  // Yields the bytes of the member for a place of an archive. `written.record` is set at the end.
  async* #write(offset, written) {
    if (this.#raw === null && this.#file === null) {
      for await (const part of this.#writeSource(offset, written))
        yield part;
      return;
    }
    const record = recordAt(this.#record, offset, this.#record.flags & ~FLAG_DESCRIPTOR);
    if (this.#file !== null)
      record.localExtra = (await this.#file.local(this.#record)).extra;
    yield localHeader(record);
    for await (const part of this.#storedParts())
      yield part;
    written.record = record;
  }

  async* #writeSource(offset, written) {
    if (this.#isWritten || this.#source === null)
      throw new codes.ERR_INVALID_STATE('a streaming entry can only be serialized once');
    this.#isWritten = true;
    let isBegun = false;
    try {
      const record = recordAt(this.#record, offset, this.#record.flags);
      yield localHeader(record);
      const coder = coding.packer(record.method);
      // From here on the loop ends the source, once, unless its next() has failed.
      isBegun = true;
      for await (const part of coding.packParts(this.#source, record, coder))
        yield part;
      this.#source = null;
      this.#isFinished = true;
      const { crc32: sum, size, compressedSize } = record;
      this.#record = { __proto__: null, ...this.#record, crc32: sum, size, compressedSize };
      yield descriptor(record);
      written.record = record;
    } finally {
      if (isBegun)
        this.#source = null;
      else
        await this[SymbolAsyncDispose]();
    }
  }

  // The same at once, as [header, data].
  #writeSync(offset, written) {
    if (this.#raw === null && this.#file === null)
      throw new codes.ERR_INVALID_STATE('a streaming entry cannot be serialized synchronously');
    const record = recordAt(this.#record, offset, this.#record.flags & ~FLAG_DESCRIPTOR);
    if (this.#file !== null)
      record.localExtra = this.#file.localSync(this.#record).extra;
    const header = localHeader(record);
    const data = this.#raw ?? this.#file.contentSync(this.#record);
    written.record = record;
    return [header, data];
  }

  [SymbolAsyncIterator]() { return this.#write(0, { __proto__: null, record: null }); }

  * [SymbolIterator]() {
    const parts = this.#writeSync(0, { __proto__: null, record: null });
    yield parts[0];
    yield parts[1];
  }

  // An entry that was written from a source can be read from the file that it was written to.
  #moveTo(file, record) {
    if (this.#raw !== null || this.#file !== null)
      return;
    this.#record = record;
    this.#file = file;
  }

  // ---- The source ----

  [SymbolDispose]() {
    this[SymbolAsyncDispose]();
  }

  async [SymbolAsyncDispose]() {
    const source = this.#source;
    if (source === null)
      return;
    this.#source = null;
    this.#isWritten = true;
    await destroySource(source);
  }

  static {
    isEntry = (value) => typeof value === 'object' && value !== null && #record in value;
    writeEntry = (entry, offset, written) => entry.#write(offset, written);
    writeEntrySync = (entry, offset, written) => entry.#writeSync(offset, written);
    moveEntry = (entry, file, record) => entry.#moveTo(file, record);
  }
}

function checkEntry(entry) {
  if (!isEntry(entry))
    throw new codes.ERR_INVALID_ARG_TYPE('entry', 'ZipEntry', entry);
}

const entryOf = (record, raw, file) => new ZipEntry(kInternal, record, raw, file, null);

module.exports = {
  ZipEntry, bytesOf, checkEntry, entryOf, isEntry, moveEntry, warn, writeEntry, writeEntrySync,
};
