/* src/runtime/command_line.c — the command line, parsed by the tables of options.def.
 * (1) The first argument that is no option, or "-", is the script; all after it is the program's. A
 *     command may come before it, followed by more options. Where the command takes a process id,
 *     options may also follow the id: a process has no arguments.
 * (2) "--" ends our options.
 * (3) A later value replaces an earlier one; environment variables are parsed before argv. */
#include "command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char* flag;
  bool takes_value;
} harmless[] = {
#define HARMLESS(flag, takes_value) {flag, takes_value},
#include "runtime/options.def"
};

static const struct {
  const char* flag;
  const char* reason;
} refused[] = {
#define REFUSED(flag, reason) {flag, reason},
#include "runtime/options.def"
};

static const struct {
  const char* name;
  const char* argument;
  const char* text;
} commands[] = {
#define COMMAND(name, argument, text) {name, argument, text},
#include "runtime/options.def"
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Whether `argument` is `flag` or flag=value; underscores are as good as dashes. */
static bool matches(const char* argument, size_t length, const char* flag) {
  if (strlen(flag) != length)
    return false;
  for (size_t i = 0; i < length; i++)
    if (flag[i] != (argument[i] == '_' && i > 1 ? '-' : argument[i]))
      return false;
  return true;
}

static int find_option(const char* argument, size_t length, bool* off) {
  *off = false;
  for (int i = 0; i < GY_OPTIONS; i++) {
    if (matches(argument, length, gy_option_table[i].flag) ||
        (gy_option_table[i].alias[0] && matches(argument, length, gy_option_table[i].alias)))
      return i;
  }
  if (length <= 5 || strncmp(argument, "--no-", 5) != 0)
    return -1;
  for (int i = 0; i < GY_OPTIONS; i++) {
    const char* flag = gy_option_table[i].flag;
    if (gy_option_table[i].kind == GY_FLAG && matches(argument + 4, length - 4, flag + 1)) {
      *off = true;
      return i;
    }
  }
  return -1;
}

static bool fail(struct gy_options* options, const char* format, const char* a, const char* b) {
  snprintf(options->error, sizeof(options->error), format, a, b);
  return false;
}

static bool one_of(const char* choices, const char* value) {
  size_t length = strlen(value);

  for (const char* at = choices; at != NULL; at = strchr(at, '|')) {
    at += *at == '|';
    if (strncmp(at, value, length) == 0 && (at[length] == '|' || at[length] == '\0'))
      return length > 0;
  }
  return false;
}

static bool is_integer(const char* text) {
  text += *text == '-';
  if (*text == '\0')
    return false;
  return text[strspn(text, "0123456789")] == '\0';
}

static bool add_to_list(struct gy_option_value* value, const char* text) {
  const char** list = realloc(value->list, (value->count + 1) * sizeof(*list));

  if (list == NULL)
    return false;
  value->list = list;
  value->list[value->count++] = text;
  return true;
}

static bool set_value(struct gy_options* options, int id, const char* text) {
  const struct gy_option* option = &gy_option_table[id];
  struct gy_option_value* value = &options->values[id];

  if (option->kind == GY_ENUM && !one_of(option->argument, text))
    return fail(options, "invalid value for %s: must be one of %s", option->flag, option->argument);
  if (option->kind == GY_NUMBER && !is_integer(text))
    return fail(options, "%s must be a number, not %s", option->flag, text);
  if (option->kind == GY_LIST && !add_to_list(value, text))
    return fail(options, "out of memory at %s%s", option->flag, "");
  value->given = true;
  value->on = true;
  value->text = text;
  return true;
}

/* Without a value. Returns how many arguments that takes. */
static int set_bare(struct gy_options* options, int id) {
  struct gy_option_value* value = &options->values[id];

  value->given = true;
  value->on = true;
  value->text = NULL;
  return 1;
}

/* An option of Node's that is not ours. Returns how many arguments it takes, 0 when it is unknown
 * or refused. */
static int foreign(struct gy_options* options, const char* argument, size_t length,
                   bool has_value) {
  for (size_t i = 0; i < COUNT(harmless); i++) {
    if (matches(argument, length, harmless[i].flag) ||
        (length > 5 && strncmp(argument, "--no-", 5) == 0 &&
         matches(argument + 4, length - 4, harmless[i].flag + 1)))
      return harmless[i].takes_value && !has_value ? 2 : 1;
  }
  for (size_t i = 0; i < COUNT(refused); i++) {
    if (matches(argument, length, refused[i].flag)) {
      fail(options, "%s: %s", refused[i].flag, refused[i].reason);
      return 0;
    }
  }
  if (strncmp(argument, "--no-experimental-", 18) == 0)
    return 1;
  fail(options, "bad option: %s%s", argument, "");
  return 0;
}

/* -pe CODE is -p -e CODE: only the last letter takes the value. */
static bool is_cluster(const char* argument) {
  return strcmp(argument, "-pe") == 0;
}

/* One option at arguments[0]. Returns how many arguments it took, 0 on failure. */
static int parse_one(struct gy_options* options, int count, char** arguments) {
  const char* argument = arguments[0];
  const char* equals = strncmp(argument, "--", 2) == 0 ? strchr(argument, '=') : NULL;
  size_t length = equals != NULL ? (size_t) (equals - argument) : strlen(argument);
  bool off = false;
  int id = is_cluster(argument) ? GY_OPT_print : find_option(argument, length, &off);

  if (id < 0) {
    int taken = foreign(options, argument, length, equals != NULL);
    if (taken <= count)
      return taken;
    fail(options, "%s requires an argument%s", argument, "");
    return 0;
  }
  if (gy_option_table[id].kind == GY_FLAG) {
    options->values[id].given = true;
    options->values[id].on = !off;
    return 1;
  }
  if (equals != NULL)
    return set_value(options, id, equals + 1) ? 1 : 0;
  bool no_value = count < 2 || arguments[1][0] == '-';
  if (gy_option_table[id].kind == GY_MAYBE ||
      (gy_option_table[id].kind == GY_NEXT && no_value && !is_cluster(argument)))
    return set_bare(options, id);
  if (count < 2) {
    fail(options, "%s requires an argument%s", argument, "");
    return 0;
  }
  return set_value(options, id, arguments[1]) ? 2 : 0;
}

/* The index of the first argument that is no option, or -1 after a failure; *ended: "--" was before
 * it. */
static int skip_options(struct gy_options* options, int i, int argc, char** argv, bool* ended) {
  *ended = false;
  while (i < argc && !*ended && argv[i][0] == '-' && argv[i][1] != '\0') {
    *ended = strcmp(argv[i], "--") == 0;
    int taken = *ended ? 1 : parse_one(options, argc - i, argv + i);
    if (taken == 0)
      return -1;
    i += taken;
  }
  return i;
}

/* Its place in the table, or -1. */
static int find_command(const char* argument) {
  for (size_t i = 0; i < COUNT(commands); i++)
    if (strcmp(argument, commands[i].name) == 0)
      return (int) i;
  return -1;
}

static bool is_pid(int command, const char* argument) {
  return strstr(commands[command].argument, "PID") != NULL && *argument != '\0' &&
         argument[strspn(argument, "0123456789")] == '\0';
}

static bool parse_after_pid(struct gy_options* options, int i, int argc, char** argv) {
  bool ended;
  int end = skip_options(options, i, argc, argv, &ended);

  if (end >= 0 && end < argc)
    fail(options, "a process takes no arguments: %s%s", argv[end], "");
  return end == argc;
}

bool gy_options_parse(struct gy_options* options, int argc, char** argv) {
  bool ended;
  int i = skip_options(options, 1, argc, argv, &ended);
  int command = i > 0 && i < argc && !ended ? find_command(argv[i]) : -1;

  if (command >= 0) {
    options->command = commands[command].name;
    i = skip_options(options, i + 1, argc, argv, &ended);
    if (i > 0 && i < argc && is_pid(command, argv[i]) &&
        !parse_after_pid(options, i + 1, argc, argv))
      return false;
  }
  if (i < 0)
    return false;
  options->exec_argc = (i < argc ? i : argc) - 1 - ended;
  options->from_stdin = i < argc && strcmp(argv[i], "-") == 0;
  options->script = i;
  return true;
}

/* The next argument of text, unquoted, for free(); NULL at the end. */
static char* next_argument(const char** text) {
  const char* at = *text + strspn(*text, " \t\n");
  char* argument = malloc(strlen(at) + 1);
  char* out = argument;
  bool quoted = false;

  if (argument == NULL || *at == '\0') {
    free(argument);
    return NULL;
  }
  for (; *at != '\0' && (quoted || strchr(" \t\n", *at) == NULL); at++) {
    if (*at == '"')
      quoted = !quoted;
    else if (*at == '\\' && quoted && at[1] != '\0')
      *out++ = *++at;
    else
      *out++ = *at;
  }
  *out = '\0';
  *text = at;
  return argument;
}

static bool keep_argument(struct gy_options* options, char* argument) {
  char** arguments =
      realloc(options->arguments, (options->argument_count + 1) * sizeof(*arguments));

  if (arguments == NULL) {
    free(argument);
    return fail(options, "out of memory at %s%s", "options", "");
  }
  options->arguments = arguments;
  options->arguments[options->argument_count++] = argument;
  return true;
}

/* Parses the arguments from the given one on. */
static bool parse_arguments(struct gy_options* options, size_t first) {
  for (size_t i = first; i < options->argument_count;) {
    char** arguments = options->arguments + i;
    if (arguments[0][0] != '-')
      return fail(options, "%s is not an option%s", arguments[0], "");
    int taken = parse_one(options, (int) (options->argument_count - i), arguments);
    if (taken == 0)
      return false;
    i += (size_t) taken;
  }
  return true;
}

bool gy_options_parse_text(struct gy_options* options, const char* text, const char* variable) {
  size_t first = options->argument_count;
  char inner[sizeof(options->error)];
  char* argument;

  while ((argument = next_argument(&text)) != NULL)
    if (!keep_argument(options, argument))
      return false;
  if (parse_arguments(options, first))
    return true;
  memcpy(inner, options->error, sizeof(inner));
  snprintf(options->error, sizeof(options->error), "%.200s (in %s)", inner, variable);
  return false;
}

void gy_options_free(struct gy_options* options) {
  for (int i = 0; i < GY_OPTIONS; i++)
    free(options->values[i].list);
  for (size_t i = 0; i < options->argument_count; i++)
    free(options->arguments[i]);
  free(options->arguments);
}

void gy_options_print_help(void) {
  puts(
      "Usage: gyre [options] [script.js | -e SCRIPT | -] [arguments]\n"
      "       gyre COMMAND [options] ...\n\n"
      "Runs JavaScript written for Node.js, and shows its event loop.\n\n"
      "Commands (to run a file with such a name, write ./why):");
  for (size_t i = 0; i < COUNT(commands); i++)
    printf("  %-8s%-24s%s\n", commands[i].name, commands[i].argument, commands[i].text);
  puts("\nOptions:");
  for (int i = 0; i < GY_OPTIONS; i++) {
    const struct gy_option* o = &gy_option_table[i];
    char left[96];

    bool maybe = o->kind == GY_MAYBE;

    snprintf(left, sizeof(left), "%s%s%s%s%s%s", o->alias, o->alias[0] ? ", " : "", o->flag,
             o->argument[0] ? (maybe ? "[=" : "=") : "", o->argument, maybe ? "]" : "");
    if (strlen(left) > 30)
      printf("  %s\n  %-30s  %s\n", left, "", o->text);
    else
      printf("  %-30s  %s\n", left, o->text);
  }
  puts(
      "  -                               read the script from standard input\n"
      "  --                              end of the options\n\n"
      "Environment:\n"
      "  GYRE_OPTIONS, NODE_OPTIONS      options, as on the command line\n"
      "  NODE_PATH                       folders with modules, separated by ':'\n"
      "  UV_THREADPOOL_SIZE              threads of the pool, 1 to 1024 (4)\n"
      "  UV_USE_IO_URING=0               do not use io_uring\n"
      "  HTTP_PROXY, HTTPS_PROXY, NO_PROXY\n"
      "                                  --use-env-proxy: the proxies, and hosts without one\n"
      "  NODE_EXTRA_CA_CERTS=FILE        also trust the certificates in FILE\n"
      "  NODE_REPL_HISTORY=FILE          history of the REPL (~/.gyre_repl_history)\n"
      "  OTEL_SERVICE_NAME               --otlp: the name of this process at the collector\n"
      "  OTEL_METRIC_EXPORT_INTERVAL     --otlp: interval in ms (10000)\n"
      "  NO_COLOR, FORCE_COLOR           colours of the output");
}
