'use strict';
// readdir() with `recursive`: reads a directory and those below it, level by level. Links to
// directories are followed, as in Node; a loop of links ends with ELOOP.

const { ArrayPrototypeToSpliced, SafeArray } = primordials;
const binding = internalBinding('fs');
const { relative } = require('path');
const { bufferOver, concatBytes, sizeOf } = require('internal/util/bytes');
const { DIR, Dirent, LINK, asBytes, eachEntry, pathOf, typeOf } = require('internal/fs/dirent');
const { lastType } = require('internal/fs/stats');

const S_IFDIR = 0o040000;

const isDirectory = (type, path) => type === DIR ||
  (type === LINK && binding.stat(path, false, null) === 0 && lastType() === S_IFDIR);

// The part of `path` after `root`. One of them is bytes.
function relativeBytes(root, path) {
  const bytes = concatBytes([path]);
  return bufferOver(bytes, sizeOf(concatBytes([root])) + 1);
}

// Adds the entries of one directory to `found`, its directories to `queue`.
function addEntries(piece, root, directory, options, found, queue) {
  eachEntry(piece, options.encoding, (name, type) => {
    type = typeOf(type, directory, name);
    const path = pathOf(directory, name);
    if (isDirectory(type, path))
      queue.push(path);
    if (options.withFileTypes)
      found.push(new Dirent(name, type, directory));
    else if (typeof path === 'string' && typeof root === 'string')
      found.push(relative(root, path));
    else
      found.push(relativeBytes(root, path));
  });
}

function readdirRecursiveSync(root, options) {
  const found = new SafeArray();
  const queue = new SafeArray();
  queue.push(root);
  for (let i = 0; i < queue.length; i++) {
    const piece = binding.readdir(queue[i], asBytes(options.encoding), undefined);
    addEntries(piece, root, queue[i], options, found, queue);
  }
  return ArrayPrototypeToSpliced.call(found);
}

function readdirRecursive(root, options, callback) {
  const found = new SafeArray();
  const queue = new SafeArray();
  queue.push(root);
  let i = 0;
  const next = () => {
    if (i === queue.length)
      return callback(null, ArrayPrototypeToSpliced.call(found));
    const directory = queue[i++];
    binding.readdir(directory, asBytes(options.encoding), (err, piece) => {
      if (err !== null)
        return callback(err);
      addEntries(piece, root, directory, options, found, queue);
      next();
    });
  };
  next();
}

module.exports = { readdirRecursive, readdirRecursiveSync };
