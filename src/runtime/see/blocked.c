/* src/runtime/see/blocked.c — watches from the side thread whether the program's loop turns, and
 * says so when one callback holds it for too long, while it still does, and when it is over.
 *
 * (1) A callback is the same as long as gy_now.entries is, and JavaScript is at something. When it
 *     began is not written down anywhere: the watcher counts from when it first saw it, at most
 *     PARTS-th of the threshold later.
 * (2) A callback that could run, and had a processor for less than a SHARE-th of the threshold, is
 *     not to blame: the machine is busy with others.
 * (3) The stack is taken while the callback runs. When another runs afterwards it is thrown away.
 * (4) Who waits for a report gets one: the line of a row of jobs is looked for until PATIENCE, then
 *     the row is told without, and the line when it is met.
 * (5) `watch` is guarded by its lock, for the program's thread comes in at its end. */
#include <fcntl.h>
#include <jsc/jsc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "see.h"
#include "uv_trace.h"

enum {
  PARTS = 8,
  SHARE = 4,
  FEWEST_IN_A_ROW = 20,
  LAP_MS = 2,
  MOST_LOOKS = 40,
  PATIENCE = 160, /* percent of the threshold: what is begun by then is done within 200 */
  PATIENCE_AGAIN = 250,
  HELD_MS = 4, /* a callback that is older holds the loop, for who asks what it is at */
  LONGEST_MS = 3600 * 1000
};

/* How long the program's thread has had a processor, and how long it or this one has waited for one:
 * what the watcher waits for comes late, too. */
struct usage {
  uint64_t ran_ns, waited_ns, own_waited_ns;
};

/* The callback itself, one of its ticks, or its promise jobs. */
struct part {
  uint64_t began_ns; /* when it was first seen */
  uint32_t ticks;
  enum gy_doing doing;
};

static struct {
  pthread_mutex_t lock;
  unsigned say_ms, tell_ms, watch_ms; /* thresholds; 0: nobody asked */
  bool is_open, has_ended;
  uv_timer_t timer;
  int schedstat, stat;   /* files of /proc of the program's thread, or -1, */
  int own_schedstat;     /* and of the one that watches */
  uint32_t entry;        /* number of the callback that was seen last, */
  uint64_t since_ns;     /* since when; 0: none ran, */
  struct usage usage;    /* of its thread, then, */
  uint32_t ticks;        /* and how many ticks had run; */
  struct part part;      /* what it is at, */
  uint64_t second_ns;    /* when it was seen again, or 0, */
  uint64_t collected_ns; /* and how long garbage had been collected then */
  bool is_reported;
  struct gy_report report;
  uint64_t count; /* of reports */
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .schedstat = -1, .stat = -1, .own_schedstat = -1};

unsigned gy_blocked_threshold(const char* text) {
  char* end;
  double value;

  if (text == NULL || *text == '\0')
    return GY_BLOCKED_DEFAULT_MS;
  value = strtod(text, &end);
  if (strcmp(end, "s") == 0)
    value *= 1000;
  else if (*end != '\0' && strcmp(end, "ms") != 0)
    return 0;
  if (!(value > 0 && value <= LONGEST_MS))
    return 0;
  return value < GY_BLOCKED_LEAST_MS ? GY_BLOCKED_LEAST_MS : (unsigned) value;
}

void gy_blocked_prepare(void) {
  /* Code that the engine compiles asks in each loop whether it shall stop to be looked at;
   * otherwise it would be compiled anew, without its optimisations, each time. */
  jsc_options_set_boolean("usePollingTraps", TRUE);
}

static unsigned threshold_ms(void) {
  const unsigned all[] = {watch.say_ms, watch.tell_ms, watch.watch_ms};
  unsigned least = 0;

  for (size_t i = 0; i < GY_COUNT(all); i++)
    if (all[i] != 0 && (least == 0 || all[i] < least))
      least = all[i];
  return least;
}

/* ---- Telling ---- */

static void say(const struct gy_report* report) {
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  gy_report_say(out, report);
  fclose(out);
  (void) !write(STDERR_FILENO, text, length); /* one write: lines stay together */
  free(text);
}

/* process.emit('loop:blocked', info), by lib/internal/see/blocked.js. */
static void emit(void* arg) {
  gy_env* env = gy_side_env();
  JSValueRef id = gy_string(env, "internal/see/blocked"), error = NULL, text, module;

  module = JSObjectCallAsFunction(env->ctx, env->load, NULL, 1, &id, &error);
  text = gy_string(env, arg);
  free(arg);
  if (error == NULL)
    gy_enter(env, GY_IO, (JSObjectRef) gy_get(env, (JSObjectRef) module, "emit"), NULL, 1, &text);
}

static void tell(const struct gy_report* report) {
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  gy_report_json(out, report);
  fclose(out);
  if (gy_main_post(emit, text) != 0)
    free(text);
}

/* Percent of the time; of which two threads may have had more than there is. */
static unsigned collecting(void) {
  uint64_t time = uv_hrtime() - watch.second_ns, of_it = gy_collector_time() - watch.collected_ns;

  return watch.second_ns == 0 || time == 0 ? 0
         : of_it >= time                   ? 100
                                           : (unsigned) (of_it * 100 / time);
}

static void finish(uint64_t now) {
  watch.is_reported = false;
  watch.report.is_over = true;
  watch.report.duration_ns = now - watch.report.began_ns;
  watch.report.collecting = collecting();
  gy_report_note(gy_side_env()->loop,
                 &watch.report); /* the slice may go on with another callback */
  if (watch.say_ms != 0)
    say(&watch.report);
  if (watch.tell_ms != 0)
    tell(&watch.report);
}

/* ---- Looking ---- */

static bool read_file(int fd, char* text, size_t size) {
  ssize_t got = fd < 0 ? -1 : pread(fd, text, size - 1, 0);

  text[got > 0 ? got : 0] = '\0';
  return got > 0;
}

/* Of the program's thread; where the kernel does not tell, it has always had one. */
static struct usage usage_now(void) {
  struct usage usage = {.ran_ns = uv_hrtime()};
  char text[96], *rest;

  if (read_file(watch.schedstat, text, sizeof(text))) {
    usage.ran_ns = strtoull(text, &rest, 10);
    usage.waited_ns = strtoull(rest, NULL, 10);
  }
  if (read_file(watch.own_schedstat, text, sizeof(text))) {
    (void) strtoull(text, &rest, 10);
    usage.own_waited_ns = strtoull(rest, NULL, 10);
  }
  return usage;
}

/* For a processor, since the callback was first seen. */
static uint64_t waited(void) {
  struct usage now = usage_now();
  uint64_t program = now.waited_ns - watch.usage.waited_ns;
  uint64_t own = now.own_waited_ns - watch.usage.own_waited_ns;

  return program > own ? program : own;
}

/* "1234 (name) S ...": whether it sleeps, and so waits for something. */
static bool is_asleep(void) {
  char text[256], *name_end;

  if (!read_file(watch.stat, text, sizeof(text)) || (name_end = strrchr(text, ')')) == NULL)
    return false;
  return name_end[1] != '\0' && name_end[2] != 'R';
}

/* (2) */
static bool is_machine_busy(uint64_t threshold_ns) {
  return usage_now().ran_ns - watch.usage.ran_ns < threshold_ns / SHARE && !is_asleep();
}

static bool is_same_callback(const gy_env* env) {
  return gy_doing(&env->now) != GY_DOING_NOTHING && GY_NOW_READ(env->now.entries) == watch.entry;
}

static void begin(const gy_env* env, uint64_t now) {
  bool runs = gy_doing(&env->now) != GY_DOING_NOTHING;

  watch.entry = GY_NOW_READ(env->now.entries);
  watch.since_ns = runs ? now : 0;
  watch.second_ns = 0;
  if (runs)
    watch.usage = usage_now();
  watch.ticks = (uint32_t) GY_NOW_READ(env->words[GY_TICKS]);
  watch.part = (struct part){.began_ns = now, .ticks = watch.ticks, .doing = gy_doing(&env->now)};
}

/* Until when the line is looked for; (4). */
static uint64_t end_of_patience(void) {
  uint64_t percent_ns = (uint64_t) threshold_ms() * 10000;

  return watch.since_ns +
         (watch.is_reported ? PATIENCE_AGAIN * percent_ns + waited() : PATIENCE * percent_ns);
}

static bool is_worth_looking(const gy_env* env, int looks) {
  return looks < MOST_LOOKS && is_same_callback(env) && uv_hrtime() < end_of_patience();
}

/* A first report is due; who asks only what it is at has set no threshold, and waits as long as it takes. */
static bool is_report_due(void) {
  return threshold_ms() != 0 && !watch.is_reported;
}

/* Between two promise jobs there is a place that can be met, or the queue is seen to move on. Without
 * knowing that the report would be a wrong one: on a busy machine it waits. */
static bool is_row_of_jobs(const gy_env* env) {
  uint64_t until_ns;

  do {
    until_ns = is_report_due() ? end_of_patience() + waited() : UINT64_MAX;
    if (gy_stack_is_row(until_ns))
      return true;
  } while (uv_hrtime() >= until_ns && uv_hrtime() < end_of_patience() + waited() &&
           is_same_callback(env));
  uv_sleep(LAP_MS);
  return gy_laps_seen();
}

/* Between short ticks and promise jobs it takes some looks to meet the program's own code, in
 * JavaScript or in what that has called. One promise job that is long is found at once. */
static bool find_line(gy_env* env, struct gy_report* report) {
  static struct gy_stack stack;
  bool is_ticks = report->doing == GY_DOING_TICKS, is_found = false;
  uint64_t until_ns = is_report_due() ? end_of_patience() : UINT64_MAX;
  int looks = 0;

  gy_laps_want();
  report->is_row = report->doing == GY_DOING_JOBS && is_row_of_jobs(env);
  do {
    is_found = report->is_row ? gy_stack_take_in_row(&stack, looks % 4 != 0, until_ns)
                              : gy_stack_take(&stack, is_ticks);
    is_found = is_found && gy_stack_top(&stack) >= 0;
  } while (!is_found && (is_ticks || report->is_row) && is_worth_looking(env, ++looks));
  if (is_found)
    gy_stack_copy(&report->stack, &stack);
  report->is_row = report->is_row && is_same_callback(env); /* or the laps were the last jobs */
  return is_same_callback(env);
}

/* Many short ticks or promise jobs, or one that is long? */
static void count_row(const gy_env* env, struct gy_report* report) {
  uint32_t ticks = (uint32_t) GY_NOW_READ(env->words[GY_TICKS]) - watch.ticks;
  uint64_t row = !is_same_callback(env)            ? 0
                 : report->doing == GY_DOING_TICKS ? ticks
                 : report->doing == GY_DOING_JOBS  ? gy_laps_in(report->duration_ns)
                                                   : 0;

  report->in_a_row = row >= FEWEST_IN_A_ROW ? row : 0;
  report->is_row |= report->in_a_row > 0;
}

static void describe(gy_env* env, struct gy_report* report) {
  uv_trace_counters_t c = {.size = offsetof(uv_trace_counters_t, callbacks)};
  bool is_found;

  memset(report, 0, sizeof(*report));
  report->began_ns = watch.since_ns;
  /* It has not ended, if the same callback still runs afterwards. */
  report->slice = uv_trace_slice_now(env->loop);
  report->kind = GY_NOW_READ(env->now.kind);
  report->doing = gy_doing(&env->now);
  report->phase = "main";
  report->phase_id = UV_TRACE_OUTSIDE;
  if (uv_trace_counters(env->loop, &c) == 0 && c.phase < UV_TRACE_PHASES)
    report->phase = uv_trace_phase_name(report->phase_id = c.phase);
  is_found = find_line(env, report);
  /* It may have gone on to its ticks and promise jobs meanwhile. */
  if (is_found && report->doing != gy_doing(&env->now)) {
    report->doing = gy_doing(&env->now);
    is_found = find_line(env, report);
  }
  if (is_found)
    gy_stack_what(&report->stack, report->what, sizeof(report->what));
  else
    report->stack.count = 0;
  report->duration_ns = uv_hrtime() - watch.since_ns;
  count_row(env, report);
  report->waited_ns = waited();
  gy_report_note(env->loop, report);
}

/* Ticks and promise jobs whose line was not met in time are reported without it, and maybe not as a row; once
 * that is known, it is told, too. In the end one look at a time: the patience is used up. */
static void look_again(gy_env* env) {
  static struct gy_report found;
  struct gy_report* report = &watch.report;

  if ((report->doing != GY_DOING_TICKS && report->doing != GY_DOING_JOBS) ||
      gy_stack_top(&report->stack) >= 0)
    return;
  memset(&found, 0, sizeof(found));
  found.doing = report->doing;
  if (!find_line(env, &found) ||
      (gy_stack_top(&found.stack) < 0 && (report->is_row || !found.is_row)))
    return;
  report->is_row |= found.is_row;
  gy_stack_copy(&report->stack, &found.stack);
  gy_stack_what(&report->stack, report->what, sizeof(report->what));
  report->duration_ns = uv_hrtime() - watch.since_ns;
  count_row(env, report);
  report->waited_ns = waited();
  gy_report_note(env->loop, report);
  if (watch.say_ms != 0)
    say(report);
}

/* A callback is followed by its queues, a tick by the next: what holds the loop now is another, as far
 * as looks from time to time can tell. */
static void note_part(const gy_env* env, uint64_t now) {
  uint32_t ticks = (uint32_t) GY_NOW_READ(env->words[GY_TICKS]);
  enum gy_doing doing = gy_doing(&env->now);

  if (doing == watch.part.doing && (doing != GY_DOING_TICKS || ticks == watch.part.ticks))
    return;
  watch.part = (struct part){.began_ns = now, .ticks = ticks, .doing = doing};
  if (watch.is_reported && !watch.report.is_row && watch.report.left_ns == 0)
    watch.report.left_ns = now;
}

/* A row began with the callback, or where what was reported before had ended. */
static void report_now(gy_env* env, uint64_t since_ns) {
  uint64_t part_ns = watch.part.began_ns;

  describe(env, &watch.report);
  watch.report.part_ns = watch.report.is_row ? since_ns : part_ns;
  watch.is_reported = true;
  watch.count++;
  if (watch.say_ms != 0)
    say(&watch.report);
}

/* What came behind it in the same callback may be as long. */
static void look_behind(gy_env* env, uint64_t now, uint64_t threshold) {
  uint64_t left_ns = watch.report.left_ns;

  if (left_ns == 0 || now - left_ns < threshold)
    return;
  watch.report.is_over = true;
  if (watch.tell_ms != 0)
    tell(&watch.report);
  report_now(env, left_ns);
}

static void look(gy_env* env) {
  uint64_t now = uv_hrtime(), threshold = (uint64_t) threshold_ms() * 1000000;

  if (watch.has_ended)
    return;
  if (watch.since_ns == 0 || !is_same_callback(env)) {
    if (watch.is_reported)
      finish(now);
    begin(env, now);
    return;
  }
  if (watch.second_ns == 0) {
    watch.second_ns = now;
    watch.collected_ns = gy_collector_time();
  }
  note_part(env, now);
  if (watch.is_reported) {
    look_again(env);
    look_behind(env, now, threshold);
  } else if (now - watch.since_ns >= threshold && !is_machine_busy(threshold)) {
    report_now(env, watch.since_ns);
  }
}

static void on_timer(uv_timer_t* timer) {
  (void) timer;
  pthread_mutex_lock(&watch.lock);
  look(gy_side_env());
  if (watch.say_ms != 0 && !watch.has_ended)
    gy_pool_look(gy_side_env()->loop, (uint64_t) watch.say_ms * 1000000);
  pthread_mutex_unlock(&watch.lock);
}

/* ---- Starting ---- */

/* The program's thread is the first of the process, and has its number. */
static int open_task_file(const char* name) {
  char path[64];

  snprintf(path, sizeof(path), "/proc/self/task/%d/%s", (int) getpid(), name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static void open_watch(void) {
  watch.schedstat = open_task_file("schedstat");
  watch.stat = open_task_file("stat");
  watch.own_schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  (void) gy_stack_open(gy_side_env()); /* without: reports that name no line */
  watch.is_open = uv_timer_init(gy_side_loop(), &watch.timer) == 0;
}

/* Without a watcher nobody knows since when the callback has run: it is looked at for a moment. */
static bool is_held(const gy_env* env) {
  if (watch.since_ns == 0 || !is_same_callback(env))
    begin(env, uv_hrtime());
  if (watch.since_ns == 0)
    return false;
  uv_sleep(HELD_MS);
  return is_same_callback(env);
}

const struct gy_report* gy_blocked_note(void) {
  static struct gy_report found;
  const struct gy_report* report = NULL;

  pthread_mutex_lock(&watch.lock);
  if (watch.is_reported && is_same_callback(gy_side_env())) {
    report = &watch.report;
  } else if (!watch.has_ended && is_held(gy_side_env())) {
    if (!watch.is_open)
      open_watch();
    describe(gy_side_env(), &found);
    report = &found;
  }
  pthread_mutex_unlock(&watch.lock);
  return report;
}

/* On the side thread: what is asked has changed. */
static void apply(void* arg) {
  unsigned period;

  (void) arg;
  pthread_mutex_lock(&watch.lock);
  if (!watch.is_open)
    open_watch();
  period = threshold_ms() / PARTS;
  if (threshold_ms() == 0)
    uv_timer_stop(&watch.timer);
  else
    uv_timer_start(&watch.timer, on_timer, 0, period > 0 ? period : 1);
  pthread_mutex_unlock(&watch.lock);
}

static int set(unsigned* threshold, unsigned ms) {
  pthread_mutex_lock(&watch.lock);
  *threshold = ms;
  pthread_mutex_unlock(&watch.lock);
  return gy_side_post(apply, NULL);
}

int gy_blocked_say(unsigned threshold) {
  return set(&watch.say_ms, threshold);
}

int gy_blocked_tell(unsigned threshold) {
  return set(&watch.tell_ms, threshold);
}

int gy_blocked_watch(unsigned threshold) {
  return set(&watch.watch_ms, threshold);
}

void gy_blocked_end(void) {
  if (threshold_ms() == 0)
    return;
  pthread_mutex_lock(&watch.lock);
  if (watch.is_reported && !watch.has_ended) {
    watch.tell_ms = 0; /* nobody is there to hear it */
    finish(uv_hrtime());
  }
  watch.has_ended = true;
  pthread_mutex_unlock(&watch.lock);
}

void gy_json_blocked(FILE* out) {
  fprintf(out, "{\"threshold_ms\":%u,\"reports\":%llu,\"now\":%s,\"last\":", threshold_ms(),
          (unsigned long long) watch.count, watch.is_reported ? "true" : "false");
  if (watch.count > 0)
    gy_report_json(out, &watch.report);
  else
    fputs("null", out);
  fputc('}', out);
}
