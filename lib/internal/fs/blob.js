'use strict';
// A file as a Blob: read when somebody asks for the bytes, and only while it is the file it was.

const { Number, Promise, Uint8Array } = primordials;
const { getValidatedPath, kEmptyObject } = require('internal/fs/utils');
const { validateObject, validateString } = require('internal/validators');
const { lazyDOMException } = require('internal/util');

function check(path, options) {
  validateObject(options, 'options');
  const { type = '' } = options;
  validateString(type, 'options.type');
  return { path: getValidatedPath(path), type };
}

// A piece of a file, where a Blob has bytes. `whole` is what stat() said when the Blob was made.
class FilePart {
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
        const { size, mtimeNs } = await handle.stat({ bigint: true });
        if (size !== this.whole.size || mtimeNs !== this.whole.mtimeNs)
          throw new primordials.Error('changed');
        for (let at = 0; at < bytes.length;) {
          const { bytesRead } =
            await handle.read(bytes, at, bytes.length - at, this.start + from + at);
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
  return blobOf(name, require('fs').statSync(name, { bigint: true }), type);
}

// What is wrong is thrown, not rejected with: so does Node.js.
function openAsBlob(path, options = kEmptyObject) {
  const blob = openAsBlobSync(path, options);
  return primordials.PromiseResolve.call(Promise, blob);
}

module.exports = { openAsBlob, openAsBlobSync };
