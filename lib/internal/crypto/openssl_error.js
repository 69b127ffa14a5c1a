'use strict';
// Gives OpenSSL's errors Node's codes and properties. Called from C: src/runtime/openssl/error.c.

const {
  ArrayPrototypeSlice, ErrorCaptureStackTrace, SafeArray, StringPrototypeReplaceAll,
  StringPrototypeToUpperCase,
} = primordials;
const { setOwnProperty } = require('internal/util');
const { codes } = require('internal/errors');

// Maps the number of a library of OpenSSL to its part of `code`. Other libraries have none.
const LIBRARIES = {
  __proto__: null,
  2: 'OSSL_SYS_', 3: 'OSSL_BN_', 4: 'OSSL_RSA_', 5: 'OSSL_DH_', 6: 'OSSL_EVP_', 7: 'OSSL_BUF_',
  8: 'OSSL_OBJ_', 9: 'OSSL_PEM_', 10: 'OSSL_DSA_', 11: 'OSSL_X509_', 13: 'OSSL_ASN1_',
  14: 'OSSL_CONF_', 15: 'OSSL_CRYPTO_', 16: 'OSSL_EC_', 20: 'SSL_', 32: 'OSSL_BIO_',
  33: 'OSSL_PKCS7_', 34: 'OSSL_X509V3_', 35: 'OSSL_PKCS12_', 36: 'OSSL_RAND_', 37: 'OSSL_DSO_',
  38: 'OSSL_ENGINE_', 39: 'OSSL_OCSP_', 40: 'OSSL_UI_', 41: 'OSSL_COMP_', 42: 'OSSL_ECDSA_',
  43: 'OSSL_ECDH_', 44: 'OSSL_OSSL_STORE_', 45: 'OSSL_FIPS_', 46: 'OSSL_CMS_', 47: 'OSSL_TS_',
  48: 'OSSL_HMAC_', 50: 'OSSL_CT_', 51: 'OSSL_ASYNC_', 52: 'OSSL_KDF_', 128: 'OSSL_USER_',
};
const FIRST = 0;
const MESSAGE = 2;

// `list` has four values per error: text, number of the library, its name, reason.
function opensslError(message, list, wording) {
  const hasError = list.length > 0;
  const err = new primordials.Error(hasError && wording !== MESSAGE ? list[0] : message);
  ErrorCaptureStackTrace(err, opensslError);
  if (!hasError)
    return err;
  const stack = new SafeArray();
  for (let i = list.length - 4; i >= (wording === FIRST ? 4 : 0); i -= 4)
    stack.push(list[i]);
  if (stack.length > 0)
    setOwnProperty(err, 'opensslErrorStack', ArrayPrototypeSlice.call(stack));
  if (list[2] !== undefined)
    setOwnProperty(err, 'library', list[2]);
  const reason = list[3];
  if (reason !== undefined) {
    setOwnProperty(err, 'reason', reason);
    const name = StringPrototypeToUpperCase.call(StringPrototypeReplaceAll.call(reason, ' ', '_'));
    setOwnProperty(err, 'code', `ERR_${LIBRARIES[list[1]] ?? 'OSSL_'}${name}`);
  }
  return err;
}

const codeError = (code, argument) =>
  argument === undefined ? new codes[code]() : new codes[code](argument);

module.exports = { codeError, opensslError };
