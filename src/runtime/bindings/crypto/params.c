/* src/runtime/bindings/crypto/params.c — see params.h. */
#include "params.h"

#include <limits.h>
#include <string.h>

#define MAX_PARAMETERS 12

/* OpenSSL keeps pointers to the names. */
static const char* const names[] = {
    OSSL_PKEY_PARAM_RSA_N,
    OSSL_PKEY_PARAM_RSA_E,
    OSSL_PKEY_PARAM_RSA_D,
    OSSL_PKEY_PARAM_RSA_FACTOR1,
    OSSL_PKEY_PARAM_RSA_FACTOR2,
    OSSL_PKEY_PARAM_RSA_EXPONENT1,
    OSSL_PKEY_PARAM_RSA_EXPONENT2,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
    OSSL_PKEY_PARAM_RSA_BITS,
    OSSL_PKEY_PARAM_RSA_DIGEST,
    OSSL_PKEY_PARAM_MGF1_DIGEST,
    OSSL_PKEY_PARAM_RSA_PSS_SALTLEN,
    OSSL_PKEY_PARAM_FFC_P,
    OSSL_PKEY_PARAM_FFC_G,
    OSSL_PKEY_PARAM_FFC_PBITS,
    OSSL_PKEY_PARAM_FFC_QBITS,
    OSSL_PKEY_PARAM_DH_GENERATOR,
    OSSL_PKEY_PARAM_GROUP_NAME,
    OSSL_PKEY_PARAM_EC_ENCODING,
    OSSL_PKEY_PARAM_PUB_KEY,
    OSSL_PKEY_PARAM_PRIV_KEY,
};

struct builder {
  gy_env* env;
  const struct gy_openssl* ssl;
  OSSL_PARAM_BLD* list;
  BIGNUM* numbers[MAX_PARAMETERS];
  size_t count;
  struct gy_text texts[MAX_PARAMETERS];
  size_t text_count;
};

static const char* constant_name(const char* name) {
  for (size_t i = 0; i < GY_COUNT(names); i++)
    if (strcmp(names[i], name) == 0)
      return names[i];
  return NULL;
}

static bool add_bytes(struct builder* b, const char* name, JSValueRef value) {
  uint8_t* bytes;
  size_t length;

  if (name == NULL || !gy_bytes_get(b->env, value, &bytes, &length) || length > INT_MAX)
    return false;
  BIGNUM* number = b->ssl->BN_bin2bn(bytes, (int) length, NULL);
  if (number == NULL)
    return false;
  b->numbers[b->count++] = number;
  return b->ssl->OSSL_PARAM_BLD_push_BN(b->list, name, number) == 1;
}

static bool add(struct builder* b, const char* name, JSValueRef value, JSValueRef* exception) {
  JSContextRef ctx = b->env->ctx;
  uint8_t* bytes;
  size_t length;

  if (strcmp(name, "point") == 0)
    return gy_bytes_get(b->env, value, &bytes, &length) &&
           b->ssl->OSSL_PARAM_BLD_push_octet_string(b->list, OSSL_PKEY_PARAM_PUB_KEY, bytes,
                                                    length) == 1;
  name = constant_name(name);
  if (name != NULL && JSValueIsNumber(ctx, value))
    return b->ssl->OSSL_PARAM_BLD_push_uint32(b->list, name,
                                              (uint32_t) gy_arg_number(ctx, 1, &value, 0)) == 1;
  if (name == NULL || !JSValueIsString(ctx, value))
    return add_bytes(b, name, value);
  struct gy_text* text = &b->texts[b->text_count];
  if (!gy_text_get(b->env, value, text, exception))
    return false;
  b->text_count++;
  return b->ssl->OSSL_PARAM_BLD_push_utf8_string(b->list, name, text->data, 0) == 1;
}

static bool add_all(struct builder* b, JSObjectRef list, JSValueRef* exception) {
  struct gy_text name;

  for (unsigned i = 0; i < 2 * MAX_PARAMETERS; i += 2) {
    JSValueRef key = JSObjectGetPropertyAtIndex(b->env->ctx, list, i, NULL);
    JSValueRef value = JSObjectGetPropertyAtIndex(b->env->ctx, list, i + 1, NULL);
    if (key == NULL || JSValueIsUndefined(b->env->ctx, key))
      return true;
    if (!gy_text_get(b->env, key, &name, exception))
      return false;
    bool ok = add(b, name.data, value, exception);
    gy_text_free(&name);
    if (!ok)
      return false;
  }
  return true;
}

OSSL_PARAM* gy_params_get(gy_env* env, const struct gy_openssl* ssl, JSValueRef list,
                          JSValueRef* exception) {
  struct builder b = {.env = env, .ssl = ssl, .list = ssl->OSSL_PARAM_BLD_new()};
  OSSL_PARAM* made = NULL;

  if (b.list != NULL && JSValueIsObject(env->ctx, list) &&
      add_all(&b, (JSObjectRef) list, exception))
    made = ssl->OSSL_PARAM_BLD_to_param(b.list);
  for (size_t i = 0; i < b.count; i++)
    ssl->BN_clear_free(b.numbers[i]);
  for (size_t i = 0; i < b.text_count; i++)
    gy_text_free(&b.texts[i]);
  ssl->OSSL_PARAM_BLD_free(b.list);
  return made;
}
