/* src/runtime/bindings/util.c — what the engine knows about an object and its C API does not tell:
 * which kind it is, a promise's state and result, a proxy's handler, where a map's iterator stands.
 * console.log() and util.types need all of these, and there is no other way to ask.
 *
 * An object's reference is the address of its cell. Where in a cell a thing stands is not assumed
 * but learnt: samples are made whose kinds and contents are known, and the places that tell them
 * all apart rightly are taken. An engine with another layout is learnt anew at the next start; one
 * in which no place fits leaves learnt() false, and lib/ does without.
 *
 * The console's direct way to a descriptor is here too.
 *
 * (1) Only the words of one small cell are read, and nothing is ever written.
 * (2) What is read of an object is used only if the object is of the kind the place was learnt for.
 * (3) A value found in a cell is given to JavaScript only from a place where samples held a
 *     value. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "runtime/engine.h"
#include "runtime/engine_private.h"
#include <pthread.h>

#include "runtime/gyre.h"

/* In the order of KIND in lib/internal/util/kinds.js. */
enum kind {
  KIND_OTHER,
  KIND_ERROR,
  KIND_PROMISE,
  KIND_PROXY,
  KIND_MAP,
  KIND_SET,
  KIND_MAP_ITERATOR,
  KIND_SET_ITERATOR,
  KIND_UNKNOWN = 255 /* a type that no sample had so far */
};

/* The smallest cells of those that have fields: header, property storage, two or four fields. */
#define FIRST_FIELD 2
#define SMALL_CELL 4
#define ITERATOR_CELL 6

struct layout {
  JSGlobalContextRef realm; /* where samples are made */
  bool kinds;               /* the type's place is known */
  bool tried, tried_rest;
  int type_byte;
  uint8_t kind_of_type[256];
  int promise_flags, promise_result; /* words; 0: not found */
  uint64_t promise_handled;          /* the bit of the flags */
  int proxy_handler;
  int map_iterated, set_iterated;
};

static _Thread_local struct layout layout;

/* What one thread has learnt serves all: they have the same engine. */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static struct layout shared_layout;

static void publish_layout(void) {
  pthread_mutex_lock(&shared_lock);
  if (layout.kinds && !shared_layout.tried_rest)
    shared_layout = layout;
  pthread_mutex_unlock(&shared_lock);
}

static bool adopt_layout(void) {
  pthread_mutex_lock(&shared_lock);
  if (shared_layout.kinds)
    layout = shared_layout;
  pthread_mutex_unlock(&shared_lock);
  return layout.kinds;
}

/* Rows of kind, sample, sample of the same type whose shape is another one. Making samples of all
 * kinds takes a millisecond, so those that nearly every program shows come first. They are made in
 * the program's realm, so by literals: neither a patched push() nor a setter for an index is
 * met. */
#define ROW(kind, make) #kind ", " make ", odd(" make "),\n"

static const char common_source[] =
    "(() => {\n"
    "  const odd = (object) => { object.shape = 1; return object; };\n"
    "  const fail = () => { try { null.x; } catch (e) { return e; } };\n"
    "  return [\n" ROW(0, "{}") ROW(0, "[1]") ROW(0, "() => {}") "0, Map, Set,\n" ROW(1, "fail()")
        ROW(2, "(async () => {})()") ROW(4, "new Map()") ROW(5, "new Set()") ROW(10, "new Date(0)")
            ROW(11, "/x/") ROW(19, "new Uint8Array(1)") "  ];\n"
                                                        "})()";

/* These are made in a realm that no program reaches. */
#define ROW_MAKER                         \
  "  const rows = [];\n"                  \
  "  const row = (kind, make) => {\n"     \
  "    const other = make();\n"           \
  "    other.shape = 1;\n"                \
  "    rows.push(kind, make(), other);\n" \
  "  };\n"

/* The other kinds, then contents of which we know where they are to be found. */
static const char rest_source[] =
    "(() => {\n" ROW_MAKER
    "  const target = {}, handler = {}, mark = {}, map = new Map([[1, 2]]), set = new Set([1]);\n"
    "  row(0, () => new (class extends Array {})());\n"
    "  rows.push(3, new Proxy({}, {}), new Proxy(function() {}, {}));\n"
    "  row(6, () => map.keys());\n"
    "  row(7, () => set.values());\n"
    "  row(8, () => new WeakMap());\n"
    "  row(9, () => new WeakSet());\n"
    "  row(12, () => (function() { return arguments; })());\n"
    "  row(12, () => (function(a) { return [arguments, () => a]; })(1)[0]);\n"
    "  row(12, () => (function() { 'use strict'; return arguments; })());\n"
    "  row(13, () => (function*() {})());\n"
    "  row(13, () => (async function*() {})());\n"
    "  row(14, () => Object(1));\n"
    "  row(15, () => Object(''));\n"
    "  row(16, () => Object(true));\n"
    "  row(17, () => new ArrayBuffer(1));\n"
    "  row(18, () => new DataView(new ArrayBuffer(1)));\n"
    "  for (const name of ['Int8', 'Uint8Clamped', 'Uint16', 'Int16', 'Uint32', 'Int32', "
    "'Float16',\n"
    "                      'Float32', 'Float64', 'BigInt64', 'BigUint64']) {\n"
    "    const Class = globalThis[`${name}Array`];\n"
    "    if (Class !== undefined) row(19, () => new Class(1));\n"
    "  }\n"
    "  row(20, () => Object(Symbol()));\n"
    "  row(20, () => Object(1n));\n"
    "  return [rows, mark, (async () => mark)(), new Proxy(target, handler), target, handler,\n"
    "          map, map.keys(), set, set.values(),\n"
    "          async (p) => { try { await p; } catch {} }];\n"
    "})()";

enum sample {
  ROWS,
  MARK,
  FULFILLED,
  PROXY,
  TARGET,
  HANDLER,
  MAP,
  MAP_ITERATOR,
  SET,
  SET_ITERATOR,
  WAIT,
  SAMPLES
};

static const uint64_t* words_of(JSValueRef cell) {
  return (const uint64_t*) cell;
}

static uint64_t as_word(JSValueRef value) {
  return (uint64_t) (uintptr_t) value;
}

static uint8_t byte_of(JSValueRef cell, int at) {
  return ((const uint8_t*) cell)[at];
}

/* ---- Learning ---- */

static JSObjectRef evaluate(const char* text) {
  JSStringRef source = JSStringCreateWithUTF8CString(text);
  JSValueRef result = JSEvaluateScript(layout.realm, source, NULL, NULL, 1, NULL);

  JSStringRelease(source);
  return (JSObjectRef) result;
}

/* Enters the samples' types, as the byte at `at` has them; false when it does not tell two kinds
 * apart, or is not the same for two objects of one type. */
static bool enter_types(gy_env* env, JSObjectRef rows, int at, uint8_t* kinds) {
  JSContextRef ctx = env->ctx;
  unsigned count = (unsigned) JSValueToNumber(ctx, gy_get(env, rows, "length"), NULL);

  for (unsigned i = 0; i + 2 < count; i += 3) {
    JSValueRef kind = JSObjectGetPropertyAtIndex(ctx, rows, i, NULL);
    uint8_t expected = (uint8_t) JSValueToNumber(ctx, kind, NULL);
    uint8_t a = byte_of(JSObjectGetPropertyAtIndex(ctx, rows, i + 1, NULL), at);
    uint8_t b = byte_of(JSObjectGetPropertyAtIndex(ctx, rows, i + 2, NULL), at);

    if (a != b || (kinds[a] != KIND_UNKNOWN && kinds[a] != expected))
      return false;
    kinds[a] = expected;
  }
  return true;
}

static void learn_common_in(gy_env* env, JSGlobalContextRef realm) {
  layout.realm = realm;
  JSObjectRef rows = evaluate(common_source);

  for (int at = 0; at < 8 && rows != NULL && !layout.kinds; at++) {
    memset(layout.kind_of_type, KIND_UNKNOWN, sizeof(layout.kind_of_type));
    layout.kinds = enter_types(env, rows, at, layout.kind_of_type);
    layout.type_byte = at;
  }
}

/* A program that replaced Map or the like spoils the samples: then they are made in the realm that
 * no program reaches. */
static void learn_common(gy_env* env) {
  if (adopt_layout())
    return;
  layout.tried = true;
  learn_common_in(env, env->ctx);
  if (!layout.kinds)
    learn_common_in(env, gy_engine_pristine(env));
  publish_layout();
}

/* The field of cell that holds value; 0 when there is none, or more than one. */
static int field_holding(JSValueRef cell, int size, JSValueRef value) {
  int found = 0;

  for (int i = FIRST_FIELD; i < size; i++)
    if (words_of(cell)[i] == as_word(value)) {
      if (found != 0)
        return 0;
      found = i;
    }
  return found;
}

/* A promise that is rejected with mark and handled: `wait` awaits it, so that nobody reports it. */
static JSObjectRef rejected_sample(JSContextRef ctx, JSObjectRef wait, JSValueRef mark) {
  JSObjectRef resolve;
  JSObjectRef reject;
  JSObjectRef promise = JSObjectMakeDeferredPromise(ctx, &resolve, &reject, NULL);
  JSValueRef arguments[] = {promise};

  JSObjectCallAsFunction(ctx, wait, NULL, 1, arguments, NULL);
  JSObjectCallAsFunction(ctx, reject, NULL, 1, &mark, NULL);
  return promise;
}

/* The flags change in one bit when somebody waits for the promise. */
static uint64_t handled_bit(JSContextRef ctx, JSObjectRef wait, JSObjectRef pending) {
  uint64_t before = words_of(pending)[layout.promise_flags], changed;
  JSValueRef arguments[] = {pending};

  JSObjectCallAsFunction(ctx, wait, NULL, 1, arguments, NULL);
  changed = before ^ words_of(pending)[layout.promise_flags];
  return (changed & (changed - 1)) == 0 ? changed : 0;
}

/* The low two bits of the flags are the state: 0 pending, 1 fulfilled, 2 rejected. */
static void learn_promise(JSContextRef ctx, const JSValueRef* samples) {
  JSObjectRef resolve;
  JSObjectRef reject;
  JSObjectRef pending = JSObjectMakeDeferredPromise(ctx, &resolve, &reject, NULL);
  JSObjectRef rejected = rejected_sample(ctx, (JSObjectRef) samples[WAIT], samples[MARK]);
  JSValueRef fulfilled = samples[FULFILLED];
  int result = field_holding(fulfilled, SMALL_CELL, samples[MARK]);

  if (result == 0 || field_holding(rejected, SMALL_CELL, samples[MARK]) != result)
    return;
  for (int i = FIRST_FIELD; i < SMALL_CELL; i++)
    if (i != result && (words_of(pending)[i] & 3) == 0 && (words_of(fulfilled)[i] & 3) == 1 &&
        (words_of(rejected)[i] & 3) == 2) {
      layout.promise_flags = i;
      layout.promise_result = result;
    }
  if (layout.promise_flags != 0)
    layout.promise_handled = handled_bit(ctx, (JSObjectRef) samples[WAIT], pending);
}

static void learn_contents(JSContextRef ctx, const JSValueRef* samples) {
  learn_promise(ctx, samples);
  layout.proxy_handler = field_holding(samples[PROXY], SMALL_CELL, samples[HANDLER]);
  layout.map_iterated = field_holding(samples[MAP_ITERATOR], ITERATOR_CELL, samples[MAP]);
  layout.set_iterated = field_holding(samples[SET_ITERATOR], ITERATOR_CELL, samples[SET]);
}

/* A type that no sample had is nothing special. */
static void learn_rest(gy_env* env) {
  JSValueRef samples[SAMPLES];

  layout.tried_rest = true;
  layout.realm = gy_engine_pristine(env);
  JSObjectRef made = evaluate(rest_source);
  if (made != NULL) {
    for (unsigned i = 0; i < SAMPLES; i++)
      samples[i] = JSObjectGetPropertyAtIndex(env->ctx, made, i, NULL);
    if (enter_types(env, (JSObjectRef) samples[ROWS], layout.type_byte, layout.kind_of_type))
      learn_contents(layout.realm, samples);
  }
  for (int i = 0; i < 256; i++)
    if (layout.kind_of_type[i] == KIND_UNKNOWN)
      layout.kind_of_type[i] = KIND_OTHER;
  publish_layout();
}

static int kind_of(JSContextRef ctx, JSValueRef value) {
  if (!layout.kinds || !JSValueIsObject(ctx, value))
    return KIND_OTHER;
  uint8_t type = byte_of(value, layout.type_byte);

  if (layout.kind_of_type[type] == KIND_UNKNOWN)
    learn_rest(gy_env_here());
  return layout.kind_of_type[type];
}

bool gy_is_promise(gy_env* env, JSValueRef value) {
  if (!layout.tried)
    learn_common(env);
  return kind_of(env->ctx, value) == KIND_PROMISE;
}

/* ---- For JavaScript ---- */

/* learnt(): can kindOf() be trusted? */
GY_FUNCTION(is_learnt) {
  gy_env* env = gy_env_here();

  if (!layout.tried)
    learn_common(env);
  return gy_bool(env, layout.kinds);
}

/* kindOf(value) → a KIND of lib/internal/util/kinds.js */
GY_FUNCTION(get_kind) {
  return JSValueMakeNumber(ctx, argc > 0 ? kind_of(ctx, argv[0]) : KIND_OTHER);
}

/* getPromiseDetails(promise) → [state, result], or undefined when it is none or cannot be read */
GY_FUNCTION(get_promise_details) {
  gy_env* env = gy_env_here();

  if (!layout.tried)
    learn_common(env);
  if (argc < 1 || kind_of(ctx, argv[0]) != KIND_PROMISE)
    return gy_undefined(env);
  if (!layout.tried_rest)
    learn_rest(env);
  if (layout.promise_flags == 0)
    return gy_undefined(env);
  const uint64_t* words = words_of(argv[0]);
  int state = (int) (words[layout.promise_flags] & 3);
  JSValueRef result = state == 0 ? gy_undefined(env) : (JSValueRef) words[layout.promise_result];
  JSValueRef details[] = {gy_number(env, state), result};

  return JSObjectMakeArray(ctx, state == 0 ? 1 : 2, details, exception);
}

/* isHandledPromise(promise): has anybody asked for its outcome? false when that cannot be read. */
GY_FUNCTION(is_handled_promise) {
  gy_env* env = gy_env_here();

  if (!layout.tried)
    learn_common(env);
  if (!layout.tried_rest)
    learn_rest(env);
  if (argc < 1 || layout.promise_flags == 0 || kind_of(ctx, argv[0]) != KIND_PROMISE)
    return gy_bool(env, false);
  return gy_bool(env, (words_of(argv[0])[layout.promise_flags] & layout.promise_handled) != 0);
}

static JSValueRef handler_of(JSContextRef ctx, JSValueRef proxy) {
  if (layout.proxy_handler == 0)
    return JSValueMakeUndefined(ctx);
  JSValueRef handler = (JSValueRef) words_of(proxy)[layout.proxy_handler];

  return JSValueIsObject(ctx, handler) ? handler : JSValueMakeNull(ctx);
}

/* getProxyDetails(proxy, both = true) → [target, handler] or target; undefined for anything else.
 * Both are null once the proxy is revoked. */
GY_FUNCTION(get_proxy_details) {
  gy_env* env = gy_env_here();

  if (argc < 1 || kind_of(ctx, argv[0]) != KIND_PROXY || JSObjectGetProxyTarget == NULL)
    return gy_undefined(env);
  JSValueRef handler = handler_of(ctx, argv[0]);
  JSValueRef target = JSValueMakeNull(ctx);

  if (!JSValueIsNull(ctx, handler))
    target = JSObjectGetProxyTarget((JSObjectRef) argv[0]);
  if (argc > 1 && !gy_arg_bool(ctx, argc, argv, 1))
    return target;
  JSValueRef details[] = {target, handler};

  return JSObjectMakeArray(ctx, 2, details, exception);
}

/* iteratedBy(iterator) → the map or set it walks, or undefined */
GY_FUNCTION(iterated_by) {
  int kind = argc > 0 ? kind_of(ctx, argv[0]) : KIND_OTHER;
  int field = kind == KIND_MAP_ITERATOR   ? layout.map_iterated
              : kind == KIND_SET_ITERATOR ? layout.set_iterated
                                          : 0;

  return field == 0 ? JSValueMakeUndefined(ctx) : (JSValueRef) words_of(argv[0])[field];
}

/* sameState(a, b): do two iterators of one kind stand at the same place, and give the same? */
GY_FUNCTION(same_state) {
  int kind = argc > 1 ? kind_of(ctx, argv[0]) : KIND_OTHER;

  if ((kind != KIND_MAP_ITERATOR && kind != KIND_SET_ITERATOR) || kind_of(ctx, argv[1]) != kind)
    return JSValueMakeBoolean(ctx, false);
  size_t bytes = (ITERATOR_CELL - FIRST_FIELD) * sizeof(uint64_t);

  return JSValueMakeBoolean(
      ctx, memcmp(words_of(argv[0]) + FIRST_FIELD, words_of(argv[1]) + FIRST_FIELD, bytes) == 0);
}

/* shapeOf(object) → a number that is the same for objects with the same named properties and
 * prototype. lib/ makes sure of that before it relies on it. */
GY_FUNCTION(shape_of) {
  uint32_t shape = 0;

  if (argc > 0 && JSValueIsObject(ctx, argv[0]))
    memcpy(&shape, argv[0], sizeof(shape));
  return JSValueMakeNumber(ctx, shape);
}

/* writeText(fd, text): all of it, in one call where the kernel takes it. A descriptor that does not
 * block is waited for. Returns how many bytes were not written: 0 unless there was an error. */
GY_FUNCTION(write_text) {
  gy_env* env = gy_env_here();
  int fd = gy_arg_int(ctx, argc, argv, 0);
  struct gy_text text;
  size_t at = 0;

  if (argc < 2 || !gy_text_get(env, argv[1], &text, exception))
    return NULL;
  while (at < text.length) {
    ssize_t n = write(fd, text.data + at, text.length - at);
    if (n > 0) {
      at += (size_t) n;
    } else if (n < 0 && errno == EAGAIN) {
      struct pollfd wait = {.fd = fd, .events = POLLOUT};
      poll(&wait, 1, -1);
    } else if (n == 0 || errno != EINTR) {
      break;
    }
  }
  size_t left = text.length - at;
  gy_text_free(&text);
  return gy_number(env, (double) left);
}

/* isTerminal(fd) */
GY_FUNCTION(is_terminal) {
  return JSValueMakeBoolean(ctx, isatty(gy_arg_int(ctx, argc, argv, 0)));
}

void gy_bind_util(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"learnt", is_learnt},
      {"kindOf", get_kind},
      {"getPromiseDetails", get_promise_details},
      {"isHandledPromise", is_handled_promise},
      {"getProxyDetails", get_proxy_details},
      {"iteratedBy", iterated_by},
      {"sameState", same_state},
      {"shapeOf", shape_of},
      {"writeText", write_text},
      {"isTerminal", is_terminal},
  };

  gy_define(env, target, functions);
}
