/* src/runtime/bindings/crypto/params.h — parameters of OpenSSL from a list of JavaScript. */
#ifndef BINDINGS_CRYPTO_PARAMS_H
#define BINDINGS_CRYPTO_PARAMS_H

#include "crypto.h"

/* Of an array with names and values by turns: a number is an unsigned integer, a string a text,
 * bytes a big-endian number, but for "point", which is the public point of an EC key. Free it with
 * OSSL_PARAM_free(). NULL if it cannot be made. */
OSSL_PARAM* gy_params_get(gy_env* env, const struct gy_openssl* ssl, JSValueRef list,
                          JSValueRef* exception);

/* OpenSSL's name of a type of keys ("rsa-pss"); NULL for another. */
const char* gy_key_openssl_name(const char* name);

#endif
