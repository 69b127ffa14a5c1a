/* src/runtime/gyre.h — what the parts of the runtime share: the environment of a thread that runs
 * JavaScript, the way into JavaScript, and conversions between its values and C's.
 *
 * (1) An environment belongs to one thread; it has one loop, one VM, one global context.
 * (2) The engine's lock is held by the thread from gy_engine_open() to its end. Promise jobs run in
 *     gy_checkpoint() and nowhere else.
 * (3) C enters JavaScript through gy_enter() and gy_enter_inspector() (enter.c), nowhere else.
 * (4) A C function that JavaScript calls is a GY_FUNCTION(): engine/function.h. */
#ifndef GYRE_H
#define GYRE_H

#include <JavaScriptCore/JavaScript.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/engine/function.h"
#include "runtime/text/text.h"
#include "uv.h"

#define GY_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What kind of callback enters JavaScript; the phase follows from it. */
enum gy_kind {
  GY_MAIN, /* the main script and what the runtime itself calls */
  GY_TIMER,
  GY_IMMEDIATE,
  GY_IO,
  GY_CLOSE,
  GY_KINDS
};

/* Indices of env->shared_state: numbers that JavaScript and C both write. JavaScript's view of them
 * is internalBinding('task_queue').shared. */
enum gy_shared_index {
  GY_HAS_TICKS,         /* the nextTick queue is not empty */
  GY_HAS_REJECTIONS,    /* promises were rejected and nobody listened */
  GY_IMMEDIATES,        /* how many referenced immediates are queued */
  GY_QUEUED_IMMEDIATES, /* whether any is queued, referenced or not */
  GY_HAS_CONTEXT,       /* an async context is entered, or async hooks listen */
  GY_TICKS,             /* how many ticks have run */
  GY_INSERTIONS,        /* how many scripts had texts inserted: modules/awaiting.h */
  GY_NO_TIMER_DUE,      /* no timer is due any more: runTimers() returns the time of the next */
  GY_LOOP_RUNS,         /* the loop has begun its first turn */
  GY_READ_STATE,        /* enum gy_read_state */
  GY_SHARED_COUNT
};

/* Whether what a stream has read is being delivered. JavaScript that finds several events in it may
 * set GY_READ_HAS_MORE: then each further one is a callback of its own, with its checkpoint. */
enum gy_read_state { GY_READ_NONE, GY_READ_RUNS, GY_READ_HAS_MORE };

/* Functions of lib/ that C calls, set by internalBinding('task_queue').setHook() when their module
 * is loaded. Hooks for the exit are absent until the program has used `process`. */
enum gy_hook {
  GY_RUN_TICKS,
  GY_RUN_REJECTIONS,
  GY_UNCAUGHT,      /* (error, fromPromise) → true when somebody handled it */
  GY_RUN_TIMER,     /* (now) → see lib/internal/timers.js */
  GY_RUN_IMMEDIATE, /* () → true while more of this turn's are left */
  GY_UV_EXCEPTION,  /* (errno, code, message, syscall, path, dest) → Error */
  GY_BEFORE_EXIT,   /* () the loop has nothing left */
  GY_EXIT,          /* () → the exit code, after 'exit' was emitted */
  GY_BIND_CONTEXT,  /* (function) → one that runs it in the present async context */
  GY_LEAVE_CONTEXT, /* () the callback is over */
  GY_ENGINE_WORK,   /* () the engine has run work of its own, such as a compiled module */
  GY_HOOKS
};

/* What this thread is at, for watchers on others: plain stores, read with GY_NOW_READ. */
enum gy_doing {
  GY_DOING_NOTHING, /* the loop's own work, or asleep */
  GY_DOING_CALLBACK,
  GY_DOING_TICKS,
  GY_DOING_JOBS, /* of promises */
  GY_DOING_REJECTIONS
};

struct gy_now {
  union {
    struct {
      uint32_t depth;   /* how many callbacks, or queues behind them, are under way */
      uint32_t entries; /* how often JavaScript was entered */
    };
    uint64_t visits;
  };
  union {
    struct {
      uint8_t kind;  /* enum gy_kind, of the callback that entered last */
      uint8_t queue; /* enum gy_doing: what is run behind it, or GY_DOING_NOTHING */
    };
    uint16_t kind_alone; /* sets both */
  };
  uint32_t rounds;      /* promise jobs left ticks behind: both queues once more */
  uint32_t limited;     /* a time limit of vm's is set */
  uint32_t collections; /* of garbage, so far */
};
#define GY_NOW_READ(field) __atomic_load_n(&(field), __ATOMIC_RELAXED)
#if defined(UV__TRACE) && !UV__TRACE /* only to measure what it costs: bench/runtime/watching */
#  define GY_NOW_SET(field, value) ((void) 0)
#else
#  define GY_NOW_SET(field, value) __atomic_store_n(&(field), (value), __ATOMIC_RELAXED)
#endif

/* A stamp costs one store, which names the queue: one instruction counts and increases the
 * depth. */
static inline void gy_now_enter(struct gy_now* now, unsigned kind) {
  GY_NOW_SET(now->kind_alone, (uint16_t) kind);
#if defined(__x86_64__)
  __asm__ volatile("addq %1, %0" : "+m"(now->visits) : "r"((uint64_t) 1 << 32 | 1) : "cc");
#else
  __atomic_store_n(&now->depth, now->depth + 1, __ATOMIC_RELAXED);
  GY_NOW_SET(now->entries, now->entries + 1);
#endif
}

static inline void gy_now_leave(struct gy_now* now) {
  __atomic_store_n(&now->depth, now->depth - 1, __ATOMIC_RELAXED);
}

static inline enum gy_doing gy_doing(const struct gy_now* now) {
  uint8_t queue = GY_NOW_READ(now->queue);

  if (GY_NOW_READ(now->depth) == 0)
    return GY_DOING_NOTHING;
  return queue != GY_DOING_NOTHING ? queue : GY_DOING_CALLBACK;
}

struct gy_options;
struct gy_worker;
struct gy_closer;
struct jsc_text;
struct gy_columns;
struct gy_see_loop;
struct gy_laps;

/* The engine aborts when two timers of its time limit coincide: for this long after one was
 * started, no other may be started. */
#define GY_LIMIT_NS UINT64_C(20000000)

/* Times of the start, for perf_hooks. */
enum gy_milestone {
  GY_NODE_START,
  GY_ENGINE_START,
  GY_ENVIRONMENT,
  GY_BOOTSTRAPPED,
  GY_MILESTONES
};

typedef struct gy_env {
  uv_loop_t* loop;
  JSContextGroupRef group;
  JSGlobalContextRef ctx;
  JSGlobalContextRef pristine; /* gy_engine_pristine() */
  JSObjectRef global;
  JSObjectRef process;
  JSObjectRef hooks[GY_HOOKS];
  JSObjectRef load;     /* (id) → a built-in module */
  JSObjectRef bindings; /* those made so far, by name */
  int32_t* shared_state;
  const struct gy_options* options;
  int argc;
  char** argv;
  uint64_t started; /* uv_hrtime() at the start of the process */
  uint64_t milestones[GY_MILESTONES]; /* uv_hrtime() */
  bool drain_by_phase;
  bool tick_threw; /* the last checkpoint ended so */
  bool exiting;    /* process.exit() or a fatal error: no more JavaScript */
  int exit_code;
  void (*at_exit)(int code); /* runs last, or NULL: the page of see/ may want to stay */
  uint64_t loop_start;       /* uv_hrtime() when the loop began its first turn; 0 before */
  uint64_t loop_exit;        /* the same when it ended */
  struct gy_now now;
  JSObjectRef awaits; /* functions that inserted texts call: modules/awaiting.c */
  bool loads_awaits;  /* they are being loaded */
  bool has_awaits;    /* they are declared */
  struct gy_columns* columns;
  size_t columns_count;
  bool records_request_origins; /* all file requests remember their line: for `gyre why FILE` */
  uv_timer_t timer;
  uv_check_t immediate_check;
  bool spins;              /* referenced immediates wait: the loop does not sleep */
  uint64_t collects_since; /* first sight of this collection, or 0; from any of its threads */
  bool collects_by_request; /* gc() was called */
  struct gy_worker* worker;  /* NULL: this is the main thread */
  void* glib;                /* gy_engine_glib_new(), or NULL: gy_engine_open() makes it */
  struct gy_see_loop* seen;      /* its entry in the list of see/loops.c */
  struct gy_laps* laps;      /* of see/laps.c, or NULL */
  uint64_t limit_ns;         /* when a time limit was last set to interrupt this thread */
  bool is_sampled;           /* it was set for a sample: see/stack.c */
  struct gy_closer *early_closers, *closers; /* gy_before_close(), gy_at_close() */
  struct gy_held* held; /* gy_hold_briefly(); NULL before and after the program */
} gy_env;

extern _Thread_local gy_env* gy_env_current;
static inline gy_env* gy_env_here(void) {
  return gy_env_current;
}

/* ---- Into JavaScript (enter.c, tick.c) ---- */

/* Calls fn with self as `this`, sends what it throws to 'uncaughtException', then runs the
 * checkpoint. Returns the result, or NULL after an exception. */
JSValueRef gy_enter(gy_env* env, enum gy_kind kind, JSObjectRef fn, JSObjectRef self, size_t argc,
                    const JSValueRef* argv);

/* For JavaScript that runs a list of callbacks: ends the callback that gy_enter() has called, with
 * its checkpoint, and begins the next, of the same kind. False when none may begin any more. */
bool gy_enter_next(gy_env* env, enum gy_kind kind);

/* Calls function `name` of built-in module `id` for the inspection of the program (see/): not a
 * callback of the program, and what it throws is not reported to it. The checkpoint runs after it.
 * Returns the result, or NULL after an exception. */
JSValueRef gy_enter_inspector(gy_env* env, const char* id, const char* name, JSValueRef argument);

/* Function `name` of built-in module `id`, loaded by the first call; NULL when loading fails. */
JSObjectRef gy_builtin_function(gy_env* env, const char* id, const char* name);

/* Binds a callback that is stored to the current async context (enter.c). `type` is the type of the
 * resource for async hooks, if it is called once; else NULL. */
JSObjectRef gy_bound_callback(gy_env* env, JSObjectRef fn, const char* type);
static inline JSObjectRef gy_callback(gy_env* env, JSObjectRef fn, const char* type) {
  return env->shared_state[GY_HAS_CONTEXT] ? gy_bound_callback(env, fn, type) : fn;
}

/* All ticks, then all promise jobs, until both are empty, then unhandled rejections, and again. */
void gy_checkpoint(gy_env* env);

/* A hook, its module loaded first where that waits for the first use; NULL when it cannot be. */
JSObjectRef gy_hook(gy_env* env, enum gy_hook hook);

/* An exception that nobody caught: 'uncaughtException', or the report and the end. */
void gy_uncaught(gy_env* env, JSValueRef error);

/* Ends the process at once. In a worker it ends the thread: the caller returns to the engine with
 * gy_termination(). No JavaScript runs afterwards. */
void gy_exit(gy_env* env, int code);

/* Registers fn(env), which runs when the environment of a worker is closed, after its handles are
 * closed: bindings free their memory there. The last one registered runs first. Once per
 * environment and function. On the main thread it does nothing, because everything ends with the
 * process. */
void gy_at_close(gy_env* env, void (*fn)(gy_env* env));
/* The same, but before the handles are closed and while the engine exists: for bindings that hold
 * values or have handles. No JavaScript may run. */
void gy_before_close(gy_env* env, void (*fn)(gy_env* env));

/* What a function throws so that all JavaScript of the thread ends: no code catches it. */
JSValueRef gy_termination(gy_env* env);

/* ---- Functions for JavaScript (function.c) ---- */

struct gy_function {
  const char* name;
  const struct gy_entries* entries; /* what GY_FUNCTION() defines: engine/function.h */
};

void gy_define_functions(gy_env* env, JSObjectRef target, const struct gy_function* table,
                         size_t count);
#define gy_define(env, target, table) gy_define_functions(env, target, table, GY_COUNT(table))

/* A class whose objects carry a C pointer; finalizer may be NULL, and gets objects without a
 * pointer, too. */
JSClassRef gy_class_new(const char* name, JSObjectFinalizeCallback finalize);
/* Functions that all objects of the class have, on their prototype. Once per environment. */
void gy_define_functions_of_class(gy_env* env, JSClassRef class, const struct gy_function* table,
                                  size_t count);
#define gy_define_methods(env, class, table) \
  gy_define_functions_of_class(env, class, table, GY_COUNT(table))
/* The pointer of an object of that class, or NULL (and a TypeError) for a stranger. */
void* gy_unwrap(JSContextRef ctx, JSValueRef value, JSClassRef class, JSValueRef* exception);

JSValueRef gy_get(gy_env* env, JSObjectRef object, const char* name);
void gy_set(gy_env* env, JSObjectRef object, const char* name, JSValueRef value);
void gy_set_number(gy_env* env, JSObjectRef object, const char* name, double value);
void gy_set_string(gy_env* env, JSObjectRef object, const char* name, const char* value);

/* An object without a prototype. Setting a property of a plain object, or appending to an array,
 * would call a setter that the program has defined on a prototype. */
JSObjectRef gy_bare_object(gy_env* env);
/* gy_set() of an object's own property, whatever its prototypes have. */
void gy_set_own(gy_env* env, JSObjectRef object, const char* name, JSValueRef value);
/* `count` times undefined. */
JSObjectRef gy_array_new(gy_env* env, size_t count);

static inline JSValueRef gy_hold(gy_env* env, JSValueRef value) {
  JSValueProtect(env->ctx, value);
  return value;
}
static inline void gy_drop(gy_env* env, JSValueRef value) {
  if (value != NULL)
    JSValueUnprotect(env->ctx, value);
}

/* Values that C holds for the length of a request. The engine's collector scans the machine stack,
 * so a place in the frame of gy_env_run() holds a value as well as JSValueProtect() does, in a
 * tenth of its time. What is still held when that frame ends is protected then. */
enum { GY_HELD = 256 };
struct gy_held {
  JSValueRef values[GY_HELD];
  uint16_t free[GY_HELD]; /* places that are empty, a stack */
  uint16_t free_count;
};

/* Holds the value until gy_drop_briefly(), which takes it and the result: a place, or 0. */
static inline uint16_t gy_hold_briefly(gy_env* env, JSValueRef value) {
  struct gy_held* held = env->held;

  if (held == NULL || held->free_count == 0) {
  JSValueProtect(env->ctx, value);
    return 0;
  }
  uint16_t place = held->free[--held->free_count];
  held->values[place] = value;
  return (uint16_t) (place + 1);
}
static inline void gy_drop_briefly(gy_env* env, uint16_t place, JSValueRef value) {
  struct gy_held* held = env->held;

  if (place == 0 || held == NULL) {
    JSValueUnprotect(env->ctx, value);
    return;
  }
  held->values[place - 1] = NULL;
  held->free[held->free_count++] = (uint16_t) (place - 1);
}

static inline JSValueRef gy_undefined(gy_env* env) {
  return JSValueMakeUndefined(env->ctx);
}
static inline JSValueRef gy_number(gy_env* env, double value) {
  return JSValueMakeNumber(env->ctx, value);
}
static inline JSValueRef gy_bool(gy_env* env, bool value) {
  return JSValueMakeBoolean(env->ctx, value);
}

/* Argument i as a number; 0 (false, NULL) when it is absent or something else. Types are checked
 * in lib/: these only keep C from reading what is not there. */
double gy_arg_number(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i);
int32_t gy_arg_int(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i);
int64_t gy_arg_int64(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                     size_t i); /* or BigInt */
bool gy_arg_bool(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i);
JSObjectRef gy_arg_function(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i);
JSObjectRef gy_arg_object(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i);

/* ---- Strings and bytes (text.c) ---- */

/* UTF-8 of a JavaScript value's string form, ended by a NUL; lone surrogates become U+FFFD. */
struct gy_text {
  char* data;
  size_t length;
  char small[256];
};
bool gy_text_get(gy_env* env, JSValueRef value, struct gy_text* text, JSValueRef* exception);
void gy_text_free(struct gy_text* text);

JSValueRef gy_string_new(gy_env* env, const char* utf8, size_t length); /* bad bytes: U+FFFD */
JSValueRef gy_string_latin1(gy_env* env, const uint8_t* bytes, size_t length);
JSValueRef gy_string_utf16(gy_env* env, const uint16_t* units, size_t length);
static inline JSValueRef gy_string(gy_env* env, const char* utf8) {
  return gy_string_new(env, utf8, __builtin_strlen(utf8));
}

/* The characters of a string, without a copy: 8-bit (Latin-1) in `narrow`, or 16-bit in `wide`; the
 * other is NULL. An empty string has either. They are valid until gy_chars_close(). */
struct gy_chars {
  const uint8_t* narrow;
  const uint16_t* wide;
  size_t length;
  JSStringRef string;    /* what the lanes hold it by */
  struct jsc_text* text;
};
bool gy_chars_open(gy_env* env, JSValueRef value, struct gy_chars* chars, JSValueRef* exception);
void gy_chars_close(struct gy_chars* chars);
/* Their UTF-8: its length, and as many whole characters of it as fit into `room` bytes. */
size_t gy_chars_utf8_length(const struct gy_chars* chars);
struct gy_utf8_written gy_chars_to_utf8(const struct gy_chars* chars, uint8_t* out, size_t room);

/* The bytes of a typed array, DataView or ArrayBuffer. Calls nothing of the program. */
bool gy_bytes_get(gy_env* env, JSValueRef value, uint8_t** bytes, size_t* length);
/* A Uint8Array that owns malloc()ed memory (freed when it is collected). */
JSObjectRef gy_bytes_adopt(gy_env* env, void* bytes, size_t length);

/* Whether it is a promise of the engine's; calls nothing of the program (bindings/util.c). */
bool gy_is_promise(gy_env* env, JSValueRef value);

/* ---- Errors (error.c) ---- */

/* Node's error for a failed system call: code, errno, syscall, path, dest and message. */
JSValueRef gy_uv_error(gy_env* env, int err, const char* syscall, const char* path,
                       const char* dest);
/* The same with words of its own where Node has them. */
JSValueRef gy_uv_error_text(gy_env* env, int err, const char* message, const char* syscall,
                            const char* path, const char* dest);
JSValueRef gy_throw_uv(gy_env* env, JSValueRef* exception, int err, const char* syscall,
                       const char* path, const char* dest);
JSValueRef gy_throw(gy_env* env, JSValueRef* exception, const char* message);
JSValueRef gy_throw_type(gy_env* env, JSValueRef* exception, const char* message);
JSValueRef gy_throw_range(gy_env* env, JSValueRef* exception, const char* message);

/* ---- Bindings (bindings/table.c) ---- */

#define BINDING(name) void gy_bind_##name(gy_env* env, JSObjectRef target);
#include "runtime/bindings/table.def"
#undef BINDING

/* internalBinding(name): made on first use; NULL and an exception when there is none. */
JSValueRef gy_binding(gy_env* env, const char* name, JSValueRef* exception);

#endif
