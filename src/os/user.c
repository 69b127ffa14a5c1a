/* src/os/user.c — users, groups, and the folders that belong to them.
 *
 * (1) The system's look-ups write into a buffer that we size: they are repeated with twice the room
 *     until it is enough.
 * (2) What is handed out is one block per answer; free functions clear the structure, so that
 *     freeing twice is harmless. */
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "os/mem.h"
#include "os/sys.h"
#include "uv.h"

/* Larger than any real entry: bounds the growth when a name service always requests more. */
#define UV__ENTRY_MAX (16u << 20)

/* Looks up one entry. 0 or errno; *found: whether there is one. */
typedef int (*uv__read_entry_fn)(unsigned id, void* entry, char* buf, size_t size, int* found);

static int uv__read_passwd(unsigned id, void* entry, char* buf, size_t size, int* found) {
  struct passwd* result = NULL;
  int err = getpwuid_r(id, entry, buf, size, &result);

  *found = result != NULL;
  return err;
}

static int uv__read_group(unsigned id, void* entry, char* buf, size_t size, int* found) {
  struct group* result = NULL;
  int err = getgrgid_r(id, entry, buf, size, &result);

  *found = result != NULL;
  return err;
}

/* On success *buf holds the texts that entry points to, and is the caller's to free. */
static int uv__read_entry(uv__read_entry_fn read_entry, unsigned id, void* entry, char** buf) {
  int found = 0;
  int err = ERANGE;

  for (size_t size = 2048; err == ERANGE && size <= UV__ENTRY_MAX; size *= 2) {
    *buf = uv__malloc(size);
    if (*buf == NULL)
      return UV_ENOMEM;
    do
      err = read_entry(id, entry, *buf, size, &found);
    while (err == EINTR);
    if (err || !found)
      uv__free(*buf);
  }
  if (err)
    return -err;
  return found ? 0 : UV_ENOENT;
}

/* Copies a text to *at and advances *at past it. */
static char* uv__put(char** at, const char* text) {
  char* start = *at;

  *at = stpcpy(start, text) + 1;
  return start;
}

static int uv__passwd_of(uv_passwd_t* pwd, uv_uid_t uid) {
  struct passwd pw;
  char* buf;
  char* text;
  int err;

  if (pwd == NULL)
    return UV_EINVAL;
  err = uv__read_entry(uv__read_passwd, uid, &pw, &buf);
  if (err)
    return err;

  text = uv__malloc(strlen(pw.pw_name) + strlen(pw.pw_dir) + strlen(pw.pw_shell) + 3);
  if (text != NULL) {
    pwd->username = uv__put(&text, pw.pw_name);
    pwd->homedir = uv__put(&text, pw.pw_dir);
    pwd->shell = uv__put(&text, pw.pw_shell);
    pwd->uid = pw.pw_uid;
    pwd->gid = pw.pw_gid;
  }
  uv__free(buf);
  return text != NULL ? 0 : UV_ENOMEM;
}

int uv_os_get_passwd(uv_passwd_t* pwd) {
  return uv__passwd_of(pwd, geteuid());
}

int uv_os_get_passwd2(uv_passwd_t* pwd, uv_uid_t uid) {
  return uv__passwd_of(pwd, uid);
}

void uv_os_free_passwd(uv_passwd_t* pwd) {
  if (pwd == NULL)
    return;
  uv__free(pwd->username);
  pwd->username = NULL;
  pwd->shell = NULL;
  pwd->homedir = NULL;
}

/* The array of members comes first in the block: it must be aligned. */
static int uv__group_pack(uv_group_t* grp, const struct group* gr) {
  size_t count = 0;
  size_t bytes = strlen(gr->gr_name) + 1;
  char* text;

  for (; gr->gr_mem[count] != NULL; count++)
    bytes += strlen(gr->gr_mem[count]) + 1;
  grp->members = uv__malloc((count + 1) * sizeof(*grp->members) + bytes);
  if (grp->members == NULL)
    return UV_ENOMEM;
  text = (char*) (grp->members + count + 1);
  for (size_t i = 0; i < count; i++)
    grp->members[i] = uv__put(&text, gr->gr_mem[i]);
  grp->members[count] = NULL;
  grp->groupname = uv__put(&text, gr->gr_name);
  grp->gid = gr->gr_gid;
  return 0;
}

int uv_os_get_group(uv_group_t* grp, uv_uid_t gid) {
  struct group gr;
  char* buf;
  int err;

  if (grp == NULL)
    return UV_EINVAL;
  err = uv__read_entry(uv__read_group, gid, &gr, &buf);
  if (err)
    return err;
  err = uv__group_pack(grp, &gr);
  uv__free(buf);
  return err;
}

void uv_os_free_group(uv_group_t* grp) {
  if (grp == NULL)
    return;
  uv__free(grp->members);
  grp->members = NULL;
  grp->groupname = NULL;
}

int uv_os_homedir(char* buffer, size_t* size) {
  uv_passwd_t pwd;
  int err = uv_os_getenv("HOME", buffer, size);

  if (err != UV_ENOENT)
    return err; /* HOME is set, or the arguments are bad */
  err = uv_os_get_passwd(&pwd);
  if (err)
    return err;
  err = uv__copy_out(pwd.homedir, strlen(pwd.homedir), buffer, size);
  uv_os_free_passwd(&pwd);
  return err;
}

int uv_os_tmpdir(char* buffer, size_t* size) {
  static const char* const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};
  const char* dir = NULL;
  size_t len;

  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  for (size_t i = 0; i < UV__COUNT(names) && dir == NULL; i++)
    dir = getenv(names[i]);
  if (dir == NULL)
    dir = "/tmp";
  len = strlen(dir);
  if (len > 1 && dir[len - 1] == '/')
    len--; /* callers append "/name" */
  return uv__copy_out(dir, len, buffer, size);
}
