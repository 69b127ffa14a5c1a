'use strict';
// generateKeyPair(), generateKey(), their synchronous forms, generatePrime(), checkPrime().

const {
  ArrayBufferIsView: isView, BigIntPrototypeToString, NumberPrototypeToString,
  ObjectDefineProperty, SafeArray,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_INVALID_DIGEST, ERR_CRYPTO_UNKNOWN_DH_GROUP,
    ERR_INCOMPATIBLE_OPTION_PAIR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MISSING_OPTION,
    ERR_OUT_OF_RANGE,
  },
  genericNodeError,
} = require('internal/errors');
const {
  validateBoolean, validateBuffer, validateFunction, validateInt32, validateInteger,
  validateObject, validateString, validateUint32,
} = require('internal/validators');
const { fromString } = require('internal/buffer');
const { sizeOf } = require('internal/util/bytes');
const { customPromisifyArgs } = require('internal/util');
const { isAnyArrayBuffer } = require('internal/util/types');
const { bigOf, keyObjectOf, prepareExport } = require('internal/crypto/keys');
const binding = internalBinding('crypto');

const list = (...items) => {
  const made = new SafeArray();
  for (let i = 0; i < items.length; i++)
    made.push(items[i]);
  return made;
};

function bytesOfNumber(value) {
  let digits = typeof value === 'bigint' ? BigIntPrototypeToString.call(value, 16) :
    NumberPrototypeToString.call(value, 16);
  if (digits.length % 2 === 1)
    digits = `0${digits}`;
  return fromString(digits, 'hex', 0);
}

// ---- Parameters by type: { domain, isGenerated, list } ----

function rsaList(options) {
  validateObject(options, 'options');
  const { modulusLength, publicExponent = 0x10001 } = options;
  validateUint32(modulusLength, 'options.modulusLength');
  validateUint32(publicExponent, 'options.publicExponent');
  return list('bits', modulusLength, 'e', bytesOfNumber(publicExponent));
}

function checkDigest(name, prefix) {
  if (binding.hashNew(name) === undefined)
    throw new ERR_CRYPTO_INVALID_DIGEST(name);
  return prefix;
}

function deprecatedOption(options, old, name, code) {
  if (options[old] === undefined)
    return undefined;
  validateString(options[old], `options.${old}`);
  process.emitWarning(`"options.${old}" is deprecated, use "options.${name}" instead.`,
                      'DeprecationWarning', code);
  if (options[name] !== undefined && options[name] !== options[old])
    throw new ERR_INVALID_ARG_VALUE(`options.${old}`, options[old]);
  return options[old];
}

function pssList(options) {
  const made = rsaList(options);
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength } = options;
  if (saltLength !== undefined)
    validateInt32(saltLength, 'options.saltLength', 0);
  if (hashAlgorithm !== undefined)
    validateString(hashAlgorithm, 'options.hashAlgorithm');
  if (mgf1HashAlgorithm !== undefined)
    validateString(mgf1HashAlgorithm, 'options.mgf1HashAlgorithm');
  const hash = hashAlgorithm ?? deprecatedOption(options, 'hash', 'hashAlgorithm', 'DEP0154');
  const mgf1 = mgf1HashAlgorithm ??
    deprecatedOption(options, 'mgf1Hash', 'mgf1HashAlgorithm', 'DEP0154');
  if (hash !== undefined) {
    checkDigest(hash);
    made.push('digest', hash);
  }
  if (mgf1 !== undefined && binding.hashNew(mgf1) === undefined) {
    const error = new ERR_CRYPTO_INVALID_DIGEST(mgf1);
    error.message = `Invalid MGF1 digest: ${mgf1}`;
    throw error;
  }
  // The digest of MGF1 is that of the signature unless it is chosen.
  if (mgf1 !== undefined || hash !== undefined)
    made.push('mgf1-digest', mgf1 ?? hash);
  // RFC 8017, A.2.3: by default as long as the digest.
  if (saltLength !== undefined)
    made.push('saltlen', saltLength);
  else if (hash !== undefined)
    made.push('saltlen', binding.size(binding.hashNew(hash)));
  return made;
}

function dsaParameters(options) {
  validateObject(options, 'options');
  const { modulusLength, divisorLength } = options;
  validateUint32(modulusLength, 'options.modulusLength');
  if (divisorLength !== undefined)
    validateInt32(divisorLength, 'options.divisorLength', 0);
  const domain = list('pbits', modulusLength);
  if (divisorLength !== undefined)
    domain.push('qbits', divisorLength);
  return { __proto__: null, domain, isGenerated: true, list: list() };
}

function ecParameters(options) {
  validateObject(options, 'options');
  const { namedCurve, paramEncoding } = options;
  validateString(namedCurve, 'options.namedCurve');
  if (paramEncoding !== undefined && paramEncoding !== 'named' && paramEncoding !== 'explicit')
    throw new ERR_INVALID_ARG_VALUE('options.paramEncoding', paramEncoding);
  const group = binding.ecCurve(namedCurve);
  if (group === undefined)
    throw new ERR_CRYPTO_INVALID_CURVE();
  return {
    __proto__: null,
    list: list('group', group, 'encoding',
               paramEncoding === 'explicit' ? 'explicit' : 'named_curve'),
  };
}

const DH_OTHERS = ['prime', 'primeLength', 'generator'];

function dhParameters(options) {
  validateObject(options, 'options');
  const { group, prime, primeLength, generator } = options;
  if (group !== undefined && group !== null) {
    for (let i = 0; i < DH_OTHERS.length; i++) {
      const other = options[DH_OTHERS[i]];
      if (other !== undefined && other !== null)
        throw new ERR_INCOMPATIBLE_OPTION_PAIR('group', DH_OTHERS[i]);
    }
    validateString(group, 'options.group');
    const numbers = binding.dhGroup(group);
    if (numbers === undefined)
      throw new ERR_CRYPTO_UNKNOWN_DH_GROUP();
    return { __proto__: null, domain: list('p', numbers[0], 'g', numbers[1]), list: list() };
  }
  if (prime !== undefined && prime !== null) {
    if (primeLength !== undefined && primeLength !== null)
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('prime', 'primeLength');
    validateBuffer(prime, 'options.prime');
  } else if (primeLength !== undefined && primeLength !== null) {
    validateInt32(primeLength, 'options.primeLength', 0);
  } else {
    throw new ERR_MISSING_OPTION('At least one of the group, prime, or primeLength options');
  }
  if (generator !== undefined && generator !== null)
    validateInt32(generator, 'options.generator', 0);
  const g = generator ?? 2;
  return prime !== undefined && prime !== null ?
    { __proto__: null, domain: list('p', prime, 'g', bytesOfNumber(g)), list: list() } :
    {
      __proto__: null, domain: list('pbits', primeLength, 'safeprime-generator', g),
      isGenerated: true, list: list(),
    };
}

const none = (options) => {
  if (options !== undefined)
    validateObject(options, 'options');
  return { __proto__: null, list: list() };
};

const PARAMETERS = {
  '__proto__': null,
  'rsa': (options) => ({ __proto__: null, list: rsaList(options) }),
  'rsa-pss': (options) => ({ __proto__: null, list: pssList(options) }),
  'dsa': dsaParameters,
  'ec': ecParameters,
  'dh': dhParameters,
  'ed25519': none, 'ed448': none, 'x25519': none, 'x448': none,
};

// How a key of the pair is given to the program: a function of its Key.
function outputOf(options, name, type, isPublic) {
  const encoding = options?.[name];
  if (encoding === undefined)
    return (handle) => keyObjectOf(isPublic ? 'public' : 'private', handle);
  if (typeof encoding !== 'object' || encoding === null)
    throw new ERR_INVALID_ARG_VALUE(`options.${name}`, encoding);
  return prepareExport(encoding, type, isPublic, name);
}

function preparePair(type, options) {
  validateString(type, 'type');
  const parameters = PARAMETERS[type];
  if (parameters === undefined)
    throw new ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  if (options !== undefined)
    validateObject(options, 'options');
  const publicKey = outputOf(options, 'publicKeyEncoding', type, true);
  const privateKey = outputOf(options, 'privateKeyEncoding', type, false);
  return { __proto__: null, type, publicKey, privateKey, parameters: parameters(options) };
}

function startPair(pair, callback) {
  const { domain, isGenerated = false, list: keyList } = pair.parameters;
  return binding.keyPair(pair.type, domain, isGenerated, keyList, callback);
}

function generateKeyPair(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const pair = preparePair(type, options);
  startPair(pair, (error, keys) => {
    if (error !== null) {
      callback(error);
      return;
    }
    let publicKey;
    let privateKey;
    try {
      publicKey = pair.publicKey(keys[0]);
      privateKey = pair.privateKey(keys[1]);
    } catch (failure) {
      callback(failure);
      return;
    }
    callback(null, publicKey, privateKey);
  });
}
ObjectDefineProperty(generateKeyPair, customPromisifyArgs, {
  __proto__: null, value: ['publicKey', 'privateKey'], enumerable: false,
});

function generateKeyPairSync(type, options) {
  const pair = preparePair(type, options);
  const keys = startPair(pair, undefined);
  return { publicKey: pair.publicKey(keys[0]), privateKey: pair.privateKey(keys[1]) };
}

// ---- Secrets ----

function secretLength(type, options) {
  validateString(type, 'type');
  validateObject(options, 'options');
  const { length } = options;
  if (type === 'hmac') {
    validateInteger(length, 'options.length', 8, 2 ** 31 - 1);
    return length >> 3;
  }
  if (type === 'aes') {
    if (length !== 128 && length !== 192 && length !== 256)
      throw new ERR_INVALID_ARG_VALUE('options.length', length, 'must be one of: 128, 192, 256');
    return length >> 3;
  }
  throw new ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
}

function generateKey(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateString(type, 'type');
  validateObject(options, 'options');
  validateFunction(callback, 'callback');
  binding.keyRandom(secretLength(type, options), (error, handle) => {
    if (error !== null)
      callback(error);
    else
      callback(undefined, keyObjectOf('secret', handle));
  });
}

const generateKeySync = (type, options) =>
  keyObjectOf('secret', binding.keyRandom(secretLength(type, options), undefined));

// ---- Primes ----

// OpenSSL's limit, in bytes.
const MAX_PRIME = 67108856;

function primeBytes(value, name) {
  if (typeof value === 'bigint') {
    if (value < 0)
      throw new ERR_OUT_OF_RANGE(name, '>= 0', value);
    return bytesOfNumber(value);
  }
  if (!isAnyArrayBuffer(value) && !isView(value)) {
    throw new ERR_INVALID_ARG_TYPE(
      name, ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'], value);
  }
  return value;
}

function outOfRange(message) {
  const error = new primordials.RangeError(message);
  error.code = 'ERR_OUT_OF_RANGE';
  return error;
}

function startPrime(size, options, callback) {
  validateInt32(size, 'size', 1);
  validateObject(options, 'options');
  const { safe = false, bigint = false } = options;
  let { add, rem } = options;
  validateBoolean(safe, 'options.safe');
  validateBoolean(bigint, 'options.bigint');
  if (add !== undefined)
    add = primeBytes(add, 'options.add');
  if (rem !== undefined)
    rem = primeBytes(rem, 'options.rem');
  const give = bigint ? bigOf : (bytes) => bytes;
  const result = binding.primeGenerate(size, safe, add, rem, callback && ((error, bytes) => {
    if (error !== null)
      callback(error);
    else
      callback(undefined, give(bytes));
  }));
  if (typeof result === 'string')
    throw outOfRange(result);
  return result === undefined ? undefined : give(result);
}

function generatePrime(size, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = { __proto__: null };
  }
  validateFunction(callback, 'callback');
  startPrime(size, options, callback);
}

const generatePrimeSync = (size, options = { __proto__: null }) =>
  startPrime(size, options, undefined);

function startCheck(candidate, options, callback) {
  if (typeof candidate !== 'bigint' && !isAnyArrayBuffer(candidate) && !isView(candidate)) {
    throw new ERR_INVALID_ARG_TYPE(
      'candidate', ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'], candidate);
  }
  candidate = primeBytes(candidate, 'candidate');
  if (sizeOf(candidate) > MAX_PRIME) {
    throw genericNodeError('error:01800072:bignum routines::bignum too long', {
      library: 'bignum routines', reason: 'bignum too long', code: 'ERR_OSSL_BN_BIGNUM_TOO_LONG',
    });
  }
  validateObject(options, 'options');
  const { checks = 0 } = options;
  validateInt32(checks, 'options.checks', 0);
  return binding.primeCheck(candidate, checks, callback && ((error, isPrime) => {
    if (error !== null)
      callback(error);
    else
      callback(undefined, isPrime);
  }));
}

function checkPrime(candidate, options = { __proto__: null }, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = { __proto__: null };
  }
  validateFunction(callback, 'callback');
  startCheck(candidate, options, callback);
}

const checkPrimeSync = (candidate, options = { __proto__: null }) =>
  startCheck(candidate, options, undefined);

module.exports = {
  checkPrime, checkPrimeSync, generateKey, generateKeyPair, generateKeyPairSync, generateKeySync,
  generatePrime, generatePrimeSync,
};
