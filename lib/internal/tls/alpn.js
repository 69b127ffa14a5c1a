'use strict';
// Converts lists of ALPN protocols to and from their form on the wire: each name is preceded by its
// length.

const {
  ArrayIsArray, ArrayPrototypePush, MathMin, SafeArray, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet,
} = primordials;
const { bufferAlloc, bufferFrom } = require('internal/buffer');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { byteView } = require('internal/util/bytes');
const { latin1 } = require('internal/buffer/codec');

function encodeNames(names) {
  const all = new SafeArray();
  let length = 0;
  for (let i = 0; i < names.length; i++) {
    const name = typeof names[i] === 'string' ? bufferFrom(names[i], 'latin1') : names[i];
    const size = TypedArrayPrototypeGetLength.call(name);
    if (size > 255)
      throw new codes.ERR_OUT_OF_RANGE(
        `The byte length of the protocol at index ${i} exceeds the maximum length.`, '<= 255',
        size, true);
    all.push(name);
    length += 1 + size;
  }
  const out = bufferAlloc(length);
  let at = 0;
  for (let i = 0; i < all.length; i++) {
    const size = TypedArrayPrototypeGetLength.call(all[i]);
    out[at++] = MathMin(size, 255);
    TypedArrayPrototypeSet.call(out, all[i], at);
    at += size;
  }
  return out;
}

// tls.convertALPNProtocols(): sets out.ALPNProtocols.
function convertALPNProtocols(protocols, out) {
  if (ArrayIsArray(protocols))
    out.ALPNProtocols = encodeNames(protocols);
  else if (isArrayBufferView(protocols)) {
    const view = byteView(protocols);
    const copy = bufferAlloc(TypedArrayPrototypeGetLength.call(view));
    TypedArrayPrototypeSet.call(copy, view);
    out.ALPNProtocols = copy;
  }
}

// The names of a list, and where each begins.
function decode(list) {
  const names = [];
  const places = [];
  for (let at = 0; at < list.length; at += 1 + list[at]) {
    ArrayPrototypePush.call(names, latin1.slice(list, at + 1, at + 1 + list[at]));
    ArrayPrototypePush.call(places, at);
  }
  return { __proto__: null, names, places };
}

module.exports = { convertALPNProtocols, decode };
