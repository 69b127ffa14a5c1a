'use strict';
// The operations of SubtleCrypto. internal/crypto/webcrypto has converted their arguments.

const {
  ArrayBufferPrototypeGetByteLength, JSONParse, JSONStringify, MathCeil, ObjectKeys,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');
const { fromString } = require('internal/buffer');
const { bytesOf, utf8 } = require('internal/buffer/codec');
const { createCryptoKey, slotsOf } = require('internal/crypto/cryptokey');
const { lengthOf } = require('internal/crypto/subtle_algorithms');
const { HASH_BITS, checkDerivedBits, fail, secretBits } = require('internal/crypto/subtle_checks');
const { isSmallOrder } = require('internal/crypto/small_order');
const { dictionary } = require('internal/crypto/subtle_jwk');
const {
  USAGES, checkUsages, exportKey, failure, generateKey, give, importKey, job, shelter,
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

// Async functions in this file await a promise before they return it. Returned directly, its
// then(), which the program can replace, would be called.

// ---- Digests ----

// enum kind of keccak_job.c, and the strength.
const KECCAK = {
  __proto__: null,
  cSHAKE128: [0, 128], cSHAKE256: [0, 256], KMAC128: [1, 128], KMAC256: [1, 256],
  TurboSHAKE128: [2, 128], TurboSHAKE256: [2, 256], KT128: [3, 128], KT256: [3, 256],
};

function keccak(algorithm, slots, data) {
  const { name, functionName, customization, domainSeparation = 0x1f, outputLength } = algorithm;
  const { 0: kind, 1: strength } = KECCAK[name];
  return job((done) => binding.keccakJob(
    kind, strength, slots?.handle, slots === undefined ? 0 : slots.algorithm.length, functionName,
    customization, domainSeparation, data, outputLength, done));
}

const digest = (algorithm, data) => (KECCAK[algorithm.name] !== undefined ?
  keccak(algorithm, undefined, data) :
  job((done) => binding.digestJob(DIGESTS[algorithm.name], undefined, data, done)));

// ---- Ciphers ----

const AES = { '__proto__': null, 'AES-CBC': 'CBC', 'AES-GCM': 'GCM', 'AES-OCB': 'OCB' };

function blockCipher(isEncrypt, algorithm, slots, data) {
  const { name, iv, additionalData, tagLength = 128 } = algorithm;
  const tag = name === 'AES-CBC' ? 0 : tagLength / 8;
  const cipher = name === 'ChaCha20-Poly1305' ? name :
    `AES-${slots.algorithm.length}-${AES[name]}`;
  return job((done) => binding.cipherJob(
    isEncrypt, cipher, slots.handle, iv, data, additionalData, tag, done));
}

const ctrJob = (slots, counter, data) => job((done) => binding.cipherJob(
  true, `AES-${slots.algorithm.length}-CTR`, slots.handle, counter, data, undefined, 0, done));

// The number of blocks until the counter (the last `bits` bits) wraps to zero; Infinity above 2 **
// 52.
function blocksLeft(counter, bits) {
  if (bits > 52)
    bits = 52;
  let value = 0;
  for (let i = 0; i < bits; i++)
    value += (counter[15 - (i >> 3)] >> (i & 7) & 1) * 2 ** i;
  return 2 ** bits - value;
}

// OpenSSL increments all 128 bits. Where a shorter counter wraps, the rest is done by another job.
async function counterCipher(isEncrypt, algorithm, slots, data) {
  const { counter, length } = algorithm;
  const blocks = MathCeil(lengthOf(data) / 16);
  // The counter would come back to a value that was used.
  if (length < 52 && blocks > 2 ** length)
    throw failure(undefined);
  const left = blocksLeft(counter, length);
  if (blocks <= left)
    return await ctrJob(slots, counter, data);
  const wrapped = new Uint8Array(16);
  TypedArrayPrototypeSet.call(wrapped, counter);
  for (let i = 0; i < length; i++)
    wrapped[15 - (i >> 3)] &= ~(1 << (i & 7));
  const first = await ctrJob(slots, counter, bytesOf(data, 0, 16 * left));
  const second = await ctrJob(slots, wrapped, bytesOf(data, 16 * left));
  const out = new Uint8Array(lengthOf(data));
  TypedArrayPrototypeSet.call(out, new Uint8Array(first));
  TypedArrayPrototypeSet.call(out, new Uint8Array(second), 16 * left);
  return shelter(TypedArrayPrototypeGetBuffer.call(out));
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
  return await CIPHERS[algorithm.name](true, algorithm, usable(key, algorithm, 'encrypt'), data);
}

async function decrypt(algorithm, key, data) {
  return await CIPHERS[algorithm.name](false, algorithm, usable(key, algorithm, 'decrypt'), data);
}

// ---- Signatures ----

const PSS = 6;

// The salt, the digest and two bytes more must fit in the modulus.
function checkSalt(saltLength, { modulusLength, hash: { name } }) {
  const max = MathCeil((modulusLength - 1) / 8) - HASH_BITS[name] / 8 - 2;
  if (saltLength > max) {
    throw failure(
      new ERR_OUT_OF_RANGE('algorithm.saltLength', `>= 0 && <= ${max}`, saltLength));
  }
}

const EDWARDS = { __proto__: null, Ed25519: true, Ed448: true };

const hasSmallOrder = (name, { handle }, given) =>
  isSmallOrder(name, new Uint8Array(binding.keyRaw(handle, true))) ||
  isSmallOrder(name, new Uint8Array(given));

// With a signature it is verified.
function signature(algorithm, slots, data, given) {
  const { name } = algorithm;
  if (slots.type !== (given === undefined ? 'private' : 'public'))
    throw fail('InvalidAccessError', 'Unable to use this key');
  const hash = name === 'ECDSA' ? algorithm.hash : slots.algorithm.hash;
  if (name === 'RSA-PSS')
    checkSalt(algorithm.saltLength, slots.algorithm);
  if (given !== undefined && EDWARDS[name] === true && hasSmallOrder(name, slots, given))
    return false;
  return job((done) => binding.sign(
    slots.handle, data, hash === undefined ? undefined : DIGESTS[hash.name], false,
    name === 'RSA-PSS' ? PSS : undefined, algorithm.saltLength, true, given, done));
}

const hmac = (slots, data) => job((done) => binding.digestJob(
  DIGESTS[slots.algorithm.hash.name], slots.handle, data, done));

// A code of a secret key.
const mac = (algorithm, slots, data) => (algorithm.name === 'HMAC' ? hmac(slots, data) :
  keccak(algorithm, slots, data));

async function sign(algorithm, key, data) {
  const slots = usable(key, algorithm, 'sign');
  return await (slots.type === 'secret' ? mac(algorithm, slots, data) :
    signature(algorithm, slots, data, undefined));
}

async function verify(algorithm, key, given, data) {
  const slots = usable(key, algorithm, 'verify');
  if (slots.type !== 'secret')
    return await signature(algorithm, slots, data, given);
  const made = await mac(algorithm, slots, data);
  return ArrayBufferPrototypeGetByteLength.call(made) === lengthOf(given) &&
    binding.timingSafeEqual(made, given);
}

// ---- Derivation ----

// The first `bits` bits of a secret.
function firstBits(secret, bits) {
  if (bits === null)
    return secret;
  const size = MathCeil(bits / 8);
  const out = new Uint8Array(size);
  TypedArrayPrototypeSet.call(out, new Uint8Array(secret, 0, size));
  if (bits % 8 !== 0)
    out[size - 1] &= 0xff << (8 - bits % 8);
  return TypedArrayPrototypeGetBuffer.call(out);
}

async function exchange(algorithm, slots, bits) {
  const peer = slotsOf(algorithm.public);
  if (slots.type !== 'private')
    throw fail('InvalidAccessError', 'baseKey must be a private key');
  if (peer.algorithm.namedCurve !== slots.algorithm.namedCurve)
    throw fail('InvalidAccessError', 'Named curve mismatch');
  const secret = await job((done) => binding.derive(slots.handle, peer.handle, done));
  return shelter(firstBits(secret, bits));
}

function hkdf(algorithm, slots, bits) {
  const { hash, salt, info } = algorithm;
  return job((done) => {
    const result = binding.hkdf(slots.handle, salt, bits / 8, info, DIGESTS[hash.name], done);
    if (result === null || result === false)
      throw failure(undefined);
  });
}

function pbkdf2(algorithm, slots, bits) {
  const { hash, salt, iterations } = algorithm;
  return job((done) => binding.pbkdf2(
    slots.handle, salt, bits / 8, iterations, DIGESTS[hash.name], done));
}

const DERIVATIONS = {
  __proto__: null, ECDH: exchange, X25519: exchange, X448: exchange, HKDF: hkdf, PBKDF2: pbkdf2,
};

async function deriveBits(algorithm, key, bits) {
  const slots = usable(key, algorithm, 'deriveBits');
  checkDerivedBits(algorithm, bits);
  return await DERIVATIONS[algorithm.name](algorithm, slots, bits);
}

async function deriveKey(algorithm, key, importing, measured, extractable, usages) {
  const slots = usable(key, algorithm, 'deriveKey');
  const bits = secretBits(measured);
  checkDerivedBits(algorithm, bits);
  const secret = await DERIVATIONS[algorithm.name](algorithm, slots, bits);
  return shelter(
    importKey('raw-secret', new Uint8Array(secret), importing, extractable, usages));
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

async function wrapKey(format, key, wrappingKey, algorithm) {
  const slots = usable(wrappingKey, algorithm, 'wrapKey');
  let bytes = exportKey(format, key);
  bytes = format === 'jwk' ? textOfJwk(bytes) : new Uint8Array(bytes);
  if (algorithm.name !== 'AES-KW')
    return await CIPHERS[algorithm.name](true, algorithm, slots, bytes);
  // A JWK may be padded by spaces to a multiple of 8 bytes.
  const length = lengthOf(bytes);
  if (format === 'jwk' && length % 8 !== 0) {
    const padded = new Uint8Array(length + 8 - length % 8);
    for (let i = 0; i < lengthOf(padded); i++)
      padded[i] = i < length ? bytes[i] : 0x20;
    bytes = padded;
  }
  return await wrapJob(true, slots, bytes);
}

function jwkOfText(bytes) {
  let jwk;
  try {
    jwk = dictionary(JSONParse(utf8.slice(bytes, 0, lengthOf(bytes))), '', 'Value');
  } catch (cause) {
    throw lazyDOMException('Invalid wrapped JWK key', { name: 'DataError', cause });
  }
  if (jwk.kty === undefined)
    throw fail('DataError', 'Invalid wrapped JWK key');
  return jwk;
}

async function unwrapKey(format, wrapped, key, algorithm, importing, extractable, usages) {
  const slots = usable(key, algorithm, 'unwrapKey');
  const buffer = await (algorithm.name === 'AES-KW' ? wrapJob(false, slots, wrapped) :
    CIPHERS[algorithm.name](false, algorithm, slots, wrapped));
  const bytes = new Uint8Array(buffer);
  return shelter(importKey(
    format, format === 'jwk' ? jwkOfText(bytes) : bytes, importing, extractable, usages));
}

// ---- Public keys ----

async function getPublicKey(key, usages) {
  const { type, handle, algorithm } = slotsOf(key);
  if (type !== 'private') {
    throw fail(type === 'secret' ? 'NotSupportedError' : 'InvalidAccessError',
               'key must be a private key');
  }
  checkUsages(usages, USAGES[algorithm.name][0], algorithm.name);
  return shelter(
    createCryptoKey('public', binding.keyToPublic(handle), algorithm, true, usages));
}

module.exports = {
  decrypt, deriveBits, deriveKey, digest, encrypt, exportKey, generateKey, getPublicKey, give,
  importKey, sign, unwrapKey, verify, wrapKey,
};
