'use strict';
// Rules for the parameters of algorithms, apart from their types: a function per dictionary that
// has rules (see internal/crypto/subtle_algorithms). They throw a DOMException.

const { MathCeil, StringFromCharCode, TypedArrayPrototypeGetLength } = primordials;
const { lazyDOMException } = require('internal/util');
const { slotsOf } = require('internal/crypto/cryptokey');

const fail = (name, message) => lazyDOMException(message, name);
const lengthOf = (view) => (view === undefined ? 0 : TypedArrayPrototypeGetLength.call(view));

const TAG_LENGTHS = {
  '__proto__': null,
  'AES-GCM': [32, 64, 96, 104, 112, 120, 128], 'AES-OCB': [64, 96, 128],
  'ChaCha20-Poly1305': [128],
};

function checkAead({ name, iv, tagLength = 128 }) {
  if (name === 'ChaCha20-Poly1305' && lengthOf(iv) !== 12)
    throw fail('OperationError', 'algorithm.iv must contain exactly 12 bytes');
  if (name === 'AES-OCB' && lengthOf(iv) > 15)
    throw fail('OperationError', 'AES-OCB algorithm.iv must be no more than 15 bytes');
  const allowed = TAG_LENGTHS[name];
  for (let i = 0; i < allowed.length; i++)
    if (allowed[i] === tagLength)
      return;
  throw fail('OperationError', `${tagLength} is not a valid ${name} tag length`);
}

function checkCbc({ iv }) {
  if (lengthOf(iv) !== 16)
    throw fail('OperationError', 'algorithm.iv must contain exactly 16 bytes');
}

function checkCtr({ counter, length }) {
  if (lengthOf(counter) !== 16)
    throw fail('OperationError', 'algorithm.counter must contain exactly 16 bytes');
  if (length === 0 || length > 128)
    throw fail('OperationError', 'AES-CTR algorithm.length must be between 1 and 128');
}

function checkAesLength({ length }) {
  if (length !== 128 && length !== 192 && length !== 256)
    throw fail('OperationError', 'AES key length must be 128, 192, or 256 bits');
}

const CURVES = { '__proto__': null, 'P-256': true, 'P-384': true, 'P-521': true };

function checkCurve({ namedCurve }) {
  if (CURVES[namedCurve] !== true)
    throw fail('NotSupportedError', 'Unrecognized namedCurve');
}

// Digests with an output of variable length cannot be used inside of another algorithm.
const SHA = {
  '__proto__': null,
  'SHA-1': true, 'SHA-256': true, 'SHA-384': true, 'SHA-512': true, 'SHA3-256': true,
  'SHA3-384': true, 'SHA3-512': true,
};

function checkHash({ hash }, dictionary) {
  if (SHA[hash.name] !== true)
    throw fail('NotSupportedError', `Only SHA hashes are supported in ${dictionary}`);
}

function checkHmacGenerate(algorithm, dictionary) {
  checkHash(algorithm, dictionary);
  const { hash, length } = algorithm;
  if (length === 0)
    throw fail('OperationError', 'HmacKeyGenParams.length cannot be 0');
  if (length === undefined)
    checkHmacDefault(hash);
}

// The length of a key for HMAC with SHA-3 is not defined yet.
function checkHmacDefault({ name }) {
  if (name[3] === '3')
    throw fail('NotSupportedError', 'Explicit algorithm length member is required');
}

function checkHmacImport(algorithm, dictionary) {
  checkHash(algorithm, dictionary);
  if (algorithm.length === 0)
    throw fail('DataError', 'HmacImportParams.length cannot be 0');
}

// The number that big-endian bytes are.
function exponentOf(bytes) {
  let value = 0;
  for (let i = 0; i < lengthOf(bytes); i++)
    value = value * 256 + bytes[i];
  return value;
}

function checkRsaGenerate(algorithm, dictionary) {
  checkHash(algorithm, dictionary);
  if (algorithm.modulusLength < 512)
    throw fail('OperationError', 'algorithm.modulusLength must be at least 512');
  const exponent = exponentOf(algorithm.publicExponent);
  if (exponent < 3)
    throw fail('OperationError', 'algorithm.publicExponent must be at least 3');
  if (exponent > 4294967295)
    throw fail('OperationError',
               'algorithm.publicExponent must fit in an unsigned 32-bit integer');
  if (exponent % 2 === 0)
    throw fail('OperationError', 'algorithm.publicExponent must be odd');
}

function checkExchange({ name, public: peer }) {
  const { type, algorithm } = slotsOf(peer);
  if (type !== 'public')
    throw fail('InvalidAccessError', 'algorithm.public must be a public key');
  if (algorithm.name !== name)
    throw fail('InvalidAccessError', 'key algorithm mismatch');
}

// A limit of OpenSSL.
function checkHkdf(algorithm, dictionary) {
  checkHash(algorithm, dictionary);
  if (lengthOf(algorithm.info) > 1024)
    throw fail('OperationError', 'algorithm.info must be at most 1024 bytes');
}

function checkPbkdf2(algorithm, dictionary) {
  checkHash(algorithm, dictionary);
  if (algorithm.iterations === 0)
    throw fail('OperationError', 'iterations cannot be zero');
  if (algorithm.iterations > 2147483647)
    throw fail('NotSupportedError', 'iterations exceeds the implementation limit');
}

function checkContext({ name, context }) {
  if (lengthOf(context) > 255)
    throw fail('OperationError', 'ContextParams.context must be at most 255 bytes');
  // OpenSSL signs with a context since 3.2.
  if (name === 'Ed448' && lengthOf(context) > 0)
    throw fail('NotSupportedError', 'Non zero-length context is not supported');
}

// ---- Keccak ----

const FUNCTION_NAMES = {
  __proto__: null, KMAC: true, TupleHash: true, ParallelHash: true,
};

function asciiOf(bytes) {
  let text = '';
  for (let i = 0; i < lengthOf(bytes) && i < 16; i++)
    text += StringFromCharCode(bytes[i]);
  return text;
}

function checkCustomization({ customization }, dictionary) {
  if (lengthOf(customization) > 512)
    throw fail('OperationError', `${dictionary}.customization must be at most 512 bytes`);
}

function checkCShake(algorithm, dictionary) {
  const { functionName, outputLength } = algorithm;
  // In whole bytes it must fit in 32 bits.
  if (8 * MathCeil(outputLength / 8) > 4294967295)
    throw fail('OperationError', 'Invalid CShakeParams outputLength');
  if (lengthOf(functionName) > 0 && FUNCTION_NAMES[asciiOf(functionName)] !== true)
    throw fail('NotSupportedError', 'Unsupported CShakeParams functionName');
  checkCustomization(algorithm, dictionary);
}

function checkBytesOut({ outputLength }, dictionary) {
  if (outputLength === 0 || outputLength % 8 !== 0)
    throw fail('OperationError', `Invalid ${dictionary} outputLength`);
}

function checkTurboShake(algorithm, dictionary) {
  checkBytesOut(algorithm, dictionary);
  const { domainSeparation = 0x1f } = algorithm;
  if (domainSeparation < 0x01 || domainSeparation > 0x7f) {
    throw fail('OperationError',
               'TurboShakeParams.domainSeparation must be in range 0x01-0x7f');
  }
}

function checkKangarooTwelve(algorithm, dictionary) {
  checkBytesOut(algorithm, dictionary);
  checkCustomization(algorithm, dictionary);
}

const CHECKS = {
  __proto__: null,
  AesCbcParams: checkCbc, AesCtrParams: checkCtr, AeadParams: checkAead,
  AesKeyGenParams: checkAesLength, AesDerivedKeyParams: checkAesLength,
  RsaHashedKeyGenParams: checkRsaGenerate, RsaHashedImportParams: checkHash,
  EcKeyGenParams: checkCurve, EcKeyImportParams: checkCurve, EcdsaParams: checkHash,
  EcdhKeyDeriveParams: checkExchange, ContextParams: checkContext, HkdfParams: checkHkdf,
  Pbkdf2Params: checkPbkdf2, HmacKeyGenParams: checkHmacGenerate,
  HmacImportParams: checkHmacImport, CShakeParams: checkCShake, TurboShakeParams: checkTurboShake,
  KangarooTwelveParams: checkKangarooTwelve,
};

// ---- Lengths of derived bits ----

const HASH_BITS = {
  '__proto__': null,
  'SHA-1': 160, 'SHA-256': 256, 'SHA-384': 384, 'SHA-512': 512, 'SHA3-256': 256, 'SHA3-384': 384,
  'SHA3-512': 512,
};
const SECRET_BITS = {
  '__proto__': null, 'P-256': 256, 'P-384': 384, 'P-521': 528,
};

// `bits` is null where the program gave none.
function checkDerivedBits(algorithm, bits) {
  const { name } = algorithm;
  if (name === 'HKDF' || name === 'PBKDF2') {
    if (bits === null)
      throw fail('OperationError', 'length cannot be null');
    if (bits % 8 !== 0)
      throw fail('OperationError', 'length must be a multiple of 8');
    if (name === 'HKDF' && bits > 255 * HASH_BITS[algorithm.hash.name])
      throw fail('OperationError', 'length exceeds the maximum derived bit length');
    return;
  }
  const max = name === 'X25519' ? 256 : name === 'X448' ? 448 :
    SECRET_BITS[slotsOf(algorithm.public).algorithm.namedCurve];
  if (bits !== null && bits > max)
    throw fail('OperationError', 'derived bit length is too small');
}

const BLOCK_BITS = {
  '__proto__': null, 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024,
};

// The length in bits of a secret that is made or derived; null for a key of a derivation.
function secretBits({ name, length, hash }) {
  if (name === 'HKDF' || name === 'PBKDF2')
    return null;
  if (name === 'ChaCha20-Poly1305')
    return 256;
  if (length !== undefined)
    return length;
  if (name !== 'HMAC')
    return name === 'KMAC128' ? 128 : 256;
  checkHmacDefault(hash);
  return BLOCK_BITS[hash.name];
}

module.exports = { CHECKS, HASH_BITS, checkDerivedBits, fail, secretBits };
