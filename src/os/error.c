/* src/os/error.c — names and messages of error codes.
 *
 * (1) Names and messages come from UV_ERRNO_MAP alone; a code that is not in it is an "Unknown
 *     system error" with its number.
 * (2) The pointers that uv_strerror() and uv_err_name() return stay valid until
 *     uv_library_shutdown(): texts of unknown codes are made once per code and stored in a list.
 * (3) That list only grows, one compare-and-swap per new code; readers take no lock. */
#include "os/os.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "os/mem.h"
#include "os/sys.h"
#include "uv.h"

#define UV__UNKNOWN_FORMAT "Unknown system error %d"

struct uv__error_text {
  int code;
  const char* name;
  const char* message;
};

static const struct uv__error_text uv__error_texts[] = {
#define XX(name, message) {UV_##name, #name, message},
    UV_ERRNO_MAP(XX)
#undef XX
};

struct uv__unknown_error {
  struct uv__unknown_error* next;
  int code;
  char text[sizeof(UV__UNKNOWN_FORMAT) + 12];
};

static _Atomic(struct uv__unknown_error*) uv__unknown_errors;

static const struct uv__error_text* uv__error_find(int err) {
  for (size_t i = 0; i < UV__COUNT(uv__error_texts); i++)
    if (uv__error_texts[i].code == err)
      return &uv__error_texts[i];
  return NULL;
}

/* Two threads may add the same code at once; the list then has it twice, which does no harm. */
static const char* uv__error_unknown(int err) {
  struct uv__unknown_error* head = atomic_load(&uv__unknown_errors);
  struct uv__unknown_error* e;

  for (e = head; e != NULL; e = e->next)
    if (e->code == err)
      return e->text;
  e = uv__malloc(sizeof(*e));
  if (e == NULL)
    return "Unknown system error";
  e->code = err;
  snprintf(e->text, sizeof(e->text), UV__UNKNOWN_FORMAT, err);
  e->next = head;
  while (!atomic_compare_exchange_weak(&uv__unknown_errors, &e->next, e))
    ;
  return e->text;
}

static char* uv__error_print(const char* text, int err, char* buf, size_t size) {
  if (text != NULL)
    snprintf(buf, size, "%s", text);
  else
    snprintf(buf, size, UV__UNKNOWN_FORMAT, err);
  return buf;
}

const char* uv_strerror(int err) {
  const struct uv__error_text* t = uv__error_find(err);

  return t != NULL ? t->message : uv__error_unknown(err);
}

const char* uv_err_name(int err) {
  const struct uv__error_text* t = uv__error_find(err);

  return t != NULL ? t->name : uv__error_unknown(err);
}

char* uv_strerror_r(int err, char* buf, size_t buflen) {
  const struct uv__error_text* t = uv__error_find(err);

  return uv__error_print(t != NULL ? t->message : NULL, err, buf, buflen);
}

char* uv_err_name_r(int err, char* buf, size_t buflen) {
  const struct uv__error_text* t = uv__error_find(err);

  return uv__error_print(t != NULL ? t->name : NULL, err, buf, buflen);
}

/* A UV_E* code is already negative and is its own translation. */
int uv_translate_sys_error(int sys_errno) {
  return sys_errno <= 0 ? sys_errno : -sys_errno;
}

void uv__error_shutdown(void) {
  struct uv__unknown_error* e = atomic_exchange(&uv__unknown_errors, NULL);

  while (e != NULL) {
    struct uv__unknown_error* next = e->next;

    uv__free(e);
    e = next;
  }
}
