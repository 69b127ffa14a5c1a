/* src/fs/scandir.c — a whole folder, sorted by name.
 *
 * The names are kept in one block of memory, whatever their number: a record (how many, which is
 * next, where each one is), then the entries, each a type and a name. req->ptr is that block, or
 * NULL when there is no entry. A name handed out by uv_fs_scandir_next() is good until
 * uv_fs_req_cleanup(). */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fs/fs.h"

struct uv__scan {
  size_t count;
  size_t next;
  const char* entry[]; /* the type in the first byte, then the name */
};

/* What has been read so far: entries one after the other, each ending with its NUL. */
struct uv__scan_text {
  char* text;
  size_t size;
  size_t capacity;
  size_t count;
};

static const unsigned char uv__dirent_types[] = {
    [DT_REG] = UV_DIRENT_FILE,    [DT_DIR] = UV_DIRENT_DIR,  [DT_LNK] = UV_DIRENT_LINK,
    [DT_FIFO] = UV_DIRENT_FIFO,   [DT_CHR] = UV_DIRENT_CHAR, [DT_BLK] = UV_DIRENT_BLOCK,
    [DT_SOCK] = UV_DIRENT_SOCKET,
};

uv_dirent_type_t uv__fs_dirent_type(unsigned char d_type) {
  return d_type < sizeof(uv__dirent_types) ? uv__dirent_types[d_type] : UV_DIRENT_UNKNOWN;
}

static int uv__scan_add(struct uv__scan_text* t, const struct dirent64* d) {
  size_t len = strlen(d->d_name) + 1;

  if (t->size + 1 + len > t->capacity) {
    size_t capacity = t->capacity == 0 ? 4096 : t->capacity * 2;
    char* text = uv__realloc(t->text, capacity);
    if (text == NULL)
      return UV_ENOMEM;
    t->text = text;
    t->capacity = capacity;
  }
  t->text[t->size] = (char) uv__fs_dirent_type(d->d_type);
  memcpy(t->text + t->size + 1, d->d_name, len);
  t->size += 1 + len;
  t->count++;
  return 0;
}

static int uv__is_dots(const char* name) {
  return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

static int uv__scan_read(int fd, struct uv__scan_text* t) {
  _Alignas(struct dirent64) char buf[32 << 10];
  long n;

  while ((n = UV__RETRY(syscall(SYS_getdents64, fd, buf, sizeof(buf)))) > 0) {
    for (long at = 0; at < n;) {
      const struct dirent64* d = (const struct dirent64*) (buf + at);
      int err = uv__is_dots(d->d_name) ? 0 : uv__scan_add(t, d);
      if (err)
        return err;
      at += d->d_reclen;
    }
  }
  return n == -1 ? UV__ERR(errno) : 0;
}

static int uv__scan_order(const void* a, const void* b) {
  return strcmp(*(const char* const*) a + 1, *(const char* const*) b + 1);
}

static struct uv__scan* uv__scan_sorted(const struct uv__scan_text* t) {
  size_t head = sizeof(struct uv__scan) + t->count * sizeof(const char*);
  struct uv__scan* scan = uv__malloc(head + t->size);
  char* text;

  if (scan == NULL)
    return NULL;
  text = (char*) scan + head;
  memcpy(text, t->text, t->size);
  scan->count = t->count;
  scan->next = 0;
  for (size_t i = 0; i < t->count; i++) {
    scan->entry[i] = text;
    text += 1 + strlen(text + 1) + 1;
  }
  qsort(scan->entry, scan->count, sizeof(scan->entry[0]), uv__scan_order);
  return scan;
}

ssize_t uv__fs_scandir_work(uv_fs_t* req) {
  struct uv__scan_text t = {0};
  int fd = uv__open_cloexec(req->path, O_RDONLY | O_DIRECTORY);
  int err;

  if (fd < 0)
    return fd;
  err = uv__scan_read(fd, &t);
  uv__close(fd);
  if (err == 0 && t.count > 0) {
    req->ptr = uv__scan_sorted(&t);
    if (req->ptr == NULL)
      err = UV_ENOMEM;
  }
  uv__free(t.text);
  return err ? err : (ssize_t) t.count;
}

/* ---- API ---- */

int uv_fs_scandir(uv_loop_t* loop, uv_fs_t* req, const char* path, int flags, uv_fs_cb cb) {
  int err = uv__fs_init_path(loop, req, UV_FS_SCANDIR, path, cb);
  if (err)
    return err;
  req->flags = flags;
  return uv__fs_start(req);
}

int uv_fs_scandir_next(uv_fs_t* req, uv_dirent_t* ent) {
  struct uv__scan* scan = req->ptr;
  const char* entry;

  if (req->result < 0)
    return (int) req->result;
  if (scan == NULL || scan->next == scan->count)
    return UV_EOF;
  entry = scan->entry[scan->next++];
  ent->type = (uv_dirent_type_t) entry[0];
  ent->name = entry + 1;
  return 0;
}
