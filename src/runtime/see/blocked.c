/* src/runtime/see/blocked.c — checks from the side thread whether the loops of the program turn. A
 * callback that blocks a loop for too long is reported twice: while it runs, and when it has ended.
 *
 * (1) A callback is the same one while gy_now.entries does not change and JavaScript runs. Its
 *     start is not recorded anywhere: time counts from the check that first saw it, at most a
 *     PARTS-th of the threshold after the start.
 * (2) A callback that was runnable but had a processor for less than a SHARE-th of the threshold is
 *     not reported: the machine is busy with other processes.
 * (3) The stack is sampled while the callback runs. If another one runs afterwards, the sample is
 *     discarded.
 * (4) A report is not delayed without limit. Among many short ticks or jobs, samples may miss the
 *     program's code: after PATIENCE percent of the threshold the report goes out without a line,
 *     and a second one follows when the line is found. The same happens when a busy machine did not
 *     let the program answer; the search is then repeated after 1, 2, 4, … times the threshold.
 * (5) The loops of all threads are checked one after another: `loop` and `watch` belong to the one
 *     that is being checked. One lock guards all state, because the threads of the program use it,
 *     too, in gy_blocked_end(). */
#include <fcntl.h>
#include <jsc/jsc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "loops.h"
#include "report.h"
#include "see.h"
#include "uv_trace.h"

enum {
  PARTS = 8,
  SHARE = 4,
  FEWEST_CONSECUTIVE = 20,
  LAP_MS = 2,
  LAP_CPU_MS = 10, /* processor time of the program after which a promise job is a long one */
  MOST_LAP_WAITS = 200,
  USUAL_DELAY_MS = 10, /* of a sleep; more is time lost */
  MOST_SAMPLES = 40,
  PATIENCE = 160, /* percent of the threshold: a search begun by then ends within 200 */
  PATIENCE_AGAIN = 250,
  HELD_MS = 4, /* a callback that runs for longer blocks the loop, for gy_blocked_find_now() */
  LONGEST_MS = 3600 * 1000
};

/* CPU time of the program's thread, and how long it and this thread have waited for a processor:
 * checks come late, too, when the machine is busy. The kernel does not count the time in which the
 * whole process, or its virtual machine, was stopped: lost_ns is the time by which this thread has
 * overslept. */
struct usage {
  uint64_t ran_ns, waited_ns, own_waited_ns, lost_ns;
};

/* A part of a callback: the callback itself, one of its ticks, or its promise jobs. */
struct part {
  uint64_t began_ns; /* when a check first saw it */
  uint32_t ticks;
  enum gy_doing doing;
};

/* What is known of one loop. */
struct gy_watch {
  bool has_ended;
  int schedstat, stat;   /* files in /proc of the loop's thread, or -1 */
  uint32_t entry;        /* number of the callback that the last check saw */
  uint64_t since_ns;     /* when it was first seen; 0: none ran */
  struct usage usage;    /* at that time */
  uint32_t ticks;        /* that had run at that time */
  struct part part;      /* which the last check saw */
  uint64_t second_ns;    /* when a second check saw it, or 0 */
  uint64_t collected_ns; /* CPU time of the collector at that time */
  uint64_t search_ns;    /* when to search again for the line of a report without a stack */
  bool is_reported;
  struct gy_report report;
  uint64_t count; /* of reports */
};

static struct {
  pthread_mutex_t lock;
  unsigned stderr_ms, peer_ms; /* thresholds; 0: off */
  bool is_open;
  bool has_ended; /* the main thread's loop */
  uv_timer_t timer;
  int own_schedstat;   /* a file in /proc of the side thread, or -1 */
  uint64_t lost_ns;    /* in all */
  uint64_t checked_ns; /* when the last check was */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER, .own_schedstat = -1};

/* The loop that is being checked; on the side thread, or at its end on its own. */
static struct gy_see_loop* loop;
static struct gy_watch* watch;

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
  /* Makes compiled code check in each loop whether it is interrupted. Otherwise an interruption
   * discards the optimised code. */
  jsc_options_set_boolean("usePollingTraps", TRUE);
}

static unsigned lower_ms(unsigned a, unsigned b) {
  return a == 0 || (b != 0 && b < a) ? b : a;
}

static unsigned threshold_of(const struct gy_see_loop* of) {
  return lower_ms(lower_ms(all.stderr_ms, all.peer_ms), GY_NOW_READ(of->program_ms));
}

static unsigned threshold_ms(void) {
  return threshold_of(loop);
}

/* Selects the loop whose state the other functions use. False when memory is short. */
static bool use(struct gy_see_loop* held) {
  loop = held;
  if (held->watch == NULL) {
    held->watch = calloc(1, sizeof(*held->watch));
    if (held->watch == NULL)
      return false;
    held->watch->schedstat = held->watch->stat = -1;
  }
  watch = held->watch;
  return true;
}

/* ---- Sending reports ---- */

static void report_to_stderr(const struct gy_report* report) {
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  gy_report_print(out, report);
  fclose(out);
  (void) !write(STDERR_FILENO, text, length); /* one write keeps the lines together */
  free(text);
}

/* process.emit('loop:blocked', info), by lib/internal/see/blocked.js. */
static void emit(void* arg) {
  gy_env* env = gy_env_here();
  JSValueRef text;
  JSObjectRef fn;

  if (gy_loop_is_closing(env->seen)) {
    free(arg);
    return;
  }
  text = gy_string(env, arg);
  fn = gy_builtin_function(env, "internal/see/blocked", "emit");
  free(arg);
  if (fn != NULL)
    gy_enter(env, GY_IO, fn, NULL, 1, &text);
}

static void report_to_program(const struct gy_report* report) {
  char* text = NULL;
  size_t length = 0;
  FILE* out = open_memstream(&text, &length);

  if (out == NULL)
    return;
  gy_report_json(out, report);
  fclose(out);
  if (gy_loop_post(loop->id, emit, text) != 0)
    free(text);
}

/* Share of the time in percent. Two collector threads may add up to more than 100. */
static unsigned collecting(void) {
  uint64_t time = uv_hrtime() - watch->second_ns, of_it = gy_collector_time() - watch->collected_ns;

  return watch->second_ns == 0 || time == 0 ? 0
         : of_it >= time                    ? 100
                                            : (unsigned) (of_it * 100 / time);
}

static void finish(uint64_t now) {
  watch->is_reported = false;
  watch->report.is_over = true;
  watch->report.duration_ns = now - watch->report.began_ns;
  watch->report.collecting = collecting();
  gy_report_to_slice(loop->env->loop,
                     &watch->report); /* before another callback begins in the slice */
  if (all.stderr_ms != 0)
    report_to_stderr(&watch->report);
  if (loop->program_ms != 0)
    report_to_program(&watch->report);
}

/* ---- Checking ---- */

static bool read_file(int fd, char* text, size_t size) {
  ssize_t got = fd < 0 ? -1 : pread(fd, text, size - 1, 0);

  text[got > 0 ? got : 0] = '\0';
  return got > 0;
}

/* Without schedstat the program's thread counts as always running. */
static struct usage usage_now(void) {
  struct usage usage = {.ran_ns = uv_hrtime(), .lost_ns = all.lost_ns};
  char text[96], *rest;

  if (read_file(watch->schedstat, text, sizeof(text))) {
    usage.ran_ns = strtoull(text, &rest, 10);
    usage.waited_ns = strtoull(rest, NULL, 10);
  }
  if (read_file(all.own_schedstat, text, sizeof(text))) {
    (void) strtoull(text, &rest, 10);
    usage.own_waited_ns = strtoull(rest, NULL, 10);
  }
  return usage;
}

/* How long the program or the side thread has waited for a processor since the callback was first
 * seen. */
static uint64_t waited(void) {
  struct usage now = usage_now();
  uint64_t program = now.waited_ns - watch->usage.waited_ns;
  uint64_t own = now.own_waited_ns - watch->usage.own_waited_ns;
  uint64_t lost = now.lost_ns - watch->usage.lost_ns;

  own = own > lost ? own : lost;
  return program > own ? program : own;
}

void gy_lost_time_add(uint64_t duration_ns) {
  if (duration_ns > USUAL_DELAY_MS * UINT64_C(1000000))
    all.lost_ns += duration_ns;
}

/* Whether the program's thread sleeps: "1234 (name) S ...". */
static bool is_asleep(void) {
  char text[256], *name_end;

  if (!read_file(watch->stat, text, sizeof(text)) || (name_end = strrchr(text, ')')) == NULL)
    return false;
  return name_end[1] != '\0' && name_end[2] != 'R';
}

/* (2) */
static bool is_machine_busy(uint64_t threshold_ns) {
  return usage_now().ran_ns - watch->usage.ran_ns < threshold_ns / SHARE && !is_asleep();
}

static bool is_same_callback(const gy_env* env) {
  return gy_doing(&env->now) != GY_DOING_NOTHING && GY_NOW_READ(env->now.entries) == watch->entry;
}

static void begin(const gy_env* env, uint64_t now) {
  bool runs = gy_doing(&env->now) != GY_DOING_NOTHING;

  watch->entry = GY_NOW_READ(env->now.entries);
  watch->since_ns = runs ? now : 0;
  watch->second_ns = 0;
  if (runs)
    watch->usage = usage_now();
  watch->ticks = (uint32_t) GY_NOW_READ(env->shared_state[GY_TICKS]);
  watch->part = (struct part){.began_ns = now, .ticks = watch->ticks, .doing = gy_doing(&env->now)};
}

/* When the search for the line ends; (4). */
static uint64_t end_of_patience(void) {
  uint64_t percent_ns = (uint64_t) threshold_ms() * 10000;

  return watch->since_ns +
         (watch->is_reported ? PATIENCE_AGAIN * percent_ns + waited() : PATIENCE * percent_ns);
}

static bool may_sample_again(const gy_env* env, int samples) {
  return samples < MOST_SAMPLES && is_same_callback(env) && uv_hrtime() < end_of_patience();
}

/* A first report is due. gy_blocked_find_now() works without a threshold and has no deadline. */
static bool is_report_due(void) {
  return threshold_ms() != 0 && !watch->is_reported;
}

/* Whether the promise job that runs ends while the program has the processor for a moment. */
static bool ends_job(const gy_env* env) {
  uint64_t ran_ns = usage_now().ran_ns;

  for (int waits = 0; waits < MOST_LAP_WAITS && !gy_laps_seen(env) && is_same_callback(env);
       waits++) {
    if (waits > 0 && usage_now().ran_ns - ran_ns > LAP_CPU_MS * UINT64_C(1000000))
      break;
    uv_sleep(LAP_MS);
  }
  return gy_laps_seen(env);
}

/* Many jobs are recognised by a sample between two of them, or because a job of our own has run
 * (laps.c). A report that takes many jobs for one would be wrong, so on a busy machine the search
 * goes on. */
static bool runs_many_jobs(const gy_env* env) {
  uint64_t until_ns;

  do {
    until_ns = is_report_due() ? end_of_patience() + waited() : UINT64_MAX;
    if (gy_stack_sees_many_jobs(until_ns))
      return true;
  } while (uv_hrtime() >= until_ns && uv_hrtime() < end_of_patience() + waited() &&
           is_same_callback(env));
  return ends_job(env);
}

/* Among short ticks and promise jobs it takes several samples to hit the program's own code, in
 * JavaScript or in what it has called. One long promise job is found at once. */
static bool find_line(gy_env* env, struct gy_report* report) {
  static struct gy_stack stack;
  bool is_ticks = report->doing == GY_DOING_TICKS, is_found = false;
  uint64_t until_ns = is_report_due() ? end_of_patience() : UINT64_MAX;
  int samples = 0;

  gy_laps_request(env);
  report->is_starving = report->doing == GY_DOING_JOBS && runs_many_jobs(env);
  do {
    is_found = report->is_starving ? gy_stack_take_in_job(&stack, samples % 4 != 0, until_ns)
                                   : gy_stack_take(&stack, is_ticks);
    is_found = is_found && gy_stack_top(&stack) >= 0;
  } while (!is_found && (is_ticks || report->is_starving) && may_sample_again(env, ++samples));
  if (is_found)
    gy_stack_copy(&report->stack, &stack);
  if (report->doing == GY_DOING_JOBS && !report->is_starving)
    report->is_starving = ends_job(env); /* the sample may have started the count */
  report->is_starving =
      report->is_starving && is_same_callback(env); /* or the jobs seen were the last ones */
  return is_same_callback(env);
}

/* Many short ticks or promise jobs, or one long one? */
static void count_consecutive(const gy_env* env, struct gy_report* report) {
  uint32_t ticks = (uint32_t) GY_NOW_READ(env->shared_state[GY_TICKS]) - watch->ticks;
  uint64_t many = !is_same_callback(env)            ? 0
                  : report->doing == GY_DOING_TICKS ? ticks
                  : report->doing == GY_DOING_JOBS  ? gy_laps_in(env, report->duration_ns)
                                                    : 0;

  report->consecutive = many >= FEWEST_CONSECUTIVE ? many : 0;
  report->is_starving |= report->consecutive > 0;
}

static void describe(gy_env* env, struct gy_report* report) {
  uv_trace_counters_t c = {.size = offsetof(uv_trace_counters_t, callbacks)};
  bool is_found;

  memset(report, 0, sizeof(*report));
  report->thread = loop->id;
  memcpy(report->thread_name, loop->name, sizeof(report->thread_name));
  report->began_ns = watch->since_ns;
  /* The slice has not ended if the same callback still runs afterwards. */
  report->slice = uv_trace_slice_now(env->loop);
  report->kind = GY_NOW_READ(env->now.kind);
  report->doing = gy_doing(&env->now);
  report->phase = "main";
  report->phase_id = UV_TRACE_OUTSIDE;
  if (uv_trace_counters(env->loop, &c) == 0 && c.phase < UV_TRACE_PHASES)
    report->phase = uv_trace_phase_name(report->phase_id = c.phase);
  is_found = find_line(env, report);
  /* The callback may have ended meanwhile, and its ticks or promise jobs run. */
  if (is_found && report->doing != gy_doing(&env->now)) {
    report->doing = gy_doing(&env->now);
    is_found = find_line(env, report);
  }
  if (is_found)
    gy_stack_what(&report->stack, report->what, sizeof(report->what));
  else
    report->stack.count = 0;
  report->duration_ns = uv_hrtime() - watch->since_ns;
  count_consecutive(env, report);
  report->waited_ns = waited();
  gy_report_to_slice(env->loop, report);
}

/* Whether the report lacks a line that a further sample may find; (4). */
static bool may_complete_report(uint64_t now) {
  const struct gy_report* report = &watch->report;

  if (gy_stack_top(&report->stack) >= 0)
    return false;
  if (report->doing == GY_DOING_TICKS || report->doing == GY_DOING_JOBS)
    return true;
  return report->stack.count == 0 && report->left_ns == 0 && now >= watch->search_ns;
}

/* Completes a report that was sent without a line, or without the fact that there are many ticks or
 * promise jobs. The time for the search is over by then, so each check takes one sample. */
static void search_line_again(gy_env* env, uint64_t now) {
  static struct gy_report found;
  struct gy_report* report = &watch->report;

  if (!may_complete_report(now))
    return;
  watch->search_ns = now + (now - watch->since_ns);
  memset(&found, 0, sizeof(found));
  found.doing = report->doing;
  if (!find_line(env, &found) ||
      (gy_stack_top(&found.stack) < 0 && (report->is_starving || !found.is_starving)))
    return;
  report->is_starving |= found.is_starving;
  gy_stack_copy(&report->stack, &found.stack);
  gy_stack_what(&report->stack, report->what, sizeof(report->what));
  report->duration_ns = uv_hrtime() - watch->since_ns;
  count_consecutive(env, report);
  report->waited_ns = waited();
  gy_report_to_slice(env->loop, report);
  if (all.stderr_ms != 0)
    report_to_stderr(report);
}

/* Detects that another part blocks the loop now: the queues after a callback, or the next tick. A
 * part that begins and ends between two checks is not detected. */
static void update_part(const gy_env* env, uint64_t now) {
  uint32_t ticks = (uint32_t) GY_NOW_READ(env->shared_state[GY_TICKS]);
  enum gy_doing doing = gy_doing(&env->now);

  if (doing == watch->part.doing && (doing != GY_DOING_TICKS || ticks == watch->part.ticks))
    return;
  watch->part = (struct part){.began_ns = now, .ticks = ticks, .doing = doing};
  if (watch->is_reported && !watch->report.is_starving && watch->report.left_ns == 0)
    watch->report.left_ns = now;
}

/* since_ns: the start of the callback, or the end of the part that was reported before. */
static void report_now(gy_env* env, uint64_t since_ns) {
  uint64_t part_ns = watch->part.began_ns;

  describe(env, &watch->report);
  watch->report.part_ns = watch->report.is_starving ? since_ns : part_ns;
  watch->is_reported = true;
  watch->search_ns = uv_hrtime() + (uint64_t) threshold_ms() * 1000000;
  watch->count++;
  if (all.stderr_ms != 0)
    report_to_stderr(&watch->report);
}

/* The part after the reported one, in the same callback, may be as long. */
static void report_next_part(gy_env* env, uint64_t now, uint64_t threshold) {
  uint64_t left_ns = watch->report.left_ns;

  if (left_ns == 0 || now - left_ns < threshold)
    return;
  watch->report.is_over = true;
  if (loop->program_ms != 0)
    report_to_program(&watch->report);
  report_now(env, left_ns);
}

static void check_loop(gy_env* env) {
  uint64_t now = uv_hrtime(), threshold = (uint64_t) threshold_ms() * 1000000;

  if (watch->has_ended)
    return;
  if (watch->since_ns == 0 || !is_same_callback(env)) {
    if (watch->is_reported)
      finish(now);
    begin(env, now);
    return;
  }
  if (watch->second_ns == 0) {
    watch->second_ns = now;
    watch->collected_ns = gy_collector_time();
  }
  update_part(env, now);
  if (watch->is_reported) {
    search_line_again(env, now);
    report_next_part(env, now, threshold);
  } else if (now - watch->since_ns >= threshold && !is_machine_busy(threshold)) {
    report_now(env, watch->since_ns);
  }
}

static int open_task_file(const char* name) {
  char path[64];

  snprintf(path, sizeof(path), "/proc/self/task/%d/%s", loop->tid, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* Of the loop in use. */
static void open_watch(void) {
  if (watch->stat < 0) {
    watch->schedstat = open_task_file("schedstat");
    watch->stat = open_task_file("stat");
  }
  (void) gy_stack_open(loop); /* on failure reports name no line */
}

static void open_all(void) {
  if (all.is_open)
    return;
  all.own_schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  if (uv_timer_init(gy_side_loop(), &all.timer) == 0)
    __atomic_store_n(&all.is_open, true, __ATOMIC_RELAXED);
}

/* The main thread first. A loop that is being checked is held, others may end meanwhile. */
static void check_loops(void) {
  struct gy_see_loop* held = gy_loop_hold(0);

  while (held != NULL) {
    uint32_t id = held->id;
    if (threshold_of(held) != 0 && use(held)) {
      open_watch();
      check_loop(held->env);
    }
    gy_loop_release(held);
    held = gy_loop_hold_after(id);
  }
}

static void on_timer(uv_timer_t* timer) {
  uint64_t now = uv_hrtime();

  pthread_mutex_lock(&all.lock);
  if (all.checked_ns != 0 && now - all.checked_ns > uv_timer_get_repeat(timer) * 1000000)
    gy_lost_time_add(now - all.checked_ns - uv_timer_get_repeat(timer) * 1000000);
  check_loops();
  all.checked_ns = uv_hrtime();
  if (all.stderr_ms != 0 && !all.has_ended)
    gy_pool_check(gy_side_env()->loop, (uint64_t) all.stderr_ms * 1000000);
  pthread_mutex_unlock(&all.lock);
}

/* ---- Starting ---- */

/* Without checks the start of the callback is not known: observes it for a moment. */
static bool is_held(const gy_env* env) {
  if (watch->since_ns == 0 || !is_same_callback(env))
    begin(env, uv_hrtime());
  if (watch->since_ns == 0)
    return false;
  uv_sleep(HELD_MS);
  return is_same_callback(env);
}

const struct gy_report* gy_blocked_find_now(struct gy_see_loop* held) {
  static struct gy_report found;
  const struct gy_report* report = NULL;

  pthread_mutex_lock(&all.lock);
  if (use(held)) {
    if (watch->is_reported && is_same_callback(held->env)) {
      found = watch->report; /* that one belongs to the loop, which may end */
      gy_stack_copy(&found.stack, &watch->report.stack);
      report = &found;
    } else if (!watch->has_ended && is_held(held->env)) {
      open_all();
      open_watch();
      describe(held->env, &found);
      report = &found;
    }
  }
  pthread_mutex_unlock(&all.lock);
  return report;
}

/* The lowest threshold of all loops. */
static unsigned least_threshold(void) {
  struct gy_see_loop* held = gy_loop_hold(0);
  unsigned least = 0;

  while (held != NULL) {
    uint32_t id = held->id;
    least = lower_ms(least, threshold_of(held));
    gy_loop_release(held);
    held = gy_loop_hold_after(id);
  }
  return least;
}

/* A threshold has changed. On the side thread. */
static void apply(void* arg) {
  unsigned least, period;

  (void) arg;
  pthread_mutex_lock(&all.lock);
  open_all();
  least = least_threshold();
  period = least / PARTS;
  all.checked_ns = 0;
  if (least == 0)
    uv_timer_stop(&all.timer);
  else
    uv_timer_start(&all.timer, on_timer, 0, period > 0 ? period : 1);
  pthread_mutex_unlock(&all.lock);
}

static int set(unsigned* threshold, unsigned ms) {
  pthread_mutex_lock(&all.lock);
  __atomic_store_n(threshold, ms, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&all.lock);
  return gy_side_post(apply, NULL);
}

int gy_blocked_report_to_stderr(unsigned threshold) {
  return set(&all.stderr_ms, threshold);
}

int gy_blocked_report_to_program(gy_env* env, unsigned threshold) {
  return env->seen == NULL ? UV_ESRCH : set(&env->seen->program_ms, threshold);
}

int gy_blocked_report_to_peer(unsigned threshold) {
  return set(&all.peer_ms, threshold);
}

static void close_files(struct gy_watch* ended) {
  if (ended->schedstat >= 0)
    close(ended->schedstat);
  if (ended->stat >= 0)
    close(ended->stat);
  ended->schedstat = ended->stat = -1;
}

void gy_blocked_forget(struct gy_see_loop* closed) {
  pthread_mutex_lock(&all.lock);
  if (closed->watch != NULL)
    close_files(closed->watch);
  free(closed->watch);
  closed->watch = NULL;
  pthread_mutex_unlock(&all.lock);
}

void gy_blocked_end(gy_env* env) {
  struct gy_see_loop* ending = env->seen;

  if (ending == NULL || !GY_NOW_READ(all.is_open))
    return;
  pthread_mutex_lock(&all.lock);
  if (ending->watch != NULL && use(ending)) {
    bool listens = ending->program_ms != 0;
    ending->program_ms = 0; /* the program runs no more listeners */
    if (watch->is_reported && !watch->has_ended)
      finish(uv_hrtime());
    watch->has_ended = true;
    close_files(watch);
    if (listens && env->worker != NULL)
      (void) gy_side_post(apply, NULL);
  }
  all.has_ended |= env->worker == NULL;
  pthread_mutex_unlock(&all.lock);
}

void gy_json_blocked(FILE* out, const struct gy_see_loop* held) {
  pthread_mutex_lock(&all.lock);
  const struct gy_watch* of = held->watch;
  fprintf(out, "{\"threshold_ms\":%u,\"reports\":%llu,\"now\":%s,\"last\":", threshold_of(held),
          (unsigned long long) (of != NULL ? of->count : 0),
          of != NULL && of->is_reported ? "true" : "false");
  if (of != NULL && of->count > 0)
    gy_report_json(out, &of->report);
  else
    fputs("null", out);
  fputc('}', out);
  pthread_mutex_unlock(&all.lock);
}
