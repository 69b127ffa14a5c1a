'use strict';
// A coder that gets chunk after chunk and returns the output of each.
//
// (1) A call of the coder fills one output buffer. A chunk is done when a call leaves room in it.
// (2) The rest of a partly filled buffer is used for later output: results are parts of the buffer.

const { Promise, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset } = primordials;
const { append } = require('internal/util');
const { FastBuffer, bufferAllocUnsafeSlow } = require('internal/buffer');
const { sizeOf } = require('internal/util/bytes');
const { bufferOf, check, failure, openCoder, stableBytes } = require('internal/zlib/options');

// A coder and the part of the output buffer that was not handed on.
class Coder {
  settings;
  #coder;
  #output = null;
  #used = 0;

  constructor(settings) {
    this.settings = settings;
    this.#coder = openCoder(this.settings);
  }

  // Codes in the pool; the room that is left in the buffer, or an error.
  #writeAsync(flush, chunk, offset, left) {
    const { chunkSize } = this.settings;
    return new Promise((resolve, reject) => {
      this.#coder.ondone = (rest, room, message, errno, code) => {
        if (message !== undefined)
          reject(failure(message, errno, code));
        else
          resolve({ __proto__: null, rest, room });
      };
      check(this.#coder.write(flush, chunk, offset, left, this.#output, this.#used,
                              chunkSize - this.#used));
    });
  }

  #take(room) {
    const { chunkSize } = this.settings;
    const begin = this.#used;
    const end = chunkSize - room;
    const output = this.#output;
    this.#used = room === 0 ? 0 : end;
    if (room === 0)
      this.#output = null;
    return end === begin ? null :
      new FastBuffer(TypedArrayPrototypeGetBuffer.call(output),
                     TypedArrayPrototypeGetByteOffset.call(output) + begin, end - begin);
  }

  async code(chunk, flush) {
    const made = [];
    const stable = stableBytes(chunk);
    const size = sizeOf(chunk);
    let left = size;
    for (;;) {
      this.#output ??= bufferAllocUnsafeSlow(this.settings.chunkSize);
      const { rest, room } = await this.#writeAsync(flush, stable, size - left, left);
      left = rest;
      const output = this.#take(room);
      if (output !== null)
        append(made, output);
      if (room > 0)
        return made;
    }
  }

  // The same, piece by piece: what a chunk makes may be much larger than the chunk.
  async* pieces(chunk, flush) {
    const stable = stableBytes(chunk);
    const size = sizeOf(chunk);
    let left = size;
    for (let room = 0; room === 0;) {
      this.#output ??= bufferAllocUnsafeSlow(this.settings.chunkSize);
      const done = await this.#writeAsync(flush, stable, size - left, left);
      left = done.rest;
      room = done.room;
      const output = this.#take(room);
      if (output !== null)
        yield output;
    }
  }

  codeSync(chunk, flush) {
    const { settings } = this;
    const { 1: made, 2: message, 3: errno, 4: code } = check(this.#coder.whole(
      flush, chunk, 0, sizeOf(chunk), settings.most, settings.chunkSize, false));
    const output = bufferOf(settings, made, message, errno, code);
    return sizeOf(output) > 0 ? [output] : [];
  }

  close() {
    this.#coder.close();
  }
}

module.exports = { Coder };
