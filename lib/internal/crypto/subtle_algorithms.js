'use strict';
// Names and parameters of Web Crypto's algorithms: which operation takes which, and how a program's
// object becomes one of our own ("normalize an algorithm").

const {
  ArrayBufferIsView: isView, NumberIsFinite, MathTrunc, ObjectKeys, String,
  StringPrototypeToLowerCase, TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_MISSING_OPTION } } = require('internal/errors');
const { copyBytes } = require('internal/util/bytes');
const { lazyDOMException } = require('internal/util');
const { isAnyArrayBuffer, isUint8Array } = require('internal/util/types');
const { isCryptoKey } = require('internal/crypto/cryptokey');

// ---- Members of parameters: [name, type, isRequired] ----

const IV = [['iv', 'bytes', true]];
const AEAD = [
  ['iv', 'bytes', true], ['tagLength', 'octet', false], ['additionalData', 'bytes', false],
];
const RSA_GENERATE = [
  ['modulusLength', 'long', true], ['publicExponent', 'exponent', true], ['hash', 'hash', true],
];
const HASH = [['hash', 'hash', true]];
const CURVE = [['namedCurve', 'text', true]];
const HMAC = [['hash', 'hash', true], ['length', 'long', false]];
const LENGTH = [['length', 'short', true]];
const PUBLIC = [['public', 'key', true]];
const NONE = [];
const CONTEXT = [['context', 'bytes', false]];
const HKDF = [['hash', 'hash', true], ['salt', 'bytes', true], ['info', 'bytes', true]];
const PBKDF2 = [['hash', 'hash', true], ['salt', 'bytes', true], ['iterations', 'long', true]];

const table = (names, members) => {
  const made = { __proto__: null };
  for (let i = 0; i < names.length; i++)
    made[names[i]] = members;
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
const ciphers = join(
  table(['AES-CBC'], IV), table(['AES-GCM', 'AES-OCB', 'ChaCha20-Poly1305'], AEAD),
  { '__proto__': null, 'AES-CTR': [['counter', 'bytes', true], ['length', 'octet', true]],
    'RSA-OAEP': [['label', 'bytes', false]] });
const signatures = join(
  table(['RSASSA-PKCS1-v1_5', 'HMAC', 'Ed25519'], NONE), table(['Ed448'], CONTEXT),
  { '__proto__': null, 'RSA-PSS': [['saltLength', 'long', true]], 'ECDSA': HASH });

const OPERATIONS = {
  __proto__: null,
  digest: table(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512'],
                NONE),
  generateKey: join(table(RSA, RSA_GENERATE), table(EC, CURVE), table(EDWARDS, NONE),
                    table(AES, LENGTH), table(['HMAC'], HMAC), table(['ChaCha20-Poly1305'], NONE)),
  importKey: join(table(RSA, HASH), table(EC, CURVE), table(EDWARDS, NONE), table(AES, NONE),
                  table(['HMAC'], HMAC), table(['HKDF', 'PBKDF2', 'ChaCha20-Poly1305'], NONE)),
  exportKey: join(table(RSA, NONE), table(EC, NONE), table(EDWARDS, NONE), table(AES, NONE),
                  table(['HMAC', 'ChaCha20-Poly1305'], NONE)),
  encrypt: ciphers,
  decrypt: ciphers,
  wrapKey: table(['AES-KW'], NONE),
  unwrapKey: table(['AES-KW'], NONE),
  sign: signatures,
  verify: signatures,
  deriveBits: join(table(['ECDH', 'X25519', 'X448'], PUBLIC), { __proto__: null, HKDF, PBKDF2 }),
  getKeyLength: join(table(AES, LENGTH), table(['HMAC'], HMAC),
                     table(['HKDF', 'PBKDF2', 'ChaCha20-Poly1305'], NONE)),
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

// ---- Conversions ----

function integer(value, name, max) {
  const number = +value;
  if (!NumberIsFinite(number) || MathTrunc(number) < 0 || MathTrunc(number) > max) {
    const error = new primordials.TypeError(
      `Failed to normalize algorithm: ${name} in algorithm is outside the expected range of 0 to ` +
      `${max}.`);
    error.code = 'ERR_OUT_OF_RANGE';
    throw error;
  }
  return MathTrunc(number) + 0;
}

function bytes(value, name) {
  if (!isView(value) && !isAnyArrayBuffer(value)) {
    throw new ERR_INVALID_ARG_TYPE(
      name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
  }
  return new Uint8Array(copyBytes(value));
}

const CONVERT = {
  __proto__: null,
  bytes,
  octet: (value, name) => integer(value, name, 255),
  short: (value, name) => integer(value, name, 65535),
  long: (value, name) => integer(value, name, 4294967295),
  text: (value) => `${value}`,
  hash: (value) => normalize(value, 'digest'),
  exponent: (value, name) => {
    if (!isUint8Array(value))
      throw new ERR_INVALID_ARG_TYPE(name, 'Uint8Array', value);
    return bytes(value, name);
  },
  key: (value, name) => {
    if (!isCryptoKey(value))
      throw new ERR_INVALID_ARG_TYPE(name, 'CryptoKey', value);
    return value;
  },
};

// Members are read in alphabetical order, each once.
function readMembers(result, algorithm, members) {
  for (let i = 0; i < members.length; i++) {
    const { 0: name, 1: type, 2: isRequired } = members[i];
    const value = algorithm[name];
    if (value === undefined) {
      if (isRequired) {
        const error = new ERR_MISSING_OPTION(`algorithm.${name}`);
        throw error;
      }
      continue;
    }
    result[name] = CONVERT[type](value, `algorithm.${name}`);
  }
  return result;
}

const unknown = () => lazyDOMException('Unrecognized algorithm name', 'NotSupportedError');

function normalize(algorithm, operation) {
  if (typeof algorithm !== 'object' && typeof algorithm !== 'function')
    algorithm = { __proto__: null, name: String(algorithm) };
  if (algorithm === null || algorithm.name === undefined)
    throw new ERR_MISSING_OPTION('algorithm.name');
  const wanted = `${algorithm.name}`;
  const name = namesOf(operation)[StringPrototypeToLowerCase.call(wanted)];
  if (name === undefined)
    throw unknown();
  return readMembers({ __proto__: null, name }, algorithm, OPERATIONS[operation][name]);
}

const isSupported = (operation, name) => namesOf(operation)[
  StringPrototypeToLowerCase.call(`${name}`)] !== undefined;

const lengthOf = (view) => TypedArrayPrototypeGetLength.call(view);

module.exports = { isSupported, lengthOf, normalize };
