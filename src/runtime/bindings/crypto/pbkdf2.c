/* src/runtime/bindings/crypto/pbkdf2.c — PBKDF2 (RFC 8018) with HMAC of SHA-1 and SHA-2.
 *
 * OpenSSL 3.0 duplicates an HMAC context in every iteration, which costs more than the hash. Here
 * an iteration is two calls of the compression function: the states after the padded key are
 * computed once, and the message of every iteration but the first is one digest, which fits in a
 * block. Other digests are left to OpenSSL. */
#include "crypto.h"

#include <limits.h>
#include <openssl/objects.h>
#include <string.h>

#define MAX_BLOCK 128
#define MAX_DIGEST 64

/* Each of OpenSSL's contexts begins with the state words. */
union context {
  SHA_CTX sha1;
  SHA256_CTX sha256;
  SHA512_CTX sha512;
  uint32_t words32[8];
  uint64_t words64[8];
};

struct hash {
  const struct gy_openssl* ssl;
  int type; /* NID of OpenSSL */
  size_t word;
  size_t block;
  size_t digest;
};

struct hmac {
  struct hash hash;
  union context inner, outer; /* after the padded key */
};

static void initialize(const struct hash* hash, union context* context) {
  const struct gy_openssl* ssl = hash->ssl;

  switch (hash->type) {
    case NID_sha1: ssl->SHA1_Init(&context->sha1); break;
    case NID_sha224: ssl->SHA224_Init(&context->sha256); break;
    case NID_sha256: ssl->SHA256_Init(&context->sha256); break;
    case NID_sha384: ssl->SHA384_Init(&context->sha512); break;
    default: ssl->SHA512_Init(&context->sha512); break;
  }
}

static void compress(const struct hash* hash, union context* context, const uint8_t* block) {
  if (hash->word == 8)
    hash->ssl->SHA512_Transform(&context->sha512, block);
  else if (hash->type == NID_sha1)
    hash->ssl->SHA1_Transform(&context->sha1, block);
  else
    hash->ssl->SHA256_Transform(&context->sha256, block);
}

/* The digest: the state words, big-endian. */
static void store(const struct hash* hash, const union context* context, uint8_t* out) {
  if (hash->word == 8) {
    for (size_t i = 0; i < hash->digest / 8; i++) {
      uint64_t word = __builtin_bswap64(context->words64[i]);
      memcpy(out + 8 * i, &word, 8);
    }
    return;
  }
  for (size_t i = 0; i < hash->digest / 4; i++) {
    uint32_t word = __builtin_bswap32(context->words32[i]);
    memcpy(out + 4 * i, &word, 4);
  }
}

/* Pads the last block, which has `used` bytes of a message of `length` bytes in all. False if the
 * length field does not fit: then another block of padding follows. */
static bool pad(const struct hash* hash, uint8_t* block, size_t used, uint64_t length) {
  uint64_t bits = __builtin_bswap64(length * 8);
  bool fits = used + 1 + 2 * hash->word <= hash->block;

  block[used] = 0x80;
  memset(block + used + 1, 0, hash->block - used - 1);
  if (fits)
    memcpy(block + hash->block - 8, &bits, 8);
  return fits;
}

/* Ends a hash whose first block has been compressed; `data` is the rest of the message. */
static void finish(const struct hash* hash, union context* context, const uint8_t* data,
                   size_t length, uint8_t* out) {
  uint64_t total = (uint64_t) hash->block + length;
  uint64_t bits = __builtin_bswap64(total * 8);
  uint8_t block[MAX_BLOCK];

  for (; length >= hash->block; data += hash->block, length -= hash->block)
    compress(hash, context, data);
  memcpy(block, data, length);
  if (!pad(hash, block, length, total)) {
    compress(hash, context, block);
    memset(block, 0, hash->block);
    memcpy(block + hash->block - 8, &bits, 8);
  }
  compress(hash, context, block);
  store(hash, context, out);
  explicit_bzero(block, sizeof(block));
}

static void prepare(struct hmac* hmac, const uint8_t* key, size_t length) {
  const struct hash* hash = &hmac->hash;
  uint8_t block[MAX_BLOCK] = {0};

  memcpy(block, key, length);
  for (size_t i = 0; i < hash->block; i++)
    block[i] ^= 0x36;
  initialize(hash, &hmac->inner);
  compress(hash, &hmac->inner, block);
  for (size_t i = 0; i < hash->block; i++)
    block[i] ^= 0x36 ^ 0x5c;
  initialize(hash, &hmac->outer);
  compress(hash, &hmac->outer, block);
  explicit_bzero(block, sizeof(block));
}

static void hmac_of(const struct hmac* hmac, const uint8_t* data, size_t length, uint8_t* out) {
  union context context = hmac->inner;

  finish(&hmac->hash, &context, data, length, out);
  context = hmac->outer;
  finish(&hmac->hash, &context, out, hmac->hash.digest, out);
}

/* Block number `number` of the key. `salt` has four bytes of room after its end. */
static void derive_block(const struct hmac* hmac, uint8_t* salt, size_t length, uint32_t number,
                         int iterations, uint8_t* result) {
  const struct hash* hash = &hmac->hash;
  uint32_t big_endian = __builtin_bswap32(number);
  uint8_t block[MAX_BLOCK], digest[MAX_DIGEST];

  memcpy(salt + length, &big_endian, 4);
  hmac_of(hmac, salt, length + 4, digest);
  memcpy(result, digest, hash->digest);
  memcpy(block, digest, hash->digest);
  pad(hash, block, hash->digest, hash->block + hash->digest);
  for (int i = 1; i < iterations; i++) {
    union context context = hmac->inner;
    compress(hash, &context, block);
    store(hash, &context, block);
    context = hmac->outer;
    compress(hash, &context, block);
    store(hash, &context, block);
    for (size_t k = 0; k < hash->digest; k++)
      result[k] ^= block[k];
  }
  explicit_bzero(block, sizeof(block));
}

static bool describe(const struct gy_openssl* ssl, const EVP_MD* digest, struct hash* hash) {
  int size = ssl->EVP_MD_get_size(digest);
  int type = ssl->EVP_MD_get_type(digest);
  bool is_long = type == NID_sha384 || type == NID_sha512;

  if (!ssl->has_optional)
    return false;
  if (!is_long && type != NID_sha1 && type != NID_sha224 && type != NID_sha256)
    return false;
  *hash = (struct hash){.ssl = ssl, .type = type, .word = is_long ? 8 : 4,
                        .block = is_long ? 128 : 64, .digest = (size_t) size};
  return true;
}

/* A key that is longer than a block is hashed first. False if OpenSSL fails. */
static bool use_key(struct hmac* hmac, const EVP_MD* digest, const uint8_t* key, size_t length) {
  const struct gy_openssl* ssl = hmac->hash.ssl;
  uint8_t hashed[MAX_DIGEST];
  EVP_MD_CTX* context;
  bool ok;

  if (length <= hmac->hash.block) {
    prepare(hmac, key, length);
    return true;
  }
  context = ssl->EVP_MD_CTX_new();
  ok = context != NULL && ssl->EVP_DigestInit_ex(context, digest, NULL) == 1 &&
       ssl->EVP_DigestUpdate(context, key, length) == 1 &&
       ssl->EVP_DigestFinal_ex(context, hashed, NULL) == 1;
  ssl->EVP_MD_CTX_free(context);
  if (ok)
    prepare(hmac, hashed, hmac->hash.digest);
  explicit_bzero(hashed, sizeof(hashed));
  return ok;
}

bool gy_pbkdf2(const struct gy_openssl* ssl, const EVP_MD* digest, const uint8_t* password,
               size_t password_length, uint8_t* salt, size_t salt_length, int iterations,
               uint8_t* out, size_t length) {
  struct hmac hmac;
  uint8_t block[MAX_DIGEST];

  if (!describe(ssl, digest, &hmac.hash)) {
    if (password_length > INT_MAX || salt_length > INT_MAX || length > INT_MAX)
      return false;
    return ssl->PKCS5_PBKDF2_HMAC((const char*) password, (int) password_length, salt,
                                  (int) salt_length, iterations, digest, (int) length, out) == 1;
  }
  if (!use_key(&hmac, digest, password, password_length))
    return false;
  for (uint32_t number = 1; length > 0; number++) {
    size_t size = length < hmac.hash.digest ? length : hmac.hash.digest;
    derive_block(&hmac, salt, salt_length, number, iterations, block);
    memcpy(out, block, size);
    out += size;
    length -= size;
  }
  explicit_bzero(&hmac, sizeof(hmac));
  explicit_bzero(block, sizeof(block));
  return true;
}
