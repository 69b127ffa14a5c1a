'use strict';
// StringDecoder: text out of bytes that arrive in pieces.
// (1) Between calls only the bytes of one unfinished character (three bytes for base64) are stored.
// (2) Pieces are joined before they are decoded, so that any split of the same bytes gives the
//     same text.

const {
  ArrayBufferIsView: isView, ObjectDefineProperty, ObjectSetPrototypeOf, Symbol,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { setMethod, shield } = require('internal/prototypes');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');
const { FastBuffer } = require('internal/buffer');
const { bytesOf, codecOf, isUint8Array, utf8 } = require('internal/buffer/codec');

const kState = Symbol('kState');

// How long a character is that starts with this byte, by its bits, whether or not such a
// character exists. 0 for a byte that starts none.
const sequence = (byte) =>
  (byte >= 0xf8 || byte < 0xc0 ? 0 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);

// The number of bytes at the end of n that are stored; `before` were stored already.
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
  utf16le(buf, n, before) {
    if (n % 2 === 1)
      return before >= 2 && n < 4 ? n : 1;
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

class State {
  constructor(codec) {
    this.codec = codec;
    this.tail = tails[codec.name];
    this.bytes = null;
    this.have = 0;
  }
}
ObjectSetPrototypeOf(State.prototype, null); // no setter of the program is called

function StringDecoder(encoding) {
  const codec = encoding == null || encoding === '' ? utf8 :
    typeof encoding === 'symbol' ? undefined : codecOf(encoding);
  if (codec === undefined)
    throw new ERR_UNKNOWN_ENCODING(encoding);
  this.encoding = codec.name;
  this[kState] = new State(codec);
}

shield(StringDecoder.prototype, ['encoding']);

function stateOf(decoder) {
  const state = decoder[kState];
  if (state === undefined)
    throw new ERR_INVALID_THIS('StringDecoder');
  return state;
}

// Made when it is needed: most decoders store nothing.
const bytesIn = (state) => state.bytes ??= new FastBuffer(4);

function join(state, buf, length) {
  const joined = new Uint8Array(state.have + length);
  for (let i = 0; i < state.have; i++)
    joined[i] = state.bytes[i];
  TypedArrayPrototypeSet.call(joined, buf, state.have);
  return joined;
}

setMethod(StringDecoder.prototype, 'write', function write(buf) {
  if (typeof buf === 'string')
    return buf;
  if (!isView(buf))
    throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  const state = stateOf(this);
  if (!isUint8Array(buf))
    buf = bytesOf(buf);
  let length = TypedArrayPrototypeGetLength.call(buf);
  if (state.tail === undefined || length === 0)
    return length === 0 ? '' : state.codec.slice(buf, 0, length);
  if (state.have > 0) {
    buf = join(state, buf, length);
    length += state.have;
  }
  const stored = state.tail(buf, length, state.have);
  const end = length - stored;
  const text = end === 0 ? '' : state.codec.slice(buf, 0, end);
  for (let i = 0; i < stored; i++)
    bytesIn(state)[i] = buf[end + i];
  state.have = stored;
  return text;
});

setMethod(StringDecoder.prototype, 'end', function end(buf) {
  const text = buf === undefined ? '' : this.write(buf);
  const state = stateOf(this);
  const { have } = state;
  state.have = 0;
  return have === 0 ? text : text + state.codec.slice(state.bytes, 0, have);
});

// Undocumented, but some programs use it: decode from an offset, without the stored bytes.
StringDecoder.prototype.text = function text(buf, offset) {
  stateOf(this).have = 0;
  return this.write(buf.slice(offset));
};

function defineGetter(name, get) {
  ObjectDefineProperty(StringDecoder.prototype, name, {
    __proto__: null, configurable: true, enumerable: true, get,
  });
}
defineGetter('lastChar', function() { return bytesIn(stateOf(this)); });
defineGetter('lastNeed', function() {
  const { codec, bytes, have } = stateOf(this);
  return have === 0 ? 0 : totals[codec.name](bytes, have) - have;
});
defineGetter('lastTotal', function() {
  const { codec, bytes, have } = stateOf(this);
  return have === 0 ? 0 : totals[codec.name](bytes, have);
});

const { write: ownWrite } = StringDecoder.prototype;

// Whether bytes of UTF-8 that end with a character can be decoded without the decoder.
function isBetweenCharacters(decoder) {
  const state = decoder[kState];
  return state !== undefined && state.codec === utf8 && state.have === 0 &&
    decoder.write === ownWrite;
}

module.exports = { StringDecoder, isBetweenCharacters };
