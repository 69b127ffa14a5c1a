/* bench/soak/main.c — 10,000 connections, churn, timers and files at once, then the reckoning.
 *   soak [--seconds N] [--connections N]
 * A forked client process connects to a server process; both run on the library under test. The
 * exit status is 0 when both find their ledgers, descriptors and memory in order. */
#include "soak.h"

#include <dirent.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  SPARE_FILES = 256,
  WATCHDOG_SECONDS = 60,   /* beyond the run itself; the alarm ends a soak that hangs */
  HEAP_BOUND = 512 * 1024, /* malloc's own per-thread caches count as in use: up to 240 KiB */
  RESIDENT_BOUND = 16 * 1024 * 1024,
};

struct usage {
  long files;
  long heap;
  long resident;
};

struct soak soak;

static const char* const kind_names[KINDS] = {"connect", "write", "shutdown", "close",
                                              "timer",   "fs",    "work"};

void soak_fail(const char* what, long value) {
  soak.failures++;
  if (soak.failures <= 20)
    fprintf(stderr, "soak %s: %s (%ld)\n", soak.who, what, value);
}

void ticket_start(enum kind kind, struct ticket* ticket) {
  if (ticket->open)
    soak_fail("started twice", kind);
  ticket->open = 1;
  soak.started[kind]++;
}

void ticket_called(enum kind kind, struct ticket* ticket) {
  if (!ticket->open)
    soak_fail("called back without being started", kind);
  ticket->open = 0;
  soak.called[kind]++;
}

void ticket_stopped(enum kind kind, struct ticket* ticket) {
  if (!ticket->open)
    return;
  ticket->open = 0;
  soak.started[kind]--;
}

static long open_files(void) {
  DIR* folder = opendir("/proc/self/fd");
  long count = 0;

  REQUIRE(folder != NULL);
  while (readdir(folder) != NULL)
    count++;
  CHECK(closedir(folder));
  return count;
}

static struct usage usage_now(void) {
  struct usage now = {.files = open_files()};
  struct mallinfo2 heap;
  size_t resident;

  malloc_trim(0);
  heap = mallinfo2();
  now.heap = (long) (heap.uordblks + heap.hblkhd);
  CHECK(uv_resident_set_memory(&resident));
  now.resident = (long) resident;
  return now;
}

static void no_job(uv_work_t* req) {
}

static void after_no_job(uv_work_t* req, int status) {
  CHECK(status);
}

/* Makes the library open what it opens once per process. */
static void warm_up(void) {
  uv_work_t work[8];
  uv_fs_t stat;

  CHECK(uv_loop_init(&soak.loop));
  for (int i = 0; i < 8; i++)
    CHECK(uv_queue_work(&soak.loop, &work[i], no_job, after_no_job));
  CHECK(uv_fs_stat(&soak.loop, &stat, "/", uv_fs_req_cleanup));
  CHECK(uv_run(&soak.loop, UV_RUN_DEFAULT));
  CHECK(uv_loop_close(&soak.loop));
}

static void check_bound(const char* what, long before, long after, long bound) {
  int good = after - before <= bound;

  printf("  %-12s %10ld before %10ld after   %s\n", what, before, after, good ? "ok" : "FAILED");
  soak.failures += !good;
}

static void check_ledger(void) {
  for (int i = 0; i < KINDS; i++) {
    int good = soak.started[i] == soak.called[i];
    printf("  %-12s %10llu started %9llu called  %s\n", kind_names[i],
           (unsigned long long) soak.started[i], (unsigned long long) soak.called[i],
           good ? "ok" : "FAILED");
    soak.failures += !good;
  }
}

static int verdict(const struct usage* before) {
  struct usage after;
  int err = uv_loop_close(&soak.loop);

  if (err)
    soak_fail("the loop does not close", err);
  if (soak.peak < soak.connections)
    soak_fail("never had all connections at once", soak.peak);
  after = usage_now();
  printf("%s: %llu messages, %ld connections at once, %llu requests cancelled\n", soak.who,
         (unsigned long long) soak.messages, soak.peak, (unsigned long long) soak.cancelled);
  check_ledger();
  check_bound("descriptors", before->files, after.files, 0);
  check_bound("heap", before->heap, after.heap, HEAP_BOUND);
  if (after.heap > 0) /* the allocator of a sanitizer does not say, and keeps what is freed */
    check_bound("resident", before->resident, after.resident, RESIDENT_BOUND);
  fflush(stdout);
  return soak.failures != 0;
}

static int client_main(int channel) {
  struct sockaddr_in addresses[ADDRESSES];
  struct usage before;

  CHECK(prctl(PR_SET_PDEATHSIG, SIGKILL));
  soak.who = "client";
  soak.seed = 0x2545f4914f6cdd1du;
  REQUIRE(recv(channel, addresses, sizeof(addresses), MSG_WAITALL) == sizeof(addresses));
  warm_up();
  before = usage_now();
  client_run(addresses);
  return verdict(&before);
}

static int server_main(int channel, pid_t client) {
  struct sockaddr_in addresses[ADDRESSES];
  struct usage before;
  int status, failed;

  soak.who = "server";
  soak.seed = 0x9e3779b97f4a7c15u;
  warm_up();
  before = usage_now();
  before.files--; /* the channel: the loop owns it and closes it */
  server_listen(addresses);
  REQUIRE(send(channel, addresses, sizeof(addresses), 0) == sizeof(addresses));
  server_run(channel);
  CHECK(waitpid(client, &status, 0));
  failed = verdict(&before);
  failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  puts(failed ? "soak failed" : "soak passed");
  return failed;
}

static void allow_files(long count) {
  struct rlimit limit;

  CHECK(getrlimit(RLIMIT_NOFILE, &limit));
  if (limit.rlim_max < (rlim_t) count)
    limit.rlim_max = (rlim_t) count; /* allowed to root only */
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
    return;
  fprintf(stderr, "soak: needs %ld open files (ulimit -Hn), or fewer --connections\n", count);
  exit(2);
}

static void parse(int argc, char** argv) {
  soak.connections = 10000;
  soak.seconds = 20;
  for (int i = 1; i < argc; i += 2) {
    long value = i + 1 < argc ? strtol(argv[i + 1], NULL, 10) : 0;
    if (value > 0 && value <= 1000000 && strcmp(argv[i], "--seconds") == 0) {
      soak.seconds = value;
    } else if (value > 0 && value <= 100000 && strcmp(argv[i], "--connections") == 0) {
      soak.connections = value;
    } else {
      fprintf(stderr, "usage: %s [--seconds N] [--connections N]\n", argv[0]);
      exit(2);
    }
  }
}

int main(int argc, char** argv) {
  int pair[2];
  pid_t client;

  parse(argc, argv);
  allow_files(server_most() + SPARE_FILES);
  alarm((unsigned) soak.seconds + WATCHDOG_SECONDS);
  for (size_t i = 0; i < sizeof(soak.pattern); i++)
    soak.pattern[i] = (unsigned char) (i * 131 >> 3);
  printf("soak: %ld connections, %ld s, libuv API %s\n", soak.connections, soak.seconds,
         uv_version_string());
  fflush(stdout);

  soak.server_open = mmap(NULL, sizeof(*soak.server_open), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(soak.server_open != MAP_FAILED);
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair));
  CHECK(client = fork());
  CHECK(close(pair[client == 0 ? 0 : 1]));
  return client == 0 ? client_main(pair[1]) : server_main(pair[0], client);
}
