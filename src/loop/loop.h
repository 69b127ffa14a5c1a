/* src/loop/loop.h — what the rest of the library may do with a loop, its handles and requests.
 *
 * (1) active_handles counts the handles that are ACTIVE and REF and not CLOSING, and one more while
 *     the loop stays awake (uv_trace_stay_awake()); active_reqs counts requests between
 *     uv__req_init and uv__req_done. Apart from these only handles on the closing list keep a loop
 *     alive.
 * (2) A user callback is called only through UV__CALL_HANDLE or UV__CALL_REQ (trace/trace.h), from
 *     a phase of uv_run(), never from inside an API call.
 * (3) Everything here runs on the loop's thread, except uv__loop_wake(). */
#ifndef UV__LOOP_H
#define UV__LOOP_H

#include <limits.h>

#include "uv.h"
#include "loop/queue.h"
#include "os/mem.h"
#include "os/sys.h"

/* Flags of a handle. 0x4000 and 0x100000 are set or read by programs from outside: see
 * docs/porting.md. */
enum {
  UV__CLOSING = 0x1,
  UV__CLOSED = 0x2,
  UV__ACTIVE = 0x4,
  UV__REF = 0x8,
  UV__INTERNAL = 0x10, /* internal: not walked, not printed, does not keep uv_loop_close() busy */

  /* Streams. */
  UV__LISTENING = 0x20,
  UV__SOLE_OWNER = 0x40, /* the library opened the descriptor and has given it to nobody */
  UV__SHUTTING = 0x80,
  UV__SHUT = 0x100,
  UV__READING = 0x400,
  UV__BOUND = 0x800,
  UV__SINGLE_ACCEPT = 0x1000, /* at most one connection per turn */
  UV__READABLE = 0x4000,
  UV__WRITABLE = 0x8000,
  UV__TCP_NODELAY = 0x10000,
  UV__TCP_KEEPALIVE = 0x20000,
  UV__IPV6 = 0x40000,
  UV__BLOCKING_WRITES = 0x100000,

  /* UDP. */
  UV__UDP_STREAM = 0x200000, /* opened on a stream socket, where MSG_TRUNC throws data away */
  UV__UDP_CONNECTED = 0x400000,
  UV__UDP_RECVMMSG = 0x800000,
  UV__UDP_NOT_IP = 0x10000000, /* opened on a socket of another family */
  UV__UDP_GSO = 0x4000000,     /* the kernel cuts one large message into datagrams */
  UV__UDP_NO_GSO = 0x8000000,  /* or it cannot: either is known after the first attempt */

  /* Signals. */
  UV__ONE_SHOT = 0x1000000,

  /* Processes. */
  UV__REAPED = 0x2000000
};

/* Flags of a loop. */
enum {
  UV__LOOP_BLOCK_SIGPROF = 0x1,
  UV__LOOP_IDLE_METRICS = 0x2,
  UV__LOOP_DEFAULT = 0x4,
  UV__LOOP_CLOSED = 0x8
};

/* What every turn touches, small enough to be reached with short instructions. The first member of
 * struct uv__loop_internal. */
struct uv__pulse {
  int may_sleep;     /* this turn's poll may block */
  int slept;         /* and the last wait for the kernel could */
  int quiet;         /* 1: nothing has run since the clock was read after poll; 2: only timers */
  unsigned unpolled; /* consecutive turns that took completions without calling epoll */
  unsigned armed;    /* descriptors registered with the kernel, wanted or not */
  int awake;         /* no turn's may: see uv_trace_stay_awake() */
  int virtual_time;  /* see loop/virtual.c */
  int wake_written;  /* atomic: the eventfd was written since the last call of epoll */

  /* The tracer's (trace/trace.h). */
  unsigned phase;    /* the last turn with a callback or a query of the kernel */
  uint64_t next;     /* after so many turns one is looked at closer; 0: each */
  uint64_t until;    /* a stretch that ends later is looked at; 0: each */
  uint64_t woke;     /* when this stretch began */
  uint64_t calls[7]; /* by phase */

  uv_metrics_t metrics;
};

/* Of may_sleep: in every turn of this run, which read the clock when it began. */
enum { UV__SLEEP_AT_WILL = 2 };

static inline struct uv__pulse* uv__pulse_of(const uv_loop_t* loop) {
  return (struct uv__pulse*) loop->internal;
}

static inline int uv__has_active(const uv_loop_t* loop) {
  return loop->active_handles > 0 || loop->active_reqs > 0;
}

/* ---- Handles ---- */

static inline void uv__handle_init(uv_loop_t* loop, uv_handle_t* h, uv_handle_type type) {
  h->loop = loop;
  h->type = type;
  h->close_cb = NULL;
  h->origin = NULL;
  h->born = loop->time;
  h->next_closing = NULL;
  h->flags = UV__REF;
  h->callbacks = 0;
  uv__queue_push_tail(&loop->handle_queue, &h->handle_queue);
}

static inline int uv__is_active(const uv_handle_t* h) {
  return (h->flags & UV__ACTIVE) != 0;
}

static inline int uv__is_closing(const uv_handle_t* h) {
  return (h->flags & (UV__CLOSING | UV__CLOSED)) != 0;
}

/* As uv_fileno(), for the library itself, which gives the descriptor to nobody. */
int uv__fileno(const uv_handle_t* handle, uv_os_fd_t* fd);

static inline void uv__handle_start(uv_handle_t* h) {
  if (h->flags & UV__ACTIVE)
    return;
  h->flags |= UV__ACTIVE;
  if (h->flags & UV__REF)
    h->loop->active_handles++;
}

/* `loop` is the handle's loop: a caller that knows it saves an access to the first cache line of
 * the handle. */
static inline void uv__handle_stop_in(uv_loop_t* loop, uv_handle_t* h) {
  if (!(h->flags & UV__ACTIVE))
    return;
  h->flags &= ~UV__ACTIVE;
  if (h->flags & UV__REF)
    loop->active_handles--;
}

static inline void uv__handle_stop(uv_handle_t* h) {
  uv__handle_stop_in(h->loop, h);
}

#define uv__handle_init(loop, h, type) uv__handle_init((loop), (uv_handle_t*) (h), (type))
#define uv__handle_start(h) uv__handle_start((uv_handle_t*) (h))
#define uv__handle_stop(h) uv__handle_stop((uv_handle_t*) (h))
#define uv__handle_stop_in(loop, h) uv__handle_stop_in((loop), (uv_handle_t*) (h))
#define uv__is_active(h) uv__is_active((const uv_handle_t*) (h))
#define uv__is_closing(h) uv__is_closing((const uv_handle_t*) (h))

/* Puts a CLOSING handle on the closing list: its close callback runs in the next close phase. Only
 * for handle types whose close function returned UV__CLOSE_LATER; uv_close() does it otherwise. */
void uv__close_soon(uv_handle_t* h);

/* What uv_close() calls for each type (table in loop/close.c). A close function stops the handle,
 * gives back descriptors, and returns UV__CLOSE_NOW or UV__CLOSE_LATER. A finish function runs in
 * the close phase before the close callback: it calls back the handle's outstanding requests. */
enum { UV__CLOSE_NOW = 0, UV__CLOSE_LATER = 1 };

int uv__async_close(uv_async_t* h);     /* loop/async.c */
int uv__idle_close(uv_idle_t* h);       /* loop/idle.c */
int uv__prepare_close(uv_prepare_t* h); /* loop/prepare.c */
int uv__check_close(uv_check_t* h);     /* loop/check.c */
int uv__timer_close(uv_timer_t* h);     /* loop/timers.c */
int uv__tcp_close(uv_tcp_t* h);         /* net/tcp.c */
int uv__pipe_close(uv_pipe_t* h);       /* net/pipe.c */
int uv__tty_close(uv_tty_t* tty);       /* net/tty.c */
void uv__stream_finish(uv_stream_t* s); /* net/stream.c: for tcp, pipe, tty */
int uv__udp_close(uv_udp_t* h);         /* net/udp.c */
void uv__udp_finish(uv_udp_t* h);
int uv__poll_close(uv_poll_t* h);         /* io/poll_handle.c */
int uv__signal_close(uv_signal_t* h);     /* process/signal.c */
int uv__process_close(uv_process_t* h);   /* process/spawn.c */
int uv__fs_event_close(uv_fs_event_t* h); /* fs/event.c */
int uv__fs_poll_close(uv_fs_poll_t* h);   /* fs/poll.c */

/* ---- Frames ----
 *
 * A callback may close its handle, run the loop, and free the handle when it is closed. A function
 * that uses a handle after calling back has a frame around all of it, and checks after each
 * callback whether the handle still exists. */

struct uv__frame {
  const uv_handle_t* handle; /* NULL: gone */
  struct uv__frame* outer;
};

static inline void uv__frame_enter(uv_loop_t* loop, struct uv__frame* frame, const uv_handle_t* h) {
  frame->handle = h;
  frame->outer = loop->frames;
  /* cppcheck-suppress autoVariables ; taken away again by uv__frame_leave() */
  loop->frames = frame;
}

static inline void uv__frame_leave(uv_loop_t* loop, const struct uv__frame* frame) {
  loop->frames = frame->outer;
}

/* The handle of the innermost frame. Frames of a nested uv_run() have left by the time of this
 * call. */
static inline int uv__is_gone(const uv_loop_t* loop) {
  return loop->frames->handle == NULL;
}

#define uv__frame_enter(loop, frame, h) uv__frame_enter((loop), (frame), (const uv_handle_t*) (h))

/* ---- Requests ---- */

static inline void uv__req_init(uv_loop_t* loop, uv_req_t* r, uv_req_type type) {
  r->type = type;
  r->origin = NULL;
  r->born = loop->time;
  loop->active_reqs++;
  uv__queue_push_tail(&loop->active_reqs_queue, &r->active_link);
}

/* Before the request's callback is called: the callback may free or reuse it. */
static inline void uv__req_done(uv_loop_t* loop, uv_req_t* r) {
  loop->active_reqs--;
  uv__queue_remove(&r->active_link);
}

#define uv__req_init(loop, r, type) uv__req_init((loop), (uv_req_t*) (r), (type))
#define uv__req_done(loop, r) uv__req_done((loop), (uv_req_t*) (r))

/* ---- Buffers ---- */

/* No system call moves more bytes than this, and results are ints: a single write that is larger is
 * refused as a whole. */
#define UV__IO_MAX ((size_t) 0x7ffff000)

static inline int uv__bufs_fit(const uv_buf_t* bufs, unsigned nbufs) {
  size_t room = UV__IO_MAX;

  if (nbufs > INT_MAX)
    return 0; /* a negative number, rather */
  for (unsigned i = 0; i < nbufs; i++) {
    if (bufs[i].len > room)
      return 0;
    room -= bufs[i].len;
  }
  return 1;
}

/* ---- Parts of a loop that live in other folders ---- */

int uv__signal_loop_init(uv_loop_t* loop);   /* process/signal.c; opens nothing until first use */
int uv__signal_loop_fork(uv_loop_t* loop);   /* new pipe in the child */
void uv__signal_loop_close(uv_loop_t* loop); /* also stops signal handles still on the loop */
void uv__signal_shutdown(void);              /* uv_library_shutdown() */
int uv__process_loop_init(uv_loop_t* loop);  /* process/spawn.c: loop->child_watcher, INTERNAL */
void uv__process_loop_fork(uv_loop_t* loop); /* process/many.c */
void uv__process_loop_close(uv_loop_t* loop);
int uv__inotify_loop_fork(uv_loop_t* loop); /* fs/event.c: watches everything again */
void uv__inotify_loop_close(uv_loop_t* loop);
void uv__title_shutdown(void); /* os/title.c */

/* From any thread and from signal handlers: makes the loop check for finished jobs and sent async
 * handles. Costs a system call only when the loop is asleep. Preserves errno. */
void uv__loop_wake(uv_loop_t* loop);

/* ---- Phases (loop/run.c calls them through a table, when they have something to do) ---- */

void uv__run_timers(uv_loop_t* loop);
void uv__run_pending(uv_loop_t* loop);
void uv__run_pending_phase(uv_loop_t* loop);
void uv__run_idle(uv_loop_t* loop);
void uv__run_idle_watched(uv_loop_t* loop);
void uv__run_prepare(uv_loop_t* loop);
void uv__run_prepare_watched(uv_loop_t* loop);
void uv__run_poll(uv_loop_t* loop);
void uv__run_poll_watched(uv_loop_t* loop);
void uv__run_check(uv_loop_t* loop);
void uv__run_check_watched(uv_loop_t* loop);
void uv__run_close(uv_loop_t* loop);

/* Counts an event for uv_metrics_info(); call before its callback runs. */
void uv__count_events(uv_loop_t* loop, unsigned n);

/* Reads the clock into loop->time. */
static inline void uv__update_time(uv_loop_t* loop) {
  loop->time = uv__clock_ns();
}

/* When the first timer is due (ns, loop clock); UINT64_MAX when there is none. */
uint64_t uv__timer_next_due(uv_loop_t* loop);

/* Whether it is due now; reads the clock. 1 may be wrong when a timer was stopped or postponed; 0
 * never is. */
int uv__timer_may_be_due(const uv_loop_t* loop);

/* As uv__timer_next_due(), but changes nothing. */
uint64_t uv__timer_peek_due(const uv_loop_t* loop);

#endif
