/* src/runtime/url/host.c — hosts: domains (and the addresses that look like them), IPv6 addresses
 * in brackets, and the free text that unknown schemes have instead. Nearly all domains are plain
 * ASCII and are only lowered; the rest goes through IDNA. */
#include <string.h>
#include <unicode/uidna.h>

#include "url.h"

/* Hyphens anywhere and labels of any length are fine on the web, as the standard demands. */
#define TOLERATED                                                                            \
  (UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | \
   UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4)

/* The rules, loaded once and never freed; they may be shared by threads. */
static const UIDNA* rules(void) {
  static _Atomic(UIDNA*) shared;
  UIDNA* found = shared;
  if (found != NULL)
    return found;
  UErrorCode error = U_ZERO_ERROR;
  UIDNA* made =
      uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                          UIDNA_NONTRANSITIONAL_TO_UNICODE,
                      &error);
  if (U_FAILURE(error))
    return NULL;
  if (__atomic_compare_exchange_n((UIDNA**) &shared, &found, made, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return made;
  uidna_close(made);
  return found;
}

typedef int32_t (*converter)(const UIDNA* idna, const char* name, int32_t length, char* dest,
                             int32_t capacity, UIDNAInfo* info, UErrorCode* error);

/* Runs a conversion, again with more room if the first was too small. */
static enum gy_url_status convert(converter run, struct gy_url_text* out, const char* input,
                                  size_t length, uint32_t* errors) {
  char small[512];
  char* room = small;
  int32_t capacity = sizeof(small);
  const UIDNA* idna = rules();
  if (idna == NULL)
    return GY_URL_NO_MEMORY;
  if (length > INT32_MAX / 16)
    return GY_URL_INVALID;
  struct gy_url_text large;
  gy_url_text_init(&large);
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode error = U_ZERO_ERROR;
  int32_t written = run(idna, input, (int32_t) length, room, capacity, &info, &error);
  if (error == U_BUFFER_OVERFLOW_ERROR) {
    for (int32_t i = 0; i < written; i++)
      gy_url_put_byte(&large, 0);
    if (large.failed) {
      gy_url_text_free(&large);
      return GY_URL_NO_MEMORY;
    }
    room = large.data;
    error = U_ZERO_ERROR;
    info = (UIDNAInfo) UIDNA_INFO_INITIALIZER;
    written = run(idna, input, (int32_t) length, room, written, &info, &error);
  }
  if (U_SUCCESS(error))
    gy_url_put(out, room, (size_t) written);
  gy_url_text_free(&large);
  *errors = info.errors & ~(uint32_t) TOLERATED;
  return U_SUCCESS(error) ? GY_URL_OK : GY_URL_INVALID;
}

/* ASCII is only lowered; punycode in it is not checked, as in the standard. */
static bool is_plain(const char* domain, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((uint8_t) domain[i] >= 0x80)
      return false;
  return true;
}

static bool holds(const char* text, size_t length, enum gy_url_set set) {
  for (size_t i = 0; i < length; i++)
    if (gy_url_bytes[(uint8_t) text[i]] & set)
      return true;
  return false;
}

enum gy_url_status gy_url_domain_to_ascii(struct gy_url_text* out, const char* input,
                                          size_t length) {
  size_t start = out->length;
  uint32_t errors = 0;
  if (is_plain(input, length)) {
    for (size_t i = 0; i < length; i++)
      gy_url_put_byte(out, gy_url_lower(input[i]));
  } else {
    struct gy_url_text mapped;
    gy_url_text_init(&mapped);
    gy_url_put_domain(&mapped, input, length);
    enum gy_url_status status =
        mapped.failed ? GY_URL_NO_MEMORY
                      : convert(uidna_nameToASCII_UTF8, out, mapped.data, mapped.length, &errors);
    gy_url_text_free(&mapped);
    if (status != GY_URL_OK)
      return status;
  }
  if (out->failed)
    return GY_URL_NO_MEMORY;
  bool fine = errors == 0 && out->length > start &&
              !holds(out->data + start, out->length - start, GY_URL_NO_DOMAIN);
  return fine ? GY_URL_OK : GY_URL_INVALID;
}

enum gy_url_status gy_url_domain_to_unicode(struct gy_url_text* out, const char* input,
                                            size_t length) {
  uint32_t errors;
  return convert(uidna_nameToUnicodeUTF8, out, input, length, &errors);
}

/* A domain, or an IPv4 address if the last label is a number. */
static enum gy_url_status put_domain(struct gy_url_text* out, const char* input, size_t length) {
  size_t start = out->length;
  enum gy_url_status status = gy_url_domain_to_ascii(out, input, length);
  if (status != GY_URL_OK || !gy_url_ends_in_number(out->data + start, out->length - start))
    return status;
  struct gy_url_text address;
  gy_url_text_init(&address);
  bool fine = gy_url_ipv4(&address, out->data + start, out->length - start);
  out->length = start;
  gy_url_put(out, address.data, address.length);
  gy_url_text_free(&address);
  return fine ? GY_URL_OK : GY_URL_INVALID;
}

enum gy_url_status gy_url_host(struct gy_url_text* out, const char* input, size_t length,
                               bool special) {
  if (length > 0 && input[0] == '[') {
    bool fine = input[length - 1] == ']' && length > 1 && gy_url_ipv6(out, input + 1, length - 2);
    return fine ? GY_URL_OK : GY_URL_INVALID;
  }
  if (!special) {
    if (holds(input, length, GY_URL_NO_HOST))
      return GY_URL_INVALID;
    gy_url_put_encoded(out, input, length, GY_URL_C0);
    return GY_URL_OK;
  }
  if (memchr(input, '%', length) == NULL)
    return put_domain(out, input, length);
  struct gy_url_text decoded;
  gy_url_text_init(&decoded);
  gy_url_put_decoded(&decoded, input, length);
  enum gy_url_status status =
      decoded.failed ? GY_URL_NO_MEMORY : put_domain(out, decoded.data, decoded.length);
  gy_url_text_free(&decoded);
  return status;
}
