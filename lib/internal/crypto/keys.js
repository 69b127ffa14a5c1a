'use strict';
// createSecretKey(): a key that shows its bytes only when it is told to.

const { ArrayBufferIsView: isView, TypedArrayPrototypeSlice, Uint8Array } = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { bytesOf, isAnyArrayBuffer } = require('internal/crypto/util');


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

  get symmetricKeySize() { return this.#bytes.length; }

  export(options) {
    let format = 'buffer';
    if (options !== undefined) {
      validateObject(options, 'options');
      format = options.format ?? format;
      validateOneOf(format, 'options.format', ['buffer', 'jwk']);
    }
    const copy = new FastBuffer(this.#bytes.length);
    copy.set(this.#bytes);
    return format === 'jwk' ? { kty: 'oct', k: copy.toString('base64url') } : copy;
  }

  equals(otherKeyObject) {
    if (!(otherKeyObject instanceof KeyObject))
      throw new ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    if (!(#bytes in otherKeyObject) || otherKeyObject.#bytes.length !== this.#bytes.length)
      return false;
    return internalBinding('crypto').timingSafeEqual(this.#bytes, otherKeyObject.#bytes);
  }
}

function createSecretKey(key, encoding) {
  if (typeof key === 'string')
    validateString(encoding ?? 'utf8', 'encoding');
  const bytes = bytesOf(key, 'key', encoding);
  const view = isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) :
    new Uint8Array(bytes);
  return new SecretKeyObject(
    isView(key) || isAnyArrayBuffer(key) ? TypedArrayPrototypeSlice.call(view) : view);
}

module.exports = { KeyObject, createSecretKey };
