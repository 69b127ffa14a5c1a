/* src/runtime/see/protocol.c — see protocol.h. The input is not trusted, although it comes from the
 * same user.
 *
 * (1) Nothing outside of the given bytes is read; a line need not end in NUL.
 * (2) A line is a command and at most one number, separated by one space. Everything else is
 *     refused: programs send these lines, not people. */
#include "protocol.h"

#include <stdint.h>
#include <string.h>

static const struct {
  const char* word;
  unsigned most; /* the highest number; 0: it takes none */
} commands[GY_COMMANDS] = {
    [GY_COMMAND_COUNTERS] = {"counters", GY_COMMAND_LONGEST_MS},
    [GY_COMMAND_BLOCKED] = {"blocked", GY_COMMAND_LONGEST_MS},
    [GY_COMMAND_TRACE] = {"trace", 0},
    [GY_COMMAND_WHY] = {"why", 0},
    [GY_COMMAND_TOP] = {"top", 0},
    [GY_COMMAND_LOOPS] = {"loops", 0},
    [GY_COMMAND_LOOP] = {"loop", UINT32_MAX},
};

/* A number from 1 to `most`. */
static bool parse_number(const char* text, size_t length, unsigned most, unsigned* number) {
  uint64_t value = 0;

  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9')
      return false;
    value = value * 10 + (unsigned) (text[i] - '0');
    if (value > most)
      return false;
  }
  *number = (unsigned) value;
  return value > 0;
}

bool gy_command_parse(const char* line, size_t length, struct gy_command* command) {
  const char* blank = memchr(line, ' ', length);
  size_t word = blank != NULL ? (size_t) (blank - line) : length;

  for (int kind = 0; kind < GY_COMMANDS; kind++) {
    if (word != strlen(commands[kind].word) || memcmp(line, commands[kind].word, word) != 0)
      continue;
    *command = (struct gy_command){.kind = kind};
    if (blank == NULL)
      return kind != GY_COMMAND_LOOP;
    return parse_number(blank + 1, length - word - 1, commands[kind].most, &command->number);
  }
  return false;
}

bool gy_lines_next(const struct gy_lines* lines, size_t* length) {
  const char* end = memchr(lines->data, '\n', lines->length);

  if (end != NULL)
    *length = (size_t) (end - lines->data);
  return end != NULL;
}

void gy_lines_drop(struct gy_lines* lines, size_t length) {
  lines->length -= length + 1;
  memmove(lines->data, lines->data + length + 1, lines->length);
}

bool gy_lines_is_full(const struct gy_lines* lines) {
  return lines->length == sizeof(lines->data) && memchr(lines->data, '\n', lines->length) == NULL;
}
