/* src/runtime/see/protocol.h — parses the lines that a peer sends; control.c executes them. Pure C:
 * no loop, no engine. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

enum { GY_LINE_MOST = 256, GY_COMMAND_LONGEST_MS = 3600 * 1000 };

enum gy_command_kind {
  GY_COMMAND_COUNTERS,
  GY_COMMAND_BLOCKED,
  GY_COMMAND_TRACE,
  GY_COMMAND_WHY,
  GY_COMMAND_TOP,
  GY_COMMAND_LOOPS,
  GY_COMMAND_LOOP,
  GY_COMMANDS
};

struct gy_command {
  enum gy_command_kind kind;
  unsigned number; /* the argument: milliseconds, of `loop` its number; 0 without one */
};

/* Parses a line of `length` bytes, without its end. False: not a command. */
bool gy_command_parse(const char* line, size_t length, struct gy_command* command);

/* A buffer that splits bytes into lines. Initially all zeros. */
struct gy_lines {
  char data[GY_LINE_MOST];
  size_t length;
};

/* Whether there is a complete line. It is at lines->data; gy_lines_drop(lines, *length) removes
 * it. */
bool gy_lines_next(const struct gy_lines* lines, size_t* length);
void gy_lines_drop(struct gy_lines* lines, size_t length);

/* The buffer is full without a complete line. */
bool gy_lines_is_full(const struct gy_lines* lines);

#endif
