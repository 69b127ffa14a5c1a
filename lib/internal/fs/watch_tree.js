'use strict';
// Watching a directory with everything below it: one handle per directory, kept in step with the
// directories that come and go. It has the methods of a single handle.
//
// (1) Links are not followed.
// (2) A directory that appears may already have entries before it is watched: they are told of when
//     they are found there.

const { SafeMap, StringPrototypeStartsWith } = primordials;
const binding = internalBinding('fs');
const { basename, join } = require('path');
const { bufferFrom } = require('internal/buffer');
const { eachEntry, typeOf, DIR } = require('internal/fs/dirent');
const { lastType } = require('internal/fs/stats');

const S_IFDIR = 0o040000;

const isDirectory = (path) => binding.lstat(path, false, null) === 0 && lastType() === S_IFDIR;
const exists = (path) => binding.lstat(path, false, null) === 0;

class WatchTree {
  root;
  report;
  handles = new SafeMap(); // by the path from the root; the root's is ''
  isReferenced = true;

  constructor(root, report) {
    this.root = typeof root === 'string' ? root : bufferFrom(root).toString();
    this.report = report;
    this.handles.set('', binding.watchEvents(
      this.root, (status, type, name) => this.#onEvent('', status, type, name)));
    if (binding.stat(this.root, false, null) === 0 && lastType() === S_IFDIR)
      this.#descend('', false);
  }

  // Watches the directories below; what is in a new (`fresh`) one is reported.
  #descend(directory, fresh) {
    const path = join(this.root, directory);
    const piece = binding.readdir(path, false, null);
    if (typeof piece === 'number')
      return;
    eachEntry(piece, undefined, (name, type) => {
      const below = join(directory, name);
      if (fresh)
        this.report(0, 'rename', bufferFrom(below));
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
                                   (status, type, name) =>
                                     this.#onEvent(directory, status, type, name));
    } catch (err) {
      // It may be gone already; any other failure (too many watches) is reported.
      if (err.code !== 'ENOENT' && err.code !== 'ENOTDIR')
        this.report(err.errno, '', bufferFrom(directory));
      return;
    }
    if (!this.isReferenced)
      handle.unref();
    this.handles.set(directory, handle);
    this.#descend(directory, fresh);
  }

  #remove(directory) {
    this.handles.forEach((handle, each) => {
      if (each === directory || StringPrototypeStartsWith.call(each, `${directory}/`)) {
        handle.close();
        this.handles.delete(each);
      }
    });
  }

  #onEvent(directory, status, type, bytes) {
    if (this.handles === null)
      return;
    if (status < 0 || bytes === null) {
      this.report(status, type, bytes);
      return;
    }
    const name = bufferFrom(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    // A directory also has an event about itself, by its own name; its parent has reported that.
    if (directory !== '' && name === basename(directory) &&
        !exists(join(this.root, directory, name)))
      return;
    const below = join(directory, name);
    this.report(status, type, bufferFrom(below));
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
    handles.forEach((handle) => handle.close());
  }

  ref() {
    this.isReferenced = true;
    this.handles.forEach((handle) => handle.ref());
  }

  unref() {
    this.isReferenced = false;
    this.handles.forEach((handle) => handle.unref());
  }
}

module.exports = { WatchTree };
