/* Datagrams: one by one, several at once, to a fixed peer; the options of a socket. */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "scenario.h"

enum { PACKETS = 10, SIZE = 64 };

static uv_udp_t receiver, sender;
static struct sockaddr_storage address;
static uv_udp_send_t sends[PACKETS];
static char payload[PACKETS][SIZE];
static char in[20 * 65536];
static int received, expected, sent, called, same_size;

static void on_alloc(uv_handle_t* handle, size_t suggested, uv_buf_t* buf) {
  (void) suggested;
  *buf = uv_buf_init(in, uv_udp_using_recvmmsg((uv_udp_t*) handle) ? sizeof(in) : 65536);
}

static void on_packet(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                      const struct sockaddr* from, unsigned flags) {
  (void) flags;
  if (failed("packet", nread) || from == NULL)
    return;
  must(nread > 0 && nread <= SIZE && buf->base[0] == 'x');
  if (++received == expected) {
    goal();
    close_all(handle->loop);
  }
}

static int open_receiver(uv_loop_t* loop, unsigned flags) {
  struct sockaddr_in any;
  int length = sizeof(address);

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0);
  memset(payload, 'x', sizeof(payload));
  return !failed("udp_init", uv_udp_init_ex(loop, &receiver, AF_UNSPEC | flags)) &&
         !failed("bind", uv_udp_bind(&receiver, (struct sockaddr*) &any, UV_UDP_REUSEADDR)) &&
         !failed("sockname", uv_udp_getsockname(&receiver, (struct sockaddr*) &address, &length)) &&
         !failed("recv_start", uv_udp_recv_start(&receiver, on_alloc, on_packet));
}

static void on_sent(uv_udp_send_t* req, int status) {
  (void) req;
  called++;
  if (status != UV_ECANCELED)
    failed("sent", status);
}

static void send_some(int n, const struct sockaddr* to) {
  for (int i = 0; i < n; i++) {
    uv_buf_t bufs[6];
    for (int j = 0; j < 6; j++)
      bufs[j] = uv_buf_init(payload[i] + j, 1);
    bufs[5].len = (size_t) (same_size ? 20 : 10 + i);
    if (failed("send", uv_udp_send(&sends[i], &sender, bufs, 6, to, on_sent)))
      return;
    sent++;
  }
}

SCENARIO(udp_send) {
  expected = PACKETS + 1;
  if (!open_receiver(loop, 0) || failed("udp_init", uv_udp_init(loop, &sender)))
    return;
  uv_buf_t buf = uv_buf_init(payload[0], SIZE);
  if (failed("try_send", uv_udp_try_send(&sender, &buf, 1, (struct sockaddr*) &address)))
    return;
  send_some(PACKETS, (struct sockaddr*) &address);
}

SCENARIO(udp_connected) {
  struct sockaddr_storage peer;
  int length = sizeof(peer);
  uv_buf_t bufs[3];
  uv_buf_t* messages[3] = {&bufs[0], &bufs[1], &bufs[2]};
  unsigned counts[3] = {1, 1, 1};
  struct sockaddr* nobody[3] = {NULL, NULL, NULL};

  expected = PACKETS + 3;
  same_size = 1;
  if (!open_receiver(loop, UV_UDP_RECVMMSG) || failed("udp_init", uv_udp_init(loop, &sender)) ||
      failed("udp_connect", uv_udp_connect(&sender, (struct sockaddr*) &address)) ||
      failed("peername", uv_udp_getpeername(&sender, (struct sockaddr*) &peer, &length)))
    return;
  for (int i = 0; i < 3; i++)
    bufs[i] = uv_buf_init(payload[i], SIZE);
  for (int done = 0; done < 3;) {
    int n = uv_udp_try_send2(&sender, (unsigned) (3 - done), messages + done, counts, nobody, 0);
    if (failed("try_send2", n))
      return;
    must(n > 0);
    done += n;
  }
  send_some(PACKETS, NULL);
}

SCENARIO(udp_options) {
  struct sockaddr_in any;

  must(uv_ip4_addr("0.0.0.0", 0, &any) == 0);
  if (failed("udp_init", uv_udp_init(loop, &receiver)) ||
      failed("bind", uv_udp_bind(&receiver, (struct sockaddr*) &any, UV_UDP_REUSEPORT)) ||
      failed("ttl", uv_udp_set_ttl(&receiver, 8)) ||
      failed("broadcast", uv_udp_set_broadcast(&receiver, 1)) ||
      failed("multicast_loop", uv_udp_set_multicast_loop(&receiver, 1)) ||
      failed("multicast_ttl", uv_udp_set_multicast_ttl(&receiver, 2)) ||
      failed("multicast_if", uv_udp_set_multicast_interface(&receiver, "127.0.0.1")) ||
      failed("membership",
             uv_udp_set_membership(&receiver, "239.1.2.3", "127.0.0.1", UV_JOIN_GROUP)) ||
      failed("source", uv_udp_set_source_membership(&receiver, "239.1.2.4", "127.0.0.1",
                                                    "127.0.0.1", UV_JOIN_GROUP)))
    return;
  int value = 0;
  if (!failed("sndbuf", uv_send_buffer_size((uv_handle_t*) &receiver, &value)))
    goal();
}

static void on_refused(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                       const struct sockaddr* from, unsigned flags) {
  (void) buf, (void) from, (void) flags;
  if (nread == 0)
    return;
  must(nread == UV_ECONNREFUSED || nread < 0);
  note("refused", nread);
  goal();
  uv_udp_recv_stop(handle);
  close_all(handle->loop);
}

/* A socket made by the program, connected to nobody: the kernel says so when it is asked to
 * receive. */
SCENARIO(udp_refused) {
  struct sockaddr_in nobody;
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  must(fd >= 0 && uv_ip4_addr("127.0.0.1", 1, &nobody) == 0);
  if (failed("udp_init", uv_udp_init(loop, &sender)) ||
      failed("udp_open", uv_udp_open(&sender, fd))) {
    close(fd);
    return;
  }
  if (failed("udp_connect", uv_udp_connect(&sender, (struct sockaddr*) &nobody)) ||
      failed("recv_start", uv_udp_recv_start(&sender, on_alloc, on_refused)))
    return;
  memset(payload, 'x', sizeof(payload));
  send_some(1, NULL);
}

static void on_report(uv_udp_t* handle, ssize_t nread, const uv_buf_t* buf,
                      const struct sockaddr* from, unsigned flags) {
  (void) buf, (void) from;
  note("report", nread);
  if (!(flags & UV_UDP_LINUX_RECVERR))
    return;
  goal();
  close_all(handle->loop);
}

/* The kernel reports what nobody took, beside what comes in. */
SCENARIO(udp_reports) {
  struct sockaddr_in any, nobody;

  must(uv_ip4_addr("127.0.0.1", 0, &any) == 0 && uv_ip4_addr("127.0.0.1", 1, &nobody) == 0);
  if (failed("udp_init", uv_udp_init(loop, &sender)) ||
      failed("bind", uv_udp_bind(&sender, (struct sockaddr*) &any, UV_UDP_LINUX_RECVERR)) ||
      failed("udp_connect", uv_udp_connect(&sender, (struct sockaddr*) &nobody)) ||
      failed("disconnect", uv_udp_connect(&sender, NULL)) ||
      failed("recv_start", uv_udp_recv_start(&sender, on_alloc, on_report)))
    return;
  memset(payload, 'x', sizeof(payload));
  send_some(1, (struct sockaddr*) &nobody);
}

/* Closed with a send under way, on a socket made by the program. */
SCENARIO(udp_close_while_sending) {
  struct sockaddr_in to;

  must(uv_ip4_addr("127.0.0.1", 9, &to) == 0);
  if (failed("udp_init", uv_udp_init_ex(loop, &sender, AF_INET)))
    return;
  send_some(PACKETS, (struct sockaddr*) &to);
  if (!uv_is_closing((uv_handle_t*) &sender))
    uv_close((uv_handle_t*) &sender, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
  must(called == sent);
}
