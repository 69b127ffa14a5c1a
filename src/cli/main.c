/* src/cli/main.c — `gyre`: options, then the environment, then the exit code. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/command_line.h"
#include "runtime/engine.h"
#include "runtime/engine/lanes.h"
#include "runtime/env.h"
#include "runtime/limits.h"
#include "runtime/openssl/openssl.h"
#include "runtime/see/blocked.h"
#include "runtime/see/see.h"
#include "runtime/version.h"

enum { BAD_OPTION = 9 };

static int refuse(const char* program, const struct gy_options* options) {
  fprintf(stderr, "%s: %s\n", program, options->error);
  return BAD_OPTION;
}

static bool parse_all(struct gy_options* options, int argc, char** argv) {
  static const char* const variables[] = {"NODE_OPTIONS", "GYRE_OPTIONS"};

  options->values[GY_OPT_warnings].on = true;
  options->values[GY_OPT_experimental_require_module].on = true;
  options->values[GY_OPT_addons].on = true;
  options->values[GY_OPT_experimental_sqlite].on = true;
  options->values[GY_OPT_experimental_websocket].on = true;
  options->values[GY_OPT_deprecation].on = true;
  options->values[GY_OPT_network_family_autoselection].on = true;
  options->values[GY_OPT_attach].on = true;
  for (size_t i = 0; i < GY_COUNT(variables); i++) {
    const char* text = getenv(variables[i]);
    if (text != NULL && !gy_options_parse_text(options, text, variables[i]))
      return false;
  }
  return gy_options_parse(options, argc, argv);
}

/* A descriptor 0, 1 or 2 that is closed would be given to the next file: /dev/null stands in. */
static void guard_stdio(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      (void) !open("/dev/null", O_RDWR);
}

/* --blocked[=MS], or 0 without it; false: it is no time. */
static bool blocked_threshold(const struct gy_options* options, unsigned* ms) {
  const struct gy_option_value* value = &options->values[GY_OPT_blocked];

  *ms = value->given ? gy_blocked_threshold(value->text) : 0;
  return !value->given || *ms != 0;
}

static bool is_power_of_2(long long number) {
  return number > 0 && (number & (number - 1)) == 0;
}

/* A size below 2 is as none. The least allocation is between 2 and the size. */
static bool check_secure_heap(const char* program, const struct gy_options* options) {
  const char* size_text = options->values[GY_OPT_secure_heap].text;
  const char* least_text = options->values[GY_OPT_secure_heap_min].text;
  long long size = size_text != NULL ? atoll(size_text) : 0;
  long long least = least_text != NULL ? atoll(least_text) : 2;
  bool is_valid = true;

  if (size >= 0 && size < 2)
    return true;
  least = least < 2 ? 2 : least > size && size > 0 ? size : least;
  if (!is_power_of_2(size)) {
    fprintf(stderr, "%s: --secure-heap must be a power of 2\n", program);
    is_valid = false;
  }
  if (!is_power_of_2(least)) {
    fprintf(stderr, "%s: --secure-heap-min must be a power of 2\n", program);
    is_valid = false;
  }
  if (is_valid)
    gy_openssl_set_heap((size_t) size, (size_t) least);
  return is_valid;
}

static bool check_tls(const char* program, const struct gy_options* options) {
  if (options->values[GY_OPT_tls_min_v1_3].on && options->values[GY_OPT_tls_max_v1_2].on) {
    fprintf(stderr, "%s: either --tls-min-v1.3 or --tls-max-v1.2 can be used, not both\n", program);
    return false;
  }
  return check_secure_heap(program, options);
}

/* The rest of --version --verbose: the versions of gyre and of the engine, and how the latter is
 * called. */
static int print_engine(gy_env* env, const struct gy_options* options, int argc, char** argv) {
  char version[32];

  if (gy_env_open(env, options, argc, argv) != 0)
    return 1;
  gy_engine_version(version, sizeof(version));
  printf("gyre %s\nJavaScriptCore %s\n", GYRE_VERSION, version);
  gy_lanes_print();
  gy_exit(env, 0);
  return 0;
}

static int run(int argc, char** argv) {
  static struct gy_options options;
  static gy_env env;
  unsigned blocked_ms;
  int err;

  guard_stdio();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* a file over its limit is an error (EFBIG), not the end */
  argv = uv_setup_args(argc, argv);
  if (!parse_all(&options, argc, argv))
    return refuse(argv[0], &options);
  if (options.values[GY_OPT_version].on) {
    puts("v" GYRE_NODE_VERSION);
    return options.values[GY_OPT_verbose].on ? print_engine(&env, &options, argc, argv) : 0;
  }
  if (options.values[GY_OPT_help].on && options.command == NULL) {
    gy_options_print_help();
    return 0;
  }
  if (!check_tls(argv[0], &options))
    return BAD_OPTION;
  if (!blocked_threshold(&options, &blocked_ms)) {
    fprintf(stderr, "%s: --blocked takes a time such as 50, 50ms or 1s\n", argv[0]);
    return BAD_OPTION;
  }
  const char* wrong = gy_limit_too_small();
  if (wrong != NULL) {
    fprintf(stderr, "%s: cannot start: %s\n", argv[0], wrong);
    return 1;
  }
  const char* drain = options.values[GY_OPT_queue_drain].text;
  env.drain_by_phase = drain != NULL && strcmp(drain, "phase") == 0;
  if (blocked_ms != 0)
    gy_blocked_prepare();
  err = gy_env_open(&env, &options, argc, argv);
  if (err != 0) {
    fprintf(stderr, "%s: cannot start: %s\n", argv[0], uv_strerror(err));
    return 1;
  }
  if (options.values[GY_OPT_attach].on)
    gy_attach_open(options.values[GY_OPT_attach].given);
  if (blocked_ms != 0) {
    gy_laps_open(&env);
    gy_blocked_report_to_stderr(blocked_ms);
  }
  gy_exit(&env, gy_env_run(&env));
  return 0;
}

int main(int argc, char** argv) {
  return gy_stack_run(run, argc, argv);
}
