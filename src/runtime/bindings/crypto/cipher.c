/* src/runtime/bindings/crypto/cipher.c — ciphers: createCipheriv(), createDecipheriv().
 *
 * (1) A Cipher object owns one OpenSSL context, which is wiped and freed when the cipher ends, or
 *     when the object is collected.
 * (2) In authenticated modes, a decipher succeeds only if the right tag was set.
 * (3) CCM gets all of its data in one update, which checks the tag. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "methods.h"
#include "runtime/openssl/error.h"

#define TAG_MAX 16
#define NO_TAG_LENGTH (-1)
#define SIV_HEADERS 126 /* RFC 5297 */

struct cipher {
  EVP_CIPHER_CTX* context; /* NULL: it has ended */
  int mode;                /* EVP_CIPH_… */
  bool is_encrypt;
  bool is_aead;
  bool is_stream; /* it has no blocks */
  bool is_updated;
  bool has_tag;      /* of a decipher: it was set; of a cipher: it was computed */
  bool is_tag_given; /* to OpenSSL */
  bool is_forged;    /* CCM: the tag was wrong */
  int tag_length;    /* NO_TAG_LENGTH: not chosen */
  unsigned headers; /* how often data was added that is only authenticated */
  size_t max_message;
  uint8_t tag[TAG_MAX];
};

static _Thread_local JSClassRef cipher_class;

static void cipher_end(struct cipher* cipher) {
  gy_openssl(NULL, NULL)->EVP_CIPHER_CTX_free(cipher->context);
  cipher->context = NULL;
}

static void finalize(JSObjectRef object) {
  struct cipher* cipher = JSObjectGetPrivate(object);

  if (cipher != NULL)
    cipher_end(cipher);
  free(cipher);
}

/* ---- Names ---- */

struct names {
  gy_env* env;
  const struct gy_openssl* ssl;
  JSObjectRef array; /* NULL: they are counted */
  unsigned count;
};

static void add_name(const char* name, void* argument) {
  struct names* names = argument;

  if (names->array != NULL)
    JSObjectSetPropertyAtIndex(names->env->ctx, names->array, names->count,
                               gy_string(names->env, name), NULL);
  names->count++;
}

static void add_cipher(EVP_CIPHER* cipher, void* argument) {
  ((struct names*) argument)->ssl->EVP_CIPHER_names_do_all(cipher, add_name, argument);
}

/* () → all names of all ciphers, in no order */
GY_FUNCTION(cipher_names) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);

  if (ssl == NULL)
    return NULL;
  struct names names = {env, ssl, NULL, 0};
  ssl->EVP_CIPHER_do_all_provided(NULL, add_cipher, &names);
  names.array = gy_array_new(env, names.count);
  names.count = 0;
  ssl->EVP_CIPHER_do_all_provided(NULL, add_cipher, &names);
  return names.array;
}

static bool accepts(const struct gy_openssl* ssl, const EVP_CIPHER* cipher, int key_length,
                    int iv_length) {
  EVP_CIPHER_CTX* context = ssl->EVP_CIPHER_CTX_new();
  bool ok =
      context != NULL && ssl->EVP_CipherInit_ex(context, cipher, NULL, NULL, NULL, 1) == 1 &&
      (key_length < 0 || ssl->EVP_CIPHER_CTX_set_key_length(context, key_length) == 1);

  if (ok && iv_length >= 0) {
    int mode = ssl->EVP_CIPHER_get_mode(cipher);
    if (mode == EVP_CIPH_CCM_MODE || mode == EVP_CIPH_GCM_MODE || mode == EVP_CIPH_OCB_MODE)
      ok = ssl->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, iv_length, NULL) == 1;
    else
      ok = ssl->EVP_CIPHER_get_iv_length(cipher) == iv_length;
  }
  ssl->EVP_CIPHER_CTX_free(context);
  return ok;
}

/* (name or nid, keyLength or -1, ivLength or -1) → [mode, name, nid, keyLength, blockSize,
 * ivLength], or undefined */
GY_FUNCTION(cipher_info) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_text text;
  EVP_CIPHER* cipher = NULL;

  if (ssl == NULL || argc < 3)
    return NULL;
  if (JSValueIsNumber(ctx, argv[0])) {
    const char* name = ssl->OBJ_nid2sn(gy_arg_int(ctx, argc, argv, 0));
    cipher = name != NULL ? gy_method_cipher(ssl, name) : NULL;
  } else if (gy_text_get(env, argv[0], &text, exception)) {
    cipher = gy_method_cipher(ssl, text.data);
    gy_text_free(&text);
  }
  JSValueRef result = gy_undefined(env);
  if (cipher != NULL &&
      accepts(ssl, cipher, gy_arg_int(ctx, argc, argv, 1), gy_arg_int(ctx, argc, argv, 2))) {
    int nid = ssl->EVP_CIPHER_get_nid(cipher);
    const char* name = nid != NID_undef ? ssl->OBJ_nid2sn(nid) : ssl->EVP_CIPHER_get0_name(cipher);
    JSValueRef values[] = {gy_number(env, ssl->EVP_CIPHER_get_mode(cipher)),
                           gy_string(env, name),
                           gy_number(env, nid),
                           gy_number(env, ssl->EVP_CIPHER_get_key_length(cipher)),
                           gy_number(env, ssl->EVP_CIPHER_get_block_size(cipher)),
                           gy_number(env, ssl->EVP_CIPHER_get_iv_length(cipher))};
    result = JSObjectMakeArray(ctx, GY_COUNT(values), values, NULL);
  }
  ssl->EVP_CIPHER_free(cipher);
  ssl->ERR_clear_error();
  return result;
}

/* ---- Making ---- */

static bool is_tag_length(const struct cipher* cipher, size_t length) {
  switch (cipher->mode) {
    case EVP_CIPH_GCM_MODE:
      return length == 4 || length == 8 || (length >= 12 && length <= TAG_MAX);
    case EVP_CIPH_CCM_MODE:
      return length >= 4 && length <= TAG_MAX && length % 2 == 0;
    case EVP_CIPH_SIV_MODE:
      return length == TAG_MAX;
    default:
      return length >= 1 && length <= TAG_MAX;
  }
}

static JSValueRef throw_tag_length(gy_env* env, JSValueRef* exception, long long length) {
  char message[64];

  snprintf(message, sizeof(message), "Invalid authentication tag length: %lld", length);
  return gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_AUTH_TAG", message);
}

/* In CCM the length of the counter limits the message. */
static size_t max_message(size_t iv_length) {
  return iv_length == 12 ? 16777215 : iv_length == 13 ? 65535 : INT_MAX;
}

/* Checks and sets the length of the tag of a new context. False with an exception. */
static bool use_tag_length(gy_env* env, const struct gy_openssl* ssl, struct cipher* cipher,
                           const char* name, int length, JSValueRef* exception) {
  bool is_needed = cipher->mode == EVP_CIPH_CCM_MODE || cipher->mode == EVP_CIPH_OCB_MODE;
  bool is_stream = cipher->mode == EVP_CIPH_STREAM_CIPHER; /* ChaCha20-Poly1305 */
  char message[128];

  cipher->tag_length = length;
  if (length == NO_TAG_LENGTH && is_needed) {
    snprintf(message, sizeof(message), "authTagLength required for %s", name);
    gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_AUTH_TAG", message);
    return false;
  }
  if (length == NO_TAG_LENGTH && is_stream)
    cipher->tag_length = TAG_MAX;
  if (length != NO_TAG_LENGTH && !is_tag_length(cipher, (size_t) length)) {
    throw_tag_length(env, exception, length);
    return false;
  }
  if (is_needed && ssl->EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_TAG, length,
                                            NULL) != 1) {
    throw_tag_length(env, exception, length);
    return false;
  }
  return true;
}

struct parameters {
  const char* name;
  const uint8_t *key, *iv; /* iv: NULL for none */
  size_t key_length, iv_length;
  int tag_length;
};

static bool open_context(gy_env* env, const struct gy_openssl* ssl, struct cipher* cipher,
                         const EVP_CIPHER* type, const struct parameters* with,
                         JSValueRef* exception) {
  EVP_CIPHER_CTX* context = cipher->context;
  int iv_length = ssl->EVP_CIPHER_get_iv_length(type);
  bool is_wrap = cipher->mode == EVP_CIPH_WRAP_MODE;

  if (is_wrap)
    ssl->EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  if ((iv_length != 0 && with->iv == NULL) ||
      (with->iv != NULL && !cipher->is_aead && with->iv_length != (size_t) iv_length) ||
      (cipher->is_aead && with->iv_length == 0 && cipher->mode != EVP_CIPH_SIV_MODE) ||
      (cipher->mode == EVP_CIPH_SIV_MODE && with->iv_length != 0) || with->iv_length > INT_MAX ||
      (cipher->is_aead && cipher->mode == EVP_CIPH_STREAM_CIPHER && with->iv_length > 12)) {
    gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_IV", NULL);
    return false;
  }
  if (ssl->EVP_CipherInit_ex(context, type, NULL, NULL, NULL, cipher->is_encrypt) != 1) {
    gy_openssl_throw(env, exception, GY_OSSL_ALL, "Failed to initialize cipher");
    return false;
  }
  if (cipher->is_aead && cipher->mode != EVP_CIPH_SIV_MODE &&
      ssl->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int) with->iv_length, NULL) !=
          1) {
    ssl->ERR_clear_error();
    gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_IV", NULL);
    return false;
  }
  if (cipher->is_aead &&
      !use_tag_length(env, ssl, cipher, with->name, with->tag_length, exception))
    return false;
  cipher->max_message = cipher->mode == EVP_CIPH_CCM_MODE ? max_message(with->iv_length) : INT_MAX;
  if (with->key_length > INT_MAX ||
      ssl->EVP_CIPHER_CTX_set_key_length(context, (int) with->key_length) != 1) {
    ssl->ERR_clear_error();
    gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_KEYLEN", NULL);
    return false;
  }
  if (ssl->EVP_CipherInit_ex(context, NULL, NULL, with->key, with->iv, cipher->is_encrypt) == 1)
    return true;
  gy_openssl_throw(env, exception, GY_OSSL_ALL, "Failed to initialize cipher");
  return false;
}

static JSValueRef open_cipher(gy_env* env, const struct gy_openssl* ssl, bool is_encrypt,
                              const struct parameters* with, JSValueRef* exception) {
  EVP_CIPHER* type = gy_method_cipher(ssl, with->name);
  struct cipher* cipher;

  if (type == NULL) {
    if (ssl->EVP_get_cipherbyname(with->name) != NULL) /* of the legacy provider */
      return gy_openssl_throw(env, exception, GY_OSSL_ALL, "Unsupported cipher");
    ssl->ERR_clear_error();
    return gy_throw_code(env, exception, "ERR_CRYPTO_UNKNOWN_CIPHER", NULL);
  }
  cipher = calloc(1, sizeof(*cipher));
  if (cipher == NULL) {
    ssl->EVP_CIPHER_free(type);
    return gy_throw(env, exception, "Out of memory");
  }
  cipher->context = ssl->EVP_CIPHER_CTX_new();
  cipher->mode = ssl->EVP_CIPHER_get_mode(type);
  cipher->is_encrypt = is_encrypt;
  cipher->is_stream = ssl->EVP_CIPHER_get_block_size(type) == 1 &&
                      cipher->mode != EVP_CIPH_SIV_MODE && cipher->mode != EVP_CIPH_WRAP_MODE;
  cipher->is_aead = (ssl->EVP_CIPHER_get_flags(type) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0 ||
                    cipher->mode == EVP_CIPH_SIV_MODE;
  bool ok = cipher->context != NULL && open_context(env, ssl, cipher, type, with, exception);
  ssl->EVP_CIPHER_free(type);
  if (ok)
    return JSObjectMake(env->ctx, cipher_class, cipher);
  cipher_end(cipher);
  free(cipher);
  return NULL;
}

/* (isEncrypt, name, key: bytes or Key, iv: bytes or null, authTagLength or -1) → Cipher */
GY_FUNCTION(cipher_new) {
  gy_env* env = gy_env_here();
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct parameters with = {.tag_length = gy_arg_int(ctx, argc, argv, 4)};
  struct gy_text name;
  uint8_t *key_bytes, *iv;

  if (ssl == NULL || argc < 5)
    return NULL;
  ssl->ERR_clear_error();
  if (gy_bytes_get(env, argv[2], &key_bytes, &with.key_length)) {
    with.key = key_bytes;
  } else {
    struct gy_key* key = gy_key_unwrap(env, argv[2], exception);
    if (key == NULL)
      return NULL;
    with.key = key->bytes;
    with.key_length = key->length;
  }
  if (gy_bytes_get(env, argv[3], &iv, &with.iv_length))
    with.iv = iv != NULL ? iv : (const uint8_t*) "";
  if (!gy_text_get(env, argv[1], &name, exception))
    return NULL;
  with.name = name.data;
  JSValueRef made = open_cipher(env, ssl, gy_arg_bool(ctx, argc, argv, 0), &with, exception);
  gy_text_free(&name);
  return made;
}

/* ---- Use ---- */

/* OpenSSL gets the tag of a decipher once: CCM and OCB want it before data. */
static bool give_tag(const struct gy_openssl* ssl, struct cipher* cipher) {
  if (!cipher->is_aead || cipher->is_encrypt || !cipher->has_tag || cipher->is_tag_given)
    return true;
  cipher->is_tag_given = true;
  return ssl->EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_TAG, cipher->tag_length,
                                  cipher->tag) == 1;
}

static JSValueRef update_failed(gy_env* env, JSValueRef* exception) {
  return gy_openssl_fail(env, exception, "Trying to add data in unsupported state");
}

/* (Cipher) → whether the output of an update has the size of its input. If not, `out` has 32 bytes
 * more room. */
GY_FUNCTION(cipher_is_stream) {
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);

  return cipher != NULL ? gy_bool(gy_env_here(), cipher->is_stream) : NULL;
}

/* (Cipher, data, out) → how many bytes were written to out */
GY_FUNCTION(cipher_update) {
  gy_env* env = gy_env_here();
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  struct gy_input data;
  uint8_t* out;
  uint8_t none[1]; /* without an output OpenSSL takes the data for additional data */
  size_t room;
  int written = 0;

  if (cipher == NULL || argc < 3 || !gy_input_get(env, argv[1], &data, exception))
    return NULL;
  /* A cipher of blocks may write the rest of the last update too. */
  size_t more = cipher->is_stream ? 0 : EVP_MAX_BLOCK_LENGTH;
  if (!gy_bytes_get(env, argv[2], &out, &room) || room < data.length + more) {
    gy_input_free(&data);
    return gy_throw_type(env, exception, "argument must be a buffer");
  }
  if (cipher->context == NULL || data.length > INT_MAX - 32 ||
      (cipher->mode == EVP_CIPH_SIV_MODE && cipher->is_updated)) {
    gy_input_free(&data);
    return update_failed(env, exception);
  }
  if (data.length > cipher->max_message) {
    gy_input_free(&data);
    return gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_MESSAGELEN", NULL);
  }
  cipher->is_updated = true;
  ssl->ERR_clear_error();
  bool is_ccm_decrypt = cipher->mode == EVP_CIPH_CCM_MODE && !cipher->is_encrypt;
  bool ok = true;
  if (is_ccm_decrypt && !cipher->has_tag)
    cipher->is_forged = true;
  else
    ok = give_tag(ssl, cipher) &&
         ssl->EVP_CipherUpdate(cipher->context, out != NULL ? out : none, &written,
                               data.length > 0 ? data.bytes : (const uint8_t*) "",
                               (int) data.length) == 1;
  gy_input_free(&data);
  if (!ok && (is_ccm_decrypt || cipher->mode == EVP_CIPH_SIV_MODE)) {
    ssl->ERR_clear_error();
    cipher->is_forged = true;
    return gy_number(env, 0);
  }
  return ok ? gy_number(env, written) : update_failed(env, exception);
}

static bool keep_tag(const struct gy_openssl* ssl, struct cipher* cipher) {
  if (!cipher->is_encrypt || !cipher->is_aead)
    return true;
  if (cipher->tag_length == NO_TAG_LENGTH)
    cipher->tag_length = TAG_MAX;
  cipher->has_tag = ssl->EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_GET_TAG,
                                             cipher->tag_length, cipher->tag) == 1;
  return cipher->has_tag;
}

static bool finish(const struct gy_openssl* ssl, struct cipher* cipher, uint8_t* out,
                   int* written) {
  if (cipher->is_aead && !cipher->is_encrypt && !cipher->has_tag)
    return false;
  if (cipher->mode == EVP_CIPH_CCM_MODE && cipher->is_updated)
    return !cipher->is_forged && keep_tag(ssl, cipher);
  if (cipher->mode == EVP_CIPH_SIV_MODE && (!cipher->is_updated || cipher->is_forged))
    return false;
  if (!give_tag(ssl, cipher))
    return false;
  if (cipher->mode == EVP_CIPH_CCM_MODE) /* without data there is no tag */
    return cipher->is_encrypt && keep_tag(ssl, cipher);
  return ssl->EVP_CipherFinal_ex(cipher->context, out, written) == 1 && keep_tag(ssl, cipher);
}

/* (Cipher, out of 32 bytes) → how many bytes were written to it; undefined if it has ended */
GY_FUNCTION(cipher_final) {
  gy_env* env = gy_env_here();
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  uint8_t* out;
  size_t room;
  int written = 0;

  if (cipher == NULL)
    return NULL;
  if (argc < 2 || !gy_bytes_get(env, argv[1], &out, &room) || room < EVP_MAX_BLOCK_LENGTH)
    return gy_throw_type(env, exception, "argument must be a buffer");
  if (cipher->context == NULL)
    return gy_undefined(env);
  ssl->ERR_clear_error();
  bool ok = finish(ssl, cipher, out, &written);
  cipher_end(cipher);
  if (ok)
    return gy_number(env, written);
  if (cipher->is_aead && !(cipher->is_encrypt && cipher->mode == EVP_CIPH_CCM_MODE))
    return gy_openssl_fail(env, exception, "Unsupported state or unable to authenticate data");
  return gy_openssl_throw(env, exception, GY_OSSL_ALL, "Unsupported state");
}

/* (Cipher, isPadded) → whether it is in a state for it */
GY_FUNCTION(cipher_set_padding) {
  gy_env* env = gy_env_here();
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);

  if (cipher == NULL)
    return NULL;
  bool is_padded = gy_arg_bool(ctx, argc, argv, 1);
  return gy_bool(env, cipher->context != NULL &&
                          ssl->EVP_CIPHER_CTX_set_padding(cipher->context, is_padded) == 1);
}

static bool add_aad(const struct gy_openssl* ssl, struct cipher* cipher,
                    const struct gy_input* aad, int plaintext_length) {
  int ignored;

  if (!give_tag(ssl, cipher))
    return false;
  if (cipher->mode == EVP_CIPH_CCM_MODE &&
      ssl->EVP_CipherUpdate(cipher->context, NULL, &ignored, NULL, plaintext_length) != 1)
    return false;
  return ssl->EVP_CipherUpdate(cipher->context, NULL, &ignored,
                               aad->length > 0 ? aad->bytes : (const uint8_t*) "",
                               (int) aad->length) == 1;
}

/* (Cipher, data, plaintextLength or -1) → whether the state of the cipher allows it; null if CCM
 * lacks the length */
GY_FUNCTION(cipher_set_aad) {
  gy_env* env = gy_env_here();
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);
  const struct gy_openssl* ssl = gy_openssl(env, exception);
  int plaintext_length = gy_arg_int(ctx, argc, argv, 2);
  struct gy_input aad;

  if (cipher == NULL || argc < 3)
    return NULL;
  if (cipher->context == NULL || !cipher->is_aead ||
      (cipher->mode == EVP_CIPH_SIV_MODE &&
       (cipher->is_updated || cipher->headers++ == SIV_HEADERS)))
    return gy_bool(env, false);
  if (cipher->mode == EVP_CIPH_CCM_MODE && plaintext_length < 0)
    return JSValueMakeNull(ctx);
  if (cipher->mode == EVP_CIPH_CCM_MODE && (size_t) plaintext_length > cipher->max_message)
    return gy_throw_code(env, exception, "ERR_CRYPTO_INVALID_MESSAGELEN", NULL);
  if (!gy_input_get(env, argv[1], &aad, exception))
    return NULL;
  bool ok = aad.length <= INT_MAX && add_aad(ssl, cipher, &aad, plaintext_length);
  gy_input_free(&aad);
  ssl->ERR_clear_error();
  return gy_bool(env, ok);
}

/* (Cipher) → ArrayBuffer; undefined when there is no tag yet */
GY_FUNCTION(cipher_get_tag) {
  gy_env* env = gy_env_here();
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);

  if (cipher == NULL)
    return NULL;
  if (cipher->context != NULL || !cipher->is_encrypt || !cipher->has_tag)
    return gy_undefined(env);
  return gy_array_buffer(env, cipher->tag, (size_t) cipher->tag_length);
}

/* (Cipher, tag) → whether it is in a state for it */
GY_FUNCTION(cipher_set_tag) {
  gy_env* env = gy_env_here();
  struct cipher* cipher = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, cipher_class, exception);
  struct gy_input tag;

  if (cipher == NULL || argc < 2)
    return NULL;
  if (cipher->context == NULL || cipher->is_encrypt || !cipher->is_aead || cipher->has_tag ||
      (cipher->mode == EVP_CIPH_SIV_MODE && cipher->is_updated))
    return gy_bool(env, false);
  if (!gy_input_get(env, argv[1], &tag, exception))
    return NULL;
  /* Where none was chosen only the whole tag is allowed. */
  size_t wanted = cipher->tag_length != NO_TAG_LENGTH ? (size_t) cipher->tag_length : TAG_MAX;
  bool ok = tag.length == wanted;
  if (ok) {
    memcpy(cipher->tag, tag.bytes, tag.length);
    cipher->tag_length = (int) tag.length;
    cipher->has_tag = true;
  }
  long long length = (long long) tag.length;
  gy_input_free(&tag);
  return ok ? gy_bool(env, true) : throw_tag_length(env, exception, length);
}

void gy_bind_crypto_cipher(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"cipherNames", cipher_names},   {"cipherInfo", cipher_info},
      {"cipherNew", cipher_new},       {"cipherUpdate", cipher_update},
      {"cipherIsStream", cipher_is_stream},
      {"cipherFinal", cipher_final},   {"cipherSetPadding", cipher_set_padding},
      {"cipherSetAAD", cipher_set_aad}, {"cipherGetTag", cipher_get_tag},
      {"cipherSetTag", cipher_set_tag},
  };
  if (cipher_class == NULL)
    cipher_class = gy_class_new("Cipher", finalize);
  gy_define(env, target, functions);
}
