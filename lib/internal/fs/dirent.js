'use strict';
// Directory entries. The binding gives the names of a directory in one piece: for each its type as
// a digit, the name, and a slash. Cutting it up here is cheaper than a call per name.

const {
  ArrayPrototypePush, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeSlice,
  Symbol,
} = primordials;
const binding = internalBinding('fs');
const { join } = require('path');
const { bufferConcat, bufferFrom } = require('internal/buffer');
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

// Types by the mode that lstat() gives, for file systems that do not store them in directories.
const TYPES = { __proto__: null, 0o100000: 1, 0o040000: DIR, 0o120000: LINK, 0o010000: 4,
                0o140000: 5, 0o020000: 6,
                0o060000: 7 };

function pathOf(parent, name) {
  if (typeof parent === 'string' && typeof name === 'string')
    return join(parent, name);
  return bufferConcat([bufferFrom(parent), bufferFrom('/'), bufferFrom(name)]);
}

function typeOf(type, parent, name) {
  if (type !== UNKNOWN || binding.lstat(pathOf(parent, name), false, null) < 0)
    return type;
  return TYPES[lastType()] ?? UNKNOWN;
}

// Calls each(name, type) for every entry; names are strings, or Buffers when the piece is bytes.
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
  const bytes = bufferFrom(piece.buffer, piece.byteOffset, piece.byteLength);
  let start = 0;
  for (let end = bytes.indexOf(SLASH); end !== -1; end = bytes.indexOf(SLASH, start)) {
    const name = bytes.subarray(start + 1, end);
    each(encoding === 'buffer' ? bufferFrom(name) : name.toString(encoding), bytes[start] - 48);
    start = end + 1;
  }
}

function getNames(piece, encoding) {
  const names = [];
  eachEntry(piece, encoding, (name) => ArrayPrototypePush.call(names, name));
  return names;
}

function getDirents(piece, encoding, path) {
  const entries = [];
  eachEntry(piece, encoding, (name, type) =>
    ArrayPrototypePush.call(entries, new Dirent(name, typeOf(type, path, name), path)));
  return entries;
}

// 'utf8' (and nothing) are strings from the start, everything else begins as bytes.
const asBytes = (encoding) => encoding !== undefined && encoding !== null && encoding !== 'utf8' &&
  encoding !== 'utf-8';

// A name is a string already, or bytes that are wanted in some encoding.
function decodeName(name, encoding) {
  if (typeof name === 'string')
    return name;
  const bytes = bufferFrom(name.buffer, name.byteOffset, name.byteLength);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding);
}

module.exports = { Dirent, asBytes, decodeName, eachEntry, getDirents, getNames, kType, pathOf,
                   typeOf, DIR, LINK };
