'use strict';
// Names and parameters of Web Crypto's algorithms: which operations support which, and how a
// program's object is converted ("normalize an algorithm"). Checks of parameters that need no key
// are made here, so that SubtleCrypto.supports() makes them too.

const {
  ArrayBufferIsView: isView, ArrayBufferPrototypeGetDetached, MathTrunc, NumberIsFinite, ObjectKeys,
  StringPrototypeToLowerCase, TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;
const { copyBytes, memoryOf, sizeOf } = require('internal/util/bytes');
const { emitExperimentalWarning, lazyDOMException } = require('internal/util');
const {
  isAnyArrayBuffer, isSharedArrayBuffer, isUint8Array,
} = require('internal/util/types');
const { cryptoKeyOf } = require('internal/crypto/cryptokey');
const { CHECKS } = require('internal/crypto/subtle_checks');

// ---- Dictionaries: members in the order in which they are read, [name, type, isRequired] ----

const DICTIONARIES = {
  __proto__: null,
  Algorithm: [],
  AesCbcParams: [['iv', 'bytes', true]],
  AesCtrParams: [['counter', 'bytes', true], ['length', 'octet', true]],
  AeadParams: [
    ['additionalData', 'bytes', false], ['iv', 'bytes', true], ['tagLength', 'octet', false],
  ],
  RsaOaepParams: [['label', 'bytes', false]],
  RsaHashedKeyGenParams: [
    ['modulusLength', 'long', true], ['publicExponent', 'exponent', true], ['hash', 'hash', true],
  ],
  RsaHashedImportParams: [['hash', 'hash', true]],
  RsaPssParams: [['saltLength', 'long', true]],
  EcKeyGenParams: [['namedCurve', 'text', true]],
  EcKeyImportParams: [['namedCurve', 'text', true]],
  EcdsaParams: [['hash', 'hash', true]],
  EcdhKeyDeriveParams: [['public', 'key', true]],
  ContextParams: [['context', 'bytes', false]],
  HmacKeyGenParams: [['hash', 'hash', true], ['length', 'long', false]],
  HmacImportParams: [['hash', 'hash', true], ['length', 'long', false]],
  AesKeyGenParams: [['length', 'short', true]],
  AesDerivedKeyParams: [['length', 'short', true]],
  HkdfParams: [['hash', 'hash', true], ['info', 'bytes', true], ['salt', 'bytes', true]],
  Pbkdf2Params: [['hash', 'hash', true], ['iterations', 'long', true], ['salt', 'bytes', true]],
  CShakeParams: [
    ['customization', 'bytes', false], ['functionName', 'bytes', false],
    ['outputLength', 'long', true],
  ],
  TurboShakeParams: [['domainSeparation', 'octet', false], ['outputLength', 'long', true]],
  KangarooTwelveParams: [['customization', 'bytes', false], ['outputLength', 'long', true]],
  KmacParams: [['customization', 'bytes', false], ['outputLength', 'long', true]],
  KmacKeyGenParams: [['length', 'long', false]],
  KmacImportParams: [['length', 'long', false]],
};

// ---- Which dictionary an operation takes for an algorithm ----

const table = (names, dictionary) => {
  const made = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    made[names[i]] = dictionary;
  return made;
};
const join = (...tables) => {
  const made = { __proto__: null };
  for (let i = 0; i < tables.length; i++) {
    const names = ObjectKeys(tables[i]);
    for (let k = 0; k < names.length; k++)
      made[names[k]] = tables[i][names[k]];
  }
  return made;
};

const AES = ['AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW', 'AES-OCB'];
const RSA = ['RSASSA-PKCS1-v1_5', 'RSA-PSS', 'RSA-OAEP'];
const EC = ['ECDSA', 'ECDH'];
const EDWARDS = ['Ed25519', 'Ed448', 'X25519', 'X448'];
const KMAC = ['KMAC128', 'KMAC256'];
const DERIVATIONS = ['HKDF', 'PBKDF2'];
const CHACHA = ['ChaCha20-Poly1305'];

const ciphers = join(
  table(['AES-CBC'], 'AesCbcParams'), table(['AES-CTR'], 'AesCtrParams'),
  table(['AES-GCM', 'AES-OCB', 'ChaCha20-Poly1305'], 'AeadParams'),
  table(['RSA-OAEP'], 'RsaOaepParams'));
const signatures = join(
  table(['RSASSA-PKCS1-v1_5', 'HMAC', 'Ed25519'], 'Algorithm'), table(['Ed448'], 'ContextParams'),
  table(['RSA-PSS'], 'RsaPssParams'), table(['ECDSA'], 'EcdsaParams'), table(KMAC, 'KmacParams'));

const OPERATIONS = {
  __proto__: null,
  digest: join(
    table(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512'],
          'Algorithm'),
    table(['cSHAKE128', 'cSHAKE256'], 'CShakeParams'),
    table(['TurboSHAKE128', 'TurboSHAKE256'], 'TurboShakeParams'),
    table(['KT128', 'KT256'], 'KangarooTwelveParams')),
  generateKey: join(
    table(RSA, 'RsaHashedKeyGenParams'), table(EC, 'EcKeyGenParams'), table(EDWARDS, 'Algorithm'),
    table(AES, 'AesKeyGenParams'), table(['HMAC'], 'HmacKeyGenParams'),
    table(KMAC, 'KmacKeyGenParams'), table(CHACHA, 'Algorithm')),
  importKey: join(
    table(RSA, 'RsaHashedImportParams'), table(EC, 'EcKeyImportParams'),
    table(EDWARDS, 'Algorithm'), table(AES, 'Algorithm'), table(['HMAC'], 'HmacImportParams'),
    table(KMAC, 'KmacImportParams'), table(DERIVATIONS, 'Algorithm'), table(CHACHA, 'Algorithm')),
  exportKey: join(
    table(RSA, 'Algorithm'), table(EC, 'Algorithm'), table(EDWARDS, 'Algorithm'),
    table(AES, 'Algorithm'), table(['HMAC'], 'Algorithm'), table(KMAC, 'Algorithm'),
    table(CHACHA, 'Algorithm')),
  encrypt: ciphers,
  decrypt: ciphers,
  wrapKey: table(['AES-KW'], 'Algorithm'),
  unwrapKey: table(['AES-KW'], 'Algorithm'),
  sign: signatures,
  verify: signatures,
  deriveBits: join(
    table(['ECDH', 'X25519', 'X448'], 'EcdhKeyDeriveParams'), table(['HKDF'], 'HkdfParams'),
    table(['PBKDF2'], 'Pbkdf2Params')),
  getKeyLength: join(
    table(AES, 'AesDerivedKeyParams'), table(['HMAC'], 'HmacImportParams'),
    table(KMAC, 'KmacImportParams'), table(DERIVATIONS, 'Algorithm'), table(CHACHA, 'Algorithm')),
  // ML-KEM, which OpenSSL 3.0 does not have.
  encapsulate: table([], 'Algorithm'),
  decapsulate: table([], 'Algorithm'),
};

// By the name in small letters, per operation.
const byName = { __proto__: null };
function namesOf(operation) {
  if (byName[operation] === undefined) {
    const made = byName[operation] = { __proto__: null };
    const names = ObjectKeys(OPERATIONS[operation]);
    for (let i = 0; i < names.length; i++)
      made[StringPrototypeToLowerCase.call(names[i])] = names[i];
  }
  return byName[operation];
}

const EXPERIMENTAL = join(
  table(['Ed448', 'X448', 'AES-OCB', 'ChaCha20-Poly1305', 'SHA3-256', 'SHA3-384', 'SHA3-512'],
        true),
  table(['cSHAKE128', 'cSHAKE256', 'TurboSHAKE128', 'TurboSHAKE256', 'KT128', 'KT256'], true),
  table(KMAC, true));

// ---- Conversions. `what` is the value in messages: "iv in passed algorithm" ----

const NORMALIZE = 'Failed to normalize algorithm: ';

function typeError(message, code) {
  const error = new primordials.TypeError(message);
  error.code = code;
  return error;
}

const wrongType = (message) => typeError(message, 'ERR_INVALID_ARG_TYPE');

// WebIDL's [EnforceRange].
function integer(value, max, prefix, what) {
  if (typeof value === 'bigint' || typeof value === 'symbol')
    throw wrongType(`${prefix}${what} is a ${typeof value} and cannot be converted to a number.`);
  const number = MathTrunc(+value);
  if (!NumberIsFinite(number) || number < 0 || number > max) {
    throw typeError(
      `${prefix}${what} is outside the expected range of 0 to ${max}.`, 'ERR_OUT_OF_RANGE');
  }
  return number + 0;
}

// A copy of the bytes. Detached memory has none.
function bytes(value, prefix, what) {
  if (!isView(value) && !isAnyArrayBuffer(value)) {
    throw wrongType(
      `${prefix}${what} is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  }
  const memory = memoryOf(value);
  if (isSharedArrayBuffer(memory))
    throw wrongType(`${prefix}${what} is a view on a SharedArrayBuffer, which is not allowed.`);
  if (ArrayBufferPrototypeGetDetached.call(memory))
    return new Uint8Array(0);
  return sizeOf(value) === 0 ? new Uint8Array(0) : new Uint8Array(copyBytes(value));
}

function text(value, prefix, what) {
  if (typeof value === 'symbol')
    throw wrongType(`${prefix}${what} is a Symbol and cannot be converted to a string.`);
  return `${value}`;
}

const CONVERT = {
  __proto__: null,
  bytes,
  octet: (value, prefix, what) => integer(value, 255, prefix, what),
  short: (value, prefix, what) => integer(value, 65535, prefix, what),
  long: (value, prefix, what) => integer(value, 4294967295, prefix, what),
  text,
  hash: (value, prefix, what) => normalize(value, 'digest', prefix, what),
  exponent: (value, prefix, what) => {
    if (!isUint8Array(value))
      throw wrongType(`${prefix}${what} is not of type Uint8Array.`);
    return bytes(value, prefix, what);
  },
  key: cryptoKeyOf,
};

const missingMember = (what, dictionary, name) => typeError(
  `${NORMALIZE}${what} cannot be converted to '${dictionary}' because '${name}' is required in ` +
  `'${dictionary}'.`, 'ERR_MISSING_OPTION');

// Each member is read once.
function readMembers(result, algorithm, dictionary) {
  const members = DICTIONARIES[dictionary];
  for (let i = 0; i < members.length; i++) {
    const { 0: name, 1: type, 2: isRequired } = members[i];
    const value = algorithm[name];
    if (value !== undefined)
      result[name] = CONVERT[type](value, NORMALIZE, `${name} in passed algorithm`);
    else if (isRequired)
      throw missingMember('passed algorithm', dictionary, name);
  }
  return result;
}

const unknown = () => lazyDOMException('Unrecognized algorithm name', 'NotSupportedError');

// `prefix` and `what` name the argument where it is neither an object nor text.
function normalize(algorithm, operation, prefix = NORMALIZE, what = 'passed algorithm') {
  if ((typeof algorithm !== 'object' && typeof algorithm !== 'function') || algorithm === null)
    algorithm = { __proto__: null, name: text(algorithm, prefix, what) };
  const given = algorithm.name;
  if (given === undefined)
    throw missingMember('passed algorithm', 'Algorithm', 'name');
  const wanted = text(given, NORMALIZE, 'name in passed algorithm');
  const name = namesOf(operation)[StringPrototypeToLowerCase.call(wanted)];
  if (name === undefined)
    throw unknown();
  if (EXPERIMENTAL[name] === true)
    emitExperimentalWarning(`The ${name} Web Crypto API algorithm`);
  const dictionary = OPERATIONS[operation][name];
  const result = readMembers({ __proto__: null, name }, algorithm, dictionary);
  const check = CHECKS[dictionary];
  if (check !== undefined)
    check(result, dictionary);
  return result;
}

const isSupported = (operation, name) => namesOf(operation)[
  StringPrototypeToLowerCase.call(`${name}`)] !== undefined;

// Wrapping has algorithms of its own (AES-KW); every cipher can wrap too.
function normalizeWrap(algorithm, isWrap, prefix, what) {
  const operation = isWrap ? 'wrapKey' : 'unwrapKey';
  const isObject = typeof algorithm === 'object' && algorithm !== null;
  const name = isObject ? algorithm.name : algorithm;
  return normalize(
    algorithm, typeof name !== 'symbol' && isSupported(operation, name) ? operation :
      isWrap ? 'encrypt' : 'decrypt', prefix, what);
}

const lengthOf = (view) => TypedArrayPrototypeGetLength.call(view);

module.exports = {
  OPERATIONS, bytes, integer, lengthOf, normalize, normalizeWrap, text, typeError,
  wrongType,
};
