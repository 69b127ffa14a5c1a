/* What keeps a loop alive is told, oldest first, with what one needs to find it. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tracing.h"

enum { MAX_HELD = 16 };

static uv_loop_t loop;
static uv_trace_alive_t held[MAX_HELD];
static char local[MAX_HELD][128];
static char peer[MAX_HELD][128];
static char path[MAX_HELD][256];
static int held_count;

static void on_held(const uv_trace_alive_t* a, void* arg) {
  CHECK_EQ(arg, &loop);
  CHECK_LT(held_count, MAX_HELD);
  held[held_count] = *a;
  snprintf(local[held_count], sizeof(local[0]), "%s", a->local ? a->local : "");
  snprintf(peer[held_count], sizeof(peer[0]), "%s", a->peer ? a->peer : "");
  snprintf(path[held_count], sizeof(path[0]), "%s", a->path ? a->path : "");
  held_count++;
}

static void look(void) {
  int count;

  held_count = 0;
  count = uv_trace_alive(&loop, on_held, &loop);
  CHECK_EQ(count, held_count);
}

/* For callbacks that are not called, or have nothing to do. */
static void nothing(void) {
}

TEST(only_what_holds_the_loop_is_told) {
  uv_timer_t active, unreferenced, stopped, closing;

  CHECK_OK(uv_loop_init(&loop));
  look();
  CHECK_EQ(held_count, 0);
  CHECK_OK(uv_timer_init(&loop, &stopped));
  CHECK_OK(uv_timer_init(&loop, &closing));
  CHECK_OK(uv_timer_init(&loop, &unreferenced));
  CHECK_OK(uv_timer_start(&unreferenced, (uv_timer_cb) nothing, 1000, 0));
  uv_unref((uv_handle_t*) &unreferenced);
  CHECK_OK(uv_timer_init(&loop, &active));
  CHECK_OK(uv_timer_start(&active, (uv_timer_cb) nothing, 60000, 500));
  CHECK_OK(uv_trace_set_origin((uv_handle_t*) &active, "alive.c:active"));
  uv_close((uv_handle_t*) &closing, NULL);

  look();
  CHECK_EQ(held_count, 2);
  CHECK_EQ(held[0].object, &closing);
  CHECK_EQ(held[0].closing, 1);
  CHECK_EQ(held[1].object, &active);
  CHECK_EQ(held[1].closing, 0);
  CHECK_STR(held[1].type_name, "timer");
  CHECK_STR(held[1].origin, "alive.c:active");
  CHECK_EQ(held[1].repeat_ms, 500);
  CHECK_LE(held[1].due_ns, 60000 * MS);
  CHECK_GT(held[1].due_ns, 50000 * MS);
  CHECK_EQ(held[1].fd, -1);
  CHECK_EQ(held[1].callbacks, 0);
  uv_timer_stop(&unreferenced);
  close_all(&loop);
}

/* They are called in each turn, while they are active. */
TEST(watchers_tell_how_often_they_called_back) {
  uv_check_t check;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_check_init(&loop, &check));
  for (int start = 0; start < 2; start++) {
    CHECK_OK(uv_check_start(&check, (uv_check_cb) nothing));
    for (int i = 0; i < 3; i++)
      CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
    look();
    CHECK_EQ(held_count, 1);
    CHECK_EQ(held[0].callbacks, 3 + 3 * start);
    CHECK_OK(uv_check_stop(&check));
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  close_all(&loop);
}

static void on_connected(uv_connect_t* req, int status) {
  CHECK_OK(status);
  CHECK_OK(uv_read_start(req->handle, (uv_alloc_cb) nothing, (uv_read_cb) nothing));
  uv_stop(req->handle->loop);
}

TEST(a_connection_has_the_address_of_its_peer) {
  struct sockaddr_in any;
  uv_connect_t req;
  uv_tcp_t server, client;
  int size = sizeof(any);
  char wanted[64];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_ip4_addr("127.0.0.1", 0, &any));
  CHECK_OK(uv_tcp_init(&loop, &server));
  CHECK_OK(uv_tcp_bind(&server, (struct sockaddr*) &any, 0));
  CHECK_OK(uv_listen((uv_stream_t*) &server, 1, NULL)); /* whoever comes waits in the backlog */
  CHECK_OK(uv_tcp_getsockname(&server, (struct sockaddr*) &any, &size));
  snprintf(wanted, sizeof(wanted), "127.0.0.1:%d", ntohs(any.sin_port));
  CHECK_OK(uv_tcp_init(&loop, &client));
  CHECK_OK(uv_tcp_connect(&req, &client, (struct sockaddr*) &any, on_connected));
  uv_run(&loop, UV_RUN_DEFAULT);
  look();
  CHECK_EQ(held_count, 2);
  CHECK_EQ(held[1].object, &client);
  CHECK_STR(held[1].what, "connected");
  CHECK_STR(peer[1], wanted);
  CHECK_STR(peer[0], "");
  close_all(&loop);
}

TEST(sockets_have_their_addresses) {
  struct sockaddr_in any;
  struct sockaddr_in6 any6;
  uv_tcp_t server, server6;
  uv_pipe_t pipe;
  int size = sizeof(any);
  char wanted[64];

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_ip4_addr("127.0.0.1", 0, &any));
  CHECK_OK(uv_tcp_init(&loop, &server));
  CHECK_OK(uv_tcp_bind(&server, (struct sockaddr*) &any, 0));
  CHECK_OK(uv_listen((uv_stream_t*) &server, 1, (uv_connection_cb) nothing));
  CHECK_OK(uv_pipe_init(&loop, &pipe, 0));
  CHECK_OK(uv_pipe_bind(&pipe, "a-pipe"));
  CHECK_OK(uv_listen((uv_stream_t*) &pipe, 1, (uv_connection_cb) nothing));

  look();
  CHECK_EQ(held_count, 2);
  CHECK_OK(uv_tcp_getsockname(&server, (struct sockaddr*) &any, &size));
  snprintf(wanted, sizeof(wanted), "127.0.0.1:%d", ntohs(any.sin_port));
  CHECK_STR(local[0], wanted);
  CHECK_STR(held[0].what, "listening");
  CHECK_GE(held[0].fd, 0);
  CHECK_STR(local[1], "a-pipe");
  CHECK_STR(held[1].type_name, "pipe");

  CHECK_OK(uv_tcp_init(&loop, &server6));
  CHECK_OK(uv_ip6_addr("::1", 0, &any6));
  if (uv_tcp_bind(&server6, (struct sockaddr*) &any6, 0) == 0) {
    CHECK_OK(uv_listen((uv_stream_t*) &server6, 1, (uv_connection_cb) nothing));
    look();
    CHECK_EQ(strncmp(local[2], "[::1]:", 6), 0);
  }
  close_all(&loop);
}

static void on_work(uv_work_t* req) {
  uv_sem_wait(req->data);
}

TEST(requests_processes_signals_and_watchers_are_described) {
  char* args[] = {"cat", NULL};
  uv_pipe_t input;
  uv_stdio_container_t stdio = {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE,
                                .data.stream = (uv_stream_t*) &input};
  uv_process_options_t options = {.file = "cat", .args = args, .stdio = &stdio, .stdio_count = 1};
  uv_process_t process;
  uv_signal_t sig;
  uv_fs_event_t watch;
  uv_work_t work;
  uv_sem_t gate;
  FILE* out;
  char text[2048] = "";

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_sem_init(&gate, 0));
  work.data = &gate;
  CHECK_OK(uv_queue_work(&loop, &work, on_work, (uv_after_work_cb) nothing));
  CHECK_OK(uv_trace_set_req_origin((uv_req_t*) &work, "alive.c:work"));
  CHECK_OK(uv_signal_init(&loop, &sig));
  CHECK_OK(uv_signal_start(&sig, (uv_signal_cb) nothing, SIGUSR2));
  CHECK_OK(uv_fs_event_init(&loop, &watch));
  CHECK_OK(uv_fs_event_start(&watch, (uv_fs_event_cb) nothing, ".", 0));
  CHECK_OK(uv_pipe_init(&loop, &input, 0));
  CHECK_OK(uv_spawn(&loop, &process, &options));

  look();
  CHECK_EQ(held_count, 4);
  for (int i = 0; i < 4; i++) {
    if (held[i].is_request) {
      CHECK_STR(held[i].type_name, "work");
      CHECK_STR(held[i].origin, "alive.c:work");
    } else if (held[i].type == UV_SIGNAL) {
      CHECK_EQ(held[i].signum, SIGUSR2);
    } else if (held[i].type == UV_FS_EVENT) {
      CHECK_STR(path[i], ".");
    } else {
      CHECK_EQ(held[i].type, UV_PROCESS);
      CHECK_EQ(held[i].pid, process.pid);
    }
  }

  out = fmemopen(text, sizeof(text), "w");
  CHECK_EQ(uv_trace_print_alive(&loop, out), 4);
  fclose(out);
  CHECK(strstr(text, "work") != NULL);
  CHECK(strstr(text, "SIGUSR2") != NULL);
  CHECK(strstr(text, "from alive.c:work") != NULL);

  uv_sem_post(&gate);
  CHECK_OK(uv_signal_stop(&sig));
  CHECK_OK(uv_fs_event_stop(&watch));
  uv_close((uv_handle_t*) &input, NULL); /* cat reads its end and goes */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_sem_destroy(&gate);
  close_all(&loop);
}

TEST(times_have_three_digits_and_no_exponent) {
  static const struct {
    uint64_t ms;
    const char* text;
  } cases[] = {{1000, "due in 1 s,"}, {60000, "due in 60 s,"}, {7200000, "due in 2 h,"}};
  uv_timer_t timer;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    char text[256] = "";
    FILE* out = fmemopen(text, sizeof(text), "w");

    uv_update_time(&loop);
    CHECK_OK(uv_timer_start(&timer, (uv_timer_cb) nothing, cases[i].ms, 0));
    CHECK_EQ(uv_trace_print_alive(&loop, out), 1);
    fclose(out);
    CHECK(strstr(text, cases[i].text) != NULL);
  }
  uv_close((uv_handle_t*) &timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  close_all(&loop);
}

TEST(loop_close_says_what_is_left_when_asked_to) {
  uv_timer_t timer;
  char text[1024] = "";
  FILE* said;
  int err;

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_timer_init(&loop, &timer));
  CHECK_OK(uv_timer_start(&timer, (uv_timer_cb) nothing, 60000, 0));
  said = freopen("said", "w+", stderr);
  CHECK(said != NULL);
  err = uv_loop_close(&loop);
  CHECK_EQ(err, UV_EBUSY);
  CHECK_EQ(ftell(said), 0); /* nobody has asked */

  CHECK_OK(setenv("UV_TRACE_BUSY", "1", 1));
  err = uv_loop_close(&loop);
  CHECK_EQ(err, UV_EBUSY);
  rewind(said);
  CHECK_GT(fread(text, 1, sizeof(text) - 1, said), 0);
  CHECK(strstr(text, "uv_loop_close: the loop is busy") != NULL);
  CHECK(strstr(text, "timer    due in") != NULL);

  uv_close((uv_handle_t*) &timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  close_all(&loop);
}
