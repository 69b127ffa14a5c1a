/* src/trace/watch.h — what is attached to a loop. Only for the files of this folder. */
#ifndef UV__WATCH_H
#define UV__WATCH_H

#include "trace/trace.h"

#if UV__TRACE

enum uv__event_type {
#  define EVENT(name, shape, title, n, object, text, value, sentence) UV__EVENT_##name,
#  include "trace/events.def"
#  undef EVENT
  UV__EVENTS
};

/* Eight words, one cache line. */
struct uv__event {
  uint64_t seq; /* its number + 1; 0 while it is being written */
  unsigned type;
  int n;
  uint64_t began;
  uint64_t ended;
  const void* object;
  const char* text;
  uint64_t value;
  uint64_t turn; /* pool jobs: the thread */
};

/* The last events, by number modulo the size. Writers never wait; readers, on any thread, use `seq`
 * to check that what they copied is consistent. */
struct uv__recorder {
  uint64_t next; /* number of the next event */
  uint64_t mask;
  struct uv__event* events;
};

/* Word by word, so that a reader on another thread finds no torn pointers. */
static inline void uv__copy_words(void* to, const void* from, size_t size) {
  for (size_t i = 0; i < size / sizeof(uint64_t); i++)
    __atomic_store_n((uint64_t*) to + i,
                     __atomic_load_n((const uint64_t*) from + i, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
}

/* A phase or callback that has begun and not ended. */
struct uv__open_span {
  int is_phase;
  uv_trace_callback_t what; /* of a phase: only .phase and .began_ns */
  uint64_t calls;           /* how many the phase had made when it began */
};

enum { UV__OPEN_SPANS = 32 };

struct uv__hook_walk;

/* Made when something is first attached, freed with the loop. */
struct uv__watch {
  uv_loop_t* loop;
  struct uv__queue hooks;
  struct uv__hook_walk* walks; /* calls of hooks that are under way */
  uint64_t stamp;              /* the clock when a phase was last left or poll woke */
  unsigned slept;              /* since the phase was entered */
  int tid;                     /* of the loop's thread */
  unsigned depth;              /* open spans; those beyond the array are not watched */
  struct uv__open_span open[UV__OPEN_SPANS];
  struct uv__recorder recorder; /* .events NULL: off */
  struct uv__watch* next;       /* among the recording loops */
};

/* The loop's watch, made when there is none; NULL: no memory. */
struct uv__watch* uv__watch_get(uv_loop_t* loop);

/* Sets loop->traced to what is attached and open. */
void uv__watch_update(struct uv__watch* w);

/* Told by counters.c: a run begins, or `starts` with this phase, which does not follow from the
 * last one; poll slept from `slept` (not at all when equal) to `now`. */
void uv__watch_run(struct uv__watch* w, uint64_t now);
void uv__watch_starts(struct uv__watch* w, uint64_t now, unsigned phase);
void uv__watch_woke(struct uv__watch* w, uint64_t slept, uint64_t now);
void uv__watch_enter(struct uv__watch* w, unsigned phase);
void uv__watch_leave(struct uv__watch* w, unsigned phase);

/* Where a loop is. From any thread. */
unsigned uv__trace_phase(const uv_loop_t* loop);

/* Numbers and times the event itself; nothing happens when the recorder is off. */
void uv__record(struct uv__watch* w, struct uv__event event);
void uv__recorder_free(struct uv__watch* w);

/* 1 and a copy when event `number` is still there. */
int uv__recorder_read(const struct uv__recorder* r, uint64_t number, struct uv__event* copy);

/* The recording loops; good in a signal handler. */
struct uv__watch* uv__watch_first(void);
struct uv__watch* uv__watch_next(const struct uv__watch* w);

/* ---- The last seconds (slices.c) ---- */

/* At least a millisecond of the loop, up to the next query of the kernel. 16 words. */
struct uv__slice {
  uint64_t seq; /* its number + 1; 0 while it is being written */
  uint64_t began;
  uint64_t ended;     /* when the loop fell asleep, or queried the kernel */
  const char* origin; /* of what called back last in poll */
  const char* line;   /* that blocked the loop, if known; or NULL */
  uint32_t
      before; /* ns from `began` to the last stretch: all of it but a block, when there was one */
  uint32_t timers_us; /* of the last stretch: from when timers began; 0: none ran */
  uint32_t asleep;    /* ns, of short sleeps in between */
  uint32_t turns;
  uint32_t words[UV_TRACE_WORDS];
  uint32_t exact[UV_TRACE_PHASES]; /* ns known to be of this phase */
  uint16_t calls[UV_TRACE_PHASES];
  uint16_t type; /* of what called back last in poll; 0: nothing did */
  uint16_t pool_waiting, pool_done, ring, late;
  uint8_t outside;  /* the loop did not run: the main script */
  uint8_t held;     /* the phase of `line`, plus 1; 0: unknown */
  uint16_t running; /* it has not ended: the phase it is in, plus 1 */
};

/* Told by counters.c: a stretch ends at `until`, `now` is when the next one begins; it is time.
 * `outside`: part of it was not in uv_run(). */
void uv__slice_end(uv_loop_t* loop, uint64_t until, uint64_t now, int outside);
void uv__slices_free(uv_loop_t* loop);

/* The numbers of those that are there; 1 and a copy when slice `number` still is; the one that has
 * not ended yet, as it is now. */
void uv__slice_range(const uv_loop_t* loop, uint64_t* first, uint64_t* end);
int uv__slice_read(const uv_loop_t* loop, uint64_t number, struct uv__slice* copy);
int uv__slice_read_open(const uv_loop_t* loop, struct uv__slice* copy);
int uv__slices_are_on(const uv_loop_t* loop);
int uv__slices_tid(const uv_loop_t* loop);
const char* uv__slices_word(const uv_loop_t* loop, unsigned i); /* its name, or NULL */

/* The loops that have slices; good in a signal handler. */
const uv_loop_t* uv__slices_first(void);
const uv_loop_t* uv__slices_next(const uv_loop_t* loop);

/* How long a run of this phase usually takes, in ns (snapshot.c). */
double uv__trace_usual(const struct uv__trace* t, unsigned phase);

/* Jobs of the pool, of all loops. */
extern struct uv__recorder uv__pool_recorder;

/* Writes the trace file: of the recorders at most the `last` events of each; `signum` is what
 * killed the process, or 0. 0 or UV_E*. */
int uv__trace_export(const uv_loop_t* loop, int fd, int signum, uint64_t last);

/* Whether there is anything to write. */
int uv__trace_has_events(const uv_loop_t* loop);

/* Puts a file in the place of another, unless the process is dying and writes its own. 0 or UV_E*
 * (fatal.c). */
int uv__fatal_replace(uv_trace_file_t* file);

#endif

#endif
