/* src/runtime/bindings/crypto/keccak_job.c — a digest or a MAC of keccak.h as one job. */
#include "job.h"
#include "keccak.h"
#include "key.h"

/* Node's limits of KMAC, which are OpenSSL's. */
enum { MAX_CUSTOMIZATION = 512, MAX_LENGTH = 0x1fffffff };

enum kind { CSHAKE, KMAC, TURBOSHAKE, KANGAROO_TWELVE, KIND_COUNT };

struct keccak_job {
  struct gy_job job;
  enum kind kind;
  int strength;
  uint8_t domain;
  struct gy_key* key; /* of a KMAC; else NULL */
  size_t key_bits, out_bits;
  struct gy_blob name, customization, data, out;
};

static void free_keccak(struct gy_job* job) {
  struct keccak_job* k = (struct keccak_job*) job;

  gy_key_unref(k->key);
  gy_blob_free(&k->name);
  gy_blob_free(&k->customization);
  gy_blob_free(&k->data);
  gy_blob_free(&k->out);
}

static struct gy_bytes view(const struct gy_blob* blob) {
  return (struct gy_bytes){blob->data, blob->length};
}

static bool run_keccak(struct gy_job* job) {
  struct keccak_job* k = (struct keccak_job*) job;
  size_t length = k->out_bits / 8 + (k->out_bits % 8 != 0);

  if (k->kind == KMAC && (k->customization.length > MAX_CUSTOMIZATION || length > MAX_LENGTH))
    return false;
  if (!gy_blob_new(&k->out, length))
    return false;
  if (k->kind == CSHAKE)
    gy_cshake(k->strength, view(&k->name), view(&k->customization), view(&k->data), k->out.data,
              k->out_bits);
  else if (k->kind == KMAC)
    gy_kmac(k->strength, (struct gy_bytes){k->key->bytes, k->key->length}, k->key_bits,
            view(&k->customization), view(&k->data), k->out.data, k->out_bits);
  else if (k->kind == TURBOSHAKE)
    gy_turboshake(k->strength, k->domain, view(&k->data), k->out.data, length);
  else
    gy_kangaroo_twelve(k->strength, view(&k->customization), view(&k->data), k->out.data, length);
  return true;
}

static JSValueRef keccak_result(struct gy_job* job) {
  return gy_blob_give(job->env, &((struct keccak_job*) job)->out);
}

static const struct gy_job_type keccak_type = {
    "HASHREQUEST", sizeof(struct keccak_job), run_keccak, keccak_result, free_keccak,
    "Deriving bits failed",
};

/* (kind, strength, Key or undefined, bits of the key, name, customization, domain, data, bits of
 * the result, callback) → ArrayBuffer */
GY_FUNCTION(keccak_job) {
  gy_env* env = gy_env_here();
  struct keccak_job* k = argc >= 10 ? gy_job_new(env, &keccak_type, exception) : NULL;
  int kind = gy_arg_int(ctx, argc, argv, 0);

  if (k == NULL)
    return NULL;
  k->kind = (enum kind) kind;
  k->strength = gy_arg_int(ctx, argc, argv, 1);
  k->key_bits = (size_t) gy_arg_number(ctx, argc, argv, 3);
  k->domain = (uint8_t) gy_arg_int(ctx, argc, argv, 6);
  k->out_bits = (size_t) gy_arg_number(ctx, argc, argv, 8);
  if (kind == KMAC) {
    struct gy_key* key = gy_key_unwrap(env, argv[2], exception);
    if (key == NULL)
      return gy_job_abandon(&k->job);
    k->key = gy_key_ref(key);
  }
  if (kind < 0 || kind >= KIND_COUNT || !gy_blob_copy(env, argv[4], &k->name) ||
      !gy_blob_copy(env, argv[5], &k->customization) || !gy_blob_copy(env, argv[7], &k->data)) {
    gy_job_abandon(&k->job);
    return gy_throw(env, exception, "Deriving bits failed");
  }
  return gy_job_start(&k->job, argv[9], exception);
}

void gy_bind_crypto_keccak(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"keccakJob", keccak_job}};

  gy_define(env, target, functions);
}
