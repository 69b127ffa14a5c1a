/* src/os/private_file.c — files that are written on behalf of the user, in folders that other users
 * may write to: traces, crash files, reports. See uv_trace.h.
 *
 * (1) A file is created anew, mode 0600, without a name (O_TMPFILE) or with a random one (O_EXCL),
 *     and renamed when it is complete. An existing file is never opened for writing, except for
 *     devices and for appending.
 * (2) What exists at the path must be a regular file of the caller, which is replaced, or a device.
 *     A link is followed only if it belongs to the caller or to root, and has one name. The owner
 *     of a link is read from the same descriptor as its target, so that it cannot be swapped in
 *     between. Everything else is refused.
 * (3) No allocation, no lock, no stdio: the functions may be called in a signal handler.
 * (4) A descriptor that is kept for a crash may be closed by the program, and its number reused:
 *     device and inode are compared before it is written. */
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/private_file.h"
#include "os/sys.h"

enum { MOST_LINKS = 8, MOST_TRIES = 16, NAME_BYTES = 8 };

static const mode_t PRIVATE = S_IRUSR | S_IWUSR;

/* ---- What stands at the path ---- */

struct uv__target {
  int folder;
  char name[NAME_MAX + 1];
  struct stat found; /* st_mode 0: nothing is there */
};

static int uv__is_trusted(uid_t owner) {
  return owner == geteuid() || owner == 0;
}

/* Opens the folder of `path`, relative to target->folder, and stores it there; the last part of the
 * path becomes the name. */
static int uv__target_enter(struct uv__target* target, const char* path) {
  const char* slash = strrchr(path, '/');
  const char* name = slash != NULL ? slash + 1 : path;
  char folder[PATH_MAX] = ".";
  int fd;

  if (*name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
    return UV_EISDIR;
  if (strlen(name) > NAME_MAX || strlen(path) >= sizeof(folder))
    return UV_ENAMETOOLONG;
  if (slash != NULL) {
    memcpy(folder, path, (size_t) (slash + 1 - path));
    folder[slash + 1 - path] = '\0';
  }
  fd = UV__RETRY(openat(target->folder, folder, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (fd == -1)
    return UV__ERR(errno);
  if (target->folder != AT_FDCWD)
    uv__close(target->folder);
  target->folder = fd;
  memcpy(target->name, name, strlen(name) + 1);
  return 0;
}

/* 0: target->found describes what is there. 1: a link; `path` is its target. */
static int uv__target_inspect(struct uv__target* target, char path[PATH_MAX]) {
  int fd = UV__RETRY(openat(target->folder, target->name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
  ssize_t length;
  int err = 0;

  memset(&target->found, 0, sizeof(target->found));
  if (fd == -1)
    return errno == ENOENT ? 0 : UV__ERR(errno);
  if (fstat(fd, &target->found)) {
    err = UV__ERR(errno);
  } else if (S_ISLNK(target->found.st_mode)) {
    length = readlinkat(fd, "", path, PATH_MAX - 1);
    if (!uv__is_trusted(target->found.st_uid) || target->found.st_nlink != 1)
      err = UV_ELOOP;
    else
      err = length < 0 ? UV__ERR(errno) : 1;
    path[length < 0 ? 0 : length] = '\0';
  }
  uv__close(fd);
  return err;
}

/* 0: it may be written, or replaced. */
static int uv__target_judge(const struct uv__target* target) {
  const struct stat* found = &target->found;

  if (found->st_mode == 0)
    return 0;
  if (S_ISDIR(found->st_mode))
    return UV_EISDIR;
  if (S_ISREG(found->st_mode))
    return found->st_uid == geteuid() ? 0 : UV_EPERM;
  if (S_ISCHR(found->st_mode))
    return uv__is_trusted(found->st_uid) ? 0 : UV_EPERM;
  return UV_EINVAL;
}

/* On success target->folder is open. */
static int uv__target_find(struct uv__target* target, const char* path) {
  char leads[PATH_MAX] = "";
  int err = 1;

  target->folder = AT_FDCWD;
  for (int i = 0; i < MOST_LINKS && err == 1; i++) {
    err = uv__target_enter(target, i == 0 ? path : leads);
    if (err == 0)
      err = uv__target_inspect(target, leads);
  }
  if (err == 1)
    err = UV_ELOOP;
  if (err == 0)
    err = uv__target_judge(target);
  if (err != 0 && target->folder != AT_FDCWD)
    uv__close(target->folder);
  return err;
}

/* A device, or a file to append to: opened as it is, and checked again after opening. */
static int uv__target_open(const struct uv__target* target, int flags) {
  int fd =
      UV__RETRY(openat(target->folder, target->name, flags | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  struct uv__target opened = {.folder = -1};
  int err = 0;

  if (fd == -1)
    return UV__ERR(errno);
  if (fstat(fd, &opened.found))
    err = UV__ERR(errno);
  else if ((opened.found.st_mode & S_IFMT) != (target->found.st_mode & S_IFMT))
    err = UV_EINVAL;
  else
    err = uv__target_judge(&opened);
  if (err == 0)
    return fd;
  uv__close(fd);
  return err;
}

/* ---- New files ---- */

static void uv__random_name(char name[static 24]) {
  static const char hex[] = "0123456789abcdef";
  unsigned char bytes[NAME_BYTES];
  size_t at;

  /* Without randomness O_EXCL still protects: another user can only make the call fail. */
  if (getrandom(bytes, sizeof(bytes), GRND_NONBLOCK) != sizeof(bytes))
    memcpy(bytes, &(uint64_t){uv__clock_kernel_ns()}, sizeof(bytes));
  memcpy(name, ".gyre-", 7);
  at = 6;
  for (size_t i = 0; i < sizeof(bytes); i++) {
    name[at++] = hex[bytes[i] >> 4];
    name[at++] = hex[bytes[i] & 15];
  }
  name[at] = '\0';
}

static int uv__named_create(int folder, char name[static 24], int flags) {
  int fd = -1;

  for (int i = 0; i < MOST_TRIES && fd == -1; i++) {
    uv__random_name(name);
    fd =
        UV__RETRY(openat(folder, name, O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, PRIVATE));
    if (fd == -1 && errno != EEXIST)
      break;
  }
  return fd == -1 ? UV__ERR(errno) : fd;
}

/* "/proc/self/fd/N": how a file without a name gets one. */
static void uv__fd_path(char path[static 32], int fd) {
  size_t length = sizeof("/proc/self/fd/") - 1, digits = 1;

  memcpy(path, "/proc/self/fd/", length);
  for (int rest = fd; rest >= 10; rest /= 10)
    digits++;
  path[length + digits] = '\0';
  for (; digits > 0; digits--, fd /= 10)
    path[length + digits - 1] = (char) ('0' + fd % 10);
}

static int uv__unnamed_create(int folder, int flags) {
  return UV__RETRY(openat(folder, ".", O_TMPFILE | O_CLOEXEC | flags, PRIVATE));
}

/* Not every file system has files without a name, nor has every container /proc. */
static int uv__file_create(uv_trace_file_t* file) {
  char path[32];

  file->part[0] = '\0';
  file->fd = uv__unnamed_create(file->folder, O_RDWR);
  if (file->fd != -1) {
    uv__fd_path(path, file->fd);
    if (faccessat(AT_FDCWD, path, F_OK, 0)) {
      uv__close(file->fd);
      file->fd = -1;
    }
  }
  if (file->fd == -1)
    file->fd = uv__named_create(file->folder, file->part, O_RDWR);
  return file->fd < 0 ? file->fd : 0;
}

static int uv__file_save_identity(uv_trace_file_t* file) {
  struct stat s;

  /* The umask may have cleared bits of the mode; a device keeps its own. */
  if (fstat(file->fd, &s) || (file->name[0] != '\0' && UV__RETRY(fchmod(file->fd, PRIVATE))))
    return UV__ERR(errno);
  file->device = s.st_dev;
  file->inode = s.st_ino;
  return 0;
}

int uv__file_is_ours(const uv_trace_file_t* file) {
  struct stat s;

  if (fstat(file->fd, &s))
    return errno != EBADF;
  return s.st_dev == file->device && s.st_ino == file->inode;
}

/* Some file systems report only here that what was written is lost. */
static int uv__file_close(uv_trace_file_t* file) {
  int err = 0;

  if (file->fd >= 0 && file->part[0] != '\0')
    unlinkat(file->folder, file->part, 0);
  if (file->fd >= 0)
    err = uv__close(file->fd);
  uv__close(file->folder);
  file->fd = file->folder = -1;
  return err;
}

int uv_trace_file_open(uv_trace_file_t* file, const char* path) {
  struct uv__target target;
  int err = uv__target_find(&target, path);

  file->fd = file->folder = -1;
  if (err != 0)
    return err;
  file->folder = target.folder;
  if (S_ISCHR(target.found.st_mode)) {
    file->name[0] = file->part[0] = '\0';
    file->fd = uv__target_open(&target, O_RDWR);
    err = file->fd < 0 ? file->fd : 0;
  } else {
    memcpy(file->name, target.name, sizeof(file->name));
    err = uv__file_create(file);
  }
  if (err == 0)
    err = uv__file_save_identity(file);
  if (err != 0)
    (void) uv__file_close(file);
  return err;
}

/* Gives the file a random name first: link() replaces nothing. */
static int uv__file_name(uv_trace_file_t* file) {
  char path[32];

  uv__fd_path(path, file->fd);
  for (int i = 0; i < MOST_TRIES; i++) {
    uv__random_name(file->part);
    if (UV__RETRY(linkat(AT_FDCWD, path, file->folder, file->part, AT_SYMLINK_FOLLOW)) == 0)
      return 0;
    if (errno != EEXIST)
      break;
  }
  file->part[0] = '\0';
  return UV__ERR(errno);
}

static int uv__file_place(uv_trace_file_t* file) {
  struct uv__target target = {.folder = file->folder};
  char leads[PATH_MAX];
  int err;

  if (file->name[0] == '\0')
    return 0; /* a device */
  memcpy(target.name, file->name, sizeof(target.name));
  err = uv__target_inspect(&target, leads);
  if (err == 0)
    err = S_ISCHR(target.found.st_mode) ? UV_EINVAL : uv__target_judge(&target);
  if (err != 0)
    return err == 1 ? UV_ELOOP : err;
  if (file->part[0] == '\0')
    err = uv__file_name(file);
  if (err == 0 && UV__RETRY(renameat(file->folder, file->part, file->folder, file->name)))
    err = UV__ERR(errno);
  if (err == 0)
    file->part[0] = '\0';
  return err;
}

int uv_trace_file_commit(uv_trace_file_t* file) {
  int err = UV_EBADF, closed = 0;

  if (file->fd >= 0 && uv__file_is_ours(file)) {
    err = uv__file_place(file);
    closed = uv__file_close(file);
  }
  file->fd = file->folder = -1;
  return err != 0 ? err : closed;
}

void uv_trace_file_discard(uv_trace_file_t* file) {
  if (file->fd >= 0 && uv__file_is_ours(file))
    (void) uv__file_close(file);
  file->fd = file->folder = -1;
}

/* ---- Files to append to, and files without a name ---- */

int uv_trace_file_append(const char* path) {
  struct uv__target target;
  int fd, err = uv__target_find(&target, path);

  if (err != 0)
    return err;
  if (target.found.st_mode != 0)
    fd = uv__target_open(&target, O_WRONLY | O_APPEND);
  else
    fd =
        UV__RETRY(openat(target.folder, target.name,
                         O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, PRIVATE));
  err = fd == -1 ? UV__ERR(errno) : fd;
  uv__close(target.folder);
  return err;
}

int uv_trace_file_unnamed(const char* folder) {
  char name[24];
  int fd, at = UV__RETRY(open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC));

  if (at == -1)
    return UV__ERR(errno);
  fd = uv__unnamed_create(at, O_RDWR | O_APPEND | O_EXCL);
  if (fd == -1) {
    fd = uv__named_create(at, name, O_RDWR | O_APPEND);
    if (fd >= 0)
      unlinkat(at, name, 0);
  }
  uv__close(at);
  return fd;
}
