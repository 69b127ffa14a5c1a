/* test/check_main.c — the program around the tests of one area; test/run drives it.
 *
 *   test-loop --list               the names, one per line, with the file after a tab
 *   test-loop NAME                 run one test in this process: 0 passed, 77 skipped
 *   test-loop                      run all, each in a child, and count
 *   test-loop --helper NAME ARG…   run a helper, for tests that spawn
 *
 * (1) Output is unbuffered: what was printed before a crash is seen.
 * (2) Nothing here calls the library: a broken library cannot hide its own failures. */

#include "check.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_SKIPPED 77
#define EXIT_USAGE 2

int check_argc;
char** check_argv;

static struct check_test* tests;
static struct check_helper* helpers;

/* ---- registration: constructors call these before main ---------------------------------- */

/* Kept in order of registration, so that --list follows the files. */
void check_register_test(struct check_test* test) {
  struct check_test** end = &tests;

  for (; *end != NULL; end = &(*end)->next) {
    if (strcmp((*end)->name, test->name) == 0) {
      fprintf(stderr, "test %s is both in %s and in %s\n", test->name, (*end)->file, test->file);
      exit(EXIT_USAGE);
    }
  }
  *end = test;
}

void check_register_helper(struct check_helper* helper) {
  helper->next = helpers;
  helpers = helper;
}

const char* check_self(void) {
  static char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

  if (length < 0)
    check_fail(__FILE__, __LINE__, "readlink /proc/self/exe: %s", strerror(errno));
  path[length] = '\0';
  return path;
}

/* ---- checks ----------------------------------------------------------------------------- */

void check_fail(const char* file, int line, const char* format, ...) {
  char message[1024];
  va_list args;

  va_start(args, format);
  vsnprintf(message, sizeof(message), format, args);
  va_end(args);
  /* One write, so that two threads failing at once do not mix their lines. */
  fprintf(stderr, "%s:%d: check failed: %s\n", file, line, message);
  abort();
}

/* _exit: a skipped test must not be failed by what it had not yet released. */
void check_skip(const char* format, ...) {
  va_list args;

  fputs("skip: ", stdout);
  va_start(args, format);
  vfprintf(stdout, format, args);
  va_end(args);
  fputc('\n', stdout);
  _exit(EXIT_SKIPPED);
}

struct check_value check_signed(intmax_t value) {
  return (struct check_value){.kind = CHECK_SIGNED, .as.i = value};
}

struct check_value check_unsigned(uintmax_t value) {
  return (struct check_value){.kind = CHECK_UNSIGNED, .as.u = value};
}

struct check_value check_real(double value) {
  return (struct check_value){.kind = CHECK_REAL, .as.d = value};
}

struct check_value check_pointer(const void* value) {
  return (struct check_value){.kind = CHECK_POINTER, .as.p = value};
}

static double real_of(struct check_value v) {
  switch (v.kind) {
    case CHECK_SIGNED: return (double) v.as.i;
    case CHECK_UNSIGNED: return (double) v.as.u;
    case CHECK_POINTER: return (double) (uintptr_t) v.as.p;
    default: return v.as.d;
  }
}

static uintmax_t bits_of(struct check_value v) {
  return v.kind == CHECK_POINTER ? (uintptr_t) v.as.p : v.as.u;
}

static int is_negative(struct check_value v) {
  return v.kind == CHECK_SIGNED && v.as.i < 0;
}

/* Below, equal or above 0, as a is to b in value: -1 is less than 1u here. */
static int order_of(struct check_value a, struct check_value b) {
  if (a.kind == CHECK_REAL || b.kind == CHECK_REAL)
    return (real_of(a) > real_of(b)) - (real_of(a) < real_of(b));
  if (is_negative(a) != is_negative(b))
    return is_negative(a) ? -1 : 1;
  if (is_negative(a))
    return (a.as.i > b.as.i) - (a.as.i < b.as.i);
  return (bits_of(a) > bits_of(b)) - (bits_of(a) < bits_of(b));
}

/* A negative errno is easier to read with its name. */
static void print_signed(char* text, size_t size, intmax_t value) {
  const char* name = NULL;

  if (value == UV_EOF)
    name = "EOF";
  else if (value < 0 && value > -200)
    name = strerrorname_np((int) -value);
  if (name != NULL)
    snprintf(text, size, "%jd (%s)", value, name);
  else
    snprintf(text, size, "%jd", value);
}

static const char* print_value(char* text, size_t size, struct check_value v) {
  switch (v.kind) {
    case CHECK_SIGNED: print_signed(text, size, v.as.i); break;
    case CHECK_UNSIGNED: snprintf(text, size, "%ju", v.as.u); break;
    case CHECK_REAL: snprintf(text, size, "%.17g", v.as.d); break;
    case CHECK_POINTER: snprintf(text, size, "%p", v.as.p); break;
  }
  return text;
}

/* Which orders (below, equal, above) each operator lets pass. */
static const struct {
  const char* text;
  int below, equal, above;
} operators[] = {
    [CHECK_OP_EQ] = {"==", 0, 1, 0}, [CHECK_OP_NE] = {"!=", 1, 0, 1},
    [CHECK_OP_LT] = {"<", 1, 0, 0},  [CHECK_OP_LE] = {"<=", 1, 1, 0},
    [CHECK_OP_GT] = {">", 0, 0, 1},  [CHECK_OP_GE] = {">=", 0, 1, 1},
};

void check_compare(const char* file, int line, const char* a_text, struct check_value a,
                   enum check_op op, const char* b_text, struct check_value b) {
  char a_value[64], b_value[64];
  int order = order_of(a, b);

  if (order < 0 ? operators[op].below : order > 0 ? operators[op].above : operators[op].equal)
    return;
  check_fail(file, line, "%s %s %s\n  %s is %s\n  %s is %s", a_text, operators[op].text, b_text,
             a_text, print_value(a_value, sizeof(a_value), a), b_text,
             print_value(b_value, sizeof(b_value), b));
}

void check_str(const char* file, int line, const char* a_text, const char* a, const char* b_text,
               const char* b) {
  if (a == b || (a != NULL && b != NULL && strcmp(a, b) == 0))
    return;
  check_fail(file, line, "%s is the text %s\n  %s is \"%s\"\n  %s is \"%s\"", a_text, b_text,
             a_text, a ? a : "(null)", b_text, b ? b : "(null)");
}

void check_mem(const char* file, int line, const char* a_text, const void* a, const char* b_text,
               const void* b, size_t size) {
  const unsigned char* left = a;
  const unsigned char* right = b;

  for (size_t i = 0; i < size; i++)
    if (left[i] != right[i])
      check_fail(file, line, "%s and %s differ at byte %zu of %zu: 0x%02x, 0x%02x", a_text, b_text,
                 i, size, left[i], right[i]);
}

void check_ok(const char* file, int line, const char* text, intmax_t err) {
  char value[64];

  if (err == 0)
    return;
  print_signed(value, sizeof(value), err);
  check_fail(file, line, "%s\n  returned %s", text, value);
}

/* ---- the program ------------------------------------------------------------------------ */

static int list(void) {
  for (struct check_test* test = tests; test != NULL; test = test->next)
    printf("%s\t%s\n", test->name, test->file);
  return 0;
}

static int run_one(const char* name) {
  for (struct check_test* test = tests; test != NULL; test = test->next) {
    if (strcmp(test->name, name) == 0) {
      test->run();
      return 0;
    }
  }
  fprintf(stderr, "no test is called %s; --list names them\n", name);
  return EXIT_USAGE;
}

static int run_helper(int argc, char** argv) {
  for (struct check_helper* helper = helpers; helper != NULL; helper = helper->next)
    if (argc > 0 && strcmp(helper->name, argv[0]) == 0)
      return helper->run(argc, argv);
  fprintf(stderr, "no helper is called %s\n", argc > 0 ? argv[0] : "");
  return EXIT_USAGE;
}

/* The child's exit code, or -1 when a signal ended it. */
static int run_in_child(struct check_test* test) {
  pid_t pid = fork();
  int status;

  if (pid == 0) {
    test->run();
    exit(0);
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid)
    check_fail(__FILE__, __LINE__, "cannot run a child: %s", strerror(errno));
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run_all(void) {
  int passed = 0, failed = 0, skipped = 0;

  for (struct check_test* test = tests; test != NULL; test = test->next) {
    int code = run_in_child(test);

    passed += code == 0;
    skipped += code == EXIT_SKIPPED;
    failed += code != 0 && code != EXIT_SKIPPED;
    printf("%-7s %s\n", code == 0 ? "ok" : code == EXIT_SKIPPED ? "skipped" : "FAILED", test->name);
  }
  printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed != 0;
}

/* ThreadSanitizer (of GCC 12) allocates a thread's record of pending signals in its first blocking
 * call. A signal that arrives during that is lost, and a loop that waits for it never wakes up. */
static void prepare_sanitizer(void) {
#ifdef __SANITIZE_THREAD__
  usleep(1);
#endif
}

int main(int argc, char** argv) {
  check_argc = argc;
  check_argv = argv;
  setvbuf(stdout, NULL, _IONBF, 0);
  prepare_sanitizer();

  if (argc == 1)
    return run_all();
  if (strcmp(argv[1], "--list") == 0)
    return list();
  if (strcmp(argv[1], "--helper") == 0)
    return run_helper(argc - 2, argv + 2);
  return run_one(argv[1]);
}
