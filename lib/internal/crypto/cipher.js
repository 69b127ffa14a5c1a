'use strict';
// createCipheriv(), createDecipheriv(), getCipherInfo(), getCiphers().
// (1) The binding holds the state of a cipher.
// (2) The output of one object has one encoding, because a character may span two chunks.

const {
  ArrayBufferIsView: isView, ArrayPrototypeToSpliced, FunctionPrototypeCall, ObjectHasOwn,
  ObjectSetPrototypeOf, SafeArray, SafeSet, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeToLowerCase, Symbol, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
} = primordials;
const { setMethod } = require('internal/prototypes');
const {
  codes: {
    ERR_CRYPTO_INVALID_STATE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_ENCODING,
  },
  genericNodeError,
} = require('internal/errors');
const {
  validateEncoding, validateInt32, validateObject, validateString,
} = require('internal/validators');
const { FastBuffer, fromString } = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');
const { sizeOf } = require('internal/util/bytes');
const { lazy } = require('internal/crypto/lazy_transform');
const { bytesOf, dataTypes } = require('internal/crypto/util');
const { isAnyArrayBuffer } = require('internal/util/types');
const { prepareSecretKey } = require('internal/crypto/keys');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const kDecoder = Symbol('kDecoder');
const kIsStream = Symbol('kIsStream');
// The longest block that OpenSSL writes beyond the input.
const SLACK = 32;

// By EVP_CIPH_*_MODE.
const MODES = [
  'stream', 'ecb', 'cbc', 'cfb', 'ofb', 'ctr', 'gcm', 'ccm', undefined, undefined, undefined,
];
const MORE_MODES = {
  __proto__: null, 0x10001: 'xts', 0x10002: 'wrap', 0x10003: 'ocb', 0x10004: 'siv',
};
const modeOf = (number) => MODES[number] ?? MORE_MODES[number];

function lengthOption(options, name) {
  const value = options?.[name];
  if (value === undefined || value === null)
    return -1;
  if (value !== value >> 0 || value < 0)
    throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
  return value;
}

function open(cipher, isEncrypt, name, key, iv, options) {
  validateString(name, 'cipher');
  const encoding = options?.encoding;
  const secret = prepareSecretKey(key, encoding);
  if (iv !== null)
    iv = bytesOf(iv, 'iv', encoding);
  const tagLength = lengthOption(options, 'authTagLength');
  cipher[kHandle] = binding.cipherNew(isEncrypt, name, secret, iv, tagLength);
  cipher[kDecoder] = undefined;
  cipher[kIsStream] = binding.cipherIsStream(cipher[kHandle]);
  cipher._options = options;
}

function Cipheriv(cipher, key, iv, options) {
  if (!new.target)
    return new Cipheriv(cipher, key, iv, options);
  open(this, true, cipher, key, iv, options);
}

function Decipheriv(cipher, key, iv, options) {
  if (!new.target)
    return new Decipheriv(cipher, key, iv, options);
  open(this, false, cipher, key, iv, options);
}

ObjectSetPrototypeOf(Cipheriv.prototype, lazy);
ObjectSetPrototypeOf(Decipheriv.prototype, lazy);
const LazyTransform = ObjectHasOwn(lazy, 'constructor') ? lazy.constructor : null;
ObjectSetPrototypeOf(Cipheriv, LazyTransform);
ObjectSetPrototypeOf(Decipheriv, LazyTransform);

// The decoder of the output. Its encoding cannot change after the first call.
function decoderOf(cipher, encoding) {
  const codec = codecOf(encoding);
  if (codec === undefined)
    throw new ERR_UNKNOWN_ENCODING(encoding);
  const decoder = cipher[kDecoder];
  if (decoder === undefined) {
    const { StringDecoder } = require('string_decoder');
    return cipher[kDecoder] = new StringDecoder(encoding);
  }
  if (decoder.encoding !== codec.name) {
    throw new ERR_INVALID_ARG_VALUE('outputEncoding', encoding,
                                    `cannot be changed from '${decoder.encoding}'`);
  }
  return decoder;
}

const isBuffer = (encoding) => !encoding || encoding === 'buffer';

// The first `length` bytes.
const shorten = (bytes, length) => new FastBuffer(
  TypedArrayPrototypeGetBuffer.call(bytes), TypedArrayPrototypeGetByteOffset.call(bytes), length);

function transform(cipher, data) {
  const length = typeof data === 'string' ? 3 * data.length : sizeOf(data);
  const room = cipher[kIsStream] ? length : length + SLACK;
  const out = new FastBuffer(room);
  const written = binding.cipherUpdate(cipher[kHandle], data, out);
  return written === room ? out : shorten(out, written);
}

function update(data, inputEncoding, outputEncoding) {
  if (typeof data === 'string') {
    validateEncoding(data, inputEncoding);
    const codec = isBuffer(inputEncoding) ? utf8 : codecOf(inputEncoding) ?? utf8;
    if (codec !== utf8)
      data = fromString(data, inputEncoding, 0);
  } else if (!isView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  if (isBuffer(outputEncoding))
    return transform(this, data);
  const bytes = transform(this, data);
  return decoderOf(this, outputEncoding).write(bytes);
}

// Only finish() uses it: it is wiped there.
const lastBlock = new FastBuffer(SLACK);

function finish(cipher) {
  const written = binding.cipherFinal(cipher[kHandle], lastBlock);
  if (written === undefined)
    throw genericNodeError('Invalid state', { code: 'ERR_CRYPTO_INVALID_STATE' });
  const out = new FastBuffer(written);
  for (let i = 0; i < written; i++) {
    out[i] = lastBlock[i];
    lastBlock[i] = 0;
  }
  return out;
}

function final(outputEncoding) {
  if (isBuffer(outputEncoding))
    return finish(this);
  const bytes = finish(this);
  return decoderOf(this, outputEncoding).end(bytes);
}

function setAutoPadding(ap) {
  if (!binding.cipherSetPadding(this[kHandle], ap === undefined || !!ap))
    throw new ERR_CRYPTO_INVALID_STATE('setAutoPadding');
  return this;
}

function aadBytes(value, name, encoding) {
  if (typeof value === 'string')
    return bytesOf(value, name, encoding);
  if (!isView(value) && !isAnyArrayBuffer(value))
    throw new ERR_INVALID_ARG_TYPE(name, dataTypes, value);
  return value;
}

function setAAD(aadbuf, options) {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const length = typeof options === 'string' ? -1 : lengthOption(options, 'plaintextLength');
  const aad = aadBytes(aadbuf, 'buffer', encoding);
  const ok = binding.cipherSetAAD(this[kHandle], aad, length);
  if (ok === null) {
    const error = new primordials.TypeError(
      'options.plaintextLength required for CCM mode with AAD');
    error.code = 'ERR_MISSING_ARGS';
    throw error;
  }
  if (!ok)
    throw new ERR_CRYPTO_INVALID_STATE('setAAD');
  return this;
}

function getAuthTag() {
  const tag = binding.cipherGetTag(this[kHandle]);
  if (tag === undefined)
    throw new ERR_CRYPTO_INVALID_STATE('getAuthTag');
  return new FastBuffer(tag);
}

function setAuthTag(tagbuf, encoding) {
  const tag = aadBytes(tagbuf, 'buffer', encoding);
  if (!binding.cipherSetTag(this[kHandle], tag))
    throw new ERR_CRYPTO_INVALID_STATE('setAuthTag');
  return this;
}

function _transform(chunk, encoding, callback) {
  let result;
  try {
    result = FunctionPrototypeCall.call(this.update, this, chunk, encoding);
  } catch (error) {
    callback(error);
    return;
  }
  this.push(result);
  callback();
}

function _flush(callback) {
  let result;
  try {
    result = FunctionPrototypeCall.call(this.final, this);
  } catch (error) {
    callback(error);
    return;
  }
  this.push(result);
  callback();
}

function addMethods(prototype, own) {
  setMethod(prototype, '_transform', _transform);
  setMethod(prototype, '_flush', _flush);
  setMethod(prototype, 'update', update);
  setMethod(prototype, 'final', final);
  setMethod(prototype, 'setAutoPadding', setAutoPadding);
  setMethod(prototype, own.name, own);
  setMethod(prototype, 'setAAD', setAAD);
}
addMethods(Cipheriv.prototype, getAuthTag);
addMethods(Decipheriv.prototype, setAuthTag);

function getCipherInfo(nameOrNid, options) {
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number')
    throw new ERR_INVALID_ARG_TYPE('nameOrNid', ['string', 'number'], nameOrNid);
  if (typeof nameOrNid === 'number')
    validateInt32(nameOrNid, 'nameOrNid');
  let keyLength;
  let ivLength;
  if (options !== undefined) {
    validateObject(options, 'options');
    ({ ivLength, keyLength } = options);
    if (keyLength !== undefined)
      validateInt32(keyLength, 'options.keyLength');
    if (ivLength !== undefined)
      validateInt32(ivLength, 'options.ivLength');
  }
  const found = binding.cipherInfo(nameOrNid, keyLength ?? -1, ivLength ?? -1);
  if (found === undefined)
    return undefined;
  const mode = modeOf(found[0]);
  const info = { __proto__: null, mode, name: StringPrototypeToLowerCase.call(found[1]) };
  if (found[2] > 0)
    info.nid = found[2];
  info.keyLength = found[3];
  info.blockSize = mode === 'stream' ? undefined : found[4];
  info.ivLength = found[5] > 0 ? found[5] : undefined;
  return info;
}

let cipherNames;

function listCiphers() {
  const listed = binding.cipherNames();
  const seen = new SafeSet();
  const names = new SafeArray();
  for (let i = 0; i < listed.length; i++) {
    const name = StringPrototypeToLowerCase.call(listed[i]);
    // OIDs, what only TLS uses, and no encryption at all.
    if (seen.has(name) || StringPrototypeIncludes.call(name, '.') || name === 'null' ||
        StringPrototypeIncludes.call(name, '-hmac-') || StringPrototypeEndsWith.call(name, '-ets'))
      continue;
    seen.add(name);
    names.push(name);
  }
  return names.sort();
}

function getCiphers() {
  cipherNames ??= listCiphers();
  return ArrayPrototypeToSpliced.call(cipherNames);
}

module.exports = {
  Cipheriv,
  Decipheriv,
  createCipheriv: (cipher, key, iv, options) => new Cipheriv(cipher, key, iv, options),
  createDecipheriv: (cipher, key, iv, options) => new Decipheriv(cipher, key, iv, options),
  getCipherInfo,
  getCiphers,
};
