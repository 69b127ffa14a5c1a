'use strict';
// createSecretKey(): a KeyObject holds its bytes privately, export() copies them.

const {
  TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { base64url } = require('internal/buffer/codec');
const { bytesOf } = require('internal/crypto/util');
const { byteView } = require('internal/util/bytes');

class KeyObject {
  #type;
  constructor(type) {
    if (type !== 'secret')
      throw new ERR_INVALID_ARG_VALUE('type', type);
    this.#type = type;
  }

  get type() { return this.#type; }
}

class SecretKeyObject extends KeyObject {
  #bytes;
  constructor(bytes) {
    super('secret');
    this.#bytes = bytes;
  }

  get symmetricKeySize() { return TypedArrayPrototypeGetLength.call(this.#bytes); }

  export(options) {
    let format = 'buffer';
    if (options !== undefined) {
      validateObject(options, 'options');
      format = options.format ?? format;
      validateOneOf(format, 'options.format', ['buffer', 'jwk']);
    }
    const length = TypedArrayPrototypeGetLength.call(this.#bytes);
    if (format === 'jwk')
      return { kty: 'oct', k: base64url.slice(this.#bytes, 0, length) };
    const copy = new FastBuffer(length);
    TypedArrayPrototypeSet.call(copy, this.#bytes);
    return copy;
  }

  equals(otherKeyObject) {
    if (!(otherKeyObject instanceof KeyObject))
      throw new ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    if (!(#bytes in otherKeyObject))
      return false;
    const length = TypedArrayPrototypeGetLength.call(this.#bytes);
    if (TypedArrayPrototypeGetLength.call(otherKeyObject.#bytes) !== length)
      return false;
    return internalBinding('crypto').timingSafeEqual(this.#bytes, otherKeyObject.#bytes);
  }
}

function createSecretKey(key, encoding) {
  if (typeof key === 'string')
    validateString(encoding ?? 'utf8', 'encoding');
  const bytes = bytesOf(key, 'key', encoding);
  if (bytes !== key)
    return new SecretKeyObject(bytes);   // of a string: no one else has them
  const view = byteView(bytes);
  const copy = new Uint8Array(TypedArrayPrototypeGetLength.call(view));
  TypedArrayPrototypeSet.call(copy, view);
  return new SecretKeyObject(copy);
}

module.exports = { KeyObject, createSecretKey };
