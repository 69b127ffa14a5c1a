/* src/runtime/bindings/tls/certificate.c — the contents of a certificate, for getPeerCertificate().
 *
 * (1) Text of a certificate is not trusted: alternative names with characters that could be taken
 *     for the syntax of the list are written as JSON strings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/bindings/crypto/crypto.h"
#include "tls.h"

enum { NAMES_MOST = 200, USAGES_MOST = 50 };

static JSValueRef text_of(gy_env* env, BIO* bio) {
  char* text = NULL;
  long length = gy_tls_lib->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
  JSValueRef value = gy_string_new(env, text, length > 0 ? (size_t) length : 0);

  gy_tls_lib->BIO_free(bio);
  return value;
}

static BIO* new_text(void) {
  return gy_tls_lib->BIO_new(gy_tls_lib->BIO_s_mem());
}

/* [short name, value, …] of a distinguished name */
static JSValueRef name_of(gy_env* env, const X509_NAME* name) {
  int count = gy_tls_lib->X509_NAME_entry_count(name);
  JSObjectRef list = gy_array_new(env, count > 0 ? 2 * (size_t) count : 0);

  for (int i = 0; i < count; i++) {
    const X509_NAME_ENTRY* entry = gy_tls_lib->X509_NAME_get_entry(name, i);
    const ASN1_OBJECT* object = gy_tls_lib->X509_NAME_ENTRY_get_object(entry);
    int nid = gy_tls_lib->OBJ_obj2nid(object);
    char id[80];
    unsigned char* value = NULL;
    int length =
        gy_tls_lib->ASN1_STRING_to_UTF8(&value, gy_tls_lib->X509_NAME_ENTRY_get_data(entry));
    if (nid == NID_undef)
      gy_tls_lib->OBJ_obj2txt(id, sizeof(id), object, 1);
    JSObjectSetPropertyAtIndex(env->ctx, list, 2 * (unsigned) i,
                               gy_string(env, nid == NID_undef ? id : gy_tls_lib->OBJ_nid2sn(nid)),
                               NULL);
    if (length >= 0)
      JSObjectSetPropertyAtIndex(env->ctx, list, 2 * (unsigned) i + 1,
                                 gy_string_new(env, (char*) value, (size_t) length), NULL);
    gy_tls_lib->CRYPTO_free(value, __FILE__, __LINE__);
  }
  return list;
}

/* ---- Alternative names ---- */

static bool is_plain(const unsigned char* text, int length) {
  for (int i = 0; i < length; i++)
    if (text[i] < ' ' || text[i] > '~' || strchr("\"\\,'", text[i]) != NULL)
      return false;
  return true;
}

/* As JSON, with \u for all that is not plain; the bytes of UTF-8 as they are. */
static void write_quoted(BIO* out, const unsigned char* text, int length, bool is_utf8) {
  char part[8];

  gy_tls_lib->BIO_write(out, "\"", 1);
  for (int i = 0; i < length; i++) {
    unsigned char c = text[i];
    if (c == '"' || c == '\\')
      snprintf(part, sizeof(part), "\\%c", c);
    else if (c == ',') /* for programs that split at commas and ignore quotes */
      snprintf(part, sizeof(part), "\\u%04x", c);
    else if (c >= ' ' && c <= '~')
      snprintf(part, sizeof(part), "%c", c);
    else if (c > '~' && is_utf8)
      snprintf(part, sizeof(part), "%c", c);
    else
      snprintf(part, sizeof(part), "\\u%04x", c);
    gy_tls_lib->BIO_write(out, part, (int) strlen(part));
  }
  gy_tls_lib->BIO_write(out, "\"", 1);
}

static void write_text(BIO* out, const char* label, const unsigned char* text, int length,
                       bool is_utf8) {
  gy_tls_lib->BIO_write(out, label, (int) strlen(label));
  if (is_plain(text, length))
    gy_tls_lib->BIO_write(out, text, length);
  else
    write_quoted(out, text, length, is_utf8);
}

static void write_ip(BIO* out, const ASN1_OCTET_STRING* ip) {
  const unsigned char* bytes = gy_tls_lib->ASN1_STRING_get0_data(ip);
  int length = gy_tls_lib->ASN1_STRING_length(ip);
  char text[64];
  size_t at = 0;

  if (length == 4) {
    snprintf(text, sizeof(text), "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  } else if (length == 16) {
    for (int i = 0; i < 16; i += 2)
      at += (size_t) snprintf(text + at, sizeof(text) - at, "%s%X", i > 0 ? ":" : "",
                              bytes[i] << 8 | bytes[i + 1]);
  } else {
    snprintf(text, sizeof(text), "<invalid length=%d>", length);
  }
  gy_tls_lib->BIO_write(out, "IP Address:", 11);
  gy_tls_lib->BIO_write(out, text, (int) strlen(text));
}

static void write_directory(BIO* out, X509_NAME* name) {
  BIO* plain = new_text();
  char* text = NULL;

  gy_tls_lib->BIO_write(out, "DirName:", 8);
  if (plain == NULL)
    return;
  gy_tls_lib->X509_NAME_print_ex(
      plain, name, 0,
      XN_FLAG_RFC2253 & ~(unsigned long) (ASN1_STRFLGS_ESC_MSB | ASN1_STRFLGS_ESC_CTRL));
  long length = gy_tls_lib->BIO_ctrl(plain, BIO_CTRL_INFO, 0, &text);
  write_text(out, "", (unsigned char*) text, (int) length, true);
  gy_tls_lib->BIO_free(plain);
}

/* Writes an otherName of a known type that is a single string: its label and the string. */
static void write_other(BIO* out, const OTHERNAME* other) {
  static const struct {
    int id, type;
    const char* label;
  } forms[] = {{NID_XmppAddr, V_ASN1_UTF8STRING, "XmppAddr:"},
               {NID_SRVName, V_ASN1_IA5STRING, "SRVName:"},
               {NID_NAIRealm, V_ASN1_UTF8STRING, "NAIRealm:"},
               {NID_id_on_SmtpUTF8Mailbox, V_ASN1_UTF8STRING, "SmtpUTF8Mailbox:"}};
  int id = gy_tls_lib->OBJ_obj2nid(other->type_id);
  struct gy_bytes text = {0};

  for (size_t i = 0; i < GY_COUNT(forms) && text.length == 0; i++) {
    const ASN1_STRING* value = other->value->value.asn1_string;
    if (forms[i].id != id || other->value->type != forms[i].type)
      continue;
    gy_bytes_append(&text, forms[i].label, strlen(forms[i].label));
    gy_bytes_append(&text, gy_tls_lib->ASN1_STRING_get0_data(value),
                    (size_t) gy_tls_lib->ASN1_STRING_length(value));
    write_text(out, "othername:", text.data, (int) text.length, forms[i].type == V_ASN1_UTF8STRING);
  }
  if (text.length == 0)
    gy_tls_lib->BIO_write(out, "othername:<unsupported>", 23);
  gy_bytes_clear(&text);
}

static void write_name(BIO* out, const GENERAL_NAME* name) {
  const ASN1_STRING* text = name->d.ia5;
  char id[256];

  switch (name->type) {
    case GEN_DNS:
    case GEN_EMAIL:
    case GEN_URI:
      write_text(out,
                 name->type == GEN_DNS     ? "DNS:"
                 : name->type == GEN_EMAIL ? "email:"
                                           : "URI:",
                 gy_tls_lib->ASN1_STRING_get0_data(text), gy_tls_lib->ASN1_STRING_length(text),
                 false);
      break;
    case GEN_IPADD: write_ip(out, name->d.ip); break;
    case GEN_DIRNAME: write_directory(out, name->d.dirn); break;
    case GEN_RID:
      gy_tls_lib->OBJ_obj2txt(id, sizeof(id), name->d.rid, 1);
      gy_tls_lib->BIO_write(out, "Registered ID:", 14);
      gy_tls_lib->BIO_write(out, id, (int) strlen(id));
      break;
    case GEN_OTHERNAME: write_other(out, name->d.otherName); break;
    default: gy_tls_lib->BIO_write(out, "othername:<unsupported>", 23);
  }
}

static JSValueRef alternative_names(gy_env* env, X509* cert) {
  OPENSSL_STACK* names = gy_tls_lib->X509_get_ext_d2i(cert, NID_subject_alt_name, NULL, NULL);
  int count = names != NULL ? gy_tls_lib->OPENSSL_sk_num(names) : 0;
  BIO* out = names != NULL ? new_text() : NULL;

  for (int i = 0; out != NULL && i < count && i < NAMES_MOST * 100; i++) {
    if (i > 0)
      gy_tls_lib->BIO_write(out, ", ", 2);
    write_name(out, gy_tls_lib->OPENSSL_sk_value(names, i));
  }
  gy_tls_lib->OPENSSL_sk_pop_free(names, (OPENSSL_sk_freefunc) gy_tls_lib->GENERAL_NAME_free);
  return out != NULL ? text_of(env, out) : gy_undefined(env);
}

/* [method, name, …]: where more about the issuer is found */
static JSValueRef access_of(gy_env* env, X509* cert) {
  OPENSSL_STACK* list = gy_tls_lib->X509_get_ext_d2i(cert, NID_info_access, NULL, NULL);
  int count = list != NULL ? gy_tls_lib->OPENSSL_sk_num(list) : 0;
  JSObjectRef result;

  if (list == NULL)
    return gy_undefined(env);
  result = gy_array_new(env, 2 * (size_t) count);
  for (int i = 0; i < count; i++) {
    const ACCESS_DESCRIPTION* one = gy_tls_lib->OPENSSL_sk_value(list, i);
    char method[256];
    BIO* out = new_text();
    gy_tls_lib->OBJ_obj2txt(method, sizeof(method), one->method, 0);
    JSObjectSetPropertyAtIndex(env->ctx, result, 2 * (unsigned) i, gy_string(env, method), NULL);
    if (out == NULL)
      continue;
    write_name(out, one->location);
    JSObjectSetPropertyAtIndex(env->ctx, result, 2 * (unsigned) i + 1, text_of(env, out), NULL);
  }
  gy_tls_lib->OPENSSL_sk_pop_free(list, (OPENSSL_sk_freefunc) gy_tls_lib->ACCESS_DESCRIPTION_free);
  return result;
}

static JSValueRef usage_of(gy_env* env, X509* cert) {
  OPENSSL_STACK* list = gy_tls_lib->X509_get_ext_d2i(cert, NID_ext_key_usage, NULL, NULL);
  int count = list != NULL ? gy_tls_lib->OPENSSL_sk_num(list) : 0;
  JSValueRef ids[USAGES_MOST];
  char id[256];

  if (list == NULL)
    return gy_undefined(env);
  count = count < USAGES_MOST ? count : USAGES_MOST;
  for (int i = 0; i < count; i++) {
    gy_tls_lib->OBJ_obj2txt(id, sizeof(id), gy_tls_lib->OPENSSL_sk_value(list, i), 1);
    ids[i] = gy_string(env, id);
  }
  gy_tls_lib->OPENSSL_sk_pop_free(list, (OPENSSL_sk_freefunc) gy_tls_lib->ASN1_OBJECT_free);
  return JSObjectMakeArray(env->ctx, (size_t) count, count > 0 ? ids : NULL, NULL);
}

/* ---- Keys, times, fingerprints ---- */

static JSValueRef hex_of(gy_env* env, const BIGNUM* number) {
  char* text = number != NULL ? gy_tls_lib->BN_bn2hex(number) : NULL;
  JSValueRef value = text != NULL ? gy_string(env, text) : gy_undefined(env);

  gy_tls_lib->CRYPTO_free(text, __FILE__, __LINE__);
  return value;
}

static void set_rsa(gy_env* env, JSObjectRef out, EVP_PKEY* key) {
  BIGNUM *modulus = NULL, *exponent = NULL;

  gy_tls_lib->EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_N, &modulus);
  gy_tls_lib->EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_RSA_E, &exponent);
  gy_set(env, out, "modulus", hex_of(env, modulus));
  gy_set(env, out, "exponent", hex_of(env, exponent));
  gy_tls_lib->BN_free(modulus);
  gy_tls_lib->BN_free(exponent);
}

static JSValueRef adopted(gy_env* env, unsigned char* bytes, int length) {
  JSValueRef value = length > 0 ? gy_tls_copy(env, bytes, (size_t) length) : gy_undefined(env);

  gy_tls_lib->CRYPTO_free(bytes, __FILE__, __LINE__);
  return value;
}

static void set_key(gy_env* env, JSObjectRef out, X509* cert) {
  EVP_PKEY* key = gy_tls_lib->X509_get0_pubkey(cert);
  unsigned char* bytes = NULL;
  char group[80];
  size_t length;

  if (key == NULL)
    return;
  gy_set_number(env, out, "bits", gy_tls_lib->EVP_PKEY_get_bits(key));
  if (gy_tls_lib->EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) {
    /* as encoded in the certificate: i2d_PUBKEY() would encode the key again, which takes 0.1 ms */
    int size = gy_tls_lib->i2d_X509_PUBKEY(gy_tls_lib->X509_get_X509_PUBKEY(cert), &bytes);
    set_rsa(env, out, key);
    gy_set(env, out, "pubkey", adopted(env, bytes, size));
  } else if (gy_tls_lib->EVP_PKEY_get_base_id(key) == EVP_PKEY_EC) {
    length = gy_tls_lib->EVP_PKEY_get1_encoded_public_key(key, &bytes);
    gy_set(env, out, "pubkey", adopted(env, bytes, (int) length));
    if (gy_tls_lib->EVP_PKEY_get_group_name(key, group, sizeof(group), &length) == 1) {
      int nid = gy_tls_lib->OBJ_sn2nid(group);
      const char* nist = nid != NID_undef ? gy_tls_lib->EC_curve_nid2nist(nid) : NULL;
      gy_set_string(env, out, "asn1Curve", group);
      if (nist != NULL)
        gy_set_string(env, out, "nistCurve", nist);
    }
  }
}

static void set_time(gy_env* env, JSObjectRef out, const char* name, const ASN1_TIME* time) {
  BIO* bio = new_text();

  if (bio == NULL)
    return;
  gy_tls_lib->ASN1_TIME_print(bio, time);
  gy_set(env, out, name, text_of(env, bio));
}

static void set_fingerprint(gy_env* env, JSObjectRef out, const char* name, X509* cert,
                            const EVP_MD* digest) {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  char text[EVP_MAX_MD_SIZE * 3 + 1] = "";
  unsigned length = 0;

  if (gy_tls_lib->X509_digest(cert, digest, bytes, &length) != 1)
    return;
  for (unsigned i = 0; i < length; i++)
    snprintf(text + (size_t) i * 3, 4, "%02X%s", bytes[i], i + 1 < length ? ":" : "");
  gy_set_string(env, out, name, text);
}

static void set_serial(gy_env* env, JSObjectRef out, X509* cert) {
  BIGNUM* number = gy_tls_lib->ASN1_INTEGER_to_BN(gy_tls_lib->X509_get_serialNumber(cert), NULL);

  gy_set(env, out, "serialNumber", hex_of(env, number));
  gy_tls_lib->BN_free(number);
}

JSObjectRef gy_tls_names(gy_env* env, X509* cert) {
  JSObjectRef out = gy_bare_object(env);

  gy_tls_lib->ERR_clear_error();
  gy_set(env, out, "subject", name_of(env, gy_tls_lib->X509_get_subject_name(cert)));
  gy_set(env, out, "subjectaltname", alternative_names(env, cert));
  gy_tls_lib->ERR_clear_error();
  return out;
}

JSObjectRef gy_tls_describe(gy_env* env, X509* cert) {
  JSObjectRef out = gy_bare_object(env);

  gy_tls_lib->ERR_clear_error();
  gy_set(env, out, "subject", name_of(env, gy_tls_lib->X509_get_subject_name(cert)));
  gy_set(env, out, "issuer", name_of(env, gy_tls_lib->X509_get_issuer_name(cert)));
  gy_set(env, out, "subjectaltname", alternative_names(env, cert));
  gy_set(env, out, "infoAccess", access_of(env, cert));
  gy_set(env, out, "ext_key_usage", usage_of(env, cert));
  gy_set(env, out, "ca", gy_bool(env, gy_tls_lib->X509_check_ca(cert) == 1));
  set_key(env, out, cert);
  set_time(env, out, "valid_from", gy_tls_lib->X509_get0_notBefore(cert));
  set_time(env, out, "valid_to", gy_tls_lib->X509_get0_notAfter(cert));
  set_fingerprint(env, out, "fingerprint", cert, gy_tls_lib->EVP_sha1());
  set_fingerprint(env, out, "fingerprint256", cert, gy_tls_lib->EVP_sha256());
  set_fingerprint(env, out, "fingerprint512", cert, gy_tls_lib->EVP_sha512());
  set_serial(env, out, cert);
  gy_set(env, out, "raw", gy_tls_der(env, cert));
  gy_tls_lib->ERR_clear_error();
  return out;
}

JSValueRef gy_tls_der(gy_env* env, X509* cert) {
  unsigned char* der = NULL;
  int length = gy_tls_lib->i2d_X509(cert, &der);

  return adopted(env, der, length);
}

/* describeCertificate(Certificate of x509.c) → gy_tls_describe() */
GY_FUNCTION(describe) {
  gy_env* env = gy_env_here();
  X509* cert = gy_x509_of(ctx, argc > 0 ? argv[0] : NULL, exception);

  if (gy_tls_lib == NULL) /* for an X509Certificate, without any context */
    gy_tls_lib = gy_openssl_tls(env, exception);
  return cert != NULL && gy_tls_lib != NULL ? gy_tls_describe(env, cert) : NULL;
}

void gy_bind_tls_certificate(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {{"describeCertificate", describe}};

  gy_define(env, target, functions);
}
