/* src/runtime/bindings/module_lexer.c — what the loader asks of a module's text. Results are
 * numbers in one array (modules/lexer.h): the strings they point at are cut in lib/. */
#include <stdlib.h>
#include <string.h>

#include "runtime/gyre.h"
#include "runtime/modules/lexer.h"

/* Numbers before the records; lib/internal/modules/esm/statements.js reads them. */
enum head { H_FLAGS, H_FIRST_AWAIT, H_ERROR, H_ERROR_END, H_COUNT };
enum flag { F_MODULE = 1, F_AWAITS = 2, F_USING = 4 };

static void free_bytes(void* bytes, void* unused) {
  (void) unused;
  free(bytes);
}

/* An Int32Array of `head` numbers and those that were found, or an exception. */
static JSValueRef numbers_of(gy_env* env, const struct gy_lexer* l, const int32_t* head,
                             size_t head_count, JSValueRef* exception) {
  size_t count = head_count + l->found.count;
  int32_t* all = l->no_memory ? NULL : malloc((count + 1) * sizeof(*all));
  if (all == NULL)
    return gy_throw(env, exception, "out of memory");
  if (head_count > 0)
    memcpy(all, head, head_count * sizeof(*all));
  if (l->found.count > 0)
    memcpy(all + head_count, l->found.at, l->found.count * sizeof(*all));
  return JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeInt32Array, all,
                                               count * sizeof(*all), free_bytes, NULL, exception);
}

/* lex(source, classic) → head, records */
GY_FUNCTION(lex) {
  gy_env* env = gy_env_here();
  JSStringRef source = argc > 0 ? JSValueToStringCopy(ctx, argv[0], exception) : NULL;
  struct gy_lexer l;

  if (source == NULL)
    return NULL;
  gy_lexer_open(&l, JSStringGetCharactersPtr(source), (uint32_t) JSStringGetLength(source));
  gy_lex_module(&l, gy_arg_bool(ctx, argc, argv, 1));
  const int32_t head[H_COUNT] = {
      [H_FLAGS] = l.is_module * F_MODULE + l.awaits * F_AWAITS + l.has_using * F_USING,
      [H_FIRST_AWAIT] = (int32_t) l.first_await,
      [H_ERROR] = (int32_t) l.error_at,
      [H_ERROR_END] = (int32_t) l.error_end,
  };
  JSValueRef numbers = numbers_of(env, &l, head, H_COUNT, exception);
  gy_lexer_close(&l);
  JSStringRelease(source);
  return numbers;
}

/* references(source, names joined by ",", Int32Array of ranges to leave out) → numbers, or
 * undefined when eval() might see the names */
GY_FUNCTION(references) {
  gy_env* env = gy_env_here();
  JSStringRef source = argc > 2 ? JSValueToStringCopy(ctx, argv[0], exception) : NULL;
  JSStringRef names = source != NULL ? JSValueToStringCopy(ctx, argv[1], exception) : NULL;
  JSValueRef value = NULL;
  uint8_t* skip = NULL;
  size_t size = 0;
  struct gy_lexer l;

  if (names != NULL && gy_bytes_get(env, argv[2], &skip, &size)) {
    gy_lexer_open(&l, JSStringGetCharactersPtr(source), (uint32_t) JSStringGetLength(source));
    bool known =
        gy_lex_references(&l, JSStringGetCharactersPtr(names), (uint32_t) JSStringGetLength(names),
                          (const int32_t*) skip, size / sizeof(int32_t));
    value = known ? numbers_of(env, &l, NULL, 0, exception) : gy_undefined(env);
    gy_lexer_close(&l);
  }
  if (names != NULL)
    JSStringRelease(names);
  if (source != NULL)
    JSStringRelease(source);
  return value;
}

/* using(source) → enum gy_using of the top level, records */
GY_FUNCTION(using) {
  gy_env* env = gy_env_here();
  JSStringRef source = argc > 0 ? JSValueToStringCopy(ctx, argv[0], exception) : NULL;
  struct gy_lexer l;

  if (source == NULL)
    return NULL;
  gy_lexer_open(&l, JSStringGetCharactersPtr(source), (uint32_t) JSStringGetLength(source));
  gy_lex_using(&l);
  const int32_t top = l.top_using;
  JSValueRef numbers = numbers_of(env, &l, &top, 1, exception);
  gy_lexer_close(&l);
  JSStringRelease(source);
  return numbers;
}

void gy_bind_module_lexer(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"lex", lex},
      {"references", references},
      {"using", using},
  };

  gy_define(env, target, functions);
}
