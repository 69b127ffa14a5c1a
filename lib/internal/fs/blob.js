'use strict';
// fs.openAsBlob(): a Blob whose bytes are read from the file on demand. Reading fails if the file
// has changed.

const { Number, Promise, Uint8Array } = primordials;
const { getValidatedPath, kEmptyObject } = require('internal/fs/utils');
const { validateObject, validateString } = require('internal/validators');
const { lazyDOMException } = require('internal/util');

function check(path, options) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  return { __proto__: null, path: getValidatedPath(path), type };
}

// A part of a file, in place of bytes of a Blob. `whole` is the result of stat() for the new Blob.
class FilePart {
  path;
  whole;
  start;
  length;

  constructor(path, whole, start, length) {
    this.path = path;
    this.whole = whole;
    this.start = start;
    this.length = length;
  }

  subarray(from, to) {
    return new FilePart(this.path, this.whole, this.start + from, to - from);
  }

  async read(from, to) {
    const bytes = new Uint8Array(to - from);
    try {
      const handle = await require('fs').promises.open(this.path);
      try {
        const { size, mtimeNs } = await handle.stat({ __proto__: null, bigint: true });
        if (size !== this.whole.size || mtimeNs !== this.whole.mtimeNs)
          throw new primordials.Error('changed');
        for (let at = 0; at < to - from;) {
          const { bytesRead } =
            await handle.read(bytes, at, to - from - at, this.start + from + at);
          if (bytesRead === 0)
            throw new primordials.Error('shorter');
          at += bytesRead;
        }
      } finally {
        await handle.close();
      }
    } catch {
      throw lazyDOMException('The blob could not be read', 'NotReadableError');
    }
    return bytes;
  }
}

function blobOf(path, stats, type) {
  const { makeBlob } = require('internal/blob');
  return makeBlob([new FilePart(path, stats, 0, Number(stats.size))], type);
}

function openAsBlobSync(path, options = kEmptyObject) {
  const { path: name, type } = check(path, options);
  return blobOf(name, require('fs').statSync(name, { __proto__: null, bigint: true }), type);
}

// Errors are thrown, not rejections, as in Node.
function openAsBlob(path, options = kEmptyObject) {
  const blob = openAsBlobSync(path, options);
  return primordials.PromiseResolve.call(Promise, blob);
}

module.exports = { openAsBlob, openAsBlobSync };
