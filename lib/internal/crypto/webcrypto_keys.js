'use strict';
// Generates, imports and exports keys of Web Crypto. A table of functions per family of algorithms.

const {
  MathCeil, ObjectDefineProperty, ObjectKeys, Promise, SafeArray, SafeSet, TypedArrayPrototypeFill,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { lazyDOMException } = require('internal/util');
const { FastBuffer } = require('internal/buffer');
const { createCryptoKey, slotsOf } = require('internal/crypto/cryptokey');
const { lengthOf, normalize } = require('internal/crypto/subtle_algorithms');
const { fail, secretBits } = require('internal/crypto/subtle_checks');
const jwkCodec = require('internal/crypto/jwk');
const { rawBytes } = require('internal/crypto/raw_keys');
const { handleOf, isKeyObject, typeOf } = require('internal/crypto/keys');
const binding = internalBinding('crypto');

function failure(cause) {
  return lazyDOMException(
    'The operation failed for an operation-specific reason', { name: 'OperationError', cause });
}

// A promise that is resolved with an object looks up its then(), which somebody may have put on
// Object.prototype to get the results of others. So results have an own one, without a value, until
// the promise of the program is resolved with them (`give`).
const shelter = (value) => (typeof value !== 'object' || value === null ? value :
  ObjectDefineProperty(value, 'then', { __proto__: null, value: undefined, configurable: true }));

function give(resolve, value) {
  resolve(shelter(value));
  if (typeof value === 'object' && value !== null)
    delete value.then;
}

// A job of the binding as a promise; what fails is an OperationError.
const job = (start) => new Promise((resolve, reject) => {
  try {
    start((error, result) => {
      if (error !== null)
        reject(failure(error));
      else
        resolve(shelter(result));
    });
  } catch (error) {
    reject(failure(error));
  }
});

const list = (...items) => {
  const made = new SafeArray();
  for (let i = 0; i < items.length; i++)
    made.push(items[i]);
  return made;
};

// ---- Usages ----

const CIPHER_USAGES = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
const WRAP_USAGES = ['wrapKey', 'unwrapKey'];
const DERIVE_USAGES = ['deriveKey', 'deriveBits'];
const NO_USAGES = [];

const has = (items, item) => {
  for (let i = 0; i < items.length; i++)
    if (items[i] === item)
      return true;
  return false;
};

function checkUsages(usages, allowed, name) {
  for (let i = 0; i < usages.length; i++)
    if (!has(allowed, usages[i]))
      throw fail('SyntaxError', `Unsupported key usage for ${
        name === 'HKDF' || name === 'PBKDF2' ? 'a ' : ''}${name} key`);
}

function only(usages, allowed) {
  const made = new SafeArray();
  for (let i = 0; i < usages.length; i++)
    if (has(allowed, usages[i]))
      made.push(usages[i]);
  return made;
}

const both = (a, b) => {
  const made = new SafeArray();
  for (let i = 0; i < a.length; i++)
    made.push(a[i]);
  for (let i = 0; i < b.length; i++)
    made.push(b[i]);
  return made;
};

const needUsages = (usages, doing = 'creating a') => {
  if (usages.length === 0)
    throw fail('SyntaxError', `Usages cannot be empty when ${doing} key.`);
};

// Of each algorithm: usages of its public and of its private or secret key.
const USAGES = {
  '__proto__': null,
  'RSASSA-PKCS1-v1_5': [['verify'], ['sign']], 'RSA-PSS': [['verify'], ['sign']],
  'RSA-OAEP': [['encrypt', 'wrapKey'], ['decrypt', 'unwrapKey']],
  'ECDSA': [['verify'], ['sign']], 'ECDH': [NO_USAGES, DERIVE_USAGES],
  'Ed25519': [['verify'], ['sign']], 'Ed448': [['verify'], ['sign']],
  'X25519': [NO_USAGES, DERIVE_USAGES], 'X448': [NO_USAGES, DERIVE_USAGES],
  'AES-CBC': [NO_USAGES, CIPHER_USAGES], 'AES-CTR': [NO_USAGES, CIPHER_USAGES],
  'AES-GCM': [NO_USAGES, CIPHER_USAGES], 'AES-OCB': [NO_USAGES, CIPHER_USAGES],
  'ChaCha20-Poly1305': [NO_USAGES, CIPHER_USAGES], 'AES-KW': [NO_USAGES, WRAP_USAGES],
  'HMAC': [NO_USAGES, ['sign', 'verify']], 'KMAC128': [NO_USAGES, ['sign', 'verify']],
  'KMAC256': [NO_USAGES, ['sign', 'verify']], 'HKDF': [NO_USAGES, DERIVE_USAGES],
  'PBKDF2': [NO_USAGES, DERIVE_USAGES],
};

// ---- Families ----

const SECRET = {
  '__proto__': null,
  'AES-CBC': true, 'AES-CTR': true, 'AES-GCM': true, 'AES-KW': true, 'AES-OCB': true, 'HMAC': true,
  'ChaCha20-Poly1305': true, 'HKDF': true, 'PBKDF2': true, 'KMAC128': true, 'KMAC256': true,
};
// Algorithms of the proposal for modern ones: 'raw' is not a format of theirs.
const RAW_SECRET_ONLY = {
  '__proto__': null,
  'AES-OCB': true, 'ChaCha20-Poly1305': true, 'KMAC128': true, 'KMAC256': true,
};
const CURVES = {
  '__proto__': null, 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1',
};
const TYPES = {
  '__proto__': null,
  'RSASSA-PKCS1-v1_5': 'rsa', 'RSA-PSS': 'rsa', 'RSA-OAEP': 'rsa', 'ECDSA': 'ec', 'ECDH': 'ec',
  'Ed25519': 'ed25519', 'Ed448': 'ed448', 'X25519': 'x25519', 'X448': 'x448',
};
function secretAlgorithm(algorithm, bits) {
  const { name, hash } = algorithm;
  if (name === 'HMAC')
    return { __proto__: null, name, length: bits, hash: { name: hash.name } };
  if (name === 'HKDF' || name === 'PBKDF2' || name === 'ChaCha20-Poly1305')
    return { __proto__: null, name };
  return { __proto__: null, name, length: bits };
}

// A length that is not of whole bytes: the other bits of the last byte are zero.
function maskBits(bytes, bits) {
  if (bits % 8 !== 0)
    bytes[bits >> 3] &= 0xff << (8 - bits % 8);
}

async function generateSecret(algorithm, extractable, usages) {
  const { name } = algorithm;
  checkUsages(usages, USAGES[name][1], name);
  const bits = secretBits(algorithm);
  needUsages(usages);
  let handle = await job((done) => binding.keyRandom(MathCeil(bits / 8), done));
  if (bits % 8 !== 0) {
    const bytes = new Uint8Array(binding.keyBytes(handle));
    maskBits(bytes, bits);
    handle = binding.keySecret(bytes);
    TypedArrayPrototypeFill.call(bytes, 0);
  }
  return shelter(createCryptoKey(
    'secret', handle, secretAlgorithm(algorithm, bits), extractable, usages));
}

function pairParameters(algorithm) {
  const type = TYPES[algorithm.name];
  if (type === 'rsa') {
    const { modulusLength, publicExponent } = algorithm;
    return list('bits', modulusLength, 'e', publicExponent);
  }
  if (type === 'ec')
    return list('group', CURVES[algorithm.namedCurve], 'encoding', 'named_curve');
  return list();
}

function pairAlgorithm(algorithm) {
  const { name, modulusLength, publicExponent, hash, namedCurve } = algorithm;
  const type = TYPES[name];
  if (type === 'rsa')
    return { __proto__: null, name, modulusLength, publicExponent, hash: { name: hash.name } };
  return type === 'ec' ? { __proto__: null, name, namedCurve } : { __proto__: null, name };
}

async function generatePair(algorithm, extractable, usages) {
  const { name } = algorithm;
  const { 0: publicUsages, 1: privateUsages } = USAGES[name];
  checkUsages(usages, both(publicUsages, privateUsages), name);
  const parameters = pairParameters(algorithm);
  const keptPrivate = only(usages, privateUsages);
  needUsages(keptPrivate);
  const keys = await job(
    (done) => binding.keyPair(TYPES[name], undefined, false, parameters, done));
  const made = pairAlgorithm(algorithm);
  return shelter({
    publicKey: createCryptoKey('public', keys[0], made, true, only(usages, publicUsages)),
    privateKey: createCryptoKey('private', keys[1], made, extractable, keptPrivate),
  });
}

const generateKey = (algorithm, extractable, usages) =>
  (SECRET[algorithm.name] === true ? generateSecret : generatePair)(
    algorithm, extractable, usages);

// ---- Import ----

const JWK_ALGORITHMS = {
  '__proto__': null,
  'RSASSA-PKCS1-v1_5': { '__proto__': null, 'SHA-1': 'RS1', 'SHA-256': 'RS256',
                         'SHA-384': 'RS384', 'SHA-512': 'RS512' },
  'RSA-PSS': { '__proto__': null, 'SHA-1': 'PS1', 'SHA-256': 'PS256', 'SHA-384': 'PS384',
               'SHA-512': 'PS512' },
  'RSA-OAEP': { '__proto__': null, 'SHA-1': 'RSA-OAEP', 'SHA-256': 'RSA-OAEP-256',
                'SHA-384': 'RSA-OAEP-384', 'SHA-512': 'RSA-OAEP-512' },
  'HMAC': { '__proto__': null, 'SHA-1': 'HS1', 'SHA-256': 'HS256', 'SHA-384': 'HS384',
            'SHA-512': 'HS512' },
};
const AES_SUFFIX = {
  '__proto__': null,
  'AES-CBC': 'CBC', 'AES-CTR': 'CTR', 'AES-GCM': 'GCM', 'AES-KW': 'KW', 'AES-OCB': 'OCB',
};
const EC_JWK = { '__proto__': null, 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

// The `alg` of a JWK; undefined if it has none.
function jwkAlgorithm(algorithm) {
  const { name, hash, length } = algorithm;
  if (JWK_ALGORITHMS[name] !== undefined)
    return JWK_ALGORITHMS[name][hash.name];
  if (AES_SUFFIX[name] !== undefined)
    return `A${length}${AES_SUFFIX[name]}`;
  if (name === 'ChaCha20-Poly1305')
    return 'C20P';
  if (name === 'KMAC128' || name === 'KMAC256')
    return name === 'KMAC128' ? 'K128' : 'K256';
  return name === 'Ed25519' || name === 'Ed448' ? name : undefined;
}

const SIGNING = { '__proto__': null, 'RSASSA-PKCS1-v1_5': true, 'RSA-PSS': true, 'ECDSA': true,
                  'Ed25519': true, 'Ed448': true, 'HMAC': true, 'KMAC128': true,
                  'KMAC256': true };

function checkJwk(jwk, kty, name, extractable, usages) {
  if (jwk.kty === undefined)
    throw fail('DataError', 'Invalid keyData');
  if (jwk.kty !== kty)
    throw fail('DataError', 'Invalid JWK "kty" Parameter');
  if (usages.length > 0 && jwk.use !== undefined &&
      jwk.use !== (SIGNING[name] === true ? 'sig' : 'enc'))
    throw fail('DataError', 'Invalid JWK "use" Parameter');
  if (jwk.key_ops !== undefined) {
    const seen = new SafeSet();
    for (let i = 0; i < jwk.key_ops.length; i++) {
      if (seen.has(jwk.key_ops[i]))
        throw fail('DataError', 'Duplicate key operation');
      seen.add(jwk.key_ops[i]);
    }
    for (let i = 0; i < usages.length; i++)
      if (!seen.has(usages[i]))
        throw fail('DataError', 'Key operations and usage mismatch');
  }
  if (jwk.ext === false && extractable)
    throw fail('DataError', 'JWK "ext" Parameter and extractable mismatch');
}

// `expected` is undefined where the standard names none: SHA-3.
function checkJwkAlgorithm(jwk, expected) {
  if (jwk.alg !== undefined && expected !== undefined && jwk.alg !== expected)
    throw fail('DataError', 'JWK "alg" does not match the requested algorithm');
}

function checkSecretSize(name, bits) {
  if (name === 'ChaCha20-Poly1305' ? bits !== 256 :
    AES_SUFFIX[name] !== undefined && bits !== 128 && bits !== 192 && bits !== 256)
    throw fail('DataError', 'Invalid key length');
  if (name === 'HMAC' && bits === 0)
    throw fail('DataError', 'Zero-length key is not supported');
}

function importSecret(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  const isDerivation = name === 'HKDF' || name === 'PBKDF2';
  checkUsages(usages, USAGES[name][1], name);
  if (isDerivation && extractable)
    throw fail('SyntaxError', `${name} keys are not extractable`);
  let bytes = data;
  if (format === 'jwk' && !isDerivation) {
    checkJwk(data, 'oct', name, extractable, usages);
    if (data.k === undefined)
      throw fail('DataError', 'Invalid keyData');
    bytes = jwkCodec.decode(data.k);
  } else if (format !== 'raw-secret' && (format !== 'raw' || RAW_SECRET_ONLY[name] === true)) {
    throw fail('NotSupportedError', `Unable to import ${name} using ${format} format`);
  }
  let bits = 8 * lengthOf(bytes);
  checkSecretSize(name, bits);
  if (AES_SUFFIX[name] === undefined && algorithm.length !== undefined) {
    if (algorithm.length > bits || algorithm.length <= bits - 8)
      throw fail('DataError', 'Invalid key length');
    bits = algorithm.length;
    maskBits(bytes, bits);
  }
  const made = secretAlgorithm(algorithm, bits);
  if (format === 'jwk')
    checkJwkAlgorithm(data, jwkAlgorithm(made));
  return createCryptoKey('secret', binding.keySecret(bytes), made, extractable, usages);
}

function importPublicRaw(data, algorithm) {
  const { name, namedCurve } = algorithm;
  return TYPES[name] === 'ec' ?
    binding.keyFromNumbers('ec', false, list('group', CURVES[namedCurve], 'point', data)) :
    binding.keyFromRaw(TYPES[name], data, true);
}

const KTY = { __proto__: null, rsa: 'RSA', ec: 'EC' };

function importJwk(jwk, algorithm, extractable, usages) {
  const { name, namedCurve } = algorithm;
  const type = TYPES[name];
  const isPrivate = jwk.d !== undefined;
  checkUsages(usages, USAGES[name][isPrivate ? 1 : 0], name);
  checkJwk(jwk, KTY[type] ?? 'OKP', name, extractable, usages);
  // RSA of more than two primes is not supported.
  if (type === 'rsa' ? jwk.oth !== undefined : jwk.crv === undefined)
    throw fail('DataError', 'Invalid keyData');
  if (type === 'ec' && jwk.crv !== namedCurve)
    throw fail('DataError', 'JWK "crv" does not match the requested algorithm');
  if (KTY[type] === undefined && jwk.crv !== name)
    throw fail('DataError', 'JWK "crv" Parameter and algorithm name mismatch');
  if (name === 'ECDSA')
    checkJwkAlgorithm(jwk, EC_JWK[namedCurve]);
  else if (name === 'Ed25519' || name === 'Ed448')
    checkJwkAlgorithm(jwk, jwk.alg === 'EdDSA' ? 'EdDSA' : name);
  else if (type === 'rsa')
    checkJwkAlgorithm(jwk, jwkAlgorithm(algorithm));
  return { __proto__: null, isPrivate, handle: jwkCodec.importKey(jwk, isPrivate) };
}

const PKCS8 = 2;
const SPKI = 3;

function readPair(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  if (format === 'jwk')
    return importJwk(data, algorithm, extractable, usages);
  const isRaw = format === 'raw-public' || format === 'raw';
  if (format !== 'spki' && format !== 'pkcs8' && !(isRaw && TYPES[name] !== 'rsa'))
    throw fail('NotSupportedError', `Unable to import ${name} using ${format} format`);
  const isPrivate = format === 'pkcs8';
  checkUsages(usages, USAGES[name][isPrivate ? 1 : 0], name);
  const handle = isRaw ? importPublicRaw(data, algorithm) :
    isPrivate ? binding.keyPrivate(data, true, PKCS8, undefined) :
      binding.keyPublic(data, true, SPKI, undefined);
  return { __proto__: null, isPrivate, handle };
}

// A key that was read from a compressed point is written as one: make it again from the point.
function uncompressed(handle) {
  const group = binding.keyText(handle, 'group');
  return binding.keyFromNumbers(
    'ec', false, list('group', group, 'point', rawBytes(handle, true, 'uncompressed')));
}

function importPair(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  const type = TYPES[name];
  let read;
  try {
    read = readPair(format, data, algorithm, extractable, usages);
  } catch (error) {
    if (error?.name === 'SyntaxError' || error?.name === 'NotSupportedError' ||
        error?.name === 'DataError')
      throw error;
    throw lazyDOMException('Invalid keyData', { name: 'DataError', cause: error });
  }
  let { handle } = read;
  const { isPrivate } = read;
  if (handle === undefined)
    throw fail('DataError', 'Invalid keyData');
  if (binding.keyType(handle) !== type)
    throw fail('DataError', 'Invalid key type');
  if (isPrivate)
    needUsages(usages, 'importing a private');
  if (type === 'ec' && format === 'pkcs8' && !binding.keyIsConsistent(handle))
    throw fail('DataError', 'Invalid keyData');
  if (type === 'ec' && format === 'spki')
    handle = uncompressed(handle);
  const made = pairAlgorithm(algorithm);
  if (type === 'rsa') {
    made.modulusLength = binding.keyBits(handle);
    made.publicExponent = new Uint8Array(binding.keyNumber(handle, 'e'));
  } else if (type === 'ec' && binding.keyText(handle, 'group') !== CURVES[algorithm.namedCurve]) {
    throw fail('DataError', 'Named curve mismatch');
  }
  return createCryptoKey(isPrivate ? 'private' : 'public', handle, made, extractable, usages);
}

function importKey(format, data, algorithm, extractable, usages) {
  if (SECRET[algorithm.name] === true) {
    const key = importSecret(format, data, algorithm, extractable, usages);
    needUsages(usages, 'importing a secret');
    return key;
  }
  return importPair(format, data, algorithm, extractable, usages);
}

// ---- Export ----

function exportJwk(key) {
  const { type, handle, algorithm, usages, extractable } = slotsOf(key);
  const jwk = { key_ops: ArrayOf(usages), ext: extractable };
  const made = type === 'secret' ? jwkCodec.exportSecret(handle) :
    jwkCodec.exportKey(handle, type === 'public');
  const names = ObjectKeys(made);
  for (let i = 0; i < names.length; i++)
    jwk[names[i]] = made[names[i]];
  const alg = jwkAlgorithm(algorithm);
  if (alg !== undefined)
    jwk.alg = alg;
  return jwk;
}

const ArrayOf = (items) => {
  const made = [];
  for (let i = 0; i < items.length; i++)
    ObjectDefineProperty(made, i, {
      __proto__: null, value: items[i], writable: true, enumerable: true, configurable: true,
    });
  return made;
};

// An ArrayBuffer of exactly these bytes.
function bufferOf(view) {
  const copy = new Uint8Array(lengthOf(view));
  TypedArrayPrototypeSet.call(copy, view);
  return primordials.TypedArrayPrototypeGetBuffer.call(copy);
}

const refuse = (format, name, type) =>
  fail('NotSupportedError', `Unable to export ${name} ${type} key using ${format} format`);

function exportKey(format, key) {
  const { type, handle, algorithm: { name }, extractable } = slotsOf(key);
  if (name === 'HKDF' || name === 'PBKDF2')
    throw fail('NotSupportedError', `${name} key export is not supported`);
  if (!extractable)
    throw fail('InvalidAccessError', 'key is not extractable');
  if (format === 'jwk')
    return exportJwk(key);
  const isPublic = type === 'public';
  if (type === 'secret') {
    if (format !== 'raw-secret' && (format !== 'raw' || RAW_SECRET_ONLY[name] === true))
      throw refuse(format, name, type);
    return binding.keyBytes(handle);
  }
  if ((format === 'raw' || format === 'raw-public') && isPublic && TYPES[name] !== 'rsa')
    return bufferOf(rawBytes(handle, true, 'uncompressed'));
  if (format !== 'spki' && format !== 'pkcs8')
    throw refuse(format, name, type);
  if (isPublic !== (format === 'spki')) {
    throw fail('InvalidAccessError',
               `Key must be a ${format === 'spki' ? 'public' : 'private'} key`);
  }
  return binding.keyExport(handle, isPublic, true, isPublic ? SPKI : PKCS8, undefined, undefined);
}

// ---- Of key objects ----

function keyObjectToCryptoKey(object, algorithm, extractable, usages) {
  if (!isKeyObject(object))
    throw new ERR_INVALID_ARG_TYPE('key', 'KeyObject', object);
  const wanted = normalize(algorithm, 'importKey');
  const type = typeOf(object);
  if (type === 'secret') {
    const bytes = new Uint8Array(binding.keyBytes(handleOf(object)));
    return importKey('raw-secret', bytes, wanted, !!extractable, usages);
  }
  const isPublic = type === 'public';
  const der = new FastBuffer(binding.keyExport(
    handleOf(object), isPublic, true, isPublic ? SPKI : PKCS8, undefined, undefined));
  return importKey(isPublic ? 'spki' : 'pkcs8', der, wanted, !!extractable, usages);
}

module.exports = {
  USAGES, checkUsages, exportKey, failure, generateKey, give, importKey, job,
  keyObjectToCryptoKey, shelter,
};
