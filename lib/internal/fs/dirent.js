'use strict';
// Directory entries. The binding returns the entries of a directory as one string or one array of
// bytes: for each its type as a digit, the name, and a slash. To split that here is cheaper than a
// call for each name.

const {
  ArrayPrototypeToSpliced, SafeArray, StringPrototypeCharCodeAt, StringPrototypeIndexOf,
  StringPrototypeSlice, Symbol, TypedArrayPrototypeIndexOf,
} = primordials;
const binding = internalBinding('fs');
const { join } = require('path');
const { shield } = require('internal/prototypes');
const { bufferOver, byteView, concatBytes, copyBytes, decodeBytes } =
  require('internal/util/bytes');
const { lastType } = require('internal/fs/stats');

const UNKNOWN = 0;
const DIR = 2;
const LINK = 3;
const SLASH = 0x2f;

const kType = Symbol('type');

class Dirent {
  constructor(name, type, path) {
    this.name = name;
    this.parentPath = path;
    this[kType] = type;
  }

  isDirectory() { return this[kType] === DIR; }
  isFile() { return this[kType] === 1; }
  isBlockDevice() { return this[kType] === 7; }
  isCharacterDevice() { return this[kType] === 6; }
  isSymbolicLink() { return this[kType] === LINK; }
  isFIFO() { return this[kType] === 4; }
  isSocket() { return this[kType] === 5; }
}

shield(Dirent.prototype, ['name', 'parentPath']);

// Types by the mode that lstat() gives, for file systems that do not store them in directories.
const TYPES = { __proto__: null, 0o100000: 1, 0o040000: DIR, 0o120000: LINK, 0o010000: 4,
                0o140000: 5, 0o020000: 6,
                0o060000: 7 };

function pathOf(parent, name) {
  if (typeof parent === 'string' && typeof name === 'string')
    return join(parent, name);
  return concatBytes([parent, '/', name]);
}

function typeOf(type, parent, name) {
  if (type !== UNKNOWN || binding.lstat(pathOf(parent, name), false, null) < 0)
    return type;
  return TYPES[lastType()] ?? UNKNOWN;
}

// Calls each(name, type) for every entry. Names are strings; with the encoding 'buffer', Buffers.
function eachEntry(piece, encoding, each) {
  if (typeof piece === 'string') {
    let start = 0;
    for (let end = StringPrototypeIndexOf.call(piece, '/'); end !== -1;
         end = StringPrototypeIndexOf.call(piece, '/', start)) {
      each(StringPrototypeSlice.call(piece, start + 1, end),
           StringPrototypeCharCodeAt.call(piece, start) - 48);
      start = end + 1;
    }
    return;
  }
  const bytes = byteView(piece);
  let start = 0;
  for (let end = TypedArrayPrototypeIndexOf.call(bytes, SLASH); end !== -1;
       end = TypedArrayPrototypeIndexOf.call(bytes, SLASH, start)) {
    const name = encoding === 'buffer' ? copyBytes(bytes, start + 1, end) :
      decodeBytes(bufferOver(bytes, start + 1, end), encoding);
    each(name, bytes[start] - 48);
    start = end + 1;
  }
}

function getNames(piece, encoding) {
  const names = new SafeArray();
  eachEntry(piece, encoding, (name) => names.push(name));
  return ArrayPrototypeToSpliced.call(names);
}

function getDirents(piece, encoding, path) {
  const entries = new SafeArray();
  eachEntry(piece, encoding, (name, type) =>
    entries.push(new Dirent(name, typeOf(type, path, name), path)));
  return ArrayPrototypeToSpliced.call(entries);
}

// Whether the binding must return bytes: for UTF-8 it returns strings.
const asBytes = (encoding) => encoding !== undefined && encoding !== null && encoding !== 'utf8' &&
  encoding !== 'utf-8';

// A name from the binding in the encoding that the program asked for.
function decodeName(name, encoding) {
  return typeof name === 'string' ? name : decodeBytes(name, encoding);
}

module.exports = { Dirent, asBytes, decodeName, eachEntry, getDirents, getNames, kType, pathOf,
                   typeOf, DIR, LINK };
