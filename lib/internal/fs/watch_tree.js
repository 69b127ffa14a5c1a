'use strict';
// Recursive fs.watch(): one handle per directory, opened and closed as directories appear and
// disappear. The class has the methods of a single handle.
//
// (1) Links are not followed.
// (2) A new directory may have entries before it is watched. They are reported when the directory
//     is read.

const { SafeMap, StringPrototypeStartsWith } = primordials;
const binding = internalBinding('fs');
const { basename, join } = require('path');
const { fromString } = require('internal/buffer');
const { textOf } = require('internal/util/bytes');
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
    this.root = textOf(root);
    this.report = report;
    this.handles.set('', binding.watchEvents(
      this.root, (status, type, name) => this.#onEvent('', status, type, name)));
    if (binding.stat(this.root, false, null) === 0 && lastType() === S_IFDIR)
      this.#descend('', false);
  }

  // Watches the directories below. The entries of a new one (`fresh`) are reported.
  #descend(directory, fresh) {
    const path = join(this.root, directory);
    const piece = binding.readdir(path, false, null);
    if (typeof piece === 'number')
      return;
    eachEntry(piece, undefined, (name, type) => {
      const below = join(directory, name);
      if (fresh)
        this.report(0, 'rename', fromString(below, 'utf8', 0));
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
      // The directory may be removed already. Other errors (too many watches) are reported.
      if (err.code !== 'ENOENT' && err.code !== 'ENOTDIR')
        this.report(err.errno, '', fromString(directory, 'utf8', 0));
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
    const name = textOf(bytes);
    // inotify also reports a directory itself, by its own name; its parent has reported that.
    if (directory !== '' && name === basename(directory) &&
        !exists(join(this.root, directory, name)))
      return;
    const below = join(directory, name);
    this.report(status, type, fromString(below, 'utf8', 0));
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
