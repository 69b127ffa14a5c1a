/* src/runtime/bindings/tls/tickets.c — the keys of session tickets.
 *
 * (1) A context has 48 bytes: the name of the key, the key of the MAC, the key of the cipher, 16
 *     bytes each. Servers that share them accept each other's tickets.
 * (2) Tickets are encrypted with AES-128-CBC and signed with HMAC-SHA-256. */
#include <string.h>

#include "tls.h"

enum { PART = 16, IV = 16 };

static int set_mac(const struct gy_secure_context* context, EVP_MAC_CTX* mac) {
  OSSL_PARAM parameters[] = {
      gy_tls_lib->OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY,
                                                    (void*) (context->ticket_keys + PART), PART),
      gy_tls_lib->OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 0),
      gy_tls_lib->OSSL_PARAM_construct_end(),
  };

  return gy_tls_lib->EVP_MAC_CTX_set_params(mac, parameters);
}

static int start_cipher(const struct gy_secure_context* context, EVP_CIPHER_CTX* cipher,
                        const unsigned char* iv, int encrypts) {
  return gy_tls_lib->EVP_CipherInit_ex(cipher, gy_tls_lib->EVP_aes_128_cbc(), NULL,
                                       context->ticket_keys + 2 * PART, iv, encrypts);
}

/* For OpenSSL: 1 is good, 0 a ticket of somebody else, -1 a failure. */
int gy_tls_use_ticket_keys(SSL* conn, unsigned char* name, unsigned char* iv,
                           EVP_CIPHER_CTX* cipher, EVP_MAC_CTX* mac, int encrypts) {
  const struct gy_tls* t = gy_tls_lib->SSL_get_ex_data(conn, 0);
  const struct gy_secure_context* context = t->context;

  if (encrypts) {
    memcpy(name, context->ticket_keys, PART);
    if (gy_tls_lib->RAND_bytes(iv, IV) != 1)
      return -1;
  } else if (memcmp(name, context->ticket_keys, PART) != 0) {
    return 0;
  }
  return start_cipher(context, cipher, iv, encrypts) == 1 && set_mac(context, mac) == 1 ? 1 : -1;
}

/* getTicketKeys(context) → 48 bytes */
GY_FUNCTION(get_ticket_keys) {
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);

  return context != NULL ? gy_tls_copy(gy_env_here(), context->ticket_keys, GY_TICKET_KEYS) : NULL;
}

/* setTicketKeys(context, 48 bytes) */
GY_FUNCTION(set_ticket_keys) {
  gy_env* env = gy_env_here();
  struct gy_secure_context* context = gy_secure_context_of(ctx, argc, argv, exception);
  uint8_t* bytes;
  size_t length;

  if (context == NULL)
    return NULL;
  if (argc < 2 || !gy_bytes_get(env, argv[1], &bytes, &length) || length != GY_TICKET_KEYS)
    return gy_throw_type(env, exception, "Session ticket keys must be a 48-byte buffer");
  memcpy(context->ticket_keys, bytes, GY_TICKET_KEYS);
  return gy_undefined(env);
}

void gy_bind_tls_tickets(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"getTicketKeys", get_ticket_keys},
      {"setTicketKeys", set_ticket_keys},
  };

  gy_define(env, target, functions);
}
