/* src/runtime/engine/direct.c — implements the interface by C++ functions of the engine.
 * (1) All assumptions about the engine's objects are in names.h, function.h and text_of().
 * (2) New values are referenced from the machine stack, which the engine's collector scans. */
#include <string.h>

#include "heap.h"
#include "lanes.h"

int64_t gy_direct_undefined = 0xa; /* set from the C API when the lane is opened */

#if defined(__x86_64__)

#  include "names.h"

enum {
  FUNCTIONS = 1 << GY_PART_FUNCTIONS,
  JOBS = 1 << GY_PART_JOBS,
  TEXT_OUT = 1 << GY_PART_TEXT_OUT,
  TEXT_IN = 1 << GY_PART_TEXT_IN
};

/* A test may hide a name, to show that the runtime works without it: a library that it preloads
 * (test/tools/hide_engine_name.c) defines this function. */
extern bool gy_test_hides_name(const char* name) __attribute__((weak));

static const struct {
  const char* name;
  void (*address)(void);
  unsigned parts;
} names[] = {
    {"JSFunction::create", (void (*)(void)) jsc_create_function, FUNCTIONS | JOBS},
    {"callHostFunctionAsConstructor", (void (*)(void)) jsc_no_constructor, FUNCTIONS | JOBS},
    {"VM::throwException", (void (*)(void)) jsc_throw, FUNCTIONS},
    {"VM::drainMicrotasks", (void (*)(void)) jsc_drain, JOBS},
    {"JSGlobalObject::queueMicrotask", (void (*)(void)) jsc_queue_job, JOBS},
    {"StringImpl::createUninitialized8", (void (*)(void)) jsc_make_narrow, TEXT_OUT},
    {"StringImpl::createUninitialized16", (void (*)(void)) jsc_make_wide, TEXT_OUT},
    {"jsStringWithCacheSlowCase", (void (*)(void)) jsc_make_string, TEXT_OUT},
    {"StringImpl::destroy", (void (*)(void)) jsc_destroy_text, TEXT_OUT | TEXT_IN},
    {"JSCell::getString", (void (*)(void)) jsc_get_string, TEXT_IN},
};

bool gy_direct_has(enum gy_part part) {
  for (size_t i = 0; i < GY_COUNT(names); i++) {
    if (!(names[i].parts & 1u << part))
      continue;
    if (names[i].address == NULL ||
        (gy_test_hides_name != NULL && gy_test_hides_name(names[i].name)))
      return false;
  }
  return true;
}

const char* gy_direct_name(enum gy_part part, size_t i) {
  for (size_t k = 0; k < GY_COUNT(names); k++)
    if (names[k].parts & 1u << part && i-- == 0)
      return names[k].name;
  return NULL;
}

/* ---- Functions ---- */

/* The word behind the reference count of a JSStringRef is its WTF::String. */
static const void* text_of(JSStringRef string) {
  return (const void* const*) string + 1;
}

static JSObjectRef make(gy_env* env, const char* name, const struct gy_entries* entries,
                        uint8_t visibility) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  JSObjectRef function =
      jsc_create_function(env->group, env->ctx, 0, text_of(text), entries->direct, visibility, 0,
                          jsc_no_constructor, NULL);

  JSStringRelease(text);
  return function;
}

static JSObjectRef make_function(gy_env* env, const char* name, const struct gy_entries* entries) {
  return make(env, name, entries, JSC_VISIBLE);
}

JSObjectRef gy_direct_hidden_function(gy_env* env, const struct gy_entries* entries) {
  return make(env, "", entries, JSC_HIDDEN);
}

int64_t gy_direct_throw(void* global, JSValueRef error) {
  gy_env* env = gy_env_here();

  /* What came through C lost that nothing may catch it. */
  jsc_throw(env->group, global, env->exiting ? gy_termination(env) : error);
  return 0;
}

/* ---- Promise jobs ---- */

static void drain(gy_env* env) {
  jsc_drain(env->group);
}

void gy_direct_queue_job(gy_env* env, JSObjectRef function) {
  jsc_queue_job(env->ctx, function, 0, 0, 0, 0);
}

/* ---- Text ---- */

static void release_text(struct jsc_text* text) {
  if (__atomic_sub_fetch(&text->references, JSC_TEXT_REFERENCE, __ATOMIC_ACQ_REL) == 0)
    jsc_destroy_text(text);
}

static bool open_chars(gy_env* env, JSValueRef value, struct gy_chars* chars,
                       JSValueRef* exception) {
  struct jsc_text* text = NULL;

  if (!JSValueIsString(env->ctx, value) || !jsc_get_string(value, env->ctx, &text) || text == NULL)
    return gy_plain_lane.open_chars(env, value, chars, exception);
  *chars = (struct gy_chars){.length = text->length, .text = text};
  if (text->flags & JSC_TEXT_NARROW)
    chars->narrow = text->data;
  else
    chars->wide = text->data;
  return true;
}

static void close_chars(struct gy_chars* chars) {
  if (chars->text == NULL) {
    gy_plain_lane.close_chars(chars);
    return;
  }
  release_text(chars->text);
  chars->text = NULL;
}

/* The engine counts the texts of strings as part of its heap only from this size on. A program that
 * makes many short ones would hold hundreds of megabytes between two collections, and the kernel
 * would have to clear each page of it. */
enum { LEAST_COUNTED = 257, COUNT_AT = 1 << 20 };
static _Thread_local size_t not_counted;

static void count_short_text(gy_env* env, size_t size) {
  not_counted += size + sizeof(struct jsc_text);
  if (not_counted < COUNT_AT)
    return;
  gy_direct_heap_count(env, not_counted);
  not_counted = 0;
}

/* Gives up our reference to a text that only a new string has beside us, so that no other thread
 * counts at the same time: a locked instruction takes 5 ns. */
static void leave_to_string(struct jsc_text* text) {
  text->references -= JSC_TEXT_REFERENCE;
}

/* The value is made before the text is filled: the engine counts references with locked
 * instructions, and those wait until all that was written before has reached the cache. For 1 KB
 * of new memory that is 90 ns. The engine has one object for each string of no or one unit: those
 * are the plain lane's. */
static bool start_string(gy_env* env, struct gy_draft* draft, size_t length, bool is_wide) {
  struct jsc_text* text = NULL;
  struct jsc_span span;
  size_t size = length << is_wide;

  draft->value = NULL;
  if (length < 2)
    return gy_plain_lane.start_string(env, draft, length, is_wide);
  if (is_wide)
    jsc_make_wide(&text, length, &span);
  else
    jsc_make_narrow(&text, length, &span);
  if (size < LEAST_COUNTED)
    count_short_text(env, size);
  *draft = (struct gy_draft){.data = span.data,
                             .length = length,
                             .is_wide = is_wide,
                             .value = jsc_make_string(env->group, text)};
  leave_to_string(text);
  return true;
}

static JSValueRef finish_string(gy_env* env, struct gy_draft* draft) {
  return draft->value != NULL ? draft->value : gy_plain_lane.finish_string(env, draft);
}

const struct gy_engine gy_direct_lane = {
    .make_function = make_function,
    .drain = drain,
    .open_chars = open_chars,
    .close_chars = close_chars,
    .start_string = start_string,
    .finish_string = finish_string,
};

#else /* the calling convention of names.h is that of x86-64 */

const struct gy_engine gy_direct_lane;

bool gy_direct_has(enum gy_part part) {
  return false;
}

const char* gy_direct_name(enum gy_part part, size_t i) {
  return NULL;
}

int64_t gy_direct_throw(void* global, JSValueRef error) {
  return 0;
}

JSObjectRef gy_direct_hidden_function(gy_env* env, const struct gy_entries* entries) {
  return NULL;
}

void gy_direct_queue_job(gy_env* env, JSObjectRef function) {
}

#endif
