#!/bin/sh
# settings: ring noring denied
# Who registers fork handlers and spawns sees them run in its children, as uvloop does for Python's
# preexec_fn: in a program that does both, and in a module that is loaded after the first child.
# The handler may use the library, though it was registered before the first loop was made, and may
# change the child's environment.
set -eu

cat >program.c <<'TEXT'
#include <dlfcn.h>
#include <stdio.h>
#include <uv.h>

int spawn_child(uv_loop_t* loop); /* below, or in the module */

int main(int argc, char** argv) {
  uv_loop_t* loop = uv_default_loop();
  int (*spawn)(uv_loop_t*) = spawn_child;

  if (spawn(loop) != 0 || uv_run(loop, UV_RUN_DEFAULT) != 0)
    return 2;
  if (argc == 1)
    return uv_loop_close(loop) != 0;
  *(void**) &spawn = dlsym(dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), "module_spawn_child");
  if (spawn == NULL || spawn(loop) != 0 || uv_run(loop, UV_RUN_DEFAULT) != 0)
    return 3;
  return uv_loop_close(loop) != 0;
}
TEXT

cat >child.c <<'TEXT'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

static uv_loop_t* the_loop;
static uv_process_t process;

static void on_exit_cb(uv_process_t* p, int64_t status, int signal) {
  if (status != 0 || signal != 0)
    _exit(4);
  uv_close((uv_handle_t*) p, NULL);
}

static void in_child(void) {
  if (uv_loop_fork(the_loop) != 0 || write(STDOUT_FILENO, "handler ", 8) != 8 ||
      setenv("WHO", "handled", 1))
    _exit(9);
}

__attribute__((constructor)) static void register_handler(void) {
#ifdef HANDLER
  if (pthread_atfork(NULL, NULL, in_child))
    _exit(5);
#endif
}

int NAME(uv_loop_t* loop) {
  char* args[] = {"sh", "-c", "echo ${WHO-child}", NULL};
  uv_stdio_container_t stdio[] = {{.flags = UV_IGNORE}, {.flags = UV_INHERIT_FD, .data.fd = 1}};
  uv_process_options_t options = {
      .file = args[0], .args = args, .exit_cb = on_exit_cb, .stdio = stdio, .stdio_count = 2};

  the_loop = loop;
  return uv_spawn(loop, &process, &options);
}
TEXT

build() {
  gcc -D_GNU_SOURCE -I"$TOP/include" "$@" "$TREE/drop-in/libuv.so" -Wl,-rpath,"$TREE/drop-in"
}
expect() {
  wanted=$1
  shift
  got=$("$@")
  [ "$got" = "$(printf "$wanted")" ] || { echo "$*: '$got', not '$wanted'"; exit 1; }
}

build -o plain program.c child.c -DNAME=spawn_child
build -o both program.c child.c -DNAME=spawn_child -DHANDLER
build -o module.so -shared -fPIC child.c -DNAME=module_spawn_child -DHANDLER
expect 'child\n' ./plain
expect 'handler handled\n' ./both
expect 'child\nhandler handled\n' ./plain ./module.so
