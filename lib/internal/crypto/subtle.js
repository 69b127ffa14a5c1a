'use strict';
// The operations of SubtleCrypto, on arguments that are converted: see internal/crypto/webcrypto.

const {
  ArrayBufferPrototypeGetByteLength, JSONParse, JSONStringify, MathCeil, ObjectKeys,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeSet, TypedArrayPrototypeSubarray, Uint8Array,
} = primordials;
const { fromString } = require('internal/buffer');
const { utf8 } = require('internal/buffer/codec');
const { createCryptoKey, isCryptoKey, slotsOf } = require('internal/crypto/cryptokey');
const { isSupported, lengthOf, normalize } = require('internal/crypto/subtle_algorithms');
const {
  USAGES, checkUsages, exportKey, fail, failure, generateKey, importKey, job, secretBits,
} = require('internal/crypto/webcrypto_keys');
const binding = internalBinding('crypto');

const DIGESTS = {
  '__proto__': null,
  'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512',
  'SHA3-256': 'sha3-256', 'SHA3-384': 'sha3-384', 'SHA3-512': 'sha3-512',
};

// The slots of a key that may be used so.
function usable(key, algorithm, usage) {
  const slots = slotsOf(key);
  if (slots.algorithm.name !== algorithm.name)
    throw fail('InvalidAccessError', 'Key algorithm mismatch');
  for (let i = 0; i < slots.usages.length; i++)
    if (slots.usages[i] === usage)
      return slots;
  throw fail('InvalidAccessError', usage === 'deriveBits' || usage === 'deriveKey' ?
    `baseKey does not have ${usage} usage` : `Unable to use this key to ${usage}`);
}

const digest = (algorithm, data) =>
  job((done) => binding.digestJob(DIGESTS[algorithm.name], undefined, data, done));

// ---- Ciphers ----

const TAG_LENGTHS = {
  '__proto__': null,
  'AES-GCM': [32, 64, 96, 104, 112, 120, 128], 'AES-OCB': [64, 96, 128],
  'ChaCha20-Poly1305': [128],
};

function tagBytes(algorithm) {
  const { name, tagLength = 128 } = algorithm;
  const allowed = TAG_LENGTHS[name];
  for (let i = 0; i < allowed.length; i++)
    if (allowed[i] === tagLength)
      return tagLength / 8;
  throw fail('OperationError', `${tagLength} is not a valid ${name} tag length`);
}

function checkIv(name, iv) {
  const length = lengthOf(iv);
  if (name === 'AES-CBC' ? length !== 16 : name === 'ChaCha20-Poly1305' ? length !== 12 :
    name === 'AES-OCB' ? length < 1 || length > 15 : length === 0)
    throw fail('OperationError', name === 'AES-CBC' ?
      'algorithm.iv must contain exactly 16 bytes' :
      `algorithm.iv has a wrong length for ${name}`);
}

const AES = { '__proto__': null, 'AES-CBC': 'CBC', 'AES-GCM': 'GCM', 'AES-OCB': 'OCB' };

function blockCipher(isEncrypt, algorithm, slots, data) {
  const { name, iv, additionalData } = algorithm;
  checkIv(name, iv);
  const tag = name === 'AES-CBC' ? 0 : tagBytes(algorithm);
  if (!isEncrypt && lengthOf(data) < tag)
    throw fail('OperationError', 'The provided data is too small.');
  const cipher = name === 'ChaCha20-Poly1305' ? name :
    `AES-${slots.algorithm.length}-${AES[name]}`;
  return job((done) => binding.cipherJob(
    isEncrypt, cipher, slots.handle, iv, data, additionalData, tag, done));
}

const ctrJob = (slots, counter, data) => job((done) => binding.cipherJob(
  true, `AES-${slots.algorithm.length}-CTR`, slots.handle, counter, data, undefined, 0, done));

// How many blocks there are until the counter, its last `bits` bits, is zero again; Infinity if
// that is more than 2 ** 52.
function blocksLeft(counter, bits) {
  if (bits > 52)
    bits = 52;
  let value = 0;
  for (let i = 0; i < bits; i++)
    value += (counter[15 - (i >> 3)] >> (i & 7) & 1) * 2 ** i;
  return 2 ** bits - value;
}

// OpenSSL counts with all 128 bits. Where a shorter counter wraps, the rest is another job.
async function counterCipher(isEncrypt, algorithm, slots, data) {
  const { counter, length } = algorithm;
  if (lengthOf(counter) !== 16)
    throw fail('OperationError', 'algorithm.counter must contain exactly 16 bytes');
  if (length === 0 || length > 128)
    throw fail('OperationError', 'algorithm.length must be between 1 and 128');
  const blocks = MathCeil(lengthOf(data) / 16);
  if (length < 52 && blocks > 2 ** length)
    throw fail('OperationError', 'Data is too long for this counter length');
  const left = blocksLeft(counter, length);
  if (blocks <= left)
    return ctrJob(slots, counter, data);
  const wrapped = new Uint8Array(16);
  TypedArrayPrototypeSet.call(wrapped, counter);
  for (let i = 0; i < length; i++)
    wrapped[15 - (i >> 3)] &= ~(1 << (i & 7));
  const first = await ctrJob(slots, counter, TypedArrayPrototypeSubarray.call(data, 0, 16 * left));
  const second = await ctrJob(slots, wrapped, TypedArrayPrototypeSubarray.call(data, 16 * left));
  const out = new Uint8Array(lengthOf(data));
  TypedArrayPrototypeSet.call(out, new Uint8Array(first));
  TypedArrayPrototypeSet.call(out, new Uint8Array(second), 16 * left);
  return TypedArrayPrototypeGetBuffer.call(out);
}

const OAEP = 4;

function rsaCipher(isEncrypt, algorithm, slots, data) {
  if (slots.type !== (isEncrypt ? 'public' : 'private'))
    throw fail('InvalidAccessError', 'The requested operation is not valid for the provided key');
  return job((done) => binding.rsa(
    isEncrypt ? 0 : 1, slots.handle, data, OAEP, DIGESTS[slots.algorithm.hash.name],
    algorithm.label, done));
}

const CIPHERS = {
  '__proto__': null,
  'AES-CBC': blockCipher, 'AES-GCM': blockCipher, 'AES-OCB': blockCipher,
  'ChaCha20-Poly1305': blockCipher, 'AES-CTR': counterCipher, 'RSA-OAEP': rsaCipher,
};

async function encrypt(algorithm, key, data) {
  return CIPHERS[algorithm.name](true, algorithm, usable(key, algorithm, 'encrypt'), data);
}

async function decrypt(algorithm, key, data) {
  return CIPHERS[algorithm.name](false, algorithm, usable(key, algorithm, 'decrypt'), data);
}

// ---- Signatures ----

const PSS = 6;

function checkContext(algorithm) {
  if (algorithm.context !== undefined && lengthOf(algorithm.context) > 0)
    throw fail('NotSupportedError', 'Non zero-length context is not supported');
}

// With a signature it is verified.
function signature(algorithm, slots, data, given) {
  const { name } = algorithm;
  if (slots.type !== (given === undefined ? 'private' : 'public'))
    throw fail('InvalidAccessError', 'Unable to use this key');
  checkContext(algorithm);
  const hash = name === 'ECDSA' ? algorithm.hash : slots.algorithm.hash;
  return job((done) => binding.sign(
    slots.handle, data, hash === undefined ? undefined : DIGESTS[hash.name], false,
    name === 'RSA-PSS' ? PSS : undefined, algorithm.saltLength, true, given, done));
}

const hmac = (slots, data) => job((done) => binding.digestJob(
  DIGESTS[slots.algorithm.hash.name], slots.handle, data, done));

async function sign(algorithm, key, data) {
  const slots = usable(key, algorithm, 'sign');
  return algorithm.name === 'HMAC' ? hmac(slots, data) :
    signature(algorithm, slots, data, undefined);
}

async function verify(algorithm, key, given, data) {
  const slots = usable(key, algorithm, 'verify');
  if (algorithm.name !== 'HMAC')
    return signature(algorithm, slots, data, given);
  const made = await hmac(slots, data);
  return ArrayBufferPrototypeGetByteLength.call(made) === lengthOf(given) &&
    binding.timingSafeEqual(made, given);
}

// ---- Derivation ----

// The first `bits` bits of a secret.
function firstBits(secret, bits) {
  const length = ArrayBufferPrototypeGetByteLength.call(secret);
  if (bits === null)
    return secret;
  if (bits > 8 * length)
    throw fail('OperationError', 'derived bit length is too small');
  const size = MathCeil(bits / 8);
  const out = new Uint8Array(size);
  TypedArrayPrototypeSet.call(
    out, TypedArrayPrototypeSubarray.call(new Uint8Array(secret), 0, size));
  if (bits % 8 !== 0)
    out[size - 1] &= 0xff << (8 - bits % 8);
  return TypedArrayPrototypeGetBuffer.call(out);
}

async function exchange(algorithm, slots, bits) {
  const peer = slotsOf(algorithm.public);
  if (slots.type !== 'private')
    throw fail('InvalidAccessError', 'baseKey must be a private key');
  if (peer.type !== 'public')
    throw fail('InvalidAccessError', 'algorithm.public must be a public key');
  if (peer.algorithm.name !== slots.algorithm.name)
    throw fail('InvalidAccessError', 'key algorithm mismatch');
  if (peer.algorithm.namedCurve !== slots.algorithm.namedCurve)
    throw fail('InvalidAccessError', 'Named curve mismatch');
  const secret = await job((done) => binding.derive(slots.handle, peer.handle, done));
  return firstBits(secret, bits);
}

function checkBits(bits) {
  if (bits === null)
    throw fail('OperationError', 'length cannot be null');
  if (bits % 8 !== 0)
    throw fail('OperationError', 'length must be a multiple of 8');
}

function hkdf(algorithm, slots, bits) {
  const { hash, salt, info } = algorithm;
  checkBits(bits);
  return job((done) => {
    const result = binding.hkdf(slots.handle, salt, bits / 8, info, DIGESTS[hash.name], done);
    if (result === null || result === false)
      throw failure(undefined);
  });
}

function pbkdf2(algorithm, slots, bits) {
  const { hash, salt, iterations } = algorithm;
  checkBits(bits);
  if (iterations === 0 || iterations > 2147483647)
    throw fail('OperationError', 'iterations cannot be zero');
  return job((done) => binding.pbkdf2(
    slots.handle, salt, bits / 8, iterations, DIGESTS[hash.name], done));
}

const DERIVATIONS = {
  __proto__: null, ECDH: exchange, X25519: exchange, X448: exchange, HKDF: hkdf, PBKDF2: pbkdf2,
};

async function deriveBits(algorithm, key, bits) {
  const slots = usable(key, algorithm, 'deriveBits');
  return DERIVATIONS[algorithm.name](algorithm, slots, bits);
}

function keyBits(algorithm) {
  const { name } = algorithm;
  return name === 'HKDF' || name === 'PBKDF2' ? null : secretBits(algorithm);
}

async function deriveKey(algorithm, key, derived, extractable, usages) {
  const slots = usable(key, algorithm, 'deriveKey');
  const importing = normalize(derived, 'importKey');
  const bits = keyBits(normalize(derived, 'getKeyLength'));
  const secret = await DERIVATIONS[algorithm.name](algorithm, slots, bits);
  return importKey('raw-secret', new Uint8Array(secret), importing, extractable, usages);
}

// ---- Wrapping ----

// RFC 3394.
const WRAP_IV = new Uint8Array(8);
for (let i = 0; i < 8; i++)
  WRAP_IV[i] = 0xa6;

const wrapJob = (isEncrypt, slots, data) => job((done) => binding.cipherJob(
  isEncrypt, `AES-${slots.algorithm.length}-WRAP`, slots.handle, WRAP_IV, data, undefined, 0,
  done));

function textOfJwk(jwk) {
  const bare = { __proto__: null };
  const names = ObjectKeys(jwk);
  for (let i = 0; i < names.length; i++)
    bare[names[i]] = jwk[names[i]];
  return fromString(JSONStringify(bare), 'utf8', 0);
}

const wrapAlgorithm = (algorithm, operation, other) =>
  (isSupported(operation, algorithm?.name ?? algorithm) ? normalize(algorithm, operation) :
    normalize(algorithm, other));

async function wrapKey(format, key, wrappingKey, algorithm) {
  const slots = usable(wrappingKey, algorithm, 'wrapKey');
  let bytes = exportKey(format, key);
  bytes = format === 'jwk' ? textOfJwk(bytes) : new Uint8Array(bytes);
  if (algorithm.name !== 'AES-KW')
    return CIPHERS[algorithm.name](true, algorithm, slots, bytes);
  // A JWK may be padded by spaces to a multiple of 8 bytes.
  const length = lengthOf(bytes);
  if (format === 'jwk' && length % 8 !== 0) {
    const padded = new Uint8Array(length + 8 - length % 8);
    for (let i = 0; i < lengthOf(padded); i++)
      padded[i] = i < length ? bytes[i] : 0x20;
    bytes = padded;
  }
  return wrapJob(true, slots, bytes);
}

function jwkOfText(bytes) {
  try {
    return JSONParse(utf8.slice(bytes, 0, lengthOf(bytes)));
  } catch (error) {
    throw fail('DataError', `Invalid wrapped JWK key: ${error.message}`);
  }
}

async function unwrapKey(format, wrapped, key, algorithm, importing, extractable, usages) {
  const slots = usable(key, algorithm, 'unwrapKey');
  const buffer = await (algorithm.name === 'AES-KW' ? wrapJob(false, slots, wrapped) :
    CIPHERS[algorithm.name](false, algorithm, slots, wrapped));
  const bytes = new Uint8Array(buffer);
  return importKey(format, format === 'jwk' ? jwkOfText(bytes) : bytes, importing, extractable,
                   usages);
}

// ---- Public keys ----

async function getPublicKey(key, usages) {
  const { type, handle, algorithm } = slotsOf(key);
  if (type !== 'private') {
    throw fail(type === 'secret' ? 'NotSupportedError' : 'InvalidAccessError',
               'key must be a private key');
  }
  checkUsages(usages, USAGES[algorithm.name][0], `an ${algorithm.name}`);
  return createCryptoKey('public', binding.keyToPublic(handle), algorithm, true, usages);
}

module.exports = {
  decrypt, deriveBits, deriveKey, digest, encrypt, exportKey, generateKey, getPublicKey,
  importKey, isCryptoKey, sign, unwrapKey, verify, wrapAlgorithm, wrapKey,
};
