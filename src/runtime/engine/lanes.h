/* src/runtime/engine/lanes.h — the interface of the runtime to the engine, which two lanes
 * implement (docs/engine.md).
 *
 * (1) The plain lane (plain.c) is the engine's C API and always works. The direct lane (direct.c)
 *     calls C++ functions that the library exports, by their mangled names, bound weakly (names.h).
 * (2) gy_engine starts as the plain lane. gy_lanes_open() replaces each part of it that the direct
 *     lane can serve, after a proof that it does what the plain one does (prove.c).
 * (3) Nothing but speed and memory differs between the lanes. Callers do not know which one serves.
 * (4) All functions here are called on the environment's thread with the engine's lock held. */
#ifndef ENGINE_LANES_H
#define ENGINE_LANES_H

#include "runtime/gyre.h"

/* A string that is being made: `data` has room for `length` units of one or two bytes. */
struct gy_draft {
  void* data;
  size_t length;
  bool is_wide;
  JSValueRef value; /* of the direct lane, which makes it first; on the machine's stack */
};

struct gy_engine {
  /* A function object; the caller attaches or holds it at once. */
  JSObjectRef (*make_function)(gy_env* env, const char* name, const struct gy_entries* entries);
  /* Runs all promise jobs, and notifies of rejections that nobody handled. */
  void (*drain)(gy_env* env);
  /* The characters of a value's string form, where they lie. False: *exception is set. */
  bool (*open_chars)(gy_env* env, JSValueRef value, struct gy_chars* chars, JSValueRef* exception);
  void (*close_chars)(struct gy_chars* chars);
  /* Room for a new string; false when there is no memory. Then fill draft->data and finish it. */
  bool (*start_string)(gy_env* env, struct gy_draft* draft, size_t length, bool is_wide);
  JSValueRef (*finish_string)(gy_env* env, struct gy_draft* draft);
};

extern struct gy_engine gy_engine;

/* The parts of the interface that a lane serves or does not. */
enum gy_part { GY_PART_FUNCTIONS, GY_PART_JOBS, GY_PART_TEXT_OUT, GY_PART_TEXT_IN, GY_PARTS };
extern const char* const gy_part_names[GY_PARTS];

/* Proves and switches on the direct lane, part by part, unless GYRE_ENGINE is "plain". */
void gy_lanes_open(gy_env* env);
/* Calls run(env), if possible from inside of the engine, so that calls into JavaScript are
 * nested. */
void gy_lanes_run(gy_env* env, void (*run)(gy_env* env));
bool gy_part_is_direct(enum gy_part part);
/* A function that stack traces do not show, if functions are direct. */
JSObjectRef gy_lanes_hidden_function(gy_env* env, const struct gy_entries* entries);
/* Whether gy_lanes_run() calls from inside. */
bool gy_lanes_run_inside(void);
/* Prints which lane serves which part, and the names it takes. */
void gy_lanes_print(void);

/* plain.c */
extern const struct gy_engine gy_plain_lane;
/* direct.c; a part must be proved before anybody else calls it. */
extern const struct gy_engine gy_direct_lane;
/* Whether all names of a part are there. */
bool gy_direct_has(enum gy_part part);
/* A function that no stack trace shows. */
JSObjectRef gy_direct_hidden_function(gy_env* env, const struct gy_entries* entries);
/* Queues a call of a function that the direct lane has made. */
void gy_direct_queue_job(gy_env* env, JSObjectRef function);
/* The i-th name of a part, or NULL. */
const char* gy_direct_name(enum gy_part part, size_t i);

/* prove.c: whether a part of the direct lane does what the plain lane does. */
bool gy_prove(gy_env* env, enum gy_part part);

#endif
