/* The proofs accept the direct lane as it is, and refuse one that differs in anything they
 * claim. */
#define gy_direct_lane (*tested_lane)
#include "runtime/engine/prove.c"
#undef gy_direct_lane

#include "check.h"
#include "runtime/engine/heap.h"
#include "runtime/engine_private.h"

extern const struct gy_engine gy_direct_lane;
const struct gy_engine* tested_lane;
_Thread_local gy_env* gy_env_current;
struct gy_engine gy_engine;
static gy_env env;

/* Nothing here ends a thread. */
JSValueRef gy_termination(gy_env* ending) {
  return JSValueMakeUndefined(ending->ctx);
}

/* Nothing here makes so many strings. */
void gy_direct_heap_count(gy_env* counted, size_t bytes) {
}

/* What the engine allocates is referred to from its own heap, which LeakSanitizer does not scan. */
const char* __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) {
  return "leak:libjavascriptcoregtk\n";
}

static bool proves(enum gy_part part, struct gy_engine lane) {
  if (env.ctx == NULL) {
    env.group = JSContextGroupCreate();
    env.ctx = JSGlobalContextCreateInGroup(env.group, NULL);
    env.global = JSContextGetGlobalObject(env.ctx);
    gy_env_current = &env;
    gy_engine = gy_plain_lane;
    JSLock(env.ctx);
  }
  tested_lane = &lane;
  return gy_prove(&env, part);
}

TEST(the_direct_lane_is_proved_in_all_its_parts) {
  for (int part = 0; part < GY_PARTS; part++)
    CHECK(gy_direct_has(part) && proves(part, gy_direct_lane));
}

/* ---- Functions ---- */

static int64_t other_argument(void* global, const int64_t* frame) {
  probe->direct(global, frame);
  return frame[GY_FRAME_ARGUMENTS];
}

static int64_t later_frame(void* global, const int64_t* frame) {
  return probe->direct(global, frame + 1);
}

static const struct gy_entries* entries_of_liar;

static JSObjectRef make_liar(gy_env* e, const char* name, const struct gy_entries* entries) {
  return gy_direct_lane.make_function(e, name, entries_of_liar);
}

TEST(a_function_that_returns_or_reads_something_else_is_refused) {
  static const struct gy_entries liars[] = {{NULL, other_argument}, {NULL, later_frame}};
  struct gy_engine lane = gy_direct_lane;

  lane.make_function = make_liar;
  for (size_t i = 0; i < GY_COUNT(liars); i++) {
    entries_of_liar = &liars[i];
    CHECK(!proves(GY_PART_FUNCTIONS, lane));
  }
}

/* ---- Promise jobs ---- */

static void drain_nothing(gy_env* e) {
}

static void drain_second(gy_env* e) {
  second_job->plain(e->ctx, NULL, NULL, 0, NULL, NULL);
  gy_direct_lane.drain(e);
}

static void drain_and_repeat(gy_env* e) {
  gy_direct_lane.drain(e);
  first_job->plain(e->ctx, NULL, NULL, 0, NULL, NULL);
}

TEST(a_drain_that_runs_no_job_or_one_twice_or_in_another_order_is_refused) {
  struct gy_engine lane = gy_direct_lane;

  lane.drain = drain_nothing;
  CHECK(!proves(GY_PART_JOBS, lane));
  gy_direct_lane.drain(&env);
  lane.drain = drain_and_repeat;
  CHECK(!proves(GY_PART_JOBS, lane));
  lane.drain = drain_second;
  CHECK(!proves(GY_PART_JOBS, lane));
}

/* ---- Text ---- */

static bool start_longer(gy_env* e, struct gy_draft* draft, size_t length, bool is_wide) {
  return gy_direct_lane.start_string(e, draft, length + (is_wide ? 1 : 0), is_wide);
}

static JSValueRef finish_changed(gy_env* e, struct gy_draft* draft) {
  ((uint8_t*) draft->data)[1] ^= 1;
  return gy_direct_lane.finish_string(e, draft);
}

TEST(a_string_that_comes_out_longer_or_changed_is_refused) {
  struct gy_engine lane = gy_direct_lane;

  lane.finish_string = finish_changed;
  CHECK(!proves(GY_PART_TEXT_OUT, lane));
  lane.finish_string = gy_direct_lane.finish_string;
  lane.start_string = start_longer;
  CHECK(!proves(GY_PART_TEXT_OUT, lane));
}

static bool open_longer(gy_env* e, JSValueRef value, struct gy_chars* chars, JSValueRef* error) {
  bool opened = gy_direct_lane.open_chars(e, value, chars, error);

  chars->length++;
  return opened;
}

TEST(a_string_read_with_another_width_or_length_is_refused) {
  struct gy_engine lane = gy_direct_lane;

  lane.open_chars = open_longer;
  CHECK(!proves(GY_PART_TEXT_IN, lane));
  lane.open_chars = gy_plain_lane.open_chars; /* all strings are 16-bit to it */
  lane.close_chars = gy_plain_lane.close_chars;
  CHECK(!proves(GY_PART_TEXT_IN, lane));
}
