/* src/cli/options.h — the command line, parsed by the tables of options.def. Pure C: no engine. */
#ifndef OPTIONS_H
#define OPTIONS_H

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
  int exec_argc;       /* how many words after argv[0] were options of ours */
  const char* command; /* "explain", "top" ..., or NULL */
  int script;          /* index of the script in argv, or argc when there is none */
  bool from_stdin;     /* "-" was given */
  char** words;        /* of variables; values point into them */
  size_t word_count;
  char error[256]; /* why parsing failed: one line */
};

/* Parses argv up to the script. False: options->error says why. */
bool gy_options_parse(struct gy_options* options, int argc, char** argv);

/* Parses the words of an environment variable such as NODE_OPTIONS: quotes and backslashes as a
 * shell's, options only. */
bool gy_options_parse_text(struct gy_options* options, const char* text, const char* variable);

void gy_options_free(struct gy_options* options);
void gy_options_print_help(void);

#endif
