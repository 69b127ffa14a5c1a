/* src/runtime/see/stack.c — samples the stack of a thread of the program from the side thread. A
 * signal interrupts that thread; what happens then depends on where it was.
 *
 * (1) In JavaScript, interpreted or compiled: the engine's time limit is set to a moment.
 *     Calling the engine is safe there, because the thread is in no C function and holds no
 *     lock. The engine then calls on_trap() at the next loop or call, where its stack can be
 *     read. The same in sin(), pow() and the like: they hold no locks, and the engine does not
 *     save the stack before it calls them.
 * (2) Anywhere else (a system call, JSON, sorting, a collection) nothing may be called, and
 *     JavaScript may not continue for minutes. But the stack can be read, because the engine
 *     saves its position when it leaves JavaScript. So the signal handler clones the process,
 *     with this one thread, and returns at once. The clone reads the stack from the engine,
 *     writes it to shared memory and exits. If another thread held a lock at that moment the
 *     clone hangs: it sleeps or spins. Then it is killed, and another one is made. A clone that
 *     waits for a processor is not killed: on a busy machine the next one would wait as long.
 * (3) The clone receives no signals, runs no function of the program, and writes only the shared
 *     memory. It shares the descriptor table, so that a descriptor that the program closes is
 *     really closed. It has no exit signal, so that wait() calls of the program do not find it.
 * (4) A compiled regular expression ignores the time limit of (1); then (2) applies. It is
 *     recognised when it has run for some milliseconds after the limit, and this thread has
 *     slept and woken as often as the engine's timer thread needs to: on a busy machine both
 *     take longer.
 * (5) The engine starts a timer when a limit is set, and again whenever JavaScript is entered
 *     while a limit is set. It cannot cancel a timer, aborts when two of them coincide, and
 *     terminates the program when one fires without a callback. So a limit of zero is set, which
 *     starts one timer, and at once an infinite one, which starts none and keeps the callback.
 *     That is not repeated until the callback has run, or is long overdue. When JavaScript
 *     returns, the limit is void: a short promise job would never see it. So the handler waits a
 *     moment, in which the timer fires.
 * (6) Between two promise jobs the native stack is at its shallowest and holds no JavaScript. So
 *     clones are made where it is about as shallow as was ever seen; one that finds no
 *     JavaScript proves that several jobs run. After that, clones are made where the stack is
 *     deeper: inside a job.
 * (7) Waits are limited by a number of naps, not by the clock: when the whole process was
 *     stopped, or its virtual machine was, the program has had no time to answer.
 * (8) Queries are numbered. A late answer to an old query is ignored, and a second signal for
 *     the same query is not answered.
 * (9) One thread is sampled at a time; it is held (loops.h). A thread that is interrupted late,
 *     when another one is sampled, does nothing. worker.c sets the limit of (5), too, to end a
 *     worker: GY_LIMIT_NS counts from the last limit of either kind, and one callback handles
 *     both. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "blocked.h"
#include "loops.h"
#include "runtime/engine_private.h"
#include "runtime/worker/worker.h"

enum {
  SAMPLES = 4,        /* samples in native code before a clone is made */
  MOST_SAMPLES = 24,  /* limit of samples in all */
  SAMPLE_US = 700,    /* time between them */
  JS_SAMPLES = 12,    /* as SAMPLES, where JavaScript is more likely */
  ANSWER_NAPS = 1200, /* for the signal to arrive, on a busy machine */
  TRAP_NAPS = 75,     /* for the engine to call on_trap() */
  TRAP_CPU_MS = 5,    /* processor time of the program for the same */
  TRAP_ROUNDS = 20,   /* limit, where it does not get that */
  JOB_TRAP_NAPS = 12, /* as TRAP_NAPS, among short jobs */
  LATE_TRAP_NAPS = 190,
  COPY_CPU_MS = 20,      /* for the first clone to answer; twice as long for each further one */
  JOB_COPY_CPU_MS = 8,   /* the same, where another clone can be made soon */
  COPY_NAPS = 3000,      /* limit for a clone that gets no processor */
  COPY_LOOK_NAPS = 5,    /* between two checks of a clone */
  COPY_ASLEEP_LOOKS = 2, /* a clone that sleeps at so many of them in a row hangs */
  COPIES = 3,
  JOB_SAMPLES = 40,     /* to find the place between two jobs */
  FIRST_SAMPLES = 10,   /* the first of them only measure how shallow the stack gets */
  JS_ONLY_SAMPLES = 12, /* give up when all of these are in JavaScript */
  MARGIN = 64,          /* bytes of stack that still count as shallowest */
  WIDER_SAMPLES = 8,    /* the margin doubles after so many samples */
  NAP_US = 100,         /* about 160 with the slack of the kernel's timers */
  TIMER_US = 600,       /* for the engine's timer to fire */
  STEP_BITS = 3
};

enum step { SAMPLE, ARM, COPY, COPY_ANYWAY, COPY_SHALLOW, COPY_DEEP };
enum found { NOTHING, IN_JS, IN_NATIVE, COPIED, NOT_COPIED };

/* Shared with clones. */
struct page {
  uint32_t is_written;
  char text[GY_STACK_TEXT];
};

static struct {
  gy_env* env; /* the environment that is sampled; (9) */
  pid_t tid;   /* of its thread */
  bool is_open;
  uint32_t is_writing; /* a thread writes `trapped` */
  struct gy_code code;
  struct page* page;
  uint32_t query;  /* number << STEP_BITS | enum step */
  uint32_t answer; /* number << STEP_BITS | enum found */
  pid_t copy;
  uintptr_t shallowest; /* of the stack; (6) */
  uintptr_t margin;     /* distance that still counts as shallowest */
  uintptr_t between;    /* the deepest position seen without JavaScript */
  uintptr_t copied;     /* stack position of the last clone */
  uint32_t traps;       /* this and the following: written on the program's thread */
  char trapped[GY_STACK_TEXT];
} here;

static uint32_t load(const uint32_t* word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static void answer(uint32_t number, enum found found) {
  __atomic_store_n(&here.answer, number << STEP_BITS | found, __ATOMIC_RELEASE);
}

static void nap(unsigned us) {
  struct timespec time = {.tv_nsec = (long) us * 1000};
  uint64_t began = uv_hrtime();

  nanosleep(&time, NULL);
  gy_lost_time_add(uv_hrtime() - began);
}

/* ---- On the program's thread ---- */

static void write_stack(char* text, size_t size) {
  JSStringRef stack = JSContextCreateBacktrace(gy_env_here()->ctx, GY_STACK_FRAMES);

  text[0] = '\0';
  if (stack == NULL)
    return;
  JSStringGetUTF8CString(stack, text, size);
  JSStringRelease(stack);
}

static gy_env* target(void) {
  return __atomic_load_n(&here.env, __ATOMIC_ACQUIRE);
}

bool gy_stack_on_limit(gy_env* env) {
  bool is_sampled = env->is_sampled;

  env->is_sampled = false;
  if (is_sampled && target() == env &&
      !__atomic_exchange_n(&here.is_writing, 1, __ATOMIC_ACQUIRE)) {
    write_stack(here.trapped, sizeof(here.trapped));
    gy_laps_begin(env);
    __atomic_fetch_add(&here.traps, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&here.is_writing, 0, __ATOMIC_RELEASE);
  }
  return env->worker != NULL && gy_worker_on_limit(env);
}

static bool on_trap(JSContextRef ctx, void* arg) {
  (void) ctx;
  (void) arg;
  return gy_stack_on_limit(gy_env_here());
}

_Noreturn static void be_copy(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0); /* no core dump of the clone */
  /* The lock is never released: that would run promise jobs. */
  JSLock(gy_env_here()->ctx);
  write_stack(here.page->text, sizeof(here.page->text));
  __atomic_store_n(&here.page->is_written, 1, __ATOMIC_RELEASE);
  _exit(0);
}

static enum found make_copy(void) {
  /* A plain clone: no exit signal, and no fork() handlers, which are not async-signal-safe. */
  long pid = syscall(SYS_clone, CLONE_FILES, NULL, NULL, NULL, NULL);

  if (pid == 0)
    be_copy();
  here.copy = (pid_t) pid;
  return pid > 0 ? COPIED : NOT_COPIED;
}

static bool is_within(const uintptr_t range[2], uintptr_t pc) {
  return pc >= range[0] && pc < range[1];
}

static bool is_in_js(uintptr_t pc) {
  return is_within(here.code.compiled, pc) || is_within(here.code.interpreter, pc) ||
         is_within(here.code.mathematics, pc);
}

/* A limit that vm has set is not replaced. */
static enum found arm(gy_env* env) {
  struct timespec timer_time = {.tv_nsec = TIMER_US * 1000L};
  bool is_recent = uv_hrtime() - env->limit_ns <= GY_LIMIT_NS;

  if (GY_NOW_READ(env->now.limited))
    return IN_NATIVE;
  if (!env->is_sampled && is_recent && env->worker != NULL)
    return IN_NATIVE; /* (9) */
  if (!env->is_sampled || !is_recent) {
    env->is_sampled = true;
    env->limit_ns = uv_hrtime();
    JSContextGroupSetExecutionTimeLimit(env->group, 0, on_trap, NULL);
    JSContextGroupSetExecutionTimeLimit(env->group, INFINITY, on_trap, NULL);
    if (gy_doing(&env->now) == GY_DOING_JOBS)
      nanosleep(&timer_time, NULL);
  }
  return IN_JS;
}

/* The stack grows downwards: a shallower position is a higher address. */
static bool is_to_copy(enum step step, uintptr_t sp, bool in_js) {
  switch (step) {
    case COPY_ANYWAY: return true;
    case COPY: return !in_js;
    case COPY_SHALLOW: return !in_js && sp + here.margin >= here.shallowest;
    case COPY_DEEP: return !in_js && sp < here.between;
    default: return false;
  }
}

static enum found execute(gy_env* env, enum step step, uintptr_t pc, uintptr_t sp) {
  bool in_js = is_in_js(pc);

  if (sp > here.shallowest)
    here.shallowest = sp;
  if (is_to_copy(step, sp, in_js)) {
    here.copied = sp;
    return make_copy();
  }
  if (!in_js)
    return IN_NATIVE;
  return step == ARM ? arm(env) : IN_JS;
}

static void on_signal(int signum, siginfo_t* info, void* context) {
  int saved = errno;
  uint32_t query = load(&here.query), number = query >> STEP_BITS;
  gy_env* env = gy_env_current;
  const greg_t* registers = ((const ucontext_t*) context)->uc_mcontext.gregs;

  (void) signum;
  (void) info;
  if (env != NULL && env == target() && load(&here.answer) >> STEP_BITS != number)
    answer(number, execute(env, query & ((1u << STEP_BITS) - 1), (uintptr_t) registers[REG_RIP],
                           (uintptr_t) registers[REG_RSP]));
  errno = saved;
}

/* ---- On the side thread ---- */

/* Interrupts the program's thread and returns its answer; NOTHING: no answer in time. */
static enum found query(enum step step) {
  uint32_t number = ((here.query >> STEP_BITS) + 1) & (UINT32_MAX >> STEP_BITS), word;
  int naps = 0;

  __atomic_store_n(&here.query, number << STEP_BITS | step, __ATOMIC_RELEASE);
  syscall(SYS_tgkill, getpid(), here.tid, SIGRTMIN + 9);
  while ((word = load(&here.answer)) >> STEP_BITS != number) {
    if (naps++ == ANSWER_NAPS)
      return NOTHING;
    nap(NAP_US);
  }
  return word & ((1u << STEP_BITS) - 1);
}

/* CPU time of the program's thread; 0 when it is not known. */
static uint64_t program_ran_ns(void) {
  struct timespec time = {0};
  /* The kernel's number for the CPU clock of a thread. */
  clockid_t clock = (clockid_t) (~(unsigned) here.tid << 3 | 6u);

  clock_gettime(clock, &time);
  return (uint64_t) time.tv_sec * 1000000000 + (uint64_t) time.tv_nsec;
}

static bool read_copy_file(const char* name, char* text, size_t size) {
  char path[64];
  int fd;
  ssize_t got;

  snprintf(path, sizeof(path), "/proc/%d/%s", (int) here.copy, name);
  fd = open(path, O_RDONLY | O_CLOEXEC);
  got = fd < 0 ? -1 : read(fd, text, size - 1);
  if (fd >= 0)
    close(fd);
  text[got > 0 ? got : 0] = '\0';
  return got > 0;
}

/* Its one thread sleeps for nothing but a lock: "1234 (name) S ...". */
static bool is_copy_asleep(void) {
  char text[256], *name_end;

  return read_copy_file("stat", text, sizeof(text)) && (name_end = strrchr(text, ')')) != NULL &&
         strncmp(name_end, ") S", 3) == 0;
}

static bool has_copy_run(unsigned ms) {
  char text[96];

  return read_copy_file("schedstat", text, sizeof(text)) &&
         strtoull(text, NULL, 10) > (uint64_t) ms * 1000000;
}

/* True when the clone has answered. It has exited or is killed afterwards; (2). */
static bool wait_for_copy(unsigned cpu_ms) {
  int asleep = 0;
  pid_t gone = 0;

  for (int naps = 1; !load(&here.page->is_written) && gone == 0; naps++) {
    nap(NAP_US);
    gone = waitpid(here.copy, NULL, __WCLONE | WNOHANG);
    if (gone != 0 || naps % COPY_LOOK_NAPS != 0)
      continue;
    asleep = is_copy_asleep() ? asleep + 1 : 0;
    if (asleep >= COPY_ASLEEP_LOOKS || has_copy_run(cpu_ms) || naps >= COPY_NAPS)
      break;
  }
  if (gone == 0) {
    kill(here.copy, SIGKILL);
    while (waitpid(here.copy, NULL, __WCLONE) < 0 && errno == EINTR) {
    }
  }
  return load(&here.page->is_written);
}

/* True when a clone has found a stack. */
static bool take_by_copy(struct gy_stack* stack, enum step step, uint64_t until_ns) {
  for (int copies = 0, samples = 0; copies < COPIES && samples < MOST_SAMPLES; samples++) {
    if (samples > 0 && uv_hrtime() >= until_ns)
      return false;
    here.page->is_written = 0;
    enum found found = query(step);
    if (found == COPIED &&
        wait_for_copy(step == COPY_DEEP ? JOB_COPY_CPU_MS : COPY_CPU_MS << copies)) {
      memcpy(stack->text, here.page->text, sizeof(stack->text));
      stack->is_empty = stack->text[0] == '\0';
      return !stack->is_empty;
    }
    if (found == NOTHING || found == NOT_COPIED)
      return false;
    if (found != COPIED)
      nap(NAP_US);
    copies += found == COPIED;
  }
  return false;
}

static bool wait_for_trap(uint32_t before, int naps, struct gy_stack* stack) {
  for (; load(&here.traps) == before; naps--) {
    if (naps == 0)
      return false;
    nap(NAP_US);
  }
  memcpy(stack->text, here.trapped, sizeof(stack->text));
  return true;
}

/* In JavaScript, or in a regular expression, which ignores the limit: then the position that the
 * engine saved is valid; (2). */
static bool take_by_trap(uint32_t before, struct gy_stack* stack) {
  uint64_t ran_ns = program_ran_ns();

  for (int rounds = 0; rounds < TRAP_ROUNDS; rounds++) {
    if (wait_for_trap(before, TRAP_NAPS, stack))
      return true;
    stack->is_regexp = query(SAMPLE) == IN_JS;
    if (stack->is_regexp && program_ran_ns() - ran_ns < TRAP_CPU_MS * UINT64_C(1000000))
      continue; /* (4) */
    stack->is_native = true;
    if (take_by_copy(stack, stack->is_regexp ? COPY_ANYWAY : COPY, UINT64_MAX))
      return true;
    break;
  }
  stack->is_native = stack->is_regexp = false;
  return wait_for_trap(before, LATE_TRAP_NAPS, stack);
}

static bool take(struct gy_stack* stack, int samples) {
  for (int i = 0; i < MOST_SAMPLES; i++) {
    uint32_t before = load(&here.traps);
    enum found found = query(ARM);
    if (found == NOTHING)
      return false;
    if (found == IN_JS)
      return take_by_trap(before, stack);
    if (i == samples - 1 && take_by_copy(stack, COPY, UINT64_MAX))
      return stack->is_native = true;
    nap(SAMPLE_US);
  }
  return false;
}

bool gy_stack_sees_many_jobs(uint64_t until_ns) {
  int in_js = 0, full = 0;
  uint32_t before = load(&here.traps);

  here.shallowest = here.between = 0;
  for (int i = 0; here.env != NULL && i < JOB_SAMPLES && full < COPIES; i++) {
    if (load(&here.traps) != before || (in_js == i && i >= JS_ONLY_SAMPLES) ||
        uv_hrtime() >= until_ns)
      break;
    here.page->is_written = 0;
    here.margin = (uintptr_t) MARGIN << i / WIDER_SAMPLES;
    enum found found = query(i - in_js < FIRST_SAMPLES ? ARM : COPY_SHALLOW);
    bool has_answered = found == COPIED && wait_for_copy(JOB_COPY_CPU_MS);
    if (has_answered && here.page->text[0] == '\0') {
      here.between = here.copied;
      return true;
    }
    full += has_answered;
    in_js += found == IN_JS;
    nap(NAP_US);
  }
  return false;
}

static void clear(struct gy_stack* stack) {
  stack->count = 0;
  stack->is_native = stack->is_regexp = stack->is_empty = false;
}

static bool take_in_js(struct gy_stack* stack, uint64_t until_ns) {
  for (int i = 0; i < JS_SAMPLES && (i == 0 || uv_hrtime() < until_ns); i++) {
    uint32_t before = load(&here.traps);
    if (query(ARM) == IN_JS && wait_for_trap(before, JOB_TRAP_NAPS, stack))
      return true;
    nap(NAP_US);
  }
  return false;
}

static bool take_in_native(struct gy_stack* stack, uint64_t until_ns) {
  stack->is_native = take_by_copy(stack, COPY_DEEP, until_ns);
  if (stack->is_empty)
    here.between = here.copied;
  return stack->is_native;
}

bool gy_stack_take_in_job(struct gy_stack* stack, bool in_js, uint64_t until_ns) {
  clear(stack);
  if (here.env == NULL ||
      !(in_js || here.between == 0 ? take_in_js(stack, until_ns) : take_in_native(stack, until_ns)))
    return false;
  gy_stack_parse(stack);
  return stack->count > 0;
}

bool gy_stack_take(struct gy_stack* stack, bool in_js) {
  clear(stack);
  if (here.env == NULL || !take(stack, in_js ? JS_SAMPLES : SAMPLES))
    return false;
  gy_stack_parse(stack);
  return stack->count > 0;
}

static int open_here(void) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};

  if (JSContextCreateBacktrace == NULL || JSContextGroupSetExecutionTimeLimit == NULL ||
      JSLock == NULL)
    return UV_ENOSYS;
  here.page =
      mmap(NULL, sizeof(*here.page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (here.page == MAP_FAILED)
    return -errno;
  gy_code_find(&here.code);
  sigfillset(&action.sa_mask);
  if (sigaction(SIGRTMIN + 9, &action, NULL) != 0)
    return -errno;
  here.is_open = true;
  return 0;
}

int gy_stack_open(const struct gy_see_loop* loop) {
  int err = here.is_open ? 0 : open_here();

  if (err != 0)
    return err;
  here.tid = loop->tid;
  __atomic_store_n(&here.env, loop->env, __ATOMIC_RELEASE);
  return 0;
}
