'use strict';
// Watching a directory with everything below it: one handle per directory, kept in step with the
// directories that come and go. It has the methods of a single handle.
//
// (1) Links are not followed.
// (2) A directory that appears may already have entries before it is watched: they are told of when
//     they are found there.

const binding = internalBinding('fs');
const { basename, join } = require('path');
const { Buffer } = require('buffer');
const { eachEntry, typeOf, DIR } = require('internal/fs/dirent');
const { lastType } = require('internal/fs/stats');

const S_IFDIR = 0o040000;

const isDirectory = (path) => binding.lstat(path, false, null) === 0 && lastType() === S_IFDIR;
const exists = (path) => binding.lstat(path, false, null) === 0;

class WatchTree {
  constructor(root, told) {
    this.root = typeof root === 'string' ? root : Buffer.from(root).toString();
    this.told = told;
    this.handles = new Map(); // '' is the root, else the path from there
    this.kept = true;
    this.handles.set('', binding.watchEvents(this.root, (status, type, name) => this.#heard('', status, type, name)));
    if (binding.stat(this.root, false, null) === 0 && lastType() === S_IFDIR)
      this.#descend('', false);
  }

  // Watches what is below; `fresh` says that nobody was told of it yet.
  #descend(directory, fresh) {
    const path = join(this.root, directory);
    const piece = binding.readdir(path, false, null);
    if (typeof piece === 'number')
      return;
    eachEntry(piece, undefined, (name, type) => {
      const below = join(directory, name);
      if (fresh)
        this.told(0, 'rename', Buffer.from(below));
      if (typeOf(type, path, name) === DIR)
        this.#add(below, fresh);
    });
  }

  #add(directory, fresh) {
    if (this.handles === null || this.handles.has(directory))
      return;
    let handle;
    try {
      handle = binding.watchEvents(join(this.root, directory),
                                   (status, type, name) => this.#heard(directory, status, type, name));
    } catch (err) {
      // Gone again already; anything else (too many watches) the caller must know.
      if (err.code !== 'ENOENT' && err.code !== 'ENOTDIR')
        this.told(err.errno, '', Buffer.from(directory));
      return;
    }
    if (!this.kept)
      handle.unref();
    this.handles.set(directory, handle);
    this.#descend(directory, fresh);
  }

  #remove(directory) {
    for (const { 0: each, 1: handle } of this.handles) {
      if (each === directory || each.startsWith(`${directory}/`)) {
        handle.close();
        this.handles.delete(each);
      }
    }
  }

  #heard(directory, status, type, bytes) {
    if (this.handles === null)
      return;
    if (status < 0 || bytes === null) {
      this.told(status, type, bytes);
      return;
    }
    const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    // A directory tells of itself too, under its own name; its parent has told already.
    if (directory !== '' && name === basename(directory) && !exists(join(this.root, directory, name)))
      return;
    const below = join(directory, name);
    this.told(status, type, Buffer.from(below));
    if (this.handles === null || type !== 'rename')
      return;
    if (isDirectory(join(this.root, below)))
      this.#add(below, true);
    else if (this.handles.has(below))
      this.#remove(below);
  }

  close() {
    const { handles } = this;
    this.handles = null;
    for (const handle of handles.values())
      handle.close();
  }

  ref() {
    this.kept = true;
    for (const handle of this.handles.values())
      handle.ref();
  }

  unref() {
    this.kept = false;
    for (const handle of this.handles.values())
      handle.unref();
  }
}

module.exports = { WatchTree };
