/* src/runtime/bindings/os_constants.c — os.constants, from os_constants.def. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>

#include "runtime/gyre.h"

static const struct {
  const char* name;
  double value;
  bool is_group;
} rows[] = {
#define GROUP(name) {#name, 0, true},
#define VALUE(name) {#name, name, false},
#include "os_constants.def"
#undef GROUP
#undef VALUE
};

void gy_bind_os_constants(gy_env* env, JSObjectRef target) {
  JSObjectRef group = target;

  for (size_t i = 0; i < GY_COUNT(rows); i++) {
    if (rows[i].is_group) {
      group = gy_bare_object(env);
      gy_set(env, target, rows[i].name, group);
    } else {
      gy_set_number(env, group, rows[i].name, rows[i].value);
    }
  }
  gy_set_number(env, target, "UV_UDP_REUSEADDR", UV_UDP_REUSEADDR);
}
