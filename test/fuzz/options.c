/* test/fuzz/options.c — the command line and NODE_OPTIONS against any words. The input is words
 * separated by NUL; an even first byte parses them as a command line, an odd one as the text of a
 * variable.
 * sources: src/runtime/command_line.c src/runtime/options.c */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/command_line.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

enum { MOST_WORDS = 64 };

static void check(const struct gy_options* options, bool parsed, int argc) {
  MUST(memchr(options->error, '\0', sizeof(options->error)) != NULL);
  /* A refusal says why. */
  MUST(parsed || options->error[0] != '\0');
  MUST(!parsed || (options->script >= 0 && options->exec_argc >= 0 && options->exec_argc <= argc));
  for (int i = 0; i < GY_OPTIONS; i++)
    MUST((options->values[i].count > 0) == (options->values[i].list != NULL));
}

static void parse_words(char* text, size_t size) {
  struct gy_options options = {0};
  char* argv[MOST_WORDS + 1] = {"gyre"};
  int argc = 1;

  for (size_t at = 0; at < size && argc < MOST_WORDS; at += strlen(text + at) + 1)
    argv[argc++] = text + at;
  bool parsed = gy_options_parse(&options, argc, argv);
  check(&options, parsed, argc);
  MUST(!parsed || options.script <= argc);
  gy_options_free(&options);
}

static void parse_text(const char* text) {
  struct gy_options options = {0};
  bool parsed = gy_options_parse_text(&options, text, "NODE_OPTIONS");

  check(&options, parsed, 0);
  gy_options_free(&options);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0)
    return 0;
  char* text = malloc(size);

  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  if (data[0] % 2 == 0)
    parse_words(text, size - 1);
  else
    parse_text(text);
  free(text);
  return 0;
}
