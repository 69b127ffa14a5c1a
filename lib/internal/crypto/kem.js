'use strict';
// encapsulate() and decapsulate().

const { validateFunction } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { preparePrivateKey, preparePublicKey } = require('internal/crypto/keys');
const { bytesOf } = require('internal/crypto/util');
const binding = internalBinding('crypto');

const pairOf = ({ 0: secret, 1: ciphertext }) => ({
  sharedKey: new FastBuffer(secret), ciphertext: new FastBuffer(ciphertext),
});
const secretOf = (secret) => new FastBuffer(secret);

function run(key, ciphertext, callback, resultOf) {
  if (callback === undefined)
    return resultOf(binding.kem(key, ciphertext, undefined));
  binding.kem(key, ciphertext, (error, result) => {
    if (error !== null)
      callback(error);
    else
      callback(null, resultOf(result));
  });
}

function encapsulate(key, callback) {
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  return run(preparePublicKey(key), undefined, callback, pairOf);
}

function decapsulate(key, ciphertext, callback) {
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  const handle = preparePrivateKey(key);
  return run(handle, bytesOf(ciphertext, 'ciphertext'), callback, secretOf);
}

module.exports = { decapsulate, encapsulate };
