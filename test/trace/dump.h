/* test/trace/dump.h — what uv_trace_dump() writes, as a text. */
#ifndef TEST_DUMP_H
#define TEST_DUMP_H

#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv_trace.h>

#include "json.h"

/* What is in a file, for the caller to free. */
static inline char* text_of(const char* path) {
  int fd = open(path, O_RDONLY);
  off_t size;
  char* text;

  CHECK_GE(fd, 0);
  size = lseek(fd, 0, SEEK_END);
  text = calloc(1, (size_t) size + 1);
  CHECK_EQ(pread(fd, text, (size_t) size, 0), size);
  close(fd);
  return text;
}

/* Valid JSON, for the caller to free. */
static inline char* dump_of(uv_loop_t* loop) {
  int fd = open("trace.json", O_RDWR | O_CREAT | O_TRUNC, 0600);
  char* text;

  CHECK_GE(fd, 0);
  CHECK_OK(uv_trace_dump(loop, fd));
  close(fd);
  text = text_of("trace.json");
  CHECK(json_valid(text));
  return text;
}

#endif
