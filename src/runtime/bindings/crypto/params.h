/* src/runtime/bindings/crypto/params.h — converts a list of JavaScript to parameters of OpenSSL. */
#ifndef BINDINGS_CRYPTO_PARAMS_H
#define BINDINGS_CRYPTO_PARAMS_H

#include "crypto.h"

/* Converts an array of alternating names and values. A number becomes an unsigned integer, a string
 * a text, and bytes a big-endian number; but the bytes of "point" are the public point of an EC
 * key. Free the result with OSSL_PARAM_free(). NULL on failure. */
OSSL_PARAM* gy_params_get(gy_env* env, const struct gy_openssl* ssl, JSValueRef list,
                          JSValueRef* exception);

/* OpenSSL's name of a type of keys ("rsa-pss"); NULL for another. */
const char* gy_key_openssl_name(const char* name);

#endif
