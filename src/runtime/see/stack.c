/* src/runtime/see/stack.c — which line the program is at, asked from the side thread while its own
 * thread is busy. A signal interrupts it there; what is done then depends on where it was.
 *
 * (1) In JavaScript, interpreted or compiled: the engine's time limit is set to a moment. That is a
 *     call like any other at such a place: the thread is in no function of C, holds none of C's
 *     locks. The engine then calls on_trap() at the next loop or call, where its stack is in order.
 *     The same in sin(), pow() and their like, which hold no locks either and are called without a
 *     note as in (2).
 * (2) Anywhere else (a system call, JSON, sorting, a collection) nothing can be called there, and
 *     JavaScript may not go on for minutes. But the stack is in order, for the engine notes it
 *     before it leaves JavaScript. So the signal handler makes a copy of the process, of this one
 *     thread, and goes on at once; the copy asks the engine for the stack, writes it into memory
 *     that both share and ends. A lock that another thread held at that moment makes it hang: it is
 *     killed, and tried again.
 * (3) In the copy no signal arrives, no function of the program's runs, nothing is written but that
 *     memory; it shares the table of descriptors, so that what the program closes is closed. It has
 *     no signal of its end, so that no wait of the program's for its children finds it.
 * (4) In (1) but not JavaScript: only regular expressions are compiled code that heeds no limit.
 *     Then (2).
 * (5) The engine starts a timer when a limit is set, and again whenever JavaScript is entered while
 *     one stands; it cannot take a timer back, aborts when two of them meet, and ends the program
 *     when one comes and there is no callback. So a limit of nothing is set, which starts one
 *     timer, and at once one without end, which starts none and keeps the callback; and not again
 *     before that was called, or is long overdue.
 *     When JavaScript is left, what was set is void: a promise job that is short would never hear
 *     of it. So the handler waits for a moment, in which the timer comes.
 * (6) Between two promise jobs the native stack is at its shallowest, and there is no JavaScript on
 *     it. So copies are made where it is about as shallow as it was ever seen; one that finds no
 *     JavaScript is the proof that jobs come and go. Afterwards a copy is made where it is deeper
 *     than that, which is inside a job.
 * (7) Questions carry a number. An answer to an old one is not heard, a signal that comes twice is
 *     answered once. */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "blocked.h"
#include "runtime/engine_private.h"

enum {
  LOOKS = 4,       /* how often native code must be met before it is believed */
  MOST_LOOKS = 24, /* and when nothing is found there */
  LOOK_US = 700,   /* time between them */
  JS_LOOKS = 12,   /* the same, where JavaScript is more likely */
  ANSWER_MS = 100, /* for the signal to be delivered, on a machine that is busy */
  TRAP_MS = 12,    /* for the engine to heed its limit, */
  ROW_TRAP_MS = 2, /* where jobs are short */
  LATE_TRAP_MS = 30,
  LOST_MS = 20,    /* for us to believe that it never will: JavaScript was just being left */
  COPY_MS = 50,    /* for a copy to answer, */
  ROW_COPY_MS = 8, /* where another can be made soon */
  COPIES = 3,
  ROW_LOOKS = 40,     /* to find the place between two jobs, */
  FIRST_LOOKS = 10,   /* the first of which only learn how shallow the stack is; */
  JS_ONLY_LOOKS = 12, /* all in JavaScript: it is not worth while */
  MARGIN = 64,        /* bytes that are as good as the shallowest, */
  WIDER_LOOKS = 8,    /* twice as many after so many looks */
  NAP_US = 100,
  TIMER_US = 600, /* for the engine's timer to come */
  STEP_BITS = 3
};

enum step { LOOK, ARM, COPY, COPY_ANYWAY, COPY_SHALLOW, COPY_DEEP };
enum found { NOTHING, IN_JS, IN_NATIVE, COPIED, NOT_COPIED };

/* Shared with copies. */
struct page {
  uint32_t is_written;
  char text[GY_STACK_TEXT];
};

static struct {
  gy_env* env;
  struct gy_code code;
  struct page* page;
  uint32_t question; /* number << STEP_BITS | enum step */
  uint32_t answer;   /* number << STEP_BITS | enum found */
  pid_t copy;
  uintptr_t shallowest; /* of the stack; (6) */
  uintptr_t margin;     /* what is nearly as shallow */
  uintptr_t between;    /* the deepest at which there was no JavaScript on it */
  uintptr_t copied;     /* where the last copy was made */
  bool is_armed;        /* written on the program's thread, as are */
  uint64_t armed_ns;
  uint32_t traps;
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

  nanosleep(&time, NULL);
}

/* ---- On the program's thread ---- */

static void write_stack(char* text, size_t size) {
  JSStringRef stack = JSContextCreateBacktrace(here.env->ctx, GY_STACK_FRAMES);

  text[0] = '\0';
  if (stack == NULL)
    return;
  JSStringGetUTF8CString(stack, text, size);
  JSStringRelease(stack);
}

static bool on_trap(JSContextRef ctx, void* arg) {
  (void) ctx;
  (void) arg;
  if (here.is_armed) {
    write_stack(here.trapped, sizeof(here.trapped));
    gy_laps_begin(here.env);
    here.is_armed = false;
    __atomic_store_n(&here.traps, here.traps + 1, __ATOMIC_RELEASE);
  }
  return false; /* go on */
}

_Noreturn static void be_copy(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0); /* if this crashes, nobody wants to know */
  /* Taken and never let go: letting go would run promise jobs. */
  JSLock(here.env->ctx);
  write_stack(here.page->text, sizeof(here.page->text));
  __atomic_store_n(&here.page->is_written, 1, __ATOMIC_RELEASE);
  _exit(0);
}

static enum found make_copy(void) {
  /* No exit signal, no handlers of fork(): those are not for signal handlers. */
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

/* Where vm has set a limit of its own, that is let be. */
static enum found arm(void) {
  if (GY_NOW_READ(here.env->now.limited))
    return IN_NATIVE;
  if (!here.is_armed || uv_hrtime() - here.armed_ns > LOST_MS * UINT64_C(1000000)) {
    here.is_armed = true;
    here.armed_ns = uv_hrtime();
    JSContextGroupSetExecutionTimeLimit(here.env->group, 0, on_trap, NULL);
    JSContextGroupSetExecutionTimeLimit(here.env->group, INFINITY, on_trap, NULL);
    if (gy_doing(&here.env->now) == GY_DOING_JOBS)
      nap(TIMER_US);
  }
  return IN_JS;
}

/* The stack grows downwards: what is shallow has the higher address. */
static bool is_to_copy(enum step step, uintptr_t sp, bool in_js) {
  switch (step) {
    case COPY_ANYWAY: return true;
    case COPY: return !in_js;
    case COPY_SHALLOW: return !in_js && sp + here.margin >= here.shallowest;
    case COPY_DEEP: return !in_js && sp < here.between;
    default: return false;
  }
}

static enum found obey(enum step step, uintptr_t pc, uintptr_t sp) {
  bool in_js = is_in_js(pc);

  if (sp > here.shallowest)
    here.shallowest = sp;
  if (is_to_copy(step, sp, in_js)) {
    here.copied = sp;
    return make_copy();
  }
  if (!in_js)
    return IN_NATIVE;
  return step == ARM ? arm() : IN_JS;
}

static void on_signal(int signum, siginfo_t* info, void* context) {
  int saved = errno;
  uint32_t question = load(&here.question), number = question >> STEP_BITS;
  const greg_t* registers = ((const ucontext_t*) context)->uc_mcontext.gregs;

  (void) signum;
  (void) info;
  if (load(&here.answer) >> STEP_BITS != number)
    answer(number, obey(question & ((1u << STEP_BITS) - 1), (uintptr_t) registers[REG_RIP],
                        (uintptr_t) registers[REG_RSP]));
  errno = saved;
}

/* ---- On the side thread ---- */

/* What the program's thread answers, or NOTHING when nothing interrupts it. */
static enum found ask(enum step step) {
  uint32_t number = ((here.question >> STEP_BITS) + 1) & (UINT32_MAX >> STEP_BITS), word;
  uint64_t until = uv_hrtime() + (uint64_t) ANSWER_MS * 1000000;
  pid_t pid = getpid(); /* also the name of its first thread, which is the program's */

  __atomic_store_n(&here.question, number << STEP_BITS | step, __ATOMIC_RELEASE);
  syscall(SYS_tgkill, pid, pid, SIGRTMIN + 9);
  while ((word = load(&here.answer)) >> STEP_BITS != number) {
    if (uv_hrtime() > until)
      return NOTHING;
    nap(NAP_US);
  }
  return word & ((1u << STEP_BITS) - 1);
}

/* True when the copy has written; in any case it is gone afterwards. */
static bool wait_for_copy(unsigned ms) {
  uint64_t until = uv_hrtime() + (uint64_t) ms * 1000000;
  pid_t gone = 0;

  while (!load(&here.page->is_written) && gone == 0 && uv_hrtime() < until) {
    nap(NAP_US);
    gone = waitpid(here.copy, NULL, __WCLONE | WNOHANG);
  }
  if (gone == 0) {
    kill(here.copy, SIGKILL);
    while (waitpid(here.copy, NULL, __WCLONE) < 0 && errno == EINTR) {
    }
  }
  return load(&here.page->is_written);
}

/* True when a copy has answered, if only that it knows nothing. */
static bool take_by_copy(struct gy_stack* stack, enum step step, uint64_t until_ns) {
  for (int copies = 0, looks = 0; copies < COPIES && looks < MOST_LOOKS; looks++) {
    if (looks > 0 && uv_hrtime() >= until_ns)
      return false;
    here.page->is_written = 0;
    enum found found = ask(step);
    if (found == COPIED && wait_for_copy(step == COPY_DEEP ? ROW_COPY_MS : COPY_MS)) {
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

static bool wait_for_trap(uint32_t before, unsigned ms, struct gy_stack* stack) {
  uint64_t until = uv_hrtime() + (uint64_t) ms * 1000000;

  while (load(&here.traps) == before) {
    if (uv_hrtime() > until)
      return false;
    nap(NAP_US);
  }
  memcpy(stack->text, here.trapped, sizeof(stack->text));
  return true;
}

/* In JavaScript, or in what looks like it. A regular expression hears nothing, and the note of (2)
 * is good then; on a busy machine the trap may only be late. */
static bool take_by_trap(uint32_t before, struct gy_stack* stack) {
  if (wait_for_trap(before, TRAP_MS, stack))
    return true;
  stack->is_regexp = ask(LOOK) == IN_JS;
  stack->is_native = true;
  if (take_by_copy(stack, stack->is_regexp ? COPY_ANYWAY : COPY, UINT64_MAX))
    return true;
  stack->is_native = stack->is_regexp = false;
  return wait_for_trap(before, LATE_TRAP_MS, stack);
}

static bool take(struct gy_stack* stack, int looks) {
  for (int i = 0; i < MOST_LOOKS; i++) {
    uint32_t before = load(&here.traps);
    enum found found = ask(ARM);
    if (found == NOTHING)
      return false;
    if (found == IN_JS)
      return take_by_trap(before, stack);
    if (i == looks - 1 && take_by_copy(stack, COPY, UINT64_MAX))
      return stack->is_native = true;
    nap(LOOK_US);
  }
  return false;
}

bool gy_stack_is_row(uint64_t until_ns) {
  int in_js = 0, full = 0;
  uint32_t before = load(&here.traps);

  here.shallowest = here.between = 0;
  for (int i = 0; here.env != NULL && i < ROW_LOOKS && full < COPIES; i++) {
    if (load(&here.traps) != before || (in_js == i && i >= JS_ONLY_LOOKS) ||
        uv_hrtime() >= until_ns)
      break;
    here.page->is_written = 0;
    here.margin = (uintptr_t) MARGIN << i / WIDER_LOOKS;
    enum found found = ask(i - in_js < FIRST_LOOKS ? ARM : COPY_SHALLOW);
    bool is_told = found == COPIED && wait_for_copy(ROW_COPY_MS);
    if (is_told && here.page->text[0] == '\0') {
      here.between = here.copied;
      return true;
    }
    full += is_told;
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
  for (int i = 0; i < JS_LOOKS && (i == 0 || uv_hrtime() < until_ns); i++) {
    uint32_t before = load(&here.traps);
    if (ask(ARM) == IN_JS && wait_for_trap(before, ROW_TRAP_MS, stack))
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

bool gy_stack_take_in_row(struct gy_stack* stack, bool in_js, uint64_t until_ns) {
  clear(stack);
  if (here.env == NULL ||
      !(in_js || here.between == 0 ? take_in_js(stack, until_ns) : take_in_native(stack, until_ns)))
    return false;
  gy_stack_parse(stack);
  return stack->count > 0;
}

bool gy_stack_take(struct gy_stack* stack, bool in_js) {
  clear(stack);
  if (here.env == NULL || !take(stack, in_js ? JS_LOOKS : LOOKS))
    return false;
  gy_stack_parse(stack);
  return stack->count > 0;
}

int gy_stack_open(gy_env* env) {
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};

  if (here.env != NULL)
    return 0;
  if (JSContextCreateBacktrace == NULL || JSContextGroupSetExecutionTimeLimit == NULL ||
      JSLock == NULL)
    return UV_ENOSYS;
  here.page =
      mmap(NULL, sizeof(*here.page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (here.page == MAP_FAILED)
    return -errno;
  gy_code_find(&here.code);
  here.env = env;
  sigfillset(&action.sa_mask);
  return sigaction(SIGRTMIN + 9, &action, NULL) == 0 ? 0 : -errno;
}
