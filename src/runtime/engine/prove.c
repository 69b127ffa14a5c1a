/* src/runtime/engine/prove.c — checks that the direct lane does what the plain lane does. A part
 * whose proof fails stays plain.
 * (1) Functions: called with known arguments and `this`, a function reads them back and returns a
 *     value; called without, it throws, and JavaScript catches the same value. The C API must not
 *     catch it: its first caught exception makes the engine open its inspector, 2 % of an empty
 *     program.
 * (2) Promise jobs: two that are queued wait for the drain, run in order, and run once.
 * (3) Strings made: the C API reads back length and units, of 8 and of 16 bits.
 * (4) Strings read: those of the C API, of 8 and of 16 bits. */
#include <string.h>

#include "lanes.h"

static _Thread_local struct {
  size_t argc;
  JSValueRef self, argv[3];
  unsigned jobs; /* a decimal digit for each job that ran */
} seen;

/* ---- Functions ---- */

GY_FUNCTION(probe) {
  seen.argc = argc;
  seen.self = self;
  for (size_t i = 0; i < argc && i < GY_COUNT(seen.argv); i++)
    seen.argv[i] = argv[i];
  if (argc == 0)
    *exception = JSValueMakeNumber(ctx, 2.5);
  return argc > 1 ? argv[1] : NULL;
}

static bool is_number(gy_env* env, JSValueRef value, double number) {
  return value != NULL && JSValueIsNumber(env->ctx, value) &&
         JSValueToNumber(env->ctx, value, NULL) == number;
}

static bool is_caught(gy_env* env, JSValueRef function) {
  JSStringRef text = JSStringCreateWithUTF8CString("(f=>{try{f()}catch(e){return e}})");
  JSValueRef error = NULL, result = NULL;
  JSValueRef catch = JSEvaluateScript(env->ctx, text, NULL, NULL, 1, &error);

  JSStringRelease(text);
  if (catch != NULL)
    result = JSObjectCallAsFunction(env->ctx, (JSObjectRef) catch, NULL, 1, &function, &error);
  return error == NULL && seen.argc == 0 && is_number(env, result, 2.5);
}

static bool proves_functions(gy_env* env) {
  JSObjectRef function = gy_direct_lane.make_function(env, "probe", probe);
  JSValueRef argv[] = {gy_number(env, -1.5), gy_number(env, 7), env->global};
  JSValueRef error = NULL;
  JSValueRef result = JSObjectCallAsFunction(env->ctx, function, env->global, 3, argv, &error);

  if (error != NULL || result != argv[1] || seen.argc != 3 || seen.self != env->global ||
      memcmp(seen.argv, argv, sizeof(argv)) != 0)
    return false;
  result = JSObjectCallAsFunction(env->ctx, function, NULL, 1, argv, &error);
  return error == NULL && result != NULL && JSValueIsUndefined(env->ctx, result) &&
         is_caught(env, function);
}

/* ---- Promise jobs ---- */

GY_FUNCTION(first_job) {
  seen.jobs = seen.jobs * 10 + 1;
  return NULL;
}

GY_FUNCTION(second_job) {
  seen.jobs = seen.jobs * 10 + 2;
  return NULL;
}

/* The engine queues a call of a function as it queues the reaction of a promise. Promises would
 * make it compile what they need: 1.6 of the 22 million instructions of an empty program. */
static bool proves_jobs(gy_env* env) {
  gy_direct_queue_job(env, gy_direct_lane.make_function(env, "first", first_job));
  gy_direct_queue_job(env, gy_direct_lane.make_function(env, "second", second_job));
  if (seen.jobs != 0)
    return false;
  gy_direct_lane.drain(env);
  if (seen.jobs != 12)
    return false;
  gy_direct_lane.drain(env);
  return seen.jobs == 12;
}

/* ---- Text ---- */

static const uint8_t narrow[] = {'g', 0xe9, 0, 'z'};
static const uint16_t widened[] = {'g', 0xe9, 0, 'z'};
static const uint16_t wide[] = {0x3b1, 'x', 0xd83d, 0xde00, 0};

static bool reads_back(gy_env* env, JSValueRef value, const uint16_t* units, size_t length) {
  JSStringRef string =
      JSValueIsString(env->ctx, value) ? JSValueToStringCopy(env->ctx, value, NULL) : NULL;
  bool same = string != NULL && JSStringGetLength(string) == length &&
              memcmp(JSStringGetCharactersPtr(string), units, length * sizeof(*units)) == 0;

  if (string != NULL)
    JSStringRelease(string);
  return same;
}

static bool makes(gy_env* env, const void* from, const uint16_t* units, size_t length,
                  bool is_wide) {
  struct gy_draft draft;
  JSValueRef value;

  if (!gy_direct_lane.start_string(env, &draft, length, is_wide) || draft.data == NULL)
    return false;
  memcpy(draft.data, from, length * (is_wide ? sizeof(uint16_t) : 1));
  value = gy_direct_lane.finish_string(env, &draft);
  return value != NULL && reads_back(env, value, units, length);
}

static bool reads(gy_env* env, JSStringRef string, const void* units, size_t length,
                  bool is_wide) {
  JSValueRef value = JSValueMakeString(env->ctx, string);
  struct gy_chars chars;
  bool same = false;

  if (!gy_direct_lane.open_chars(env, value, &chars, NULL))
    return false;
  if (chars.length == length && (chars.narrow == NULL) == is_wide)
    same = is_wide ? memcmp(chars.wide, units, length * sizeof(uint16_t)) == 0
                   : memcmp(chars.narrow, units, length) == 0;
  gy_direct_lane.close_chars(&chars);
  return same && reads_back(env, value, JSStringGetCharactersPtr(string), length);
}

static bool proves_reading(gy_env* env) {
  JSStringRef ascii = JSStringCreateWithUTF8CString("proof");
  JSStringRef greek = JSStringCreateWithCharacters(wide, GY_COUNT(wide));
  bool proved =
      reads(env, ascii, "proof", 5, false) && reads(env, greek, wide, GY_COUNT(wide), true);

  JSStringRelease(ascii);
  JSStringRelease(greek);
  return proved;
}

bool gy_prove(gy_env* env, enum gy_part part) {
  memset(&seen, 0, sizeof(seen));
  switch (part) {
    case GY_PART_FUNCTIONS: return proves_functions(env);
    case GY_PART_JOBS: return proves_jobs(env);
    case GY_PART_TEXT_OUT:
      return makes(env, narrow, widened, GY_COUNT(narrow), false) &&
             makes(env, wide, wide, GY_COUNT(wide), true);
    case GY_PART_TEXT_IN: return proves_reading(env);
    default: return false;
  }
}
