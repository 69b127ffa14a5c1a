/* src/runtime/bindings/crypto/keccak.h — the sponge of FIPS 202, and the functions on it that
 * OpenSSL 3.0 lacks or has only in part: cSHAKE and KMAC (SP 800-185), TurboSHAKE and
 * KangarooTwelve (RFC 9861).
 *
 * (1) Absorb any number of times, end once, squeeze any number of times.
 * (2) The owner of a state that has absorbed a key wipes it. */
#ifndef BINDINGS_CRYPTO_KECCAK_H
#define BINDINGS_CRYPTO_KECCAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GY_KECCAK_ROUNDS = 24, GY_TURBO_ROUNDS = 12 };

struct gy_keccak {
  uint64_t lanes[25];
  size_t rate;   /* in bytes: 168 for a strength of 128 bits, 136 for one of 256 */
  size_t at;     /* bytes of this block that are absorbed or squeezed */
  int rounds;
};

struct gy_bytes {
  const uint8_t* data;
  size_t length;
};

void gy_keccak_init(struct gy_keccak* k, int strength, int rounds);
void gy_keccak_absorb(struct gy_keccak* k, const void* bytes, size_t length);
/* `domain` has the suffix of the function and the first bit of the padding. */
void gy_keccak_end(struct gy_keccak* k, uint8_t domain);
void gy_keccak_squeeze(struct gy_keccak* k, uint8_t* out, size_t length);

/* ---- Functions of complete messages. If `out_bits` is no multiple of 8, the low bits of the last
 * byte of `out` are zero. ---- */

void gy_cshake(int strength, struct gy_bytes name, struct gy_bytes customization,
               struct gy_bytes data, uint8_t* out, size_t out_bits);
/* The last byte of a key of `key_bits` bits holds them in its high bits, and zeros. */
void gy_kmac(int strength, struct gy_bytes key, size_t key_bits, struct gy_bytes customization,
             struct gy_bytes data, uint8_t* out, size_t out_bits);
void gy_turboshake(int strength, uint8_t domain, struct gy_bytes data, uint8_t* out, size_t length);
void gy_kangaroo_twelve(int strength, struct gy_bytes customization, struct gy_bytes data,
                        uint8_t* out, size_t length);

#endif
