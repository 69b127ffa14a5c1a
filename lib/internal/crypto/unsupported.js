'use strict';
// Functions that OpenSSL 3.0 lacks or that gyre refuses. They throw the errors of a Node that was
// built without them.

const { NumberIsInteger } = primordials;
const {
  codes: {
    ERR_CRYPTO_ARGON2_NOT_SUPPORTED, ERR_CRYPTO_ENGINE_UNKNOWN, ERR_INVALID_ARG_TYPE,
  },
} = require('internal/errors');
const { getDeprecationWarningEmitter } = require('internal/util');
const { validateString } = require('internal/validators');

const warnEngine = getDeprecationWarningEmitter(
  'DEP0183', 'OpenSSL engine-based APIs are deprecated.');

// Engines are code that OpenSSL loads from anywhere; OpenSSL 3 replaces them by providers.
function setEngine(id, flags) {
  validateString(id, 'id');
  if (flags !== undefined && !NumberIsInteger(flags))
    throw new ERR_INVALID_ARG_TYPE('flags', 'number', flags);
  warnEngine();
  throw new ERR_CRYPTO_ENGINE_UNKNOWN(id);
}

function argon2() { throw new ERR_CRYPTO_ARGON2_NOT_SUPPORTED(); }
function argon2Sync() { throw new ERR_CRYPTO_ARGON2_NOT_SUPPORTED(); }

module.exports = {
  argon2, argon2Sync, setEngine,
};
