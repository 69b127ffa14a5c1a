'use strict';
// node:string_decoder: text out of bytes that arrive in pieces.
// (1) Between calls only the bytes of one unfinished character (three bytes for base64) are kept.
// (2) Pieces are joined before they are decoded, so that any split of the same bytes gives the
//     same text.

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { FastBuffer } = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');

const kState = Symbol('kState');
const { isView } = ArrayBuffer;

// How long a character is that starts with this byte: what its bits say, whether or not such a
// character exists. 0 for a byte that starts none.
const sequence = (byte) => (byte >= 0xf8 || byte < 0xc0 ? 0 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);

// How many bytes at the end of n are to be kept, and of how many; `kept` were kept before.
const tails = {
  __proto__: null,
  utf8(buf, n) {
    for (let back = 1; back <= 3 && back <= n; back++) {
      const byte = buf[n - back];
      if ((byte & 0xc0) !== 0x80)
        return sequence(byte) > back ? back : 0;
    }
    return 0;
  },
  utf16le(buf, n, kept) {
    if (n % 2 === 1)
      return kept >= 2 && n < 4 ? n : 1;
    return n >= 2 && (buf[n - 1] & 0xfc) === 0xd8 ? 2 : 0;
  },
  base64: (buf, n) => n % 3,
  base64url: (buf, n) => n % 3,
};

const totals = {
  __proto__: null,
  utf8: (bytes) => sequence(bytes[0]),
  utf16le: (bytes, have) => (have >= 2 ? 4 : 2),
  base64: () => 3,
  base64url: () => 3,
};

function StringDecoder(encoding) {
  const codec = encoding == null || encoding === '' ? utf8 : codecOf(encoding);
  if (codec === undefined)
    throw new ERR_UNKNOWN_ENCODING(encoding);
  this.encoding = codec.name;
  this[kState] = { codec, tail: tails[codec.name], bytes: new FastBuffer(4), have: 0 };
}

function stateOf(decoder) {
  const state = decoder[kState];
  if (state === undefined)
    throw new ERR_INVALID_THIS('StringDecoder');
  return state;
}

function join(state, buf) {
  const joined = new Uint8Array(state.have + buf.length);
  for (let i = 0; i < state.have; i++)
    joined[i] = state.bytes[i];
  joined.set(buf, state.have);
  return joined;
}

StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string')
    return buf;
  if (!isView(buf))
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  const state = stateOf(this);
  if (!(buf instanceof Uint8Array))
    buf = new Uint8Array(buf.buffer, buf.byteOffset, buf.byteLength);
  if (state.tail === undefined || buf.length === 0)
    return buf.length === 0 ? '' : state.codec.slice(buf, 0, buf.length);
  if (state.have > 0)
    buf = join(state, buf);
  const kept = state.tail(buf, buf.length, state.have);
  const end = buf.length - kept;
  const text = end === 0 ? '' : state.codec.slice(buf, 0, end);
  for (let i = 0; i < kept; i++)
    state.bytes[i] = buf[end + i];
  state.have = kept;
  return text;
};

StringDecoder.prototype.end = function end(buf) {
  const text = buf === undefined ? '' : this.write(buf);
  const state = stateOf(this);
  const { have } = state;
  state.have = 0;
  return have === 0 ? text : text + state.codec.slice(state.bytes, 0, have);
};

// Undocumented, but some programs use it: decode from an offset, forgetting what was kept.
StringDecoder.prototype.text = function text(buf, offset) {
  stateOf(this).have = 0;
  return this.write(buf.slice(offset));
};

const enumerable = (get) => ({ __proto__: null, configurable: true, enumerable: true, get });

Object.defineProperties(StringDecoder.prototype, {
  lastChar: enumerable(function() { return stateOf(this).bytes; }),
  lastNeed: enumerable(function() {
    const { codec, bytes, have } = stateOf(this);
    return have === 0 ? 0 : totals[codec.name](bytes, have) - have;
  }),
  lastTotal: enumerable(function() {
    const { codec, bytes, have } = stateOf(this);
    return have === 0 ? 0 : totals[codec.name](bytes, have);
  }),
});

module.exports = { StringDecoder };
