'use strict';
// The state of a Readable, with its queue of chunks. The top of readable.js says what its fields
// mean.

const {
  ArrayPrototypeJoin, ArrayPrototypeSlice, ArrayPrototypeSplice, ArrayPrototypeUnshift, SafeArray,
  SetPrototypeClear, SetPrototypeDelete, SetPrototypeGetSize, SetPrototypeHas, StringPrototypeSlice,
} = primordials;
const { shield } = require('internal/prototypes');
const { defaultEncodingOf, getDefaultHighWaterMark, getHighWaterMark, sizeOf } =
  require('internal/streams/state');
const { bufferConcat: concat } = require('internal/buffer');

const NO_SIZE = -1; // read() without a size; an integer, for the engine's sake

// A part of a chunk: a string after setEncoding(), else a Buffer.
const part = (chunk, start, end) => (typeof chunk === 'string' ?
  StringPrototypeSlice.call(chunk, start, end) : chunk.slice(start, end));

class ReadableState {
  constructor(options, stream, isDuplex) {
    this.objectMode =
      !!(options && (options.objectMode || (isDuplex && options.readableObjectMode)));
    this.highWaterMark = options ?
      getHighWaterMark(this.objectMode, options, 'readableHighWaterMark', isDuplex) :
      getDefaultHighWaterMark(false);
    this.buffer = new SafeArray();
    this.bufferIndex = 0; // chunks before it have been read
    this.length = 0;
    this.pipes = [];
    this.awaitDrainWriters = null; // the destination that is full, or a Set of those
    this.multiAwaitDrain = false;
    this.flowing = null;
    this.paused = null; // after pause() true, after resume() false
    this.sync = true;
    this.constructed = true;
    this.needReadable = this.emittedReadable = this.readableListening = false;
    this.resumeScheduled = this.readingMore = this.dataEmitted = false;
    this.emitClose = !options || options.emitClose !== false;
    this.autoDestroy = !options || options.autoDestroy !== false;
    this.readable = undefined;
    this.destroyWhenConstructed = null;
    this.tickReadable = null; // ticks, made when they are first needed
    this.tickReadMore = null;
    this.tickResume = null;
    this.defaultEncoding = 'utf8';
    this.decoder = null;
    this.encoding = null;
    this.reset();
    if (options && (options.defaultEncoding != null || options.encoding))
      this.setEncodings(options);
  }

  reset() {
    this.reading = this.ended = this.endEmitted = false;
    this.destroyed = this.closed = this.closeEmitted = this.errorEmitted = false;
    this.errored = null;
  }

  setEncodings(options) {
    this.defaultEncoding = defaultEncodingOf(options);
    if (options.encoding)
      this.decode(options.encoding);
  }

  decode(encoding) {
    const { StringDecoder } = require('internal/string_decoder');
    this.decoder = new StringDecoder(encoding);
    this.encoding = this.decoder.encoding;
  }

  get pipesCount() {
    return this.pipes.length;
  }

  addFirst(chunk) {
    if (this.bufferIndex > 0)
      this.buffer[--this.bufferIndex] = chunk;
    else
      ArrayPrototypeUnshift.call(this.buffer, chunk);
  }

  // The length that read(n) returns now. Without n it is that of one chunk, so that bytes are not
  // copied, or of all the text of a decoder in paused mode.
  amount(n) {
    if (n === NO_SIZE)
      return this.amountOfOne();
    if (n <= 0 || (this.length === 0 && this.ended))
      return 0;
    if (this.objectMode)
      return 1;
    if (n <= this.length)
      return n;
    return this.ended ? this.length : 0;
  }

  amountOfOne() {
    if (this.objectMode)
      return this.length === 0 && this.ended ? 0 : 1;
    // The queue is asked last: as long as nothing was in it, it is another kind of array.
    if (this.length === 0 || (this.decoder !== null && !this.flowing) || this.buffer.length === 1)
      return this.length;
    return sizeOf(this.buffer[this.bufferIndex]);
  }

  // Removes n from the queue, which amount() has returned, and returns them.
  take(n) {
    const { buffer } = this;
    if (this.length === 0 || buffer.length === 0)
      return null;
    if (buffer.length === 1 && n === this.length)
      return this.dropFirst();
    const first = buffer[this.bufferIndex];
    if (this.objectMode)
      return this.dropFirst();
    const size = sizeOf(first);
    if (size === n)
      return this.dropFirst();
    let result;
    if (n >= this.length) {
      const rest = this.bufferIndex > 0 ? ArrayPrototypeSlice.call(buffer, this.bufferIndex) :
        buffer;
      result = this.decoder ? ArrayPrototypeJoin.call(rest, '') : concat(rest, this.length);
      this.buffer = new SafeArray();
      this.bufferIndex = 0;
    } else if (n < size) {
      result = part(first, 0, n);
      buffer[this.bufferIndex] = part(first, n);
    } else
      result = this.takeAcross(n);
    return result;
  }

  dropFirst() {
    if (this.buffer.length === 1) { // the usual case: it was put there for this very read()
      this.bufferIndex = 0;
      return this.buffer.pop();
    }
    const first = this.buffer[this.bufferIndex];
    this.buffer[this.bufferIndex++] = null;
    if (this.bufferIndex === this.buffer.length) {
      this.buffer = new SafeArray();
      this.bufferIndex = 0;
    } else if (this.bufferIndex > 1024) {
      ArrayPrototypeSplice.call(this.buffer, 0, this.bufferIndex);
      this.bufferIndex = 0;
    }
    return first;
  }

  takeAcross(n) {
    const parts = new SafeArray();
    let left = n;
    while (left > 0) {
      const chunk = this.buffer[this.bufferIndex];
      const size = sizeOf(chunk);
      if (size <= left) {
        parts.push(chunk);
        left -= size;
        this.dropFirst();
      } else {
        parts.push(part(chunk, 0, left));
        this.buffer[this.bufferIndex] = part(chunk, left);
        left = 0;
      }
    }
    return this.decoder ? ArrayPrototypeJoin.call(parts, '') : concat(parts, n);
  }

  awaits(dest) {
    return this.awaitDrainWriters === dest ||
      (this.multiAwaitDrain && SetPrototypeHas.call(this.awaitDrainWriters, dest));
  }

  // Stops waiting for a destination. Returns whether no other is waited for.
  drained(dest) {
    if (this.awaitDrainWriters === dest)
      this.awaitDrainWriters = null;
    else if (this.multiAwaitDrain)
      SetPrototypeDelete.call(this.awaitDrainWriters, dest);
    return !this.awaitDrainWriters ||
      (this.multiAwaitDrain && SetPrototypeGetSize.call(this.awaitDrainWriters) === 0);
  }

  forgetDrain() {
    if (this.multiAwaitDrain)
      SetPrototypeClear.call(this.awaitDrainWriters);
    else
      this.awaitDrainWriters = null;
  }
}
shield(ReadableState.prototype, [
  'objectMode', 'highWaterMark', 'buffer', 'length', 'emitClose', 'autoDestroy',
  'defaultEncoding', 'encoding',
]);

module.exports = { NO_SIZE, ReadableState };
