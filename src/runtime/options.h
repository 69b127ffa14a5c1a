/* src/runtime/options.h — the options (options.def) and the values that the command line has set.
 * src/runtime/command_line.c parses it. Pure C: no engine. */
#ifndef RUNTIME_OPTIONS_H
#define RUNTIME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum gy_option_id {
#define OPTION(id, flag, alias, kind, argument, text) GY_OPT_##id,
#include "options.def"
  GY_OPTIONS
};

enum gy_option_kind { GY_FLAG, GY_TEXT, GY_LIST, GY_NUMBER, GY_ENUM, GY_MAYBE, GY_NEXT };

struct gy_option {
  const char* flag;
  const char* alias;
  enum gy_option_kind kind;
  const char* argument;
  const char* text;
};

extern const struct gy_option gy_option_table[GY_OPTIONS];

struct gy_option_value {
  bool given;
  bool on;           /* FLAG: --flag, not --no-flag */
  const char* text;  /* the last value; MAYBE, NEXT: NULL without one */
  const char** list; /* LIST: all values */
  size_t count;
};

struct gy_options {
  struct gy_option_value values[GY_OPTIONS];
  int exec_argc;       /* how many arguments after argv[0] are options of gyre */
  const char* command; /* "explain", "top" ..., or NULL */
  int script;          /* index of the script in argv, or argc when there is none */
  bool from_stdin;     /* the script is "-" */
  char** arguments;    /* from environment variables; values point into them */
  size_t argument_count;
  char error[256]; /* one line: the reason why parsing failed */
};

#endif
