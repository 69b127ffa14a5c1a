'use strict';
// Reading a directory with everything below it, level by level. Links to directories are followed,
// as in Node; a loop of them ends where the system gives up.

const { ArrayPrototypePush } = primordials;
const binding = internalBinding('fs');
const { relative } = require('path');
const { bufferFrom } = require('internal/buffer');
const { DIR, Dirent, LINK, asBytes, eachEntry, pathOf, typeOf } = require('internal/fs/dirent');
const { lastType } = require('internal/fs/stats');

const S_IFDIR = 0o040000;

const leadsDown = (type, path) => type === DIR ||
  (type === LINK && binding.stat(path, false, null) === 0 && lastType() === S_IFDIR);

// Adds the entries of one directory to `found`, its directories to `queue`.
function take(piece, root, directory, options, found, queue) {
  eachEntry(piece, options.encoding, (name, type) => {
    type = typeOf(type, directory, name);
    const path = pathOf(directory, name);
    if (leadsDown(type, path))
      ArrayPrototypePush.call(queue, path);
    if (options.withFileTypes)
      ArrayPrototypePush.call(found, new Dirent(name, type, directory));
    else if (typeof path === 'string' && typeof root === 'string')
      ArrayPrototypePush.call(found, relative(root, path));
    else
      ArrayPrototypePush.call(found, bufferFrom(path).subarray(bufferFrom(root).length + 1));
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
