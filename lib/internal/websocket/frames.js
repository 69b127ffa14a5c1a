'use strict';
// Frames of RFC 6455: reads those of the server, writes those of the client.
//
// (1) A reader takes bytes in any pieces. It calls on.frame(opcode, isLast, isCompressed, payload)
//     for each frame, or on.error(reason, code) once, after which it ignores its input. A message
//     of one frame that lies in one piece, as most do, is on.message(opcode, bytes): a part of
//     what push() was given, whose memory the socket may use again.
// (2) A frame of the server is not masked and its length has the shortest form. A message has at
//     most MAX_MESSAGE bytes. A control frame is not fragmented and has at most 125.
// (3) The memory in use is about the size of what arrived, even if that came in many small pieces.

const {
  ArrayBuffer, MathMax, SafeArray, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint32Array, Uint8Array,
} = primordials;
const { shield } = require('internal/prototypes');
const { bytesOf } = require('internal/buffer/codec');
const { bufferAllocUnsafe } = require('internal/buffer');
const { joinChunks } = require('internal/fetch/body');

const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const MAX_MESSAGE = 128 * 1024 * 1024;
const MANY = 1024;
const FINAL = 128; // of the first byte: the last frame of its message

const part = (bytes, start, end) => new Uint8Array(
  TypedArrayPrototypeGetBuffer.call(bytes), TypedArrayPrototypeGetByteOffset.call(bytes) + start,
  end - start);

class Reader {
  constructor(on, allowsCompression) {
    this.on = on;
    this.allowsCompression = allowsCompression;
    this.chunks = new SafeArray();
    this.size = 0;        // bytes in `chunks` that were not read
    this.offset = 0;      // of the first one that was not read, in the first chunk
    this.single = 0;      // chunks at its end that were not joined yet
    this.head = null;     // the frame whose payload is awaited
    this.messageSize = 0;
    this.isInMessage = false;
    this.isOver = false;
  }

  // The bytes are the caller's: what is not read at once is copied.
  push(data) {
    if (this.isOver)
      return;
    const length = TypedArrayPrototypeGetLength.call(data);
    const start = this.size === 0 && this.head === null && !this.isInMessage ?
      this.readMessages(data, length) : 0;
    if (start === length || this.isOver)
      return;
    this.chunks.push(new Uint8Array(start === 0 ? data : part(data, start, length)));
    this.size += length - start;
    while (!this.isOver && this.step());
    if (++this.single >= MANY)
      this.joinLast();
  }

  // Reads the whole messages at the front. Returns where the rest begins, which may be wrong.
  readMessages(data, length) {
    let at = 0;
    while (length - at >= 2 && !this.isOver) {
      const first = data[at];
      let size = data[at + 1];
      let start = at + 2;
      if ((first !== (FINAL | BINARY) && first !== (FINAL | TEXT)) || size > 126)
        break;
      if (size === 126) {
        start += 2;
        if (length < start)
          break;
        size = data[start - 2] * 256 + data[start - 1];
        if (size < 126)
          break;
      }
      if (length - start < size)
        break;
      at = start + size;
      this.on.message(first - FINAL, part(data, start, at));
    }
    return at;
  }

  // (3)
  joinLast() {
    // The first chunk is left alone: a part of it may have been read.
    const first = MathMax(this.chunks.length - this.single, 1);
    const last = this.chunks.splice(first, this.single);
    let total = 0;
    for (let i = 0; i < last.length; i++)
      total += TypedArrayPrototypeGetLength.call(last[i]);
    if (total > 0)
      this.chunks.push(joinChunks(last, total));
    this.single = 0;
  }

  // Takes nothing more.
  stop() {
    this.isOver = true;
    this.chunks = new SafeArray();
    this.offset = this.size = 0;
  }

  fail(reason, code = 1002) {
    this.stop();
    this.on.error(reason, code);
  }

  // `count` bytes from the front, in one piece.
  take(count) {
    if (count === 0)
      return new Uint8Array(0);
    const first = this.chunks[0];
    const { offset } = this;
    const length = TypedArrayPrototypeGetLength.call(first);
    if (length - offset < count)
      return this.join(count);
    this.skip(count);
    return offset === 0 && length === count ? first : bytesOf(first, offset, offset + count);
  }

  join(count) {
    const bytes = new Uint8Array(count);
    let at = 0;
    while (at < count) {
      const chunk = this.chunks[0];
      const rest = TypedArrayPrototypeGetLength.call(chunk) - this.offset;
      const taken = rest < count - at ? rest : count - at;
      TypedArrayPrototypeSet.call(bytes, bytesOf(chunk, this.offset, this.offset + taken), at);
      at += taken;
      this.skip(taken);
    }
    return bytes;
  }

  // `count` bytes of the first chunk are done with.
  skip(count) {
    this.size -= count;
    this.offset += count;
    if (this.offset === TypedArrayPrototypeGetLength.call(this.chunks[0])) {
      this.chunks.shift();
      this.offset = 0;
    }
  }

  // The next byte; there is one.
  byte() {
    const value = this.chunks[0][this.offset];
    this.skip(1);
    return value;
  }

  // Reads on; false when more bytes are needed.
  step() {
    if (this.head === null)
      return this.readHead();
    const { head } = this;
    if (head.length === -1)
      return this.readLength(head);
    if (this.size < head.length)
      return false;
    this.head = null;
    if (head.opcode < CLOSE && head.isLast)
      this.messageSize = 0;
    this.on.frame(head.opcode, head.isLast, head.isCompressed, this.take(head.length));
    return true;
  }

  readHead() {
    if (this.size < 2)
      return false;
    const byte0 = this.byte();
    const byte1 = this.byte();
    const head = {
      __proto__: null, opcode: byte0 & 15, isLast: byte0 >= 128, isCompressed: (byte0 & 64) !== 0,
      length: byte1 & 127, width: 0,
    };
    const problem = this.problemOf(head, byte0, byte1);
    if (problem !== null) {
      this.fail(problem);
      return false;
    }
    this.head = head;
    if (head.length > 125) {
      head.width = head.length === 126 ? 2 : 8;
      head.length = -1;
      return true;
    }
    return this.checkSize(head);
  }

  problemOf(head, byte0, byte1) {
    const { opcode, isLast } = head;
    if (byte1 >= 128)
      return 'Frame cannot be masked';
    if ((byte0 & 48) !== 0 || (head.isCompressed && !this.allowsCompression))
      return 'RSV bits must be clear';
    if (opcode > PONG || (opcode > BINARY && opcode < CLOSE))
      return 'Invalid opcode received';
    if (opcode >= CLOSE) {
      if (!isLast)
        return 'Control frame must not be fragmented';
      return (byte1 & 127) > 125 ? 'Payload length for control frames must be at most 125' :
        head.isCompressed ? 'RSV bits must be clear' : null;
    }
    if ((opcode === CONTINUATION) !== this.isInMessage)
      return `${opcode === CONTINUATION ? 'Unexpected' : 'Expected'} continuation frame`;
    if (opcode === CONTINUATION && head.isCompressed)
      return 'RSV bits must be clear';
    this.isInMessage = !isLast;
    return null;
  }

  readLength(head) {
    if (this.size < head.width)
      return false;
    let length = 0;
    for (let i = 0; i < head.width; i++)
      length = length * 256 + this.byte();
    if (length < (head.width === 2 ? 126 : 65536)) {
      this.fail('Invalid payload length');
      return false;
    }
    head.length = length;
    return this.checkSize(head);
  }

  checkSize(head) {
    if (head.opcode < CLOSE) {
      this.messageSize += head.length;
      if (this.messageSize > MAX_MESSAGE) {
        this.fail('Received payload is too large', 1009);
        return false;
      }
    }
    return true;
  }
}
shield(Reader.prototype, ['on', 'allowsCompression', 'chunks', 'size', 'offset', 'single', 'head',
  'messageSize', 'isInMessage', 'isOver']);

let keys = null;      // random bytes for masks
let keysAt = 0;

function nextKey() {
  if (keys === null || keysAt === 4096) {
    keys = require('internal/crypto/random').randomBytes(4096);
    keysAt = 0;
  }
  keysAt += 4;
  return keysAt - 4;
}

// The mask of a frame as a number.
function nextMask() {
  const at = nextKey();
  return keys[at] | keys[at + 1] << 8 | keys[at + 2] << 16 | keys[at + 3] << 24;
}

// Shorter frames are masked byte by byte in pooled memory: memory of their own, and views of it,
// cost more.
const LONG = 512;
const ALIGNED = 16; // offset of a long payload in its memory: a multiple of the word size

// Masks 32-bit words instead of bytes.
function maskLong(buffer, payload, length, key) {
  const bytes = new Uint8Array(buffer, ALIGNED, length);
  TypedArrayPrototypeSet.call(bytes, payload);
  const words = new Uint32Array(buffer, ALIGNED, length >>> 2);
  const mask = keys[key] | keys[key + 1] << 8 | keys[key + 2] << 16 | keys[key + 3] << 24;
  const count = length >>> 2;
  for (let i = 0; i < count; i++)
    words[i] ^= mask;
  for (let i = count * 4; i < length; i++)
    bytes[i] ^= keys[key + (i & 3)];
}

// The bytes of a frame, masked.
function makeFrame(opcode, payload) {
  const length = TypedArrayPrototypeGetLength.call(payload);
  const width = length > 65535 ? 8 : length > 125 ? 2 : 0;
  const start = 6 + width;
  const buffer = length < LONG ? null : new ArrayBuffer(ALIGNED + length);
  const frame = buffer === null ? bufferAllocUnsafe(start + length) :
    new Uint8Array(buffer, ALIGNED - start, start + length);
  frame[0] = FINAL | opcode;
  frame[1] = 128 | (width === 8 ? 127 : width === 2 ? 126 : length);
  for (let i = 0, rest = length; i < width; i++) {
    frame[1 + width - i] = rest % 256;
    rest = (rest - rest % 256) / 256;
  }
  const key = nextKey();
  for (let i = 0; i < 4; i++)
    frame[start - 4 + i] = keys[key + i];
  if (buffer !== null)
    maskLong(buffer, payload, length, key);
  else {
    for (let i = 0; i < length; i++)
      frame[start + i] = payload[i] ^ keys[key + (i & 3)];
  }
  return frame;
}

module.exports = {
  BINARY, CLOSE, CONTINUATION, FINAL, MAX_MESSAGE, PING, PONG, Reader, TEXT, makeFrame, nextMask,
};
