/* test/check.h — what a test file includes: a test, a check, nothing else.
 *
 *   #include "check.h"
 *
 *   TEST(stop_ends_the_turn) {
 *     uv_loop_t loop;
 *     CHECK_OK(uv_loop_init(&loop));
 *     CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
 *     CHECK_OK(uv_loop_close(&loop));
 *   }
 *
 * (1) A test is known by its name, which is unique within its program.
 * (2) Every test runs in a process of its own, in an empty folder of its own.
 * (3) A check that fails prints where, what, and both values, then aborts the process. Checks
 *     stay in every build: NDEBUG does not remove them.
 * (4) Operands are evaluated once. Signed and unsigned compare by value, not by conversion.
 * (5) Checks may be used from any thread and from any callback. */

#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/* A test. What it leaves open when it returns, the runner's leak check will see. */
#define TEST(name)                                                              \
  static void check_test_##name(void);                                          \
  __attribute__((constructor)) static void check_register_test_##name(void) {   \
    static struct check_test test = {#name, __FILE__, check_test_##name, NULL}; \
    check_register_test(&test);                                                 \
  }                                                                             \
  static void check_test_##name(void)

/* A second program inside this one, for tests that spawn: `check_self() --helper name ARGS…`.
 * argv[0] is the helper's name; the body returns the exit code. */
#define HELPER(name)                                                            \
  static int check_helper_##name(int argc, char** argv);                        \
  __attribute__((constructor)) static void check_register_helper_##name(void) { \
    static struct check_helper helper = {#name, check_helper_##name, NULL};     \
    check_register_helper(&helper);                                             \
  }                                                                             \
  static int check_helper_##name(int argc, char** argv)

#define CHECK(condition) ((condition) ? (void) 0 : check_fail(__FILE__, __LINE__, "%s", #condition))

#define CHECK_EQ(a, b) CHECK_COMPARE(a, CHECK_OP_EQ, b)
#define CHECK_NE(a, b) CHECK_COMPARE(a, CHECK_OP_NE, b)
#define CHECK_LT(a, b) CHECK_COMPARE(a, CHECK_OP_LT, b)
#define CHECK_LE(a, b) CHECK_COMPARE(a, CHECK_OP_LE, b)
#define CHECK_GT(a, b) CHECK_COMPARE(a, CHECK_OP_GT, b)
#define CHECK_GE(a, b) CHECK_COMPARE(a, CHECK_OP_GE, b)

/* Text; NULL equals only NULL. */
#define CHECK_STR(a, b) check_str(__FILE__, __LINE__, #a, (a), #b, (b))
/* `size` bytes. */
#define CHECK_MEM(a, b, size) check_mem(__FILE__, __LINE__, #a, (a), #b, (b), (size))
/* A call that must return 0; a negative errno is printed by name. */
#define CHECK_OK(call) check_ok(__FILE__, __LINE__, #call, (call))

/* This machine cannot show what the test claims: end the test, and say why. */
#define SKIP(...) check_skip(__VA_ARGS__)

/* The path of the running test program. */
const char* check_self(void);

/* What main was given: for tests of uv_setup_args, which wants the real array. */
extern int check_argc;
extern char** check_argv;

/* ---- what the macros expand to ---------------------------------------------------------- */

struct check_test {
  const char* name;
  const char* file;
  void (*run)(void);
  struct check_test* next;
};

struct check_helper {
  const char* name;
  int (*run)(int argc, char** argv);
  struct check_helper* next;
};

enum check_op { CHECK_OP_EQ, CHECK_OP_NE, CHECK_OP_LT, CHECK_OP_LE, CHECK_OP_GT, CHECK_OP_GE };

struct check_value {
  enum { CHECK_SIGNED, CHECK_UNSIGNED, CHECK_REAL, CHECK_POINTER } kind;
  union {
    intmax_t i;
    uintmax_t u;
    double d;
    const void* p;
  } as;
};

struct check_value check_signed(intmax_t value);
struct check_value check_unsigned(uintmax_t value);
struct check_value check_real(double value);
struct check_value check_pointer(const void* value);

/* clang-format off */
#define CHECK_VALUE(x)                                                                       \
  _Generic((x),                                                                              \
      char: check_signed, signed char: check_signed, short: check_signed, int: check_signed, \
      long: check_signed, long long: check_signed, _Bool: check_unsigned,                    \
      unsigned char: check_unsigned, unsigned short: check_unsigned,                         \
      unsigned int: check_unsigned, unsigned long: check_unsigned,                           \
      unsigned long long: check_unsigned, float: check_real, double: check_real,             \
      default: check_pointer)(x)
/* clang-format on */

#define CHECK_COMPARE(a, op, b) \
  check_compare(__FILE__, __LINE__, #a, CHECK_VALUE(a), op, #b, CHECK_VALUE(b))

void check_register_test(struct check_test* test);
void check_register_helper(struct check_helper* helper);

_Noreturn void check_fail(const char* file, int line, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void check_skip(const char* format, ...) __attribute__((format(printf, 1, 2)));
void check_compare(const char* file, int line, const char* a_text, struct check_value a,
                   enum check_op op, const char* b_text, struct check_value b);
void check_str(const char* file, int line, const char* a_text, const char* a, const char* b_text,
               const char* b);
void check_mem(const char* file, int line, const char* a_text, const void* a, const char* b_text,
               const void* b, size_t size);
void check_ok(const char* file, int line, const char* text, intmax_t err);

#endif
