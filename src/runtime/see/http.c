/* src/runtime/see/http.c — see http.h.
 *
 * (1) A connection carries one request. Its head must fit into the buffer of its peer.
 * (2) A peer that sends no request within PATIENCE_MS, or does not read its response for as long,
 *     is disconnected. At most MOST_PEERS are connected: a new one replaces the oldest without a
 *     request, or else the oldest that does not read. So idle connections cannot keep a request
 *     out.
 * (3) A request is refused unless its Host is this machine.
 * (4) A peer is freed when both its handles are closed; its writes have ended by then.
 * (5) After a response only our side is shut down: closing a socket with unread bytes may discard
 *     what was just sent. The connection is closed when the other side has ended, too. */
#include "http.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_MS = 10000, MOST_PEERS = 128, BACKLOG = 128, TOKEN_ROOM = 128 };

struct server {
  uv_tcp_t tcp;
  int fd;
  unsigned port;
  const struct gy_http_route* routes;
  size_t count;
  const char* token;
  unsigned peers;               /* not closing */
  struct gy_http_peer* oldest;  /* of them */
  struct gy_http_peer** newest; /* link for the next peer */
};

struct gy_http_peer {
  uv_tcp_t tcp;
  uv_timer_t patience;
  struct server* server;
  struct gy_http_peer* next;      /* the one that came after it */
  struct gy_http_peer** previous; /* what points at this one */
  char data[GY_REQUEST_MOST];
  size_t length;
  uv_shutdown_t last;
  bool has_request; /* the request is complete */
  bool answered;    /* and all of the answer is written */
  bool ended;       /* the other side has ended */
  bool streaming;
  unsigned open;    /* handles not yet closed */
  unsigned writing; /* writes under way */
  void (*on_close)(void* data);
  void* on_close_data;
};

struct write {
  uv_write_t req;
  struct gy_http_peer* peer;
  char* texts[2]; /* head and body */
};

static const struct {
  int status;
  const char* reason;
} reasons[] = {
    {200, "OK"},
    {204, "No Content"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {413, "Content Too Large"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
};

static const char* reason_of(int status) {
  for (size_t i = 0; i < GY_COUNT(reasons); i++)
    if (reasons[i].status == status)
      return reasons[i].reason;
  return "Unknown";
}

/* ---- The end ---- */

static void on_closed(uv_handle_t* handle) {
  struct gy_http_peer* peer = handle->data;

  if (--peer->open == 0)
    free(peer);
}

static void enter(struct server* server, struct gy_http_peer* peer) {
  peer->previous = server->newest;
  *server->newest = peer;
  server->newest = &peer->next;
  server->peers++;
}

static void leave(struct server* server, struct gy_http_peer* peer) {
  *peer->previous = peer->next;
  if (peer->next != NULL)
    peer->next->previous = peer->previous;
  else
    server->newest = peer->previous;
  server->peers--;
}

static void hang_up(struct gy_http_peer* peer) {
  if (uv_is_closing((uv_handle_t*) &peer->tcp))
    return;
  if (peer->on_close != NULL)
    peer->on_close(peer->on_close_data);
  leave(peer->server, peer);
  uv_close((uv_handle_t*) &peer->tcp, on_closed);
  uv_close((uv_handle_t*) &peer->patience, on_closed);
}

static void on_impatient(uv_timer_t* timer) {
  hang_up(timer->data);
}

/* ---- Answers ---- */

static void free_write(struct write* write) {
  free(write->texts[0]);
  free(write->texts[1]);
  free(write);
}

static void finish(struct gy_http_peer* peer) {
  peer->answered = true;
  uv_timer_again(&peer->patience);
  if (peer->ended || uv_shutdown(&peer->last, (uv_stream_t*) &peer->tcp, NULL) != 0)
    hang_up(peer);
}

static void on_written(uv_write_t* req, int status) {
  struct write* write = req->data;
  struct gy_http_peer* peer = write->peer;

  free_write(write);
  peer->writing--;
  if (status < 0)
    hang_up(peer);
  else if (!peer->streaming)
    finish(peer);
}

/* Takes both texts; the second may be NULL. */
static void send_texts(struct gy_http_peer* peer, char* head, size_t head_length, char* body,
                       size_t body_length) {
  uv_buf_t bufs[] = {uv_buf_init(head, (unsigned) head_length),
                     uv_buf_init(body, (unsigned) body_length)};
  struct write* write = calloc(1, sizeof(*write));

  if (write == NULL || head == NULL || uv_is_closing((uv_handle_t*) &peer->tcp)) {
    free(head);
    free(body);
    free(write);
    hang_up(peer);
    return;
  }
  *write = (struct write){.peer = peer, .texts = {head, body}};
  write->req.data = write;
  peer->writing++;
  if (uv_write(&write->req, (uv_stream_t*) &peer->tcp, bufs, body != NULL ? 2 : 1, on_written) !=
      0) {
    peer->writing--;
    free_write(write);
    hang_up(peer);
  }
}

/* Other pages may not read, frame or detect this one; nothing is cached, and nothing is loaded from
 * elsewhere. */
static char* make_head(int status, const char* type, const char* rest, size_t* length) {
  static const char format[] =
      "HTTP/1.1 %d %s\r\n"
      "Content-Type: %s\r\n"
      "%s"
      "Connection: close\r\n"
      "Cache-Control: no-store\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src "
      "'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'\r\n"
      "\r\n";
  char* head;
  int n = asprintf(&head, format, status, reason_of(status), type, rest);

  *length = n < 0 ? 0 : (size_t) n;
  return n < 0 ? NULL : head;
}

void gy_http_answer(struct gy_http_peer* peer, int status, const char* type, char* body,
                    size_t length) {
  char rest[48];
  size_t head_length;
  char* head;

  if (body == NULL)
    status = 500;
  snprintf(rest, sizeof(rest), "Content-Length: %zu\r\n", body != NULL ? length : 0);
  head = make_head(status, type, rest, &head_length);
  send_texts(peer, head, head_length, body, length);
}

void gy_http_respond(struct gy_http_peer* peer, int status, const char* text) {
  gy_http_answer(peer, status, "text/plain; charset=utf-8", strdup(text), strlen(text));
}

void gy_http_stream(struct gy_http_peer* peer, const char* type, void (*on_close)(void* data),
                    void* data) {
  size_t length;
  char* head = make_head(200, type, "", &length);

  uv_timer_stop(&peer->patience);
  peer->streaming = true;
  peer->on_close = on_close;
  peer->on_close_data = data;
  send_texts(peer, head, length, NULL, 0);
}

bool gy_http_is_ready(const struct gy_http_peer* peer) {
  return peer->writing == 0;
}

void gy_http_send(struct gy_http_peer* peer, char* text, size_t length) {
  send_texts(peer, text, length, NULL, 0);
}

/* ---- Requests ---- */

static bool has_token(const struct server* server, const struct gy_request* request) {
  char given[TOKEN_ROOM];

  return server->token != NULL && gy_request_parameter(request, "t", given, sizeof(given)) &&
         gy_token_is(given, server->token);
}

static void answer(struct gy_http_peer* peer, const struct gy_request* request) {
  const struct server* server = peer->server;
  bool is_path = false;

  if (!gy_request_is_local(request, server->port)) {
    gy_http_respond(peer, 403, "This is only for this machine: 127.0.0.1 or localhost.\n");
    return;
  }
  for (size_t i = 0; i < server->count; i++) {
    const struct gy_http_route* route = &server->routes[i];
    if (!gy_span_is(request->path, route->path))
      continue;
    is_path = true;
    if (!gy_span_is(request->method, route->method))
      continue;
    if (route->needs_token && !has_token(server, request))
      gy_http_respond(peer, 403,
                      "The address needs its token: open the one that gyre has printed.\n");
    else
      route->handler(peer, request);
    return;
  }
  gy_http_respond(peer, is_path ? 405 : 404,
                  is_path ? "Not by this method.\n" : "Nothing is here.\n");
}

static void on_room(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  struct gy_http_peer* peer = handle->data;
  static char ignored[512];

  (void) suggested;
  /* Bytes after the request are discarded. Reading continues to detect the end. */
  if (peer->has_request)
    *buf = uv_buf_init(ignored, sizeof(ignored));
  else
    *buf = uv_buf_init(peer->data + peer->length, (unsigned) (sizeof(peer->data) - peer->length));
}

static void on_read(uv_stream_t* stream, ssize_t nread, const uv_buf_t* buf) {
  struct gy_http_peer* peer = stream->data;
  struct gy_request request;
  int head;

  (void) buf;
  /* A peer that ends its side after a request still gets the response; a stream ends. */
  if (nread < 0) {
    peer->ended = true;
    if (!peer->has_request || peer->answered || peer->streaming || nread != UV_EOF)
      hang_up(peer);
    return;
  }
  if (nread == 0 || peer->has_request)
    return;
  peer->length += (size_t) nread;
  head = gy_request_parse(peer->data, peer->length, &request);
  if (head == 0)
    return;
  peer->has_request = true;
  if (head < 0)
    gy_http_respond(peer, -head, "This request is not understood.\n");
  else
    answer(peer, &request);
}

/* False: every peer is a stream. */
static bool make_room(struct server* server) {
  struct gy_http_peer *idle = server->oldest, *slow = server->oldest;

  if (server->peers < MOST_PEERS)
    return true;
  while (idle != NULL && idle->has_request)
    idle = idle->next;
  while (slow != NULL && slow->streaming)
    slow = slow->next;
  if (idle == NULL && slow == NULL)
    return false;
  hang_up(idle != NULL ? idle : slow);
  return true;
}

static void on_connection(uv_stream_t* stream, int status) {
  struct server* server = stream->data;
  struct gy_http_peer* peer = status == 0 ? calloc(1, sizeof(*peer)) : NULL;
  bool has_room;

  if (peer == NULL)
    return; /* it stays in the backlog until the next connection */
  has_room = make_room(server);
  uv_tcp_init(gy_side_loop(), &peer->tcp);
  uv_timer_init(gy_side_loop(), &peer->patience);
  peer->tcp.data = peer->patience.data = peer;
  peer->server = server;
  peer->open = 2;
  enter(server, peer);
  if (uv_accept(stream, (uv_stream_t*) &peer->tcp) != 0 || !has_room ||
      uv_read_start((uv_stream_t*) &peer->tcp, on_room, on_read) != 0) {
    hang_up(peer);
    return;
  }
  uv_tcp_nodelay(&peer->tcp, 1);
  uv_timer_start(&peer->patience, on_impatient, PATIENCE_MS, PATIENCE_MS);
}

/* ---- The beginning ---- */

int gy_http_listen(unsigned port, unsigned* actual) {
  struct sockaddr_in name = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t) port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof(name);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), yes = 1, err;

  if (fd < 0)
    return -errno;
  (void) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  if (bind(fd, (struct sockaddr*) &name, size) == 0 && listen(fd, BACKLOG) == 0 &&
      getsockname(fd, (struct sockaddr*) &name, &size) == 0) {
    *actual = ntohs(name.sin_port);
    return fd;
  }
  err = -errno;
  close(fd);
  return err;
}

static void on_server_closed(uv_handle_t* handle) {
  free(handle->data);
}

static void serve(void* arg) {
  struct server* server = arg;

  uv_tcp_init(gy_side_loop(), &server->tcp);
  server->tcp.data = server;
  if (uv_tcp_open(&server->tcp, server->fd) != 0) {
    close(server->fd);
    uv_close((uv_handle_t*) &server->tcp, on_server_closed);
  } else if (uv_listen((uv_stream_t*) &server->tcp, BACKLOG, on_connection) != 0) {
    uv_close((uv_handle_t*) &server->tcp, on_server_closed);
  }
}

int gy_http_serve(int fd, unsigned port, const struct gy_http_route* routes, size_t count,
                  const char* token) {
  struct server* server = malloc(sizeof(*server));
  int err = UV_ENOMEM;

  if (server != NULL) {
    *server =
        (struct server){.fd = fd, .port = port, .routes = routes, .count = count, .token = token};
    server->newest = &server->oldest;
    err = gy_side_post(serve, server);
  }
  if (err != 0) {
    free(server);
    close(fd);
  }
  return err;
}
