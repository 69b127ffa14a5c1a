/* src/runtime/bindings/http_parser.c — internalBinding('http_parser'): runtime/http/parser.h for
 * lib/internal/http/parser.js.
 * (1) execute() runs to the next event that JavaScript must handle and calls no function, so
 *     nothing can happen while it parses. After the head of a request that asks for no other
 *     protocol nothing has to be decided: execute() goes on to the end of the message.
 * (2) A head is passed as one string, which JavaScript splits when it is needed. Numbers are passed
 *     in `words`, in both directions: to read an argument takes a call of the engine each.
 * (3) A body is passed as offsets into the input.
 * (4) A parser is identified by a number. The object that create() returns owns it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "handle.h"
#include "runtime/http/fields.h"
#include "runtime/http/parser.h"
#include "slots.h"
#include "view.h"

/* Indices of `words`; lib/internal/http/parser.js has the same order. */
enum word {
  /* written by JavaScript */
  PARSER,
  START,
  END,
  MODE,
  /* written by execute() and finish() */
  EVENT,
  NEXT_EVENT, /* after a head: how the rest of the message ended */
  CONSUMED,
  METHOD,
  STATUS,
  MAJOR,
  MINOR,
  KEEP_ALIVE,
  WANTS_UPGRADE,
  HAS_HOST,
  HAS_EXPECT,
  FIRST_LENGTH, /* of the URL or the reason, at the start of the text */
  HAS_TRAILERS,
  SLICES,
  BUSY,
  FIRST_SLICE,
  WORDS = FIRST_SLICE + 2 * GY_HTTP_SLICES
};

static _Thread_local JSClassRef parser_class;
static _Thread_local int32_t* words;
static _Thread_local struct gy_slots table;

struct owned_parser {
  struct gy_http_parser http;
  uint32_t id;
};

static void free_parser(JSObjectRef object) {
  struct owned_parser* p = JSObjectGetPrivate(object);

  if (gy_slots_get(&table, p->id) == &p->http)
    gy_slots_remove(&table, p->id);
  gy_http_free(&p->http);
  free(p);
}

/* () → the owner of a new parser, which is to be opened; words[PARSER] is its number */
GY_FUNCTION(create) {
  struct owned_parser* p = calloc(1, sizeof(*p));

  if (p == NULL || (p->id = gy_slots_add(&table, &p->http)) == 0) {
    free(p);
    return gy_throw(gy_env_here(), exception, "Out of memory");
  }
  words[PARSER] = (int32_t) p->id;
  return JSObjectMake(ctx, parser_class, p);
}

static struct gy_http_parser* selected_parser(gy_env* env, JSValueRef* exception) {
  uint32_t id = (uint32_t) words[PARSER];
  struct gy_http_parser* p = gy_slots_get(&table, id);

  if (p == NULL)
    gy_throw_type(env, exception, "no such parser");
  return p;
}

/* (isResponse, maxHeadBytes, maxPairs, lenient) for a new connection */
GY_FUNCTION(open_parser) {
  struct gy_http_parser* p = selected_parser(gy_env_here(), exception);

  if (p == NULL)
    return NULL;
  gy_http_init(p, gy_arg_bool(ctx, argc, argv, 0));
  p->max_head = (size_t) gy_arg_number(ctx, argc, argv, 1);
  p->max_pairs = (size_t) gy_arg_number(ctx, argc, argv, 2);
  p->lenient = gy_arg_bool(ctx, argc, argv, 3);
  return gy_undefined(gy_env_here());
}

static void report_head(const struct gy_http_parser* p) {
  const char* line_feed = p->length > 0 ? memchr(p->text, '\n', p->length) : NULL;

  words[METHOD] = p->method;
  words[STATUS] = p->status;
  words[MAJOR] = p->major;
  words[MINOR] = p->minor;
  words[KEEP_ALIVE] = p->keep_alive;
  words[WANTS_UPGRADE] = p->upgrade;
  words[HAS_HOST] = (p->flags & GY_HTTP_HOST) != 0;
  words[HAS_EXPECT] = (p->flags & GY_HTTP_EXPECT) != 0;
  words[FIRST_LENGTH] = (int32_t) (line_feed != NULL ? (size_t) (line_feed - p->text) : p->length);
}

static void report_progress(const struct gy_http_parser* p, size_t consumed) {
  words[CONSUMED] = (int32_t) consumed;
  words[HAS_TRAILERS] = p->event == GY_HTTP_COMPLETE && p->length > 0;
  words[SLICES] = p->count;
  words[BUSY] = p->busy;
  for (int i = 0; i < p->count; i++) {
    words[FIRST_SLICE + 2 * i] = (int32_t) p->slices[i].from;
    words[FIRST_SLICE + 2 * i + 1] = (int32_t) p->slices[i].to;
  }
}

static JSValueRef text_of(gy_env* env, const struct gy_http_parser* p) {
  return gy_string_latin1(env, (const uint8_t*) p->text, p->length);
}

/* (bytes; undefined: the slab that streams read into) parses words[START] to words[END] of it with
 * words[MODE] → the text of a head, or undefined; everything else is in `words` */
GY_FUNCTION(execute) {
  gy_env* env = gy_env_here();
  struct gy_http_parser* p = selected_parser(env, exception);
  size_t start = (size_t) words[START], end = (size_t) words[END], used, length;
  JSValueRef text = NULL;
  uint8_t* bytes;

  if (p == NULL)
    return NULL;
  if (argc == 0 || JSValueIsUndefined(ctx, argv[0]))
    bytes = gy_slab_bytes(&length);
  else if (!gy_bytes_get(env, argv[0], &bytes, &length))
    length = 0;
  if (start > end || end > length)
    return gy_throw_type(env, exception, "argument must be a buffer");
  gy_http_go_on(p, words[MODE]);
  used = gy_http_execute(p, bytes, start, end);
  words[EVENT] = words[NEXT_EVENT] = p->event;
  if (p->event == GY_HTTP_HEAD) {
    text = text_of(env, p);
    report_head(p);
    if (!p->is_response && !p->upgrade) {
      gy_http_go_on(p, 0);
      used = gy_http_execute(p, bytes, used, end);
      words[NEXT_EVENT] = p->event;
    }
  }
  report_progress(p, used);
  return text;
}

/* () the sender has ended → as execute() */
GY_FUNCTION(finish) {
  gy_env* env = gy_env_here();
  struct gy_http_parser* p = selected_parser(env, exception);

  if (p == NULL)
    return NULL;
  gy_http_go_on(p, 0);
  gy_http_finish(p);
  words[EVENT] = words[NEXT_EVENT] = p->event;
  report_progress(p, 0);
  return gy_undefined(env);
}

/* () → the text of the trailers, when words[HAS_TRAILERS] is 1 */
GY_FUNCTION(trailers) {
  gy_env* env = gy_env_here();
  struct gy_http_parser* p = selected_parser(env, exception);

  return p == NULL ? NULL : text_of(env, p);
}

/* () → "HPE_NAME\nreason" of the fault that execute() has found */
GY_FUNCTION(describe_fault) {
  gy_env* env = gy_env_here();
  struct gy_http_parser* p = selected_parser(env, exception);
  char text[256];

  if (p == NULL)
    return NULL;
  snprintf(text, sizeof(text), "%s\n%s", p->fault != NULL ? p->fault : "",
           p->reason != NULL ? p->reason : "");
  return gy_string(env, text);
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

static void free_memory(gy_env* env) {
  gy_slots_free(&table);
  free(words);
  words = NULL;
}

void gy_bind_http_parser(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
      {"open", open_parser},
      {"execute", execute},
      {"finish", finish},
      {"trailers", trailers},
      {"describeFault", describe_fault},
      {"methods", list_methods},
  };

  if (parser_class == NULL)
    parser_class = gy_class_new("HTTPParser", free_parser);
  gy_define(env, target, functions);
  words = calloc(WORDS, sizeof(*words));
  if (words == NULL)
    return;
  gy_at_close(env, free_memory);
  gy_set_view(env, target, "words", kJSTypedArrayTypeInt32Array, words, WORDS * sizeof(*words));
}
