'use strict';
// ZipBuffer: the entries of an archive in memory, by name. The memory is never written to.

const { ReflectApply, SafeArray, SafeMap, SymbolDispose, SymbolIterator, SymbolToStringTag } =
  primordials;
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { decodeText } = require('internal/zip/format');
const { openMemory } = require('internal/zip/directory');
const { archiveBytes, archiveBytesSync } = require('internal/zip/archive');
const { ZipEntry, bytesOf, checkEntry, entryOf, warn } = require('internal/zip/entry');

const notFound = (name) => new codes.ERR_ZIP_ENTRY_NOT_FOUND(name);

class ZipBuffer {
  #entries = new SafeMap();
  #comment;

  constructor(buffer) {
    warn();
    const { comment, records, members } = openMemory(bytesOf(buffer, 'buffer'));
    this.#comment = comment;
    for (let i = 0; i < records.length; i++)
      this.#entries.set(records[i].name, entryOf(records[i], members[i], null));
  }

  get comment() { return decodeText(this.#comment, 0); }
  get size() { return this.#entries.size; }
  get writable() { return true; }

  has(name) {
    validateString(name, 'name');
    return this.#entries.has(name);
  }

  get(name) {
    validateString(name, 'name');
    const entry = this.#entries.get(name);
    if (entry === undefined)
      throw notFound(name);
    return entry;
  }

  async add(filename, data, options) {
    return this.addEntry(await ZipEntry.create(filename, data, options));
  }

  addSync(filename, data, options) {
    return this.addEntry(ZipEntry.createSync(filename, data, options));
  }

  addEntry(entry) {
    checkEntry(entry);
    this.#entries.set(entry.name, entry);
    return entry;
  }

  delete(name) {
    validateString(name, 'name');
    return this.#entries.delete(name);
  }

  clear() { this.#entries.clear(); }

  #list() {
    const list = new SafeArray();
    for (const entry of this.#entries.values())
      list.push(entry);
    return list;
  }

  async toBuffer(options) { return await archiveBytes(this.#list(), options, this.#comment); }
  toBufferSync(options) { return archiveBytesSync(this.#list(), options, this.#comment); }

  forEach(callback, thisArg) {
    validateFunction(callback, 'callback');
    for (const entry of this.#entries.values())
      ReflectApply(callback, thisArg, [entry, entry.name, this]);
  }

  * keys() {
    for (const name of this.#entries.keys())
      yield name;
  }

  * values() {
    for (const entry of this.#entries.values())
      yield entry;
  }

  * entries() {
    for (const name of this.#entries.keys())
      yield [name, this.#entries.get(name)];
  }

  [SymbolIterator]() { return this.entries(); }

  [SymbolDispose]() { this.#entries.clear(); }

  get [SymbolToStringTag]() { return 'ZipBuffer'; }
}

module.exports = { ZipBuffer, notFound };
