'use strict';
// ZipFile: the entries of an archive in a file.
//
// (1) A change overwrites the directory with the new member and writes the directory after it. The
//     index in memory changes when both are written; if that fails, the old directory is written
//     again.
// (2) Changes run one after another. The synchronous methods refuse to run during one.
// (3) The descriptor is closed only after reads in progress have ended, because its number may then
//     be that of another file.
// (4) Offsets in records count from the start of the archive, which is `prefix` bytes into the
//     file.

const {
  MathMin, Promise, PromisePrototypeThen, PromiseResolve, ReflectApply, SafeArray, SafeMap,
  SymbolAsyncDispose, SymbolAsyncIterator, SymbolDispose, SymbolIterator, SymbolToStringTag,
} = primordials;
const fs = require('fs');
const { codes } = require('internal/errors');
const { validateBoolean, validateFunction, validateString } = require('internal/validators');
const { unsafe } = require('internal/buffer');
const { bufferOver, sizeOf } = require('internal/util/bytes');
const { decodeText, invalid } = require('internal/zip/format');
const { LOCAL_SIZE, drive, driveSync, localLength, readLocal } = require('internal/zip/directory');
const { CHUNK } = require('internal/zip/coding');
const { directory } = require('internal/zip/write');
const { archiveBytesSync, archiveOf, streamOf } = require('internal/zip/archive');
const { notFound } = require('internal/zip/buffer');
const {
  ZipEntry, checkEntry, entryOf, moveEntry, warn, writeEntry, writeEntrySync,
} = require('internal/zip/entry');

const closedError = () => new codes.ERR_INVALID_STATE('the ZipFile has been closed');

// Calls a function of fs with a callback.
function call(name, ...args) {
  return new Promise((resolve, reject) => {
    args[args.length] = (error, result) => {
      if (error)
        reject(error);
      else
        resolve(result);
    };
    ReflectApply(fs[name], fs, args);
  });
}

// The file of an archive, which its entries read.
class Store {
  prefix = 0;
  fd;
  #reads = 0;
  #isClosed = false;
  #whenIdle = null;

  constructor(fd) {
    this.fd = fd;
  }

  checkOpen() {
    if (this.#isClosed)
      throw closedError();
  }

  // Runs reads that the end of the file waits for.
  async use(run) {
    this.checkOpen();
    this.#reads++;
    try {
      return await run();
    } finally {
      if (--this.#reads === 0 && this.#whenIdle !== null)
        this.#whenIdle();
    }
  }

  async read(position, length) {
    const bytes = unsafe(length);
    for (let done = 0; done < length;) {
      const count = await call('read', this.fd, bytes, done, length - done, position + done);
      if (count === 0)
        throw invalid('unexpected end of file');
      done += count;
    }
    return bytes;
  }

  readSync(position, length) {
    const bytes = unsafe(length);
    for (let done = 0; done < length;) {
      const count = fs.readSync(this.fd, bytes, done, length - done, position + done);
      if (count === 0)
        throw invalid('unexpected end of file');
      done += count;
    }
    return bytes;
  }

  async write(bytes, position) {
    const length = sizeOf(bytes);
    for (let done = 0; done < length;)
      done += await call('write', this.fd, bytes, done, length - done, position + done);
  }

  writeSync(bytes, position) {
    const length = sizeOf(bytes);
    for (let done = 0; done < length;)
      done += fs.writeSync(this.fd, bytes, done, length - done, position + done);
  }

  // ---- For entries ----

  async #readLocal(record) {
    const at = this.prefix + record.offset;
    const head = await this.read(at, LOCAL_SIZE);
    const length = localLength(head);
    return readLocal(length > LOCAL_SIZE ? await this.read(at, length) : head, record);
  }

  async local(record) {
    return await this.use(() => this.#readLocal(record));
  }

  localSync(record) {
    this.checkOpen();
    const at = this.prefix + record.offset;
    const head = this.readSync(at, LOCAL_SIZE);
    const length = localLength(head);
    return readLocal(length > LOCAL_SIZE ? this.readSync(at, length) : head, record);
  }

  // The stored bytes of a member.
  async content(record) {
    return await this.use(async () => {
      const { length } = await this.#readLocal(record);
      return await this.read(this.prefix + record.offset + length, record.compressedSize);
    });
  }

  contentSync(record) {
    const { length } = this.localSync(record);
    return this.readSync(this.prefix + record.offset + length, record.compressedSize);
  }

  async* parts(record) {
    const { length } = await this.local(record);
    const start = this.prefix + record.offset + length;
    const size = record.compressedSize;
    for (let at = 0; at < size; at += CHUNK)
      yield await this.use(() => this.read(start + at, MathMin(CHUNK, size - at)));
  }

  // ---- The end ----

  async close() {
    this.#isClosed = true;
    if (this.#reads > 0)
      await new Promise((resolve) => { this.#whenIdle = resolve; });
    await call('close', this.fd);
  }

  closeSync() {
    this.#isClosed = true;
    fs.closeSync(this.fd);
  }
}

function openOptions(filename, options) {
  warn();
  validateString(filename, 'filename');
  const writable = options?.writable ?? false;
  validateBoolean(writable, 'options.writable');
  return writable;
}

const kInternal = {};

class ZipFile {
  #store;
  #index = new SafeMap();
  #comment;
  // Where the directory begins in the file.
  #end;
  #writable;
  #closing = null;
  // Changes that are under way, and the last of them.
  #pending = 0;
  #last = PromiseResolve.call(Promise, undefined);

  constructor(key, store, opening, writable) {
    if (key !== kInternal)
      throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#store = store;
    this.#comment = opening.comment;
    this.#end = opening.start;
    this.#writable = writable;
    store.prefix = opening.prefix;
    for (let i = 0; i < opening.records.length; i++)
      this.#index.set(opening.records[i].name, opening.records[i]);
  }

  static async open(filename, options) {
    const writable = openOptions(filename, options);
    const store = new Store(await call('open', filename, writable ? 'r+' : 'r'));
    try {
      const { size } = await call('fstat', store.fd);
      const opening = await drive(size, (position, length) => store.read(position, length));
      return new ZipFile(kInternal, store, opening, writable);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  static openSync(filename, options) {
    const writable = openOptions(filename, options);
    const store = new Store(fs.openSync(filename, writable ? 'r+' : 'r'));
    try {
      const { size } = fs.fstatSync(store.fd);
      const opening = driveSync(size, (position, length) => store.readSync(position, length));
      return new ZipFile(kInternal, store, opening, writable);
    } catch (error) {
      store.closeSync();
      throw error;
    }
  }

  // ---- State ----

  get comment() { return decodeText(this.#comment, 0); }
  get writable() { return this.#writable; }

  get size() {
    this.#checkOpen();
    return this.#index.size;
  }

  #checkOpen() {
    if (this.#closing !== null)
      throw closedError();
  }

  #checkIdle() {
    this.#checkOpen();
    if (this.#pending > 0) {
      throw new codes.ERR_INVALID_STATE(
        'an asynchronous operation on this ZipFile has not settled yet');
    }
  }

  #checkWritable() {
    if (!this.#writable)
      throw new codes.ERR_ZIP_NOT_WRITABLE();
  }

  // ---- Entries ----

  #entry(name) {
    validateString(name, 'name');
    const record = this.#index.get(name);
    if (record === undefined)
      throw notFound(name);
    return entryOf(record, null, this.#store);
  }

  has(name) {
    this.#checkOpen();
    validateString(name, 'name');
    return this.#index.has(name);
  }

  async get(name) {
    this.#checkOpen();
    return this.#entry(name);
  }

  getSync(name) {
    this.#checkIdle();
    return this.#entry(name);
  }

  async stream(name, options) {
    const entry = await this.get(name);
    return streamOf(entry.contentIterator(options));
  }

  // Names as they are now: entries may be added while they are iterated.
  #names() {
    const names = new SafeArray();
    for (const name of this.#index.keys())
      names.push(name);
    return names;
  }

  * keys() {
    this.#checkOpen();
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      yield names[i];
  }

  * values() {
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      yield this.get(names[i]);
  }

  * valuesSync() {
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      yield this.getSync(names[i]);
  }

  * entries() {
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      yield [names[i], this.get(names[i])];
  }

  * entriesSync() {
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      yield [names[i], this.getSync(names[i])];
  }

  forEach(callback, thisArg) {
    validateFunction(callback, 'callback');
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      ReflectApply(callback, thisArg, [this.get(names[i]), names[i], this]);
  }

  forEachSync(callback, thisArg) {
    validateFunction(callback, 'callback');
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      ReflectApply(callback, thisArg, [this.getSync(names[i]), names[i], this]);
  }

  [SymbolIterator]() { return this.entries(); }

  async* [SymbolAsyncIterator]() {
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      yield await this.get(names[i]);
  }

  // ---- Changes ----

  // Runs a change after those that have begun.
  #enqueue(run) {
    this.#pending++;
    const after = async () => {
      try {
        return await run();
      } finally {
        this.#pending--;
      }
    };
    this.#last = PromisePrototypeThen.call(this.#last, after, after);
    return this.#last;
  }

  // The records after a change of `name`: `added` has the place of the one that it replaces.
  #records(name, added) {
    const records = new SafeArray();
    for (const record of this.#index.values()) {
      if (record.name !== name)
        records.push(record);
      else if (added !== null)
        records.push(added);
    }
    if (added !== null && !this.#index.has(name))
      records.push(added);
    return records;
  }

  #directory(records, position) {
    return directory(records, position - this.#store.prefix, this.#comment);
  }

  // Takes a directory that was written over as the index.
  #adopt(name, added, end) {
    if (added !== null)
      this.#index.set(name, added);
    else
      this.#index.delete(name);
    this.#end = end;
  }

  async #writeDirectory(records, position) {
    const bytes = this.#directory(records, position);
    await this.#store.write(bytes, position);
    await call('ftruncate', this.#store.fd, position + sizeOf(bytes));
  }

  #writeDirectorySync(records, position) {
    const bytes = this.#directory(records, position);
    this.#store.writeSync(bytes, position);
    fs.ftruncateSync(this.#store.fd, position + sizeOf(bytes));
  }

  async #insert(entry) {
    const offset = this.#end - this.#store.prefix;
    const written = { __proto__: null, record: null };
    let position = this.#end;
    try {
      for await (const part of writeEntry(entry, offset, written)) {
        await this.#store.write(part, position);
        position += sizeOf(part);
      }
      await this.#writeDirectory(this.#records(entry.name, written.record), position);
    } catch (error) {
      await this.#restore();
      throw error;
    }
    this.#adopt(entry.name, written.record, position);
    moveEntry(entry, this.#store, written.record);
    return entry;
  }

  async #restore() {
    try {
      await this.#writeDirectory(this.#records(undefined, null), this.#end);
    } catch {
      // The error of the change is the one to report.
    }
  }

  async addEntry(entry) {
    this.#checkOpen();
    this.#checkWritable();
    checkEntry(entry);
    return await this.#enqueue(() => this.#insert(entry));
  }

  async add(filename, data, options) {
    this.#checkOpen();
    this.#checkWritable();
    return await this.#enqueue(async () =>
      await this.#insert(await ZipEntry.create(filename, data, options)));
  }

  addEntrySync(entry) {
    this.#checkIdle();
    this.#checkWritable();
    checkEntry(entry);
    const offset = this.#end - this.#store.prefix;
    const written = { __proto__: null, record: null };
    const parts = writeEntrySync(entry, offset, written);
    const position = this.#end + sizeOf(parts[0]) + sizeOf(parts[1]);
    try {
      this.#store.writeSync(parts[0], this.#end);
      this.#store.writeSync(bufferOver(parts[1]), this.#end + sizeOf(parts[0]));
      this.#writeDirectorySync(this.#records(entry.name, written.record), position);
    } catch (error) {
      this.#restoreSync();
      throw error;
    }
    this.#adopt(entry.name, written.record, position);
    return entry;
  }

  #restoreSync() {
    try {
      this.#writeDirectorySync(this.#records(undefined, null), this.#end);
    } catch {
      // As in #restore().
    }
  }

  addSync(filename, data, options) {
    this.#checkIdle();
    this.#checkWritable();
    return this.addEntrySync(ZipEntry.createSync(filename, data, options));
  }

  async delete(name) {
    this.#checkOpen();
    this.#checkWritable();
    validateString(name, 'name');
    return await this.#enqueue(async () => {
      if (!this.#index.has(name))
        return false;
      await this.#writeDirectory(this.#records(name, null), this.#end);
      this.#adopt(name, null, this.#end);
      return true;
    });
  }

  deleteSync(name) {
    this.#checkIdle();
    this.#checkWritable();
    validateString(name, 'name');
    if (!this.#index.has(name))
      return false;
    this.#writeDirectorySync(this.#records(name, null), this.#end);
    this.#adopt(name, null, this.#end);
    return true;
  }

  compact(comment) {
    this.#checkOpen();
    return archiveOf(this.valuesSync(), comment, this.#comment);
  }

  compactSync(comment) {
    this.#checkIdle();
    const entries = new SafeArray();
    const names = this.#names();
    for (let i = 0; i < names.length; i++)
      entries.push(this.#entry(names[i]));
    return archiveBytesSync(entries, comment, this.#comment);
  }

  // ---- The end ----

  async close() {
    this.#closing ??= this.#enqueue(() => this.#store.close());
    await this.#closing;
  }

  closeSync() {
    if (this.#closing !== null)
      return;
    this.#checkIdle();
    this.#closing = PromiseResolve.call(Promise, undefined);
    this.#store.closeSync();
  }

  async [SymbolAsyncDispose]() { await this.close(); }
  [SymbolDispose]() { this.closeSync(); }
  get [SymbolToStringTag]() { return 'ZipFile'; }
}

module.exports = { ZipFile };
