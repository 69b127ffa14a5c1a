/* src/os/os.h — what the files of this folder share. Not for other folders. */
#ifndef UV__OS_H
#define UV__OS_H

#include <stddef.h>
#include <stdint.h>

void uv__error_shutdown(void); /* frees the texts of unknown error codes */

/* ---- Files of /proc, line by line (lines.c) ---- */

struct uv__lines {
  int fd;
  int err;
  size_t at, end; /* what is read and not yet handed out */
  char buf[4096];
};

int uv__lines_open(struct uv__lines* l, const char* path); /* 0 or -errno: then there is no close */
char* uv__lines_next(struct uv__lines* l);                 /* without its newline; NULL: no more */
int uv__lines_close(struct uv__lines* l);                  /* 0, or -errno of a failed read */

/* ---- Control groups (cgroup.c) ---- */

/* Where a controller keeps its files for this process. Version 1 has a tree per controller, version
 * 2 one for all; limits of every level up to the mount point hold together. */
struct uv__cgroup {
  char dir[4096];
  size_t root; /* length of the mount point inside dir */
  int version; /* 1 or 2 */
};

/* 0, or -errno when this process is in no such group. */
int uv__cgroup_find(struct uv__cgroup* g, const char* controller);

/* Moves to the enclosing group. 0 when there is none below the mount point any more. */
int uv__cgroup_up(struct uv__cgroup* g);

/* Reads one of its files, NUL-terminated. 0 or -errno. */
int uv__cgroup_read(const struct uv__cgroup* g, const char* file, char* buf, size_t size);

/* The number in one of its files; "max" is UINT64_MAX. 0 or -errno. */
int uv__cgroup_number(const struct uv__cgroup* g, const char* file, uint64_t* value);

#endif
