/* test/fuzz/attach.c — the lines that other processes send to a process (attach.c) against any
 * bytes: nothing outside of them is read, what is found does not depend on where they were cut, and
 * only the commands that are documented are understood. The first byte of the input says how it is
 * cut.
 *
 * sources: src/runtime/see/protocol.c */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/see/protocol.h"

#define MUST(condition) \
  if (!(condition))     \
  abort()

enum { MOST = 1 << 12 };

struct found {
  struct gy_command commands[MOST];
  size_t count;
  int end; /* 0: all was read; 1: a line was no command; 2: a line was too long */
};

static const struct {
  const char* word;
  unsigned long most; /* the highest number; 0: it takes none */
  bool is_enough;     /* without a number */
} documented[] = {
    {"counters", GY_COMMAND_LONGEST_MS, true},
    {"blocked", GY_COMMAND_LONGEST_MS, true},
    {"trace", 0, true},
    {"why", 0, true},
    {"top", 0, true},
    {"loops", 0, true},
    {"loop", UINT32_MAX, false},
};

/* The slow and plain way to the same answer. */
static bool is_documented(const char* line, size_t length) {
  char text[GY_LINE_MOST + 1], *end;
  unsigned long number;

  memcpy(text, line, length);
  text[length] = '\0';
  if (strlen(text) != length)
    return false;
  for (size_t i = 0; i < sizeof(documented) / sizeof(documented[0]); i++) {
    size_t word = strlen(documented[i].word);
    if (strcmp(text, documented[i].word) == 0)
      return documented[i].is_enough;
    if (strncmp(text, documented[i].word, word) != 0 || text[word] != ' ' || text[word + 1] < '0' ||
        text[word + 1] > '9')
      continue;
    number = strtoul(text + word + 1, &end, 10);
    return *end == '\0' && number > 0 && number <= documented[i].most;
  }
  return false;
}

static void take_lines(struct gy_lines* lines, struct found* found) {
  size_t length;

  while (found->end == 0 && gy_lines_next(lines, &length)) {
    char* line = malloc(length > 0 ? length : 1); /* of its own, so that a step outside is seen */
    struct gy_command command = {.kind = GY_COMMANDS};
    bool is_command;
    memcpy(line, lines->data, length);
    is_command = gy_command_parse(line, length, &command);
    MUST(is_command == is_documented(line, length));
    MUST(!is_command || command.kind < GY_COMMANDS);
    free(line);
    if (!is_command)
      found->end = 1;
    else if (found->count < MOST)
      found->commands[found->count++] = command;
    gy_lines_drop(lines, length);
  }
  if (found->end == 0 && gy_lines_is_full(lines))
    found->end = 2;
}

/* As control.c reads: at most what fits, in pieces of `cut` bytes. */
static void read_all(const uint8_t* data, size_t size, size_t cut, struct found* found) {
  struct gy_lines* lines = calloc(1, sizeof(*lines));

  found->count = 0;
  found->end = 0;
  while (size > 0 && found->end == 0) {
    size_t room = sizeof(lines->data) - lines->length, take = size < cut ? size : cut;
    MUST(room > 0);
    take = take < room ? take : room;
    memcpy(lines->data + lines->length, data, take);
    lines->length += take;
    data += take;
    size -= take;
    take_lines(lines, found);
  }
  free(lines);
}

int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  static struct found whole, cut;

  if (size == 0)
    return 0;
  read_all(input + 1, size - 1, SIZE_MAX, &whole);
  read_all(input + 1, size - 1, 1 + input[0] % 32, &cut);
  MUST(whole.end == cut.end && whole.count == cut.count);
  for (size_t i = 0; i < whole.count; i++)
    MUST(whole.commands[i].kind == cut.commands[i].kind &&
         whole.commands[i].number == cut.commands[i].number);
  return 0;
}
