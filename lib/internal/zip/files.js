'use strict';
// zipFiles(): an archive of files.
//
// (1) The type of a file is read from its open descriptor, not from its path.
// (2) Files are opened so that a FIFO does not block, and only regular files are read.

const { StringPrototypeEndsWith } = primordials;
const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { unsupported } = require('internal/zip/format');
const { archiveOf } = require('internal/zip/archive');
const { ZipEntry, warn } = require('internal/zip/entry');

const promises = () => require('fs').promises;

const attributesOf = (stats) =>
  ({ __proto__: null, mode: stats.mode & 0o7777, modified: stats.mtime });

async function entryOfOpen(path, name, handle) {
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    const directory = StringPrototypeEndsWith.call(name, '/') ? name : `${name}/`;
    return ZipEntry.createSync(directory, new FastBuffer(0), attributesOf(stats));
  }
  if (!stats.isFile())
    throw unsupported(`cannot archive "${path}": not a regular file`);
  return ZipEntry.createStream(name, handle.createReadStream(), attributesOf(stats));
}

async function entryOfPath(path, name, followSymlinks) {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = require('fs').constants;
  if (!followSymlinks) {
    const stats = await promises().lstat(path);
    if (stats.isSymbolicLink())
      return ZipEntry.createSymlink(name, await promises().readlink(path), attributesOf(stats));
  }
  const flags = O_RDONLY | O_NONBLOCK | (followSymlinks ? 0 : O_NOFOLLOW);
  const handle = await promises().open(path, flags);
  try {
    return await entryOfOpen(path, name, handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* entriesOf(files, followSymlinks) {
  for await (const pair of files) {
    const { 0: path, 1: name } = pair;
    validateString(path, 'sourcePath');
    validateString(name, 'entryName');
    yield await entryOfPath(path, name, followSymlinks);
  }
}

function zipFiles(files, options) {
  warn();
  let followSymlinks = true;
  if (options !== undefined && typeof options !== 'string') {
    validateObject(options, 'options');
    followSymlinks = options.followSymlinks ?? true;
    validateBoolean(followSymlinks, 'options.followSymlinks');
  }
  return archiveOf(entriesOf(files, followSymlinks), options);
}

module.exports = { zipFiles };
