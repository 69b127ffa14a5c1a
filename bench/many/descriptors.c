/* bench/many/descriptors.c — many handles that each have a descriptor, a watch or a process. */
#include "many.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEN_K = 10 * 1000, HUNDRED_K = 100 * 1000, EXITS = 100 };

static char folder[64];

static void allow_descriptors(void) {
  struct rlimit limit;

  CHECK(getrlimit(RLIMIT_NOFILE, &limit));
  limit.rlim_cur = limit.rlim_max;
  CHECK(setrlimit(RLIMIT_NOFILE, &limit));
}

/* ---- Sockets and descriptors of others ---- */

static void on_poll(uv_poll_t* h, int status, int events) {
  (void) h;
  (void) status;
  (void) events;
}

static int poll_pipe[2];

static void open_polls(long count) {
  uv_poll_t* h = many_handles(count, sizeof(*h));

  allow_descriptors();
  CHECK(pipe(poll_pipe));
  for (long i = 0; i < count; i++) {
    CHECK(uv_poll_init(&many_loop, &h[i], dup(poll_pipe[0])));
    CHECK(uv_poll_start(&h[i], UV_READABLE, on_poll));
  }
}

static void close_polls(long count) {
  for (long i = 0; i < count; i++) {
    uv_os_fd_t fd;
    CHECK(uv_fileno(many_handle(i), &fd));
    uv_close(many_handle(i), NULL);
    CHECK(close(fd));
  }
  CHECK(uv_run(&many_loop, UV_RUN_DEFAULT));
  free(many_handle(0));
  CHECK(close(poll_pipe[0]));
  CHECK(close(poll_pipe[1]));
}

static void open_sockets(long count) {
  uv_udp_t* h = many_handles(count, sizeof(*h));

  allow_descriptors();
  for (long i = 0; i < count; i++)
    CHECK(uv_udp_init_ex(&many_loop, &h[i], AF_INET));
}

/* Each has its callback due in the pending phase. */
struct pending {
  uv_pipe_t pipe;
  uv_connect_t req;
};

static void on_connect(uv_connect_t* req, int status) {
  (void) req;
  REQUIRE(status < 0);
}

static void open_pending(long count) {
  struct pending* p = many_handles(count, sizeof(*p));

  allow_descriptors();
  for (long i = 0; i < count; i++) {
    CHECK(uv_pipe_init(&many_loop, &p[i].pipe, 0));
    uv_pipe_connect(&p[i].req, &p[i].pipe, "/nowhere/at/all", on_connect);
  }
}

/* ---- Watched files ---- */

static void on_change(uv_fs_event_t* h, const char* name, int events, int status) {
  (void) h;
  (void) name;
  (void) events;
  (void) status;
}

static void file_path(char path[96], long i) {
  snprintf(path, 96, "%s/%ld", folder, i);
}

static void open_fs_events(long count) {
  uv_fs_event_t* h = many_handles(count, sizeof(*h));
  char path[96];

  strcpy(folder, "/tmp/gyre-bench-XXXXXX");
  REQUIRE(mkdtemp(folder) != NULL);
  for (long i = 0; i < count; i++) {
    file_path(path, i);
    CHECK(close(open(path, O_CREAT | O_WRONLY, 0600)));
    CHECK(uv_fs_event_init(&many_loop, &h[i]));
    CHECK(uv_fs_event_start(&h[i], on_change, path, 0));
  }
  for (long i = 0; i < count; i++) { /* a watched file that is gone costs the same */
    file_path(path, i);
    CHECK(unlink(path));
  }
  CHECK(rmdir(folder));
}

/* ---- Processes ---- */

static void on_exit_(uv_process_t* process, int64_t status, int signum) {
  (void) status;
  (void) signum;
  uv_close((uv_handle_t*) process, NULL);
}

static void open_processes(long count) {
  uv_process_t* h = many_handles(count, sizeof(*h));
  char* args[] = {"sleep", "1000", NULL};
  uv_process_options_t options = {.file = "sleep", .args = args, .exit_cb = on_exit_};

  for (long i = 0; i < count; i++)
    CHECK(uv_spawn(&many_loop, &h[i], &options));
}

/* One after the other: each exit is reported by a signal of its own. */
static void end_some_processes(long count) {
  (void) count;
  for (long i = 0; i < EXITS; i++) {
    CHECK(uv_process_kill((uv_process_t*) many_handle(i), SIGKILL));
    while (!uv_is_closing(many_handle(i)))
      CHECK(uv_run(&many_loop, UV_RUN_ONCE));
  }
}

static void end_other_processes(long count) {
  for (long i = EXITS; i < count; i++)
    CHECK(uv_process_kill((uv_process_t*) many_handle(i), SIGKILL));
  CHECK(uv_run(&many_loop, UV_RUN_DEFAULT));
  free(many_handle(0));
}

const struct many_kind many_fd_kinds[] = {
    {"poll", "close a poll handle and its descriptor", TEN_K, open_polls, close_polls, NULL, 0},
    {"udp", "close a UDP socket", TEN_K, open_sockets, many_close_all, NULL, 0},
    {"pending", "close a pipe whose connect callback is due", TEN_K, open_pending, many_close_all,
     NULL, 0},
    {"fs_event", "close an fs event handle, each on a file of its own", HUNDRED_K, open_fs_events,
     many_close_all, NULL, 0},
    {"process", "a child ends, the others live", TEN_K, open_processes, end_some_processes,
     end_other_processes, EXITS},
    {.name = NULL},
};
