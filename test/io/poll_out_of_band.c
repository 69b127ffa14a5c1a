/* UV_PRIORITIZED: TCP data sent out of band. */
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static char urgent;
static int calls;

static void on_poll(uv_poll_t* h, int status, int events) {
  uv_os_fd_t fd;

  CHECK_EQ(status, 0);
  CHECK(events & UV_PRIORITIZED);
  CHECK_OK(uv_fileno((uv_handle_t*) h, &fd));
  CHECK_EQ(recv(fd, &urgent, 1, MSG_OOB), 1);
  calls++;
  uv_close((uv_handle_t*) h, NULL);
}

TEST(poll_tells_of_priority_data) {
  struct sockaddr_in addr;
  socklen_t len = sizeof(addr);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  int client = socket(AF_INET, SOCK_STREAM, 0);
  int accepted;
  uv_loop_t loop;
  uv_poll_t handle;

  CHECK_OK(uv_ip4_addr("127.0.0.1", 0, &addr));
  CHECK_OK(bind(server, (struct sockaddr*) &addr, sizeof(addr)));
  CHECK_OK(listen(server, 1));
  CHECK_OK(getsockname(server, (struct sockaddr*) &addr, &len));
  CHECK_OK(connect(client, (struct sockaddr*) &addr, sizeof(addr)));
  accepted = accept(server, NULL, NULL);

  CHECK_OK(uv_loop_init(&loop));
  CHECK_OK(uv_poll_init(&loop, &handle, client));
  CHECK_OK(uv_poll_start(&handle, UV_PRIORITIZED, on_poll));
  CHECK_EQ(send(accepted, "!", 1, MSG_OOB), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(urgent, '!');
  CHECK_OK(uv_loop_close(&loop));
  close(server);
  close(client);
  close(accepted);
}
