'use strict';
// Converts keys to and from JSON Web Keys (RFC 7517, 7518, 8037).

const {
  ObjectKeys, SafeArray, TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_INVALID_CURVE, ERR_CRYPTO_INVALID_JWK, ERR_CRYPTO_JWK_UNSUPPORTED_CURVE,
    ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE,
  },
} = require('internal/errors');
const { fromString } = require('internal/buffer');
const { base64url } = require('internal/buffer/codec');
const binding = internalBinding('crypto');

// Members of an RSA key, and OpenSSL's names of them.
const RSA_PUBLIC = { __proto__: null, n: 'n', e: 'e' };
const RSA_PRIVATE = {
  __proto__: null,
  d: 'd', p: 'rsa-factor1', q: 'rsa-factor2', dp: 'rsa-exponent1', dq: 'rsa-exponent2',
  qi: 'rsa-coefficient1',
};
// OpenSSL's name, and how many bytes a coordinate has.
const CURVES = {
  '__proto__': null,
  'P-256': ['prime256v1', 32], 'secp256k1': ['secp256k1', 32], 'P-384': ['secp384r1', 48],
  'P-521': ['secp521r1', 66],
};
const CURVE_NAMES = {
  __proto__: null,
  prime256v1: 'P-256', secp256k1: 'secp256k1', secp384r1: 'P-384', secp521r1: 'P-521',
};
const OKP = {
  __proto__: null, ed25519: 'Ed25519', ed448: 'Ed448', x25519: 'X25519', x448: 'X448',
};
const OKP_TYPES = {
  __proto__: null, Ed25519: 'ed25519', Ed448: 'ed448', X25519: 'x25519', X448: 'x448',
};

// Base64url of the bytes, with zeros before them up to a size.
function encode(bytes, size = 0) {
  let view = new Uint8Array(bytes);
  const length = TypedArrayPrototypeGetLength.call(view);
  if (length < size) {
    const padded = new Uint8Array(size);
    TypedArrayPrototypeSet.call(padded, view, size - length);
    view = padded;
  }
  return base64url.slice(view, 0, TypedArrayPrototypeGetLength.call(view));
}

const decode = (text) => fromString(text, 'base64url', 0);

function exportNumbers(jwk, handle, names) {
  const members = ObjectKeys(names);
  for (let i = 0; i < members.length; i++) {
    const bytes = binding.keyNumber(handle, names[members[i]]);
    if (bytes !== undefined)
      jwk[members[i]] = encode(bytes);
  }
}

function exportRsa(handle, isPublic) {
  const jwk = { kty: 'RSA' };
  exportNumbers(jwk, handle, RSA_PUBLIC);
  if (!isPublic)
    exportNumbers(jwk, handle, RSA_PRIVATE);
  return jwk;
}

function exportEc(handle, isPublic) {
  const group = binding.keyText(handle, 'group');
  const crv = CURVE_NAMES[group];
  if (crv === undefined)
    throw new ERR_CRYPTO_JWK_UNSUPPORTED_CURVE(group);
  const { 1: size } = CURVES[crv];
  const jwk = {
    kty: 'EC', x: encode(binding.keyNumber(handle, 'qx'), size),
    y: encode(binding.keyNumber(handle, 'qy'), size), crv,
  };
  if (!isPublic)
    jwk.d = encode(binding.keyNumber(handle, 'priv'), size);
  return jwk;
}

function exportOkp(handle, isPublic) {
  const jwk = {
    crv: OKP[binding.keyType(handle)], x: encode(binding.keyRaw(handle, true)), kty: 'OKP',
  };
  if (!isPublic)
    jwk.d = encode(binding.keyRaw(handle, false));
  return jwk;
}

function exportKey(handle, isPublic) {
  const type = binding.keyType(handle);
  if (type === 'rsa')
    return exportRsa(handle, isPublic);
  if (type === 'ec')
    return exportEc(handle, isPublic);
  if (OKP[type] !== undefined)
    return exportOkp(handle, isPublic);
  throw new ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE();
}

const exportSecret = (handle) => ({ kty: 'oct', k: encode(binding.keyBytes(handle)) });

function invalid(message) {
  const error = new ERR_CRYPTO_INVALID_JWK();
  error.message = message;
  return error;
}

// Members are text; undefined if one is not.
function textsOf(jwk, names) {
  for (let i = 0; i < names.length; i++)
    if (typeof jwk[names[i]] !== 'string')
      return undefined;
  return jwk;
}

function importNumbers(list, jwk, names) {
  const members = ObjectKeys(names);
  for (let i = 0; i < members.length; i++) {
    const value = jwk[members[i]];
    if (typeof value !== 'string')
      return false;
    list.push(names[members[i]], decode(value));
  }
  return true;
}

function importRsa(jwk, isPrivate) {
  const list = new SafeArray();
  if (!importNumbers(list, jwk, RSA_PUBLIC) ||
      (isPrivate && !importNumbers(list, jwk, RSA_PRIVATE)))
    return undefined;
  return binding.keyFromNumbers('rsa', isPrivate, list);
}

function importEc(jwk, isPrivate) {
  if (textsOf(jwk, isPrivate ? ['crv', 'x', 'y', 'd'] : ['crv', 'x', 'y']) === undefined)
    return undefined;
  if (CURVES[jwk.crv] === undefined)
    throw new ERR_CRYPTO_INVALID_CURVE();
  const { 0: group, 1: size } = CURVES[jwk.crv];
  const point = new Uint8Array(1 + 2 * size);
  const x = decode(jwk.x);
  const y = decode(jwk.y);
  if (TypedArrayPrototypeGetLength.call(x) !== size ||
      TypedArrayPrototypeGetLength.call(y) !== size)
    return undefined;
  point[0] = 4;
  TypedArrayPrototypeSet.call(point, x, 1);
  TypedArrayPrototypeSet.call(point, y, 1 + size);
  const list = new SafeArray();
  list.push('group', group, 'point', point);
  if (isPrivate)
    list.push('priv', decode(jwk.d));
  return binding.keyFromNumbers('ec', isPrivate, list);
}

function importOkp(jwk, isPrivate) {
  if (textsOf(jwk, isPrivate ? ['crv', 'x', 'd'] : ['crv', 'x']) === undefined)
    return undefined;
  const type = OKP_TYPES[jwk.crv];
  if (type === undefined)
    return undefined;
  const handle = binding.keyFromRaw(type, decode(isPrivate ? jwk.d : jwk.x), !isPrivate);
  if (handle !== undefined && isPrivate && encode(binding.keyRaw(handle, true)) !== jwk.x)
    return undefined;
  return handle;
}

const READERS = { __proto__: null, RSA: importRsa, EC: importEc, OKP: importOkp };

// A Key of the binding. A private JWK is also a public key.
function importKey(jwk, isPrivate) {
  const { kty } = jwk;
  if (typeof kty !== 'string')
    throw invalid('Invalid JWK format');
  if (READERS[kty] === undefined)
    throw invalid(`${kty} is not a supported JWK key type`);
  if (isPrivate && jwk.d === undefined)
    throw invalid('JWK does not contain private key material');
  const handle = READERS[kty](jwk, isPrivate);
  if (handle === undefined)
    throw invalid(`Invalid JWK ${kty} key`);
  return handle;
}

module.exports = { decode, encode, exportKey, exportSecret, importKey };
