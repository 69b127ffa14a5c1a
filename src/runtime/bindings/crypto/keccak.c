/* src/runtime/bindings/crypto/keccak.c — see keccak.h. Lanes are little-endian, as the bytes of a
 * block are on every machine that the runtime is built for. */
#include "keccak.h"

#include <string.h>

static const uint64_t round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* By how much rho rotates lane x + 5y. */
static const uint8_t rotations[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                      25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

static uint64_t rotate(uint64_t lane, unsigned by) {
  return by == 0 ? lane : lane << by | lane >> (64 - by);
}

/* The last `rounds` rounds of Keccak-p[1600]. */
static void permute(uint64_t a[25], int rounds) {
  for (int round = 24 - rounds; round < 24; round++) {
    uint64_t column[5], b[25];

    for (int x = 0; x < 5; x++)
      column[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int x = 0; x < 5; x++) {
      uint64_t parity = column[(x + 4) % 5] ^ rotate(column[(x + 1) % 5], 1);
      for (int y = 0; y < 5; y++) {
        uint64_t lane = rotate(a[x + 5 * y] ^ parity, rotations[x + 5 * y]);
        b[y + 5 * ((2 * x + 3 * y) % 5)] = lane;
      }
    }
    for (int y = 0; y < 25; y += 5)
      for (int x = 0; x < 5; x++)
        a[x + y] = b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y]);
    a[0] ^= round_constants[round];
  }
}

/* ---- The sponge ---- */

void gy_keccak_init(struct gy_keccak* k, int strength, int rounds) {
  *k = (struct gy_keccak){.rate = strength == 128 ? 168 : 136, .rounds = rounds};
}

static void turn(struct gy_keccak* k) {
  permute(k->lanes, k->rounds);
  k->at = 0;
}

void gy_keccak_absorb(struct gy_keccak* k, const void* bytes, size_t length) {
  const uint8_t* from = bytes;
  uint8_t* state = (uint8_t*) k->lanes;

  while (length > 0) {
    size_t part = k->rate - k->at < length ? k->rate - k->at : length;

    for (size_t i = 0; i < part; i++)
      state[k->at + i] ^= from[i];
    k->at += part;
    from += part;
    length -= part;
    if (k->at == k->rate)
      turn(k);
  }
}

void gy_keccak_end(struct gy_keccak* k, uint8_t domain) {
  uint8_t* state = (uint8_t*) k->lanes;

  state[k->at] ^= domain;
  state[k->rate - 1] ^= 0x80;
  turn(k);
}

void gy_keccak_squeeze(struct gy_keccak* k, uint8_t* out, size_t length) {
  while (length > 0) {
    if (k->at == k->rate)
      turn(k);
    size_t part = k->rate - k->at < length ? k->rate - k->at : length;
    memcpy(out, (uint8_t*) k->lanes + k->at, part);
    k->at += part;
    out += part;
    length -= part;
  }
}

/* ---- SP 800-185 ---- */

/* The number as big-endian bytes without zeros before it, at least one byte. */
static size_t big_endian(uint64_t value, uint8_t out[8]) {
  size_t length = 1;

  while (length < 8 && value >> (8 * length) != 0)
    length++;
  for (size_t i = 0; i < length; i++)
    out[i] = (uint8_t) (value >> (8 * (length - 1 - i)));
  return length;
}

static void absorb_left_encoded(struct gy_keccak* k, uint64_t value) {
  uint8_t bytes[9];
  size_t length = big_endian(value, bytes + 1);

  bytes[0] = (uint8_t) length;
  gy_keccak_absorb(k, bytes, length + 1);
}

static void absorb_string(struct gy_keccak* k, struct gy_bytes string, uint64_t bits) {
  absorb_left_encoded(k, bits);
  gy_keccak_absorb(k, string.data, string.length);
}

/* The end of bytepad(): zeros up to the end of the block. */
static void fill_block(struct gy_keccak* k) {
  if (k->at > 0)
    turn(k);
}

static void cshake_begin(struct gy_keccak* k, int strength, struct gy_bytes name,
                         struct gy_bytes customization) {
  gy_keccak_init(k, strength, GY_KECCAK_ROUNDS);
  absorb_left_encoded(k, k->rate);
  absorb_string(k, name, 8 * (uint64_t) name.length);
  absorb_string(k, customization, 8 * (uint64_t) customization.length);
  fill_block(k);
}

static void squeeze_bits(struct gy_keccak* k, uint8_t* out, size_t bits) {
  size_t length = bits / 8 + (bits % 8 != 0);

  gy_keccak_squeeze(k, out, length);
  if (bits % 8 != 0)
    out[length - 1] &= (uint8_t) (0xff << (8 - bits % 8));
}

void gy_cshake(int strength, struct gy_bytes name, struct gy_bytes customization,
               struct gy_bytes data, uint8_t* out, size_t out_bits) {
  bool is_shake = name.length == 0 && customization.length == 0;
  struct gy_keccak k;

  if (is_shake)
    gy_keccak_init(&k, strength, GY_KECCAK_ROUNDS);
  else
    cshake_begin(&k, strength, name, customization);
  gy_keccak_absorb(&k, data.data, data.length);
  gy_keccak_end(&k, is_shake ? 0x1f : 0x04);
  squeeze_bits(&k, out, out_bits);
}

void gy_kmac(int strength, struct gy_bytes key, size_t key_bits, struct gy_bytes customization,
             struct gy_bytes data, uint8_t* out, size_t out_bits) {
  static const uint8_t name[] = {'K', 'M', 'A', 'C'};
  struct gy_keccak k;
  uint8_t encoded[9];

  cshake_begin(&k, strength, (struct gy_bytes){name, sizeof(name)}, customization);
  absorb_left_encoded(&k, k.rate);
  absorb_string(&k, key, key_bits);
  fill_block(&k);
  gy_keccak_absorb(&k, data.data, data.length);
  size_t length = big_endian(out_bits, encoded);
  encoded[length] = (uint8_t) length;
  gy_keccak_absorb(&k, encoded, length + 1);
  gy_keccak_end(&k, 0x04);
  squeeze_bits(&k, out, out_bits);
  explicit_bzero(&k, sizeof(k));
}

/* ---- RFC 9861 ---- */

void gy_turboshake(int strength, uint8_t domain, struct gy_bytes data, uint8_t* out,
                   size_t length) {
  struct gy_keccak k;

  gy_keccak_init(&k, strength, GY_TURBO_ROUNDS);
  gy_keccak_absorb(&k, data.data, data.length);
  gy_keccak_end(&k, domain);
  gy_keccak_squeeze(&k, out, length);
}

enum { CHUNK = 8192 };

/* The first chunk is part of the final node. Each later chunk becomes a leaf, and its digest is
 * part of the final node. */
struct tree {
  struct gy_keccak final, leaf;
  size_t at; /* bytes of this chunk */
  uint64_t leaves;
  int strength;
};

static void end_leaf(struct tree* tree) {
  uint8_t digest[64];
  size_t length = tree->strength == 128 ? 32 : 64;

  gy_keccak_end(&tree->leaf, 0x0b);
  gy_keccak_squeeze(&tree->leaf, digest, length);
  gy_keccak_absorb(&tree->final, digest, length);
}

/* Called when there is more after a full chunk. */
static void next_chunk(struct tree* tree) {
  static const uint8_t after_first[8] = {3};

  if (tree->leaves == 0)
    gy_keccak_absorb(&tree->final, after_first, sizeof(after_first));
  else
    end_leaf(tree);
  tree->leaves++;
  tree->at = 0;
  gy_keccak_init(&tree->leaf, tree->strength, GY_TURBO_ROUNDS);
}

static void tree_absorb(struct tree* tree, struct gy_bytes bytes) {
  while (bytes.length > 0) {
    if (tree->at == CHUNK)
      next_chunk(tree);
    size_t part = CHUNK - tree->at < bytes.length ? CHUNK - tree->at : bytes.length;
    gy_keccak_absorb(tree->leaves == 0 ? &tree->final : &tree->leaf, bytes.data, part);
    tree->at += part;
    bytes.data += part;
    bytes.length -= part;
  }
}

/* Like right_encode(), but zero has no bytes. */
static size_t length_encode(uint64_t value, uint8_t out[9]) {
  size_t length = value == 0 ? 0 : big_endian(value, out);

  out[length] = (uint8_t) length;
  return length + 1;
}

void gy_kangaroo_twelve(int strength, struct gy_bytes customization, struct gy_bytes data,
                        uint8_t* out, size_t length) {
  static const uint8_t end[] = {0xff, 0xff};
  struct tree tree = {.strength = strength};
  uint8_t encoded[9];

  gy_keccak_init(&tree.final, strength, GY_TURBO_ROUNDS);
  tree_absorb(&tree, data);
  tree_absorb(&tree, customization);
  tree_absorb(&tree, (struct gy_bytes){encoded, length_encode(customization.length, encoded)});
  if (tree.leaves > 0) {
    end_leaf(&tree);
    gy_keccak_absorb(&tree.final, encoded, length_encode(tree.leaves, encoded));
    gy_keccak_absorb(&tree.final, end, sizeof(end));
  }
  gy_keccak_end(&tree.final, tree.leaves > 0 ? 0x06 : 0x07);
  gy_keccak_squeeze(&tree.final, out, length);
}
