/* test/fs/files.h — making and reading small files without the library under test. */
#ifndef FILES_H
#define FILES_H

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline void put_bytes(const char* path, const void* data, size_t size) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

  CHECK_GE(fd, 0);
  CHECK_EQ(write(fd, data, size), size);
  CHECK_OK(close(fd));
}

static inline void put(const char* path, const char* text) {
  put_bytes(path, text, strlen(text));
}

/* What is in the file, as text; good until the next call. */
static inline const char* get(const char* path) {
  static char text[4096];
  int fd = open(path, O_RDONLY);
  ssize_t n;

  CHECK_GE(fd, 0);
  n = read(fd, text, sizeof(text) - 1);
  CHECK_GE(n, 0);
  text[n] = '\0';
  CHECK_OK(close(fd));
  return text;
}

static inline int exists(const char* path) {
  struct stat s;
  return lstat(path, &s) == 0;
}

/* A request and what its callback saw. */
struct seen {
  uv_fs_t req;
  int calls;
  ssize_t result;
};

static inline void see(uv_fs_t* req) {
  struct seen* s = (struct seen*) req;

  s->calls++;
  s->result = req->result;
}

/* Runs the loop until nothing is left, and closes it. */
static inline void run_and_close(uv_loop_t* loop) {
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_OK(uv_loop_close(loop));
}

#endif
