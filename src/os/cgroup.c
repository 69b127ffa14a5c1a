/* src/os/cgroup.c — which limits the control groups of this process set.
 *
 * (1) /proc/self/cgroup names the group; its files lie under the mount point. Inside a container
 *     that sees only its own part of the tree the name may lead nowhere: the walk up then ends at
 *     the mount point, whose files are the container's own.
 * (2) A limit holds for all groups below it, so callers look at every level (uv__cgroup_up). */
#include "os/os.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/sys.h"
#include "uv.h"

/* Variables, so that a test can point them at a tree of its own. */
static const char* uv__cgroup_list = "/proc/self/cgroup";
static const char* uv__cgroup_mount = "/sys/fs/cgroup";

/* Whether `name` is in the comma-separated list. */
static int uv__cgroup_has(const char* list, const char* name) {
  size_t len = strlen(name);

  for (const char* p = list; *p != '\0';) {
    size_t word = strcspn(p, ",");

    if (word == len && memcmp(p, name, len) == 0)
      return 1;
    p += word + (p[word] == ',');
  }
  return 0;
}

/* Splits "id:controllers:path" in place. 0 when the line is something else. */
static int uv__cgroup_split(char* line, char** controllers, char** path) {
  *controllers = strchr(line, ':');
  if (*controllers == NULL)
    return 0;
  *path = strchr(++*controllers, ':');
  if (*path == NULL)
    return 0;
  *(*path)++ = '\0';
  return 1;
}

static int uv__cgroup_set(struct uv__cgroup* g, int version, const char* tree, const char* path) {
  /* cppcheck-suppress ctuuninitvar ; it is written here, not read */
  int root = snprintf(g->dir, sizeof(g->dir), "%s%s", uv__cgroup_mount, tree);
  int n = snprintf(g->dir + root, sizeof(g->dir) - (size_t) root, "%s", path);

  if ((size_t) root + (size_t) n >= sizeof(g->dir))
    return UV_ENAMETOOLONG;
  g->version = version;
  g->root = (size_t) root;
  return 0;
}

/* Where both versions are mounted, a controller belongs to one of them: version 1 if it is named
 * there, else version 2, whose line names no controllers. */
int uv__cgroup_find(struct uv__cgroup* g, const char* controller) {
  char text[8192];
  char tree[64];
  char* next;
  char* controllers;
  char* path;
  int err = UV_ENOENT;
  ssize_t n = uv__slurp(uv__cgroup_list, text, sizeof(text));

  if (n < 0)
    return (int) n;
  for (char* line = text; line != NULL; line = next) {
    next = strchr(line, '\n');
    if (next != NULL)
      *next++ = '\0';
    if (!uv__cgroup_split(line, &controllers, &path))
      continue;
    if (uv__cgroup_has(controllers, controller)) {
      snprintf(tree, sizeof(tree), "/%s", controller);
      return uv__cgroup_set(g, 1, tree, path);
    }
    if (*controllers == '\0')
      err = uv__cgroup_set(g, 2, "", path);
  }
  return err;
}

int uv__cgroup_up(struct uv__cgroup* g) {
  char* slash = strrchr(g->dir + g->root, '/');

  if (slash == NULL)
    return 0;
  *slash = '\0';
  return 1;
}

int uv__cgroup_read(const struct uv__cgroup* g, const char* file, char* buf, size_t size) {
  char path[sizeof(g->dir) + NAME_MAX];
  ssize_t n;

  snprintf(path, sizeof(path), "%s/%s", g->dir, file);
  n = uv__slurp(path, buf, size);
  return n < 0 ? (int) n : 0;
}

int uv__cgroup_number(const struct uv__cgroup* g, const char* file, uint64_t* value) {
  char text[32];
  char* end;
  int err = uv__cgroup_read(g, file, text, sizeof(text));

  if (err)
    return err;
  if (strncmp(text, "max", 3) == 0) {
    *value = UINT64_MAX;
    return 0;
  }
  *value = strtoull(text, &end, 10);
  return end == text ? UV_EINVAL : 0;
}
