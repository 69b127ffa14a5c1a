/* src/trace/export.h — events of a trace file, as both its parts write them. Good in a signal
 * handler. */
#ifndef UV__EXPORT_H
#define UV__EXPORT_H

#include "trace/out.h"
#include "trace/watch.h"

#if UV__TRACE

/* Added to a thread's id: tracks that are no threads. Those stay below 2^22. */
enum { UV__TRACK_SLICES = 1 << 23, UV__TRACK_BESIDE = 1 << 24, UV__TRACK_LONG = 1 << 25 };

struct uv__json {
  struct uv__out out;
  int pid;
  int comma;
};

/* Begins an event of shape `ph`; the caller adds fields and the closing brace. */
void uv__event_open(struct uv__json* j, const char* ph, int tid);
void uv__field(struct uv__json* j, const char* name, const char* text);
void uv__field_time(struct uv__json* j, const char* name, uint64_t ns);
void uv__field_u64(struct uv__json* j, const char* name, uint64_t n);
void uv__metadata(struct uv__json* j, int tid, const char* what, const char* name);

/* An event of a recorder, whole. */
void uv__event_write(struct uv__json* j, int tid, const struct uv__event* e);

/* What a loop has recorded, or the last so many of it, with the phases that were empty and what has
 * not ended (export_loop.c). */
void uv__loop_write(struct uv__json* j, const struct uv__watch* w, int tid, uint64_t last);

/* The name of a type that may have UV__REQUEST_BIT. */
const char* uv__type_name(int type);

/* The slices of a loop (export_slices.c). */
void uv__slices_write(struct uv__json* j, const uv_loop_t* loop);

#endif

#endif
