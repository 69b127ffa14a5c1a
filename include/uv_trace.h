/* include/uv_trace.h — observing a loop: counters, hooks, a recorder, and what keeps it alive.
 *
 * Our addition to the API of uv.h, never mixed into it. Counters are always on; everything else
 * costs nothing until it is started. docs/trace.md describes what is exact, what is estimated, and
 * what each part costs. A library built without tracing returns UV_ENOSYS from every function here,
 * except for virtual time and uv_trace_stay_awake().
 *
 * Functions are called on the loop's own thread unless their description says otherwise. */
#ifndef UV_TRACE_H
#define UV_TRACE_H

#include "uv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which a turn runs them. */
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
  UV_TRACE_LATE_NS = 1000000, /* a timer is late when it runs this long after it is due */
  UV_TRACE_DELAYS = 20,       /* buckets of uv_trace_counters_t.delays */
  UV_TRACE_FALLBACKS = 16,
  UV_TRACE_POOL_KINDS = 8
};

typedef struct uv_trace_phase_counters_s {
  uint64_t callbacks;
  uint64_t time_ns;      /* poll: without the time asleep */
  uint64_t estimated_ns; /* the part of time_ns that is estimated by sampling */
  uint64_t longest_ns;   /* the longest run of the phase that was timed */
} uv_trace_phase_counters_t;

/* Operations of one kind that the ring did not accept, so that they were done without it. */
typedef struct uv_trace_fallback_s {
  int opcode; /* IORING_OP_*; -1: all pairs that did not fit into the table */
  int error;  /* UV_E* */
  uint64_t count;
} uv_trace_fallback_t;

/* Jobs of one kind ("fs", "dns", "work", ...) of the whole process: all loops share the pool. */
typedef struct uv_trace_pool_kind_s {
  const char* name; /* NULL: this entry is not used */
  uint64_t queued;  /* waiting now */
  uint64_t running; /* on a thread now */
  uint64_t done;    /* have run */
  uint64_t cancelled;
  uint64_t wait_ns; /* sum over the jobs that have run */
  uint64_t run_ns;
  uint64_t longest_wait_ns;
} uv_trace_pool_kind_t;

typedef struct uv_trace_counters_s {
  size_t size; /* in: sizeof(uv_trace_counters_t); out: the size that is filled in */
  uint64_t now_ns; /* when this was read, on the clock of uv_hrtime() */

  /* Where the loop is, for a reader on another thread. */
  uv_trace_phase phase;
  int asleep;        /* in poll, waiting for the kernel */
  uint64_t since_ns; /* when the loop last woke, or fell asleep */

  uint64_t turns;
  uint64_t callbacks;
  uint64_t asleep_ns;
  uv_trace_phase_counters_t phases[UV_TRACE_PHASES];

  /* How long events wait for the loop: the time from one query of the kernel to the next. delays[i]
   * counts turns of at least 2^(i+16) ns and less than twice that (0: 66 us, 4: 1 ms, 14: 1 s); all
   * other turns were shorter. */
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

/* From any thread while the loop is open. Each number is correct by itself; read from another
 * thread, two numbers may be one callback apart. UV_EINVAL: size is not set. */
UV_EXTERN int uv_trace_counters(const uv_loop_t* loop, uv_trace_counters_t* counters);

/* ---- Hooks: before and after each phase and each callback ------------------------------------ */

typedef struct uv_trace_callback_s {
  int is_request;        /* else a handle */
  int type;              /* uv_handle_type or uv_req_type */
  const char* type_name; /* "timer", "fs" */
  const void* object;    /* after: only an identity; the callback may have freed it */
  const char* origin;    /* uv_trace_set_origin(), or NULL */
  uv_trace_phase phase;
  uint64_t began_ns;
  uint64_t ended_ns; /* 0 before */
  uint64_t turn;     /* from 1; 0: before the first */
} uv_trace_callback_t;

/* Hooks are not called for callbacks that only provide memory (uv_alloc_cb); these are counted, but
 * not recorded either.
 *
 * The memory of a hook belongs to the caller and must not move until it is detached. Any function
 * may be NULL; all other members must be zero. A hook may attach and detach hooks, itself included,
 * and may run the loop. `after` is only called where this hook's `before` was. */
typedef struct uv_trace_hooks_s {
  void* data; /* the caller's */
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

/* UV_EALREADY: it is attached. UV_ENOMEM. */
UV_EXTERN int uv_trace_attach(uv_loop_t* loop, uv_trace_hooks_t* hooks);
UV_EXTERN int uv_trace_detach(uv_loop_t* loop, uv_trace_hooks_t* hooks);

/* ---- The recorder: the last events of a loop ------------------------------------------------- */

/* Records the last `entries` events (rounded up to a power of two; 64 bytes each). UV_EALREADY: it
 * is started. */
UV_EXTERN int uv_trace_ring_start(uv_loop_t* loop, unsigned int entries);
UV_EXTERN int uv_trace_ring_stop(uv_loop_t* loop);

/* Adds an event of the program to those of the loop. `name` is not copied: pass a string literal. A
 * span is added after it has ended; its times are on the clock of uv_hrtime(). */
UV_EXTERN int uv_trace_mark(uv_loop_t* loop, const char* name, uint64_t value);
UV_EXTERN int uv_trace_span(uv_loop_t* loop, const char* name, uint64_t began_ns, uint64_t ended_ns,
                            uint64_t value);

/* A span outside of the loop's callbacks, such as a run of a collector on a thread of its own.
 * These spans have one track, so they must not overlap. */
UV_EXTERN int uv_trace_beside(uv_loop_t* loop, const char* name, uint64_t began_ns,
                              uint64_t ended_ns, uint64_t value);

/* Writes the recorded events and slices as a trace file for Perfetto or chrome://tracing. Does not
 * stop the loop, takes no lock and allocates nothing: may be called on any thread and in a signal
 * handler, while the recorder is not stopped. loop NULL: all loops that record. UV_EINVAL: none
 * does. */
UV_EXTERN int uv_trace_dump(uv_loop_t* loop, uv_file fd);

/* Writes the last `events` events and all slices to a file that replaces `path` when it is
 * complete. Called periodically, it leaves a trace of a process that SIGKILL ends. May be called on
 * any thread, not in a signal handler. The file is made as by uv_trace_file_open(). UV_EINVAL:
 * there is nothing to write, or `path` is not a regular file. UV_EBUSY: the process is dying; the
 * file of uv_trace_dump_on_fatal() is not replaced. */
UV_EXTERN int uv_trace_dump_file(uv_loop_t* loop, const char* path, unsigned int events);

/* Writes that file when the process dies of SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL or SIGTRAP.
 * The file is opened now, by uv_trace_file_open(), whose errors are returned; it gets its name when
 * it is written. If writing fails, the reason is printed to standard error. "%p" in the path
 * becomes the process id. loop NULL: all loops that record at that time. path NULL: turns it off.
 * The calling thread gets a signal stack, so that a stack overflow is written, too; call it again
 * on other threads that need one. */
UV_EXTERN int uv_trace_dump_on_fatal(uv_loop_t* loop, const char* path);

/* ---- Files in folders that others may write to ---------------------------------------------- */

/* A file that is written without a name, or with a random one, and replaces its path when it is
 * complete. Mode 0600. A regular file of this user at the path is replaced, a character device is
 * written to, and a link is followed if it belongs to this user or to root. UV_EPERM: it belongs to
 * another user. UV_ELOOP: a link of another user. UV_EINVAL: neither a regular file nor a device.
 * May be used on any thread and in a signal handler. */
typedef struct uv_trace_file_s {
  uv_file fd; /* for writing; do not close it; -1: not open */
  /* private */
  uv_file folder;
  uint64_t device;
  uint64_t inode;
  char name[256];
  char part[24];
} uv_trace_file_t;

UV_EXTERN int uv_trace_file_open(uv_trace_file_t* file, const char* path);
/* Gives the file its name and closes it; after an error no file is left. UV_EBADF: fd was closed
 * before. */
UV_EXTERN int uv_trace_file_commit(uv_trace_file_t* file);
UV_EXTERN void uv_trace_file_discard(uv_trace_file_t* file);

/* A descriptor to append to the file at `path`, or UV_E*. The same rules apply; a new file has mode
 * 0600. */
UV_EXTERN int uv_trace_file_append(const char* path);
/* A descriptor of a file without a name in `folder`, to read and append, or UV_E*. */
UV_EXTERN int uv_trace_file_unnamed(const char* folder);

/* ---- The last seconds, by the millisecond --------------------------------------------------- */

/* A number of the program that only grows, such as requests served. Neither pointer is copied. */
typedef struct uv_trace_word_s {
  const char* name;
  const uint32_t* value;
} uv_trace_word_t;

enum { UV_TRACE_WORDS = 4 };

/* Records what the loop did in slices of at least a millisecond, the last 8192 of them: turns,
 * callbacks and time per phase, time asleep, pool, ring, and the growth of each of `words` (at most
 * UV_TRACE_WORDS). A sleeping loop makes no slices. Costs about 0.2 us per slice and up to 1 MB, so
 * it can stay on until the loop is closed. uv_trace_dump() and uv_trace_dump_on_fatal() write the
 * slices, too. UV_EALREADY: it is started. */
UV_EXTERN int uv_trace_slices_start(uv_loop_t* loop, const uv_trace_word_t* words,
                                    unsigned int count);

/* For a watcher that knows which line blocks the loop. uv_trace_slice_now() is the current slice,
 * 0: none. uv_trace_slice_line() sets what has run in it for `took_ns`, such as "hash (app.js:12)",
 * and the phase (UV_TRACE_OUTSIDE: none). `line` is not copied. Of several lines the one that took
 * longest is written with the slice. UV_ENOENT: that slice has ended. From any thread, one at a
 * time. */
UV_EXTERN uint64_t uv_trace_slice_now(const uv_loop_t* loop);
UV_EXTERN int uv_trace_slice_line(uv_loop_t* loop, uint64_t slice, const char* line,
                                  unsigned int phase, uint64_t took_ns);

/* ---- What keeps this loop alive -------------------------------------------------------------- */

/* Sets where an object was made: "server.c:12". Not copied: a literal, or valid until the object is
 * gone and the recorder has dropped its events. Shown by hooks, recorder and uv_trace_alive(). */
UV_EXTERN int uv_trace_set_origin(uv_handle_t* handle, const char* origin);
/* The same for a request, after it is started. */
UV_EXTERN int uv_trace_set_req_origin(uv_req_t* req, const char* origin);

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

/* Calls cb for each active and referenced handle, each active request and each closing handle,
 * oldest first. The record and its strings are valid during the call, which must not close, stop or
 * start anything. Returns the number of calls. */
UV_EXTERN int uv_trace_alive(uv_loop_t* loop, uv_trace_alive_cb cb, void* arg);

/* The same as text, a line for each. */
UV_EXTERN int uv_trace_print_alive(uv_loop_t* loop, FILE* stream);

/* ---- A loop that does not sleep ------------------------------------------------------------- */

/* While on, poll does not block and the loop is alive, as with an active idle handle, but without a
 * callback and without a handle to walk. For work that waits for the check phase. */
UV_EXTERN int uv_trace_stay_awake(uv_loop_t* loop, int on);

/* ---- Time that jumps ------------------------------------------------------------------------- */

/* While on, a loop that would sleep for a timer does not: the clock jumps to it. An hour of timers
 * passes at once, in the same order. Requests in progress and child processes still take their
 * time. The clock belongs to the process: uv_hrtime() and uv_now() of every loop jump together. For
 * tests. */
UV_EXTERN int uv_trace_virtual_time(uv_loop_t* loop, int on);

/* How far the clock has jumped so far, in ns. From any thread. */
UV_EXTERN uint64_t uv_trace_virtual_ahead(void);

#ifdef __cplusplus
}
#endif

#endif
