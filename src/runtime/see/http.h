/* src/runtime/see/http.h — a small HTTP/1.1 server on the side thread, for the page and for
 * numbers. A table lists the routes:
 *
 *   static void on_metrics(struct gy_http_peer* peer, const struct gy_request* request) {
 *     gy_http_answer(peer, 200, "text/plain; version=0.0.4", text, length);
 *   }
 *   static const struct gy_http_route routes[] = {{"GET", "/metrics", on_metrics, false}};
 *
 *   int fd = gy_http_listen(port, &port);       from any thread; a negative errno on failure
 *   int err = gy_http_serve(fd, port, routes, GY_COUNT(routes), NULL);
 *
 * Every response ends its connection, except for streams. */
#ifndef HTTP_H
#define HTTP_H

#include "request.h"
#include "see.h"

struct gy_http_peer; /* a connected client */

/* On the side thread. It answers once, now or later, or makes a stream of the connection. */
typedef void gy_http_handler(struct gy_http_peer* peer, const struct gy_request* request);

struct gy_http_route {
  const char* method;
  const char* path;
  gy_http_handler* handler;
  bool needs_token; /* as the parameter `t`; without the right one the answer is 403 */
};

/* Listens on 127.0.0.1; port 0 is any that is free. The descriptor, or a negative errno. */
int gy_http_listen(unsigned port, unsigned* actual);

/* Serves requests from now on. Takes ownership of the descriptor in any case. Routes and token must
 * stay valid. */
int gy_http_serve(int fd, unsigned port, const struct gy_http_route* routes, size_t count,
                  const char* token);

/* Takes ownership of `body`, which was malloc()ed. NULL, the result of a failed allocation, sends
 * an error. */
void gy_http_answer(struct gy_http_peer* peer, int status, const char* type, char* body,
                    size_t length);

/* Plain text that is copied. */
void gy_http_respond(struct gy_http_peer* peer, int status, const char* text);

/* Sends the head of a response without an end; on_close(data) is called when the peer has
 * disconnected. */
void gy_http_stream(struct gy_http_peer* peer, const char* type, void (*on_close)(void* data),
                    void* data);

/* Sends `text`, which was malloc()ed, and takes ownership. Call it only while gy_http_is_ready(),
 * so that at most one piece waits for a slow peer. */
bool gy_http_is_ready(const struct gy_http_peer* peer);
void gy_http_send(struct gy_http_peer* peer, char* text, size_t length);

#endif
