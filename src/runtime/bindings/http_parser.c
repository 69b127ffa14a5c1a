/* src/runtime/bindings/http_parser.c — internalBinding('http_parser'): runtime/http/parser.h for
 * lib/internal/http/parser.js.
 * (1) execute() runs to the next event that JavaScript must handle and calls no function, so
 *     nothing can happen while it parses.
 * (2) A head is passed as one string, which JavaScript splits; numbers are in `result`.
 * (3) A body is passed as offsets into the caller's bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "runtime/http/parser.h"
#include "view.h"

/* Indices of `result`, filled by execute(); lib/internal/http/parser.js has the same order. */
enum word {
  EVENT,
  CONSUMED,
  METHOD,
  STATUS,
  MAJOR,
  MINOR,
  KEEP_ALIVE,
  WANTS_UPGRADE,
  SLICES,
  BUSY,
  FIRST_SLICE,
  RESULT_SIZE = FIRST_SLICE + 2 * GY_HTTP_SLICES
};

static JSClassRef parser_class;
static _Thread_local int32_t* result;

static void free_parser(JSObjectRef object) {
  struct gy_http_parser* p = JSObjectGetPrivate(object);

  gy_http_free(p);
  free(p);
}

/* () → parser, to be opened */
GY_FUNCTION(create) {
  struct gy_http_parser* p = calloc(1, sizeof(*p));

  if (p == NULL)
    return gy_throw(gy_env_here(), exception, "Out of memory");
  return JSObjectMake(ctx, parser_class, p);
}

/* (parser, isResponse, maxHeadBytes, maxPairs, lenient) for a new connection */
GY_FUNCTION(open_parser) {
  struct gy_http_parser* p = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, parser_class, exception);

  if (p == NULL)
    return NULL;
  gy_http_init(p, gy_arg_bool(ctx, argc, argv, 1));
  p->max_head = (size_t) gy_arg_number(ctx, argc, argv, 2);
  p->max_pairs = (size_t) gy_arg_number(ctx, argc, argv, 3);
  p->lenient = gy_arg_bool(ctx, argc, argv, 4);
  return gy_undefined(gy_env_here());
}

static void report(const struct gy_http_parser* p, size_t consumed) {
  result[EVENT] = p->event;
  result[CONSUMED] = (int32_t) consumed;
  result[METHOD] = p->method;
  result[STATUS] = p->status;
  result[MAJOR] = p->major;
  result[MINOR] = p->minor;
  result[KEEP_ALIVE] = p->keep_alive;
  result[WANTS_UPGRADE] = p->upgrade;
  result[SLICES] = p->count;
  result[BUSY] = p->busy;
  for (int i = 0; i < p->count; i++) {
    result[FIRST_SLICE + 2 * i] = (int32_t) p->slices[i].from;
    result[FIRST_SLICE + 2 * i + 1] = (int32_t) p->slices[i].to;
  }
}

/* A string when there is a head, or trailers; else undefined. */
static JSValueRef text_of(gy_env* env, const struct gy_http_parser* p) {
  if (p->event != GY_HTTP_HEAD && (p->event != GY_HTTP_COMPLETE || p->length == 0))
    return gy_undefined(env);
  return gy_string_latin1(env, (const uint8_t*) p->text, p->length);
}

static JSValueRef execute_locked(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                 JSValueRef* exception) {
  gy_env* env = gy_env_here();
  struct gy_http_parser* p = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, parser_class, exception);
  size_t start = (size_t) gy_arg_int(ctx, argc, argv, 2), used;
  uint8_t* bytes;
  size_t length;

  if (p == NULL)
    return NULL;
  if (argc < 4 || !gy_bytes_get(env, argv[1], &bytes, &length) || start > length)
    return gy_throw_type(env, exception, "argument must be a buffer");
  gy_http_go_on(p, gy_arg_int(ctx, argc, argv, 3));
  used = gy_http_execute(p, bytes, start, length);
  report(p, used);
  return text_of(env, p);
}

/* (parser, bytes, start, mode) → text or undefined; everything else is in `result` */
GY_FUNCTION(execute) {
  JSValueRef text;

  text = execute_locked(ctx, argc, argv, exception);
  return text;
}

/* (parser) the sender has ended → as execute() */
GY_FUNCTION(finish) {
  gy_env* env = gy_env_here();
  struct gy_http_parser* p = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, parser_class, exception);

  if (p == NULL)
    return NULL;
  gy_http_go_on(p, 0);
  gy_http_finish(p);
  report(p, 0);
  return text_of(env, p);
}

/* (parser) → "HPE_NAME\nreason" of the fault that execute() has found */
GY_FUNCTION(describe_fault) {
  struct gy_http_parser* p = gy_unwrap(ctx, argc > 0 ? argv[0] : NULL, parser_class, exception);
  char text[256];

  if (p == NULL)
    return NULL;
  snprintf(text, sizeof(text), "%s\n%s", p->fault != NULL ? p->fault : "",
           p->reason != NULL ? p->reason : "");
  return gy_string(gy_env_here(), text);
}

/* → the names of the methods, by their number, one per line */
GY_FUNCTION(list_methods) {
  char names[512] = "";
  size_t length = 0;

  for (size_t i = 0; i < gy_http_method_count && length < sizeof(names); i++)
    length += (size_t) snprintf(names + length, sizeof(names) - length, "%s%s", i > 0 ? "\n" : "",
                                gy_http_methods[i]);
  return gy_string(gy_env_here(), names);
}

void gy_bind_http_parser(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
      {"open", open_parser},
      {"execute", execute},
      {"finish", finish},
      {"describeFault", describe_fault},
      {"methods", list_methods},
  };

  if (parser_class == NULL)
    parser_class = gy_class_new("HTTPParser", free_parser);
  gy_define(env, target, functions);
  result = calloc(RESULT_SIZE, sizeof(*result));
  if (result == NULL)
    return;
  gy_set_view(env, target, "results", kJSTypedArrayTypeInt32Array, result,
              RESULT_SIZE * sizeof(*result));
}
