/* bench/soak/server.c — echoes whatever it is sent, until the other side has had enough. */
#include "soak.h"

#include <string.h>

enum { BACKLOG = 4096, IDLE_MS = 60 * 1000 };

struct session {
  uv_tcp_t tcp;    /* first: a handle is its session */
  uv_timer_t idle; /* moved on by every message, never fires */
  uv_shutdown_t shutdown;
  struct ticket tcp_close, idle_close, shutdown_call;
};

struct reply {
  uv_write_t req;
  struct ticket call;
  char data[];
};

static struct listener {
  uv_tcp_t tcp;
  struct ticket close;
} listeners[ADDRESSES];

static uv_pipe_t channel;
static struct ticket channel_close;

static void on_listener_close(uv_handle_t* handle) {
  ticket_called(CLOSE, &((struct listener*) handle)->close);
}

static void on_channel_close(uv_handle_t* handle) {
  ticket_called(CLOSE, &channel_close);
}

static void on_session_closed(uv_handle_t* handle) {
  struct session* s = (struct session*) handle;
  ticket_called(CLOSE, &s->tcp_close);
  atomic_fetch_sub(soak.server_open, 1);
  soak.live--;
  free(s);
}

static void on_idle_closed(uv_handle_t* handle) {
  struct session* s = handle->data;
  ticket_called(CLOSE, &s->idle_close);
  ticket_start(CLOSE, &s->tcp_close);
  uv_close((uv_handle_t*) &s->tcp, on_session_closed);
}

static void end_session(struct session* s) {
  if (uv_is_closing((uv_handle_t*) &s->idle))
    return;
  CHECK(uv_read_stop((uv_stream_t*) &s->tcp));
  ticket_start(CLOSE, &s->idle_close);
  uv_close((uv_handle_t*) &s->idle, on_idle_closed);
}

static void on_idle(uv_timer_t* timer) {
  soak_fail("a connection was idle for too long", 0);
}

static int is_peer_gone(int status) {
  return status == UV_ECANCELED || status == UV_ECONNRESET || status == UV_EPIPE;
}

static void on_written(uv_write_t* req, int status) {
  struct reply* reply = (struct reply*) req;

  ticket_called(WRITE, &reply->call);
  if (status < 0 && !is_peer_gone(status))
    soak_fail("server write", status);
  free(reply);
}

static void on_shutdown(uv_shutdown_t* req, int status) {
  struct session* s = req->data;

  ticket_called(SHUTDOWN, &s->shutdown_call);
  if (status < 0 && !is_peer_gone(status) && status != UV_ENOTCONN)
    soak_fail("server shutdown", status);
  end_session(s);
}

static void on_end(struct session* s, ssize_t status) {
  if (status != UV_EOF) {
    if (!is_peer_gone((int) status))
      soak_fail("server read", status);
    end_session(s);
    return;
  }
  s->shutdown.data = s;
  ticket_start(SHUTDOWN, &s->shutdown_call);
  CHECK(uv_shutdown(&s->shutdown, (uv_stream_t*) &s->tcp, on_shutdown));
}

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char scratch[64 * 1024];
  *buf = uv_buf_init(scratch, sizeof(scratch));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct session* s = (struct session*) stream;
  struct reply* reply;
  uv_buf_t out;

  if (nread == 0)
    return;
  if (nread < 0) {
    on_end(s, nread);
    return;
  }
  soak.messages++;
  CHECK(uv_timer_again(&s->idle));
  REQUIRE((reply = calloc(1, sizeof(*reply) + (size_t) nread)) != NULL);
  memcpy(reply->data, buf->base, (size_t) nread);
  out = uv_buf_init(reply->data, (unsigned) nread);
  ticket_start(WRITE, &reply->call);
  CHECK(uv_write(&reply->req, stream, &out, 1, on_written));
}

static void on_connection(uv_stream_t* server, int status) {
  struct session* s = calloc(1, sizeof(*s));

  CHECK(status);
  REQUIRE(s != NULL);
  CHECK(uv_timer_init(&soak.loop, &s->idle));
  s->idle.data = s;
  CHECK(uv_tcp_init(&soak.loop, &s->tcp));
  CHECK(uv_accept(server, (uv_stream_t*) &s->tcp));
  if (++soak.live > soak.peak)
    soak.peak = soak.live;
  CHECK(uv_timer_start(&s->idle, on_idle, IDLE_MS, IDLE_MS));
  CHECK(uv_read_start((uv_stream_t*) &s->tcp, on_alloc, on_read));
}

/* The client has gone: its connections end by themselves, and no more will come. */
static void on_client_gone(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  REQUIRE(nread == UV_EOF || nread == UV_ECONNRESET);
  soak.ending = 1;
  side_end();
  ticket_start(CLOSE, &channel_close);
  uv_close((uv_handle_t*) stream, on_channel_close);
  for (int i = 0; i < ADDRESSES; i++) {
    ticket_start(CLOSE, &listeners[i].close);
    uv_close((uv_handle_t*) &listeners[i].tcp, on_listener_close);
  }
}

/* Several addresses of the loopback net: ports run out per address. */
void server_listen(struct sockaddr_in addresses[ADDRESSES]) {
  CHECK(uv_loop_init(&soak.loop));
  for (int i = 0; i < ADDRESSES; i++) {
    uv_tcp_t* tcp = &listeners[i].tcp;
    int size = sizeof(addresses[i]);
    char name[24];

    snprintf(name, sizeof(name), "127.0.0.%d", i + 1);
    CHECK(uv_ip4_addr(name, 0, &addresses[i]));
    CHECK(uv_tcp_init(&soak.loop, tcp));
    CHECK(uv_tcp_bind(tcp, (const struct sockaddr*) &addresses[i], 0));
    CHECK(uv_listen((uv_stream_t*) tcp, BACKLOG, on_connection));
    CHECK(uv_tcp_getsockname(tcp, (struct sockaddr*) &addresses[i], &size));
  }
}

void server_run(int fd) {
  CHECK(uv_pipe_init(&soak.loop, &channel, 0));
  CHECK(uv_pipe_open(&channel, fd));
  CHECK(uv_read_start((uv_stream_t*) &channel, on_alloc, on_client_gone));
  side_start();
  CHECK(uv_run(&soak.loop, UV_RUN_DEFAULT));
}
