'use strict';
// Reading a directory with everything below it, level by level. Links to directories are listed,
// not followed.

const binding = internalBinding('fs');
const { relative } = require('path');
const { Buffer } = require('buffer');
const { DIR, Dirent, asBytes, eachEntry, pathOf, typeOf } = require('internal/fs/dirent');

// Adds the entries of one directory to `found`, its directories to `queue`.
function take(piece, root, directory, options, found, queue) {
  eachEntry(piece, options.encoding, (name, type) => {
    type = typeOf(type, directory, name);
    const path = pathOf(directory, name);
    if (type === DIR)
      queue.push(path);
    if (options.withFileTypes)
      found.push(new Dirent(name, type, directory));
    else if (typeof path === 'string' && typeof root === 'string')
      found.push(relative(root, path));
    else
      found.push(Buffer.from(path).subarray(Buffer.from(root).length + 1));
  });
}

function readdirRecursiveSync(root, options) {
  const found = [];
  const queue = [root];
  for (let i = 0; i < queue.length; i++) {
    const piece = binding.readdir(queue[i], asBytes(options.encoding), undefined);
    take(piece, root, queue[i], options, found, queue);
  }
  return found;
}

function readdirRecursive(root, options, callback) {
  const found = [];
  const queue = [root];
  let i = 0;
  const next = () => {
    if (i === queue.length)
      return callback(null, found);
    const directory = queue[i++];
    binding.readdir(directory, asBytes(options.encoding), (err, piece) => {
      if (err !== null)
        return callback(err);
      take(piece, root, directory, options, found, queue);
      next();
    });
  };
  next();
}

module.exports = { readdirRecursive, readdirRecursiveSync };
