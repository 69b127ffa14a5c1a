/* bench/soak/client.c — keeps all connections open, and each one of them short-lived.
 * First all connect and stay; then each sends messages, checks the echo, pauses, and after a few
 * rounds ends in one of four ways and connects again. */
#include "soak.h"

#include <string.h>

enum { CONNECTS_AT_ONCE = 256, MAX_ROUNDS = 8, MAX_PAUSE_MS = 400, RETRY_MS = 20 };

struct client {
  uv_tcp_t tcp; /* first: a handle is its client */
  uv_timer_t pause;
  uv_connect_t connect;
  uv_write_t write;
  uv_shutdown_t shutdown;
  struct ticket connect_call, write_call, shutdown_call, tcp_close, pause_call, pause_close;
  int rounds;
  int connected;
  const unsigned char* message;
  size_t size, echoed;
};

static struct client* clients;
static const struct sockaddr_in* targets;
static uv_timer_t deadline;
static struct ticket deadline_call, deadline_close;
static long next; /* the first that has not yet tried to connect */
static int full;  /* all were connected at the same time once */
static void connect_client(struct client* c);
static void begin_round(struct client* c);
static void pause_client(struct client* c, uint64_t ms);

static void on_tcp_closed(uv_handle_t* handle) {
  struct client* c = (struct client*) handle;

  ticket_called(CLOSE, &c->tcp_close);
  soak.live -= c->connected;
  c->connected = 0;
  if (soak.ending)
    return;
  if (atomic_load(soak.server_open) >= server_most())
    pause_client(c, RETRY_MS);
  else
    connect_client(c);
}

static void close_client(struct client* c) {
  if (uv_is_closing((uv_handle_t*) &c->tcp))
    return;
  ticket_start(CLOSE, &c->tcp_close);
  uv_close((uv_handle_t*) &c->tcp, on_tcp_closed);
}

static void on_pause(uv_timer_t* timer) {
  struct client* c = timer->data;

  ticket_called(TIMER, &c->pause_call);
  if (c->connected)
    begin_round(c);
  else
    connect_client(c);
}

static void pause_client(struct client* c, uint64_t ms) {
  ticket_start(TIMER, &c->pause_call);
  CHECK(uv_timer_start(&c->pause, on_pause, ms, 0));
}

static void on_written(uv_write_t* req, int status) {
  ticket_called(WRITE, &((struct client*) req->data)->write_call);
  if (status < 0 && status != UV_ECANCELED)
    soak_fail("client write", status);
}

static void send_message(struct client* c) {
  uv_buf_t buf;

  c->message = soak.pattern + soak_random(256);
  c->size = 1 + soak_random(MAX_MESSAGE);
  c->echoed = 0;
  c->write.data = c;
  buf = uv_buf_init((char*) c->message, (unsigned) c->size);
  ticket_start(WRITE, &c->write_call);
  CHECK(uv_write(&c->write, (uv_stream_t*) &c->tcp, &buf, 1, on_written));
}

static void begin_round(struct client* c) {
  soak.messages++;
  send_message(c);
}

/* --- four ways to end --- */

static void on_shutdown(uv_shutdown_t* req, int status) {
  ticket_called(SHUTDOWN, &((struct client*) req->data)->shutdown_call);
  if (status < 0 && status != UV_ECANCELED)
    soak_fail("client shutdown", status);
}

static void end_by_shutdown(struct client* c) {
  c->shutdown.data = c;
  ticket_start(SHUTDOWN, &c->shutdown_call);
  CHECK(uv_shutdown(&c->shutdown, (uv_stream_t*) &c->tcp, on_shutdown));
}

static void end_by_reset(struct client* c) {
  ticket_start(CLOSE, &c->tcp_close);
  CHECK(uv_tcp_close_reset(&c->tcp, on_tcp_closed));
}

static void end_in_the_middle(struct client* c) {
  if (!c->write_call.open)
    send_message(c);
  close_client(c);
}

static void end_client(struct client* c) {
  static void (*const ways[])(struct client*) = {end_by_shutdown, end_by_reset, end_in_the_middle,
                                                 close_client};
  ways[soak_random(4)](c);
}

/* --- one connection --- */

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  static char scratch[MAX_MESSAGE];
  *buf = uv_buf_init(scratch, sizeof(scratch));
}

static void on_echo(struct client* c, const char* data, size_t size) {
  if (c->echoed + size > c->size || memcmp(data, c->message + c->echoed, size) != 0) {
    soak_fail("the echo is not what was sent", (long) size);
    close_client(c);
    return;
  }
  c->echoed += size;
  if (c->echoed < c->size)
    return;
  if (--c->rounds == 0)
    end_client(c);
  else
    pause_client(c, soak_random(MAX_PAUSE_MS));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct client* c = (struct client*) stream;

  if (nread > 0)
    on_echo(c, buf->base, (size_t) nread);
  if (nread >= 0)
    return;
  if (nread != UV_EOF || c->rounds != 0)
    soak_fail("client read", nread);
  close_client(c);
}

static void all_connected(void) {
  full = 1;
  for (long i = 0; i < soak.connections; i++)
    pause_client(&clients[i], soak_random(MAX_PAUSE_MS));
}

static void on_connected(struct client* c) {
  c->connected = 1;
  c->rounds = 1 + (int) soak_random(MAX_ROUNDS);
  if (++soak.live > soak.peak)
    soak.peak = soak.live;
  CHECK(uv_read_start((uv_stream_t*) &c->tcp, on_alloc, on_read));
  if (full)
    begin_round(c);
  else if (soak.live == soak.connections)
    all_connected();
}

static void on_connect(uv_connect_t* req, int status) {
  struct client* c = req->data;

  ticket_called(CONNECT, &c->connect_call);
  if (next < soak.connections && !soak.ending)
    connect_client(&clients[next++]);
  if (status == 0) {
    on_connected(c);
    return;
  }
  if (status == UV_ECANCELED)
    return;
  if (status != UV_EADDRNOTAVAIL) /* the one excuse: all ports rest in TIME_WAIT */
    soak_fail("connect", status);
  atomic_fetch_sub(soak.server_open, 1);
  close_client(c);
}

static void connect_client(struct client* c) {
  const struct sockaddr_in* target = &targets[(c - clients) % ADDRESSES];

  CHECK(uv_tcp_init(&soak.loop, &c->tcp));
  c->connect.data = c;
  atomic_fetch_add(soak.server_open, 1);
  ticket_start(CONNECT, &c->connect_call);
  CHECK(uv_tcp_connect(&c->connect, &c->tcp, (const struct sockaddr*) target, on_connect));
}

/* --- the whole --- */

static void on_pause_closed(uv_handle_t* handle) {
  ticket_called(CLOSE, &((struct client*) handle->data)->pause_close);
}

static void on_deadline_closed(uv_handle_t* handle) {
  ticket_called(CLOSE, &deadline_close);
}

static void on_deadline(uv_timer_t* timer) {
  ticket_called(TIMER, &deadline_call);
  soak.ending = 1;
  side_end();
  ticket_start(CLOSE, &deadline_close);
  uv_close((uv_handle_t*) timer, on_deadline_closed);
  for (long i = 0; i < soak.connections; i++) {
    struct client* c = &clients[i];
    ticket_stopped(TIMER, &c->pause_call);
    ticket_start(CLOSE, &c->pause_close);
    uv_close((uv_handle_t*) &c->pause, on_pause_closed);
    if (i < next)
      close_client(c);
  }
}

void client_run(const struct sockaddr_in addresses[ADDRESSES]) {
  targets = addresses;
  clients = calloc((size_t) soak.connections, sizeof(*clients));
  REQUIRE(clients != NULL);
  CHECK(uv_loop_init(&soak.loop));
  for (long i = 0; i < soak.connections; i++) {
    CHECK(uv_timer_init(&soak.loop, &clients[i].pause));
    clients[i].pause.data = &clients[i];
  }
  CHECK(uv_timer_init(&soak.loop, &deadline));
  ticket_start(TIMER, &deadline_call);
  CHECK(uv_timer_start(&deadline, on_deadline, (uint64_t) soak.seconds * 1000, 0));
  while (next < soak.connections && next < CONNECTS_AT_ONCE)
    connect_client(&clients[next++]);
  side_start();
  CHECK(uv_run(&soak.loop, UV_RUN_DEFAULT));
  free(clients);
}
