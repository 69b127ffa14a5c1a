/* src/runtime/engine/lanes.c — chooses the lane for each part of the interface.
 * (1) A part is direct when the library has all of its names and the proof of it succeeds.
 * (2) GYRE_ENGINE=plain leaves all parts plain.
 * (3) With functions and promise jobs direct, the main script and the loop run inside of one
 *     function that the engine has called. Calls into JavaScript and promise jobs are then nested
 *     calls, which cost half, because the engine does not enter and leave for each. */
#include "lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gy_engine gy_engine;

const char* const gy_part_names[GY_PARTS] = {
    [GY_PART_FUNCTIONS] = "functions",
    [GY_PART_JOBS] = "promise jobs",
    [GY_PART_TEXT_OUT] = "strings made",
    [GY_PART_TEXT_IN] = "strings read",
};

static bool is_direct[GY_PARTS];

static void use(const struct gy_engine* lane, enum gy_part part) {
  switch (part) {
    case GY_PART_FUNCTIONS: gy_engine.make_function = lane->make_function; break;
    case GY_PART_JOBS: gy_engine.drain = lane->drain; break;
    case GY_PART_TEXT_OUT:
      gy_engine.start_string = lane->start_string;
      gy_engine.finish_string = lane->finish_string;
      break;
    case GY_PART_TEXT_IN:
      gy_engine.open_chars = lane->open_chars;
      gy_engine.close_chars = lane->close_chars;
      break;
    default: break;
  }
}

static void try_direct(gy_env* env, enum gy_part part) {
  is_direct[part] = gy_direct_has(part) && gy_prove(env, part);
  if (is_direct[part])
    use(&gy_direct_lane, part);
}

void gy_lanes_open(gy_env* env) {
  const char* wanted = getenv("GYRE_ENGINE");

  gy_engine = gy_plain_lane;
  gy_direct_undefined = (int64_t) JSValueMakeUndefined(env->ctx);
  if (wanted != NULL && strcmp(wanted, "plain") == 0)
    return;
  for (int part = 0; part < GY_PARTS; part++)
    try_direct(env, part);
}

JSObjectRef gy_lanes_hidden_function(gy_env* env, const struct gy_entries* entries) {
  if (is_direct[GY_PART_FUNCTIONS])
    return gy_direct_hidden_function(env, entries);
  return gy_engine.make_function(env, "", entries);
}

bool gy_lanes_run_inside(void) {
  return is_direct[GY_PART_FUNCTIONS] && is_direct[GY_PART_JOBS];
}

static _Thread_local void (*run_inside)(gy_env* env);

GY_FUNCTION(inside) {
  run_inside(gy_env_here());
  return NULL;
}

void gy_lanes_run(gy_env* env, void (*run)(gy_env* env)) {
  run_inside = run;
  if (gy_lanes_run_inside())
    JSObjectCallAsFunction(env->ctx, gy_direct_hidden_function(env, inside), NULL, 0, NULL, NULL);
  else
    run(env);
}

bool gy_part_is_direct(enum gy_part part) {
  return is_direct[part];
}

void gy_lanes_print(void) {
  const char* name;

  for (int part = 0; part < GY_PARTS; part++) {
    printf("%s: %s (", gy_part_names[part], is_direct[part] ? "direct" : "plain");
    for (size_t i = 0; (name = gy_direct_name(part, i)) != NULL; i++)
      printf("%s%s", i > 0 ? ", " : "", name);
    puts(")");
  }
}
