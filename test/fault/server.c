/* test/fault/server.c — the program that runs scenarios, for test/fault/run.
 *
 *   --calls                what can fail, and how
 *   --list                 the scenarios
 *   --serve                a request per line on the input, an answer in JSON per line on the
 *                          output
 *   --run REQUEST...       one request in this very process, for a debugger
 *   --touch FILE SCENARIO SETTING   which of the functions at the offsets in FILE run
 *
 * A request is SCENARIO SETTING CALL NTH FAULT, the fault a number or "short", with a + when
 * lasting; "-" as CALL lets nothing fail.
 *
 * (1) A run is a child, in a session and an empty folder of its own. It is forked from here, since
 *     to start a sanitized program for each would take several times as long.
 * (2) The server itself never calls the library and has one thread: a child begins as main() does.
 * (3) What a run leaves behind comes to the server: it is told in the answer, and ended. */
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inject.h"
#include "run.h"

enum { GRACE_MS = 30000, ABORT_MS = 30000, SHOWN_OUTPUT = 8000, EXIT_USAGE = 2 };

extern char __executable_start[];

/* Of the sanitizer; gcc comes without its header. */
size_t __sanitizer_get_current_allocated_bytes(void);

static int time_limit_ms = 10000;
static int output_fd; /* the output of a run */

/* ---- Requests ---- */

struct request {
  const struct fault_scenario* scenario;
  const char* setting;
};

static int find_call(const char* name) {
  for (int i = 0; i < FAULT_CALLS; i++)
    if (strcmp(fault_calls[i].name, name) == 0)
      return i;
  return -1;
}

static const struct fault_scenario* find_scenario(const char* name) {
  for (struct fault_scenario* s = fault_scenarios(); s != NULL; s = s->next)
    if (strcmp(s->name, name) == 0)
      return s;
  return NULL;
}

/* Fills in the board. 0 when the request makes no sense. */
static int understand(struct request* r, char** word, int words) {
  struct fault_board* b = fault_board;

  memset(b, 0, sizeof(*b));
  b->call = -1;
  r->scenario = words >= 3 ? find_scenario(word[0]) : NULL;
  if (r->scenario == NULL)
    return 0;
  r->setting = word[1];
  b->tiny = strcmp(r->setting, "tiny") == 0;
  b->old = strcmp(r->setting, "old") == 0;
  b->cold = b->tiny || strcmp(r->setting, "cold") == 0;
  if (strcmp(word[2], "-") == 0)
    return 1;
  b->call = find_call(word[2]);
  if (words < 5 || b->call < 0)
    return 0;
  b->nth = strtoull(word[3], NULL, 10);
  b->fault = strncmp(word[4], "short", 5) == 0 ? FAULT_SHORT : atoi(word[4]);
  b->lasting = strchr(word[4], '+') != NULL;
  return 1;
}

static void set_environment(const char* setting) {
  if (strcmp(setting, "noring") == 0)
    setenv("UV_USE_IO_URING", "0", 1);
  setenv("UV_THREADPOOL_SIZE", "2", 1);
}

/* ---- A run, seen from inside ---- */

static void run_child(const struct request* r, const char* folder) {
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

  setsid();
  if (chdir(folder) != 0 || dup2(null, 0) < 0 || dup2(output_fd, 1) < 0 || dup2(output_fd, 2) < 0)
    _exit(EXIT_USAGE);
  close(null);
  setvbuf(stdout, NULL, _IONBF, 0);
  set_environment(r->setting);
  size_t before = __sanitizer_get_current_allocated_bytes();
  fault_run(r->scenario);
  if (__sanitizer_get_current_allocated_bytes() == before)
    _exit(0); /* nothing can have leaked: the long search for it, done by exit(), is left out */
  exit(0);
}

/* ---- A run, seen from outside ---- */

static int remove_one(const char* path, const struct stat* s, int type, struct FTW* at) {
  (void) s, (void) type, (void) at;
  return remove(path);
}

/* Waits for the child. 0: it has ended. */
static int wait_for(int pidfd, int timeout_ms) {
  struct pollfd p = {.fd = pidfd, .events = POLLIN};
  int n;

  do
    n = poll(&p, 1, timeout_ms);
  while (n == -1 && errno == EINTR);
  return n == 1 ? 0 : -1;
}

/* The first child that is left, or 0. Reaps those that have ended. */
static pid_t first_child(void) {
  char path[64];
  int pid = 0;

  while (waitpid(-1, NULL, WNOHANG) > 0) {
  }
  snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int) getpid());
  FILE* f = fopen(path, "r");
  if (f == NULL || fscanf(f, "%d", &pid) != 1)
    pid = 0;
  if (f != NULL)
    fclose(f);
  return pid;
}

/* Ends what the run left running; 1 when there was something. */
static int end_orphans(int timeout_ms) {
  pid_t pid;
  int found = 0;

  for (; (pid = first_child()) != 0 && timeout_ms > 0; timeout_ms -= 5)
    usleep(5000);
  for (; pid != 0; pid = first_child()) {
    found = 1;
    kill(pid, SIGKILL);
    usleep(1000);
  }
  return found;
}

struct ending {
  int hung;
  int status; /* as waitpid() has it */
  int orphans;
};

static struct ending wait_and_clean(pid_t pid) {
  struct ending e = {0, 0, 0};
  int pidfd = (int) syscall(SYS_pidfd_open, pid, 0);

  if (wait_for(pidfd, time_limit_ms) != 0) {
    e.hung = 1;
    kill(pid, SIGABRT); /* the sanitizer then says where it was */
    if (wait_for(pidfd, ABORT_MS) != 0)
      kill(-pid, SIGKILL);
  }
  waitpid(pid, &e.status, 0);
  close(pidfd);
  e.orphans = end_orphans(e.hung ? 0 : GRACE_MS);
  return e;
}

/* ---- Answers ---- */

static void print_string(const char* s, size_t n) {
  putchar('"');
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char) s[i];
    if (c == '"' || c == '\\')
      printf("\\%c", c);
    else if (c < 0x20 || c >= 0x7f)
      printf("\\u%04x", c);
    else
      putchar(c);
  }
  putchar('"');
}

static void print_output(void) {
  static char text[SHOWN_OUTPUT];
  ssize_t n = pread(output_fd, text, sizeof(text), 0);

  printf(",\"output\":");
  print_string(text, n > 0 ? (size_t) n : 0);
}

static void print_board(const struct fault_board* b) {
  int notes = b->notes < FAULT_NOTES ? b->notes : FAULT_NOTES;

  printf(",\"fired\":%d,\"goals\":%d,\"problem\":", b->fired, b->goals);
  print_string(b->problem, strlen(b->problem));
  printf(",\"notes\":[");
  for (int i = 0; i < notes; i++) {
    printf("%s[%d,", i ? "," : "", b->note[i].code);
    print_string(b->note[i].what, strlen(b->note[i].what));
    printf("]");
  }
  printf("],\"stack\":[");
  for (int i = 0; i < b->depth; i++)
    printf("%s%ld", i ? "," : "", (long) ((char*) b->stack[i] - __executable_start));
  printf("],\"counts\":{");
  for (int i = 0, first = 1; b->call == -1 && i < FAULT_CALLS; i++)
    if (b->counts[i] != 0) {
      printf("%s\"%s\":%lu", first ? "" : ",", fault_calls[i].name, b->counts[i]);
      first = 0;
    }
  printf("},\"unlisted\":%d", b->unlisted);
}

static void answer(const struct ending* e) {
  printf("{\"hung\":%d,\"signal\":%d,\"code\":%d,\"orphans\":%d", e->hung,
         WIFSIGNALED(e->status) ? WTERMSIG(e->status) : 0,
         WIFEXITED(e->status) ? WEXITSTATUS(e->status) : -1, e->orphans);
  print_board(fault_board);
  print_output();
  printf("}\n");
}

static void serve_one(char** word, int words) {
  char folder[] = "run-XXXXXX";
  struct request r;

  if (!understand(&r, word, words) || mkdtemp(folder) == NULL) {
    printf("{\"error\":\"no sense\"}\n");
    return;
  }
  if (ftruncate(output_fd, 0) != 0)
    exit(EXIT_USAGE);
  pid_t pid = fork();
  if (pid == 0)
    run_child(&r, folder);
  struct ending e = wait_and_clean(pid);
  answer(&e);
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int serve(void) {
  static char line[1000];

  while (fgets(line, sizeof(line), stdin) != NULL) {
    char* word[6];
    int words = 0;
    for (char* w = strtok(line, " \n"); w != NULL && words < 6; w = strtok(NULL, " \n"))
      word[words++] = w;
    serve_one(word, words);
    fflush(stdout);
  }
  return 0;
}

/* ---- The program ---- */

static int print_calls(void) {
  int obeys = fault_ring_obeys();

  for (int i = 0; i < FAULT_CALLS; i++)
    printf("call %s %s\n", fault_calls[i].name, fault_calls[i].faults);
#define ALLOC(faults)
#define DESCRIPTORS(faults)
#define CALL(name, type, failure, parameters, arguments, shorten, faults)
#define RAW(name, faults)
#define RING(name, faults)
#define PLAIN(name) printf("plain %s\n", #name);
#include "calls.def"
  printf("ring %s\n", obeys ? "obeys" : "does-not-obey");
  return 0;
}

static int list(void) {
  for (struct fault_scenario* s = fault_scenarios(); s != NULL; s = s->next)
    printf("%s\t%s\n", s->name, s->finding != NULL ? s->finding : "");
  return 0;
}

static int run_here(char** word, int words) {
  struct request r;

  if (!understand(&r, word, words))
    return EXIT_USAGE;
  set_environment(r.setting);
  fault_run(r.scenario);
  fprintf(stderr, "fired %d, goals %d, %s\n", fault_board->fired, fault_board->goals,
          fault_board->problem);
  for (int i = 0; i < fault_board->notes && i < FAULT_NOTES; i++)
    fprintf(stderr, "%s: %s\n", fault_board->note[i].what, uv_strerror(fault_board->note[i].code));
  return 0;
}

static int touch(const char* path, char** word) {
  char* words[] = {word[0], word[1], "-"};
  struct request r;

  if (!understand(&r, words, 3))
    return EXIT_USAGE;
  fault_touch_read(path);
  pid_t pid = fork();
  if (pid == 0) {
    set_environment(r.setting);
    fault_touch_begin();
    fault_run(r.scenario);
    _exit(0);
  }
  struct ending e = wait_and_clean(pid);
  fault_touch_print();
  return e.status == 0 ? 0 : 1;
}

static void* wait_there(void* barrier) {
  pthread_barrier_wait(barrier);
  return NULL;
}

/* The C library keeps something of each thread for the next one. Runs begin with that, so that it
 * does not look like a leak in them. */
static void leave_threads(void) {
  pthread_t threads[4];
  pthread_barrier_t barrier;

  pthread_barrier_init(&barrier, NULL, 4);
  for (int i = 0; i < 4; i++)
    if (pthread_create(&threads[i], NULL, wait_there, &barrier) != 0)
      exit(EXIT_USAGE);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
}

/* What every run would otherwise have to make first. */
static void prepare(void) {
  void* stack[4];

  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  fault_board =
      mmap(NULL, sizeof(*fault_board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  output_fd = memfd_create("output", MFD_CLOEXEC);
  if (fault_board == MAP_FAILED || output_fd < 0)
    exit(EXIT_USAGE);
  fcntl(output_fd, F_SETFL, O_APPEND);
  backtrace(stack, 4); /* loads the unwinder */
  leave_threads();
  if (getenv("FAULT_LIMIT_MS") != NULL)
    time_limit_ms = atoi(getenv("FAULT_LIMIT_MS"));
}

int main(int argc, char** argv) {
  prepare();
  if (argc == 2 && strcmp(argv[1], "--calls") == 0)
    return print_calls();
  if (argc == 2 && strcmp(argv[1], "--list") == 0)
    return list();
  if (argc == 2 && strcmp(argv[1], "--serve") == 0)
    return serve();
  if (argc >= 3 && strcmp(argv[1], "--run") == 0)
    return run_here(argv + 2, argc - 2);
  if (argc == 5 && strcmp(argv[1], "--touch") == 0)
    return touch(argv[2], argv + 3);
  fprintf(stderr, "usage: see the top of server.c\n");
  return EXIT_USAGE;
}
