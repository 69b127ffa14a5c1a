/* include/uv_trace.h — watching a loop: counters, hooks, a recorder, and what keeps it alive.
 *
 * An addition of ours to the API of uv.h, never mixed into it. Counters are always on; the rest costs
 * nothing until it is asked for. docs/trace.md says what is exact, what is estimated, and what each
 * part costs. A library built without tracing returns UV_ENOSYS from every function here
 * but those of virtual time and uv_trace_stay_awake().
 *
 * Unless a function says otherwise, it is called on the loop's own thread. */
#ifndef UV_TRACE_H
#define UV_TRACE_H

#include "uv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which a turn goes through them. */
typedef enum {
  UV_TRACE_TIMERS,
  UV_TRACE_PENDING,
  UV_TRACE_IDLE,
  UV_TRACE_PREPARE,
  UV_TRACE_POLL,
  UV_TRACE_CHECK,
  UV_TRACE_CLOSE,
  UV_TRACE_PHASES,
  UV_TRACE_OUTSIDE = UV_TRACE_PHASES /* not in uv_run() */
} uv_trace_phase;

UV_EXTERN const char* uv_trace_phase_name(uv_trace_phase phase);

/* ---- Counters: always on -------------------------------------------------------------------- */

enum {
  UV_TRACE_LATE_NS = 1000000, /* a timer is late when it runs this long after its time */
  UV_TRACE_DELAYS = 20,       /* buckets of uv_trace_counters_t.delays */
  UV_TRACE_FALLBACKS = 16,
  UV_TRACE_POOL_KINDS = 8
};

typedef struct uv_trace_phase_counters_s {
  uint64_t callbacks;
  uint64_t time_ns;      /* poll: without the time asleep */
  uint64_t estimated_ns; /* the part of time_ns that is shared out by sampling */
  uint64_t longest_ns;   /* the longest single run that was timed */
} uv_trace_phase_counters_t;

/* Operations of one kind that the ring did not take, or refused, so that they were done without it. */
typedef struct uv_trace_fallback_s {
  int opcode; /* IORING_OP_*; -1: the table was full, all other pairs together */
  int error;  /* UV_E* */
  uint64_t count;
} uv_trace_fallback_t;

/* Jobs of one kind ("fs", "dns", "work", ...), of the whole process: the pool serves all loops. */
typedef struct uv_trace_pool_kind_s {
  const char* name; /* NULL: this entry is not used */
  uint64_t queued;  /* waiting now */
  uint64_t running; /* on a thread now */
  uint64_t done;    /* have run */
  uint64_t cancelled;
  uint64_t wait_ns; /* of those that have run, all together */
  uint64_t run_ns;
  uint64_t longest_wait_ns;
} uv_trace_pool_kind_t;

typedef struct uv_trace_counters_s {
  size_t size; /* set it to sizeof(uv_trace_counters_t); what comes back is the part filled in */
  uint64_t now_ns; /* when this was read, on the clock of uv_hrtime() */

  /* Where the loop is: for a watcher on another thread. */
  uv_trace_phase phase;
  int asleep;        /* in poll, waiting for the kernel */
  uint64_t since_ns; /* when the loop last woke, or fell asleep */

  uint64_t turns;
  uint64_t callbacks;
  uint64_t asleep_ns;
  uv_trace_phase_counters_t phases[UV_TRACE_PHASES];

  /* How long the loop kept the world waiting: the time from one look at the kernel to the next.
   * delays[i] counts turns of at least 2^(i+16) ns and less than twice that (0: 66 us, 4: 1 ms,
   * 14: 1 s); all other turns were shorter. */
  uint64_t longest_turn_ns;
  uint64_t delays[UV_TRACE_DELAYS];

  uint64_t late_timers;
  uint64_t late_total_ns;
  uint64_t late_worst_ns;

  uint64_t ring_submitted;
  uint64_t ring_completed;
  uint64_t ring_fallbacks;
  uv_trace_fallback_t fallbacks[UV_TRACE_FALLBACKS]; /* the first with count 0 ends the list */

  unsigned int pool_threads; /* 0: not started */
  unsigned int pool_busy;
  uint64_t pool_depth; /* jobs waiting for a thread */
  uv_trace_pool_kind_t pool[UV_TRACE_POOL_KINDS];
} uv_trace_counters_t;

/* From any thread while the loop is open. Each number is right by itself; read from another thread, two
 * numbers may be one callback apart. UV_EINVAL: size is not set. */
UV_EXTERN int uv_trace_counters(const uv_loop_t* loop, uv_trace_counters_t* counters);

/* ---- Hooks: before and after each phase and each callback ------------------------------------ */

typedef struct uv_trace_callback_s {
  int is_request;        /* else a handle */
  int type;              /* uv_handle_type or uv_req_type */
  const char* type_name; /* "timer", "fs" */
  const void* object;    /* after: only an identity; the callback may have freed it */
  const char* origin;    /* as set by the owner, or NULL */
  uv_trace_phase phase;
  uint64_t began_ns;
  uint64_t ended_ns; /* 0 before */
  uint64_t turn;     /* from 1; 0: before the first */
} uv_trace_callback_t;

/* No hook hears of callbacks that only hand over memory (uv_alloc_cb): they are counted, and not recorded either.
 *
 * A hook is the caller's; it stays attached, and must stay where it is, until it is detached. Any function may be
 * NULL, all else must be zero. A hook may attach and detach hooks, itself included, and may run the
 * loop; `after` is called only where this hook's `before` was. */
typedef struct uv_trace_hooks_s {
  void* data; /* yours */
  void (*before_phase)(struct uv_trace_hooks_s* hooks, uv_loop_t* loop, uv_trace_phase phase);
  void (*after_phase)(struct uv_trace_hooks_s* hooks, uv_loop_t* loop, uv_trace_phase phase);
  void (*before_callback)(struct uv_trace_hooks_s* hooks, uv_loop_t* loop,
                          const uv_trace_callback_t* callback);
  void (*after_callback)(struct uv_trace_hooks_s* hooks, uv_loop_t* loop,
                         const uv_trace_callback_t* callback);
  void* reserved[4];
  /* Private. */
  struct uv__queue link;
  unsigned int from;
  unsigned int attached;
} uv_trace_hooks_t;

/* UV_EALREADY when attached already; UV_ENOMEM. */
UV_EXTERN int uv_trace_attach(uv_loop_t* loop, uv_trace_hooks_t* hooks);
UV_EXTERN int uv_trace_detach(uv_loop_t* loop, uv_trace_hooks_t* hooks);

/* ---- The recorder: the last events of a loop ------------------------------------------------- */

/* Keeps the last `entries` events (rounded up to a power of two; 64 bytes each). UV_EALREADY when on. */
UV_EXTERN int uv_trace_ring_start(uv_loop_t* loop, unsigned int entries);
UV_EXTERN int uv_trace_ring_stop(uv_loop_t* loop);

/* Adds what the program wants to see between the loop's own events. `name` is kept, not copied: a string
 * literal. A span has happened when it is told, on the clock of uv_hrtime(). */
UV_EXTERN int uv_trace_mark(uv_loop_t* loop, const char* name, uint64_t value);
UV_EXTERN int uv_trace_span(uv_loop_t* loop, const char* name, uint64_t began_ns, uint64_t ended_ns,
                            uint64_t value);

/* A span of something that does not lie in the loop's callbacks, such as a collector with a thread of its own. Those
 * that are told follow each other: they have one track. */
UV_EXTERN int uv_trace_beside(uv_loop_t* loop, const char* name, uint64_t began_ns,
                              uint64_t ended_ns, uint64_t value);

/* Writes what ring and slices hold as a trace file for Perfetto or chrome://tracing. Does not stop the loop,
 * takes no lock and allocates nothing: good on any thread, also in a signal handler, as long as the
 * ring is not stopped meanwhile. loop NULL: all loops that record. UV_EINVAL: none does. */
UV_EXTERN int uv_trace_dump(uv_loop_t* loop, uv_file fd);

/* The same of the last `events` events and all slices, into a file that takes the place of `path` when it is whole: done
 * every now and then, it is what is left of a process that was killed by SIGKILL. Good on any thread, not in a
 * signal handler. UV_EINVAL: there is nothing to write, or `path` is there and no plain file. UV_EBUSY: the process is
 * dying, and what uv_trace_dump_on_fatal() writes is not to be replaced. */
UV_EXTERN int uv_trace_dump_file(uv_loop_t* loop, const char* path, unsigned int events);

/* Writes that file when the process dies of SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL or SIGTRAP, then lets it die.
 * When that cannot be written, standard error says why. "%p" in the path becomes the process id. loop NULL: all
 * loops that record by then. path NULL: no longer. The calling thread gets a signal stack of its own, so that a stack overflow is written too;
 * call it again on other threads that should have one. */
UV_EXTERN int uv_trace_dump_on_fatal(uv_loop_t* loop, const char* path);

/* ---- The last seconds, by the millisecond ----------------------------------------------------- */

/* A number of the program's that only grows, such as requests served. Both are kept, not copied. */
typedef struct uv_trace_word_s {
  const char* name;
  const uint32_t* value;
} uv_trace_word_t;

enum { UV_TRACE_WORDS = 4 };

/* Keeps what the loop did in slices of a millisecond and more, the last 8192 of them: turns, callbacks and time
 * per phase, time asleep, pool, ring, how much each of `words` (at most UV_TRACE_WORDS) has grown. A loop that
 * sleeps makes none. Costs some 0.2 us per slice and up to 1 MB, so it can stay on. uv_trace_dump() and
 * uv_trace_dump_on_fatal() write them too. Until the loop is closed. UV_EALREADY when on. */
UV_EXTERN int uv_trace_slices_start(uv_loop_t* loop, const uv_trace_word_t* words,
                                    unsigned int count);

/* Which line holds a loop is found out from beside it, by those who can. The slice that has not ended, 0 when there are
 * none; and what has run in it for `took_ns`, as "hash (app.js:12)", kept and not copied, with the phase that it is in
 * (UV_TRACE_OUTSIDE: none). Of several the one that took longest is written with the slice, as `line`. UV_ENOENT: that
 * slice has ended. From any one thread. */
UV_EXTERN uint64_t uv_trace_slice_now(const uv_loop_t* loop);
UV_EXTERN int uv_trace_slice_line(uv_loop_t* loop, uint64_t slice, const char* line,
                                  unsigned int phase, uint64_t took_ns);

/* ---- What keeps this loop alive -------------------------------------------------------------- */

/* Says who made an object: "server.c:12". Kept, not copied: a literal, or owned by the caller until the object is
 * gone and the ring no longer shows it. Shown by hooks, recorder and uv_trace_alive(). */
UV_EXTERN int uv_trace_set_origin(uv_handle_t* handle, const char* origin);
UV_EXTERN int uv_trace_set_req_origin(uv_req_t* req, const char* origin); /* after it was started */

typedef struct uv_trace_alive_s {
  int is_request;
  int type;
  const char* type_name;
  const void* object;
  const char* what;   /* "listening", "connected", an fs operation ...; or NULL */
  const char* origin; /* or NULL */
  uint64_t age_ns;
  uint64_t callbacks; /* how often a handle has called back */
  int closing;        /* uv_close() was called; its callback has not yet run */
  int fd;             /* -1: none */
  int pid;            /* processes, else 0 */
  int signum;         /* signals, else 0 */
  uint64_t due_ns;    /* timers: time left, 0 when due */
  uint64_t repeat_ms; /* timers */
  const char* local;  /* address or path of this end, of sockets and pipes; or NULL */
  const char* peer;   /* of the other end; or NULL */
  const char* path;   /* of file watchers and file requests, host name of look-ups; or NULL */
} uv_trace_alive_t;

typedef void (*uv_trace_alive_cb)(const uv_trace_alive_t* held, void* arg);

/* Calls back for each active and referenced handle, each active request and each closing handle, oldest
 * first. The record and its strings are good during the call, which must not close, stop or start
 * anything. Returns how many there were. */
UV_EXTERN int uv_trace_alive(uv_loop_t* loop, uv_trace_alive_cb cb, void* arg);

/* The same as text, one line each. */
UV_EXTERN int uv_trace_print_alive(uv_loop_t* loop, FILE* stream);

/* ---- A loop that does not sleep --------------------------------------------------------------- */

/* While on, poll does not block and the loop is alive, as with an active idle handle; but nothing is called for
 * it, and nothing walked. For those whose work waits for the check phase. */
UV_EXTERN int uv_trace_stay_awake(uv_loop_t* loop, int on);

/* ---- Time that jumps ------------------------------------------------------------------------- */

/* While on, a loop that would sleep for a timer does not: the clock jumps to it. An hour of timers is over at
 * once, in the same order. What others do (requests under way, child processes) still takes its time.
 * The clock is the process's: uv_hrtime() and every loop's uv_now() jump together. For tests. */
UV_EXTERN int uv_trace_virtual_time(uv_loop_t* loop, int on);

/* How far the clock has jumped so far, in ns. From any thread. */
UV_EXTERN uint64_t uv_trace_virtual_ahead(void);

#ifdef __cplusplus
}
#endif

#endif
