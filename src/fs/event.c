/* src/fs/event.c — uv_fs_event_t: changes to files and folders, reported by inotify.
 *
 * The kernel has one watch per inode: handles on the same file, under any name, share it. All
 * watches of a loop use one inotify descriptor, opened with the first handle and kept until the
 * loop closes.
 *
 * (1) A handle is on its watch's list exactly while it is active. A watch without handles is
 *     removed, unless its events are being delivered at that moment.
 * (2) An event is delivered once to each handle that was on the watch when it came and still is.
 * (3) Callbacks may start, stop and close any handle, and run the loop.
 * (4) When the kernel drops a watch (IN_IGNORED: the file is gone), its handles get that as a
 *     change, stay active and get no more events. */
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "fs/fs.h"
#include "trace/trace.h"

enum {
  WATCHED = IN_ATTRIB | IN_CREATE | IN_MODIFY | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF |
            IN_MOVED_FROM | IN_MOVED_TO,
  CHANGES = IN_ATTRIB | IN_MODIFY,

  MAX_READS = 16 /* per turn: other descriptors must not starve */
};

struct uv__inotify_watch {
  int wd;              /* -1: no longer in the table */
  unsigned delivering; /* events that are being delivered */
  struct uv__inotify_watch* next;
  struct uv__queue handles;
};

/* loop->inotify_watchers: a hash table with chains. The kernel numbers its watches one after the
 * other, so the lower bits of a wd spread them evenly. */
struct uv__inotify_watches {
  unsigned generation; /* one more after each fork: then the wds are others */
  unsigned count;
  unsigned size; /* of the table: 0 or a power of two, at least `count` if memory allowed */
  struct uv__inotify_watch** table;
};

/* ---- The table of watches ---- */

/* Where a watch with this wd is linked, or where its chain ends. */
static struct uv__inotify_watch** uv__watch_place(const struct uv__inotify_watches* all, int wd) {
  struct uv__inotify_watch** at = &all->table[(unsigned) wd & (all->size - 1)];

  while (*at != NULL && (*at)->wd != wd)
    at = &(*at)->next;
  return at;
}

static struct uv__inotify_watch* uv__watch_find(const uv_loop_t* loop, int wd) {
  const struct uv__inotify_watches* all = loop->inotify_watchers;

  return all->size == 0 ? NULL : *uv__watch_place(all, wd);
}

/* Empties the table into one chain. */
static struct uv__inotify_watch* uv__watches_unlink(struct uv__inotify_watches* all) {
  struct uv__inotify_watch* chain = NULL;

  for (unsigned i = 0; i < all->size; i++) {
    while (all->table[i] != NULL) {
      struct uv__inotify_watch* watch = all->table[i];
      all->table[i] = watch->next;
      watch->next = chain;
      chain = watch;
    }
  }
  all->count = 0;
  return chain;
}

static void uv__watch_link(struct uv__inotify_watches* all, struct uv__inotify_watch* watch) {
  struct uv__inotify_watch** at = uv__watch_place(all, watch->wd);

  watch->next = NULL;
  *at = watch;
  all->count++;
}

/* Fails only when there is no table at all: a full one works, if more slowly. */
static int uv__watches_grow(struct uv__inotify_watches* all) {
  unsigned size = all->size == 0 ? 8 : all->size * 2;
  struct uv__inotify_watch** table;
  struct uv__inotify_watch* chain;

  if (all->count < all->size)
    return 0;
  table = uv__calloc(size, sizeof(*table));
  if (table == NULL)
    return all->size == 0 ? UV_ENOMEM : 0;
  chain = uv__watches_unlink(all);
  uv__free(all->table);
  all->table = table;
  all->size = size;
  while (chain != NULL) {
    struct uv__inotify_watch* watch = chain;
    chain = watch->next;
    uv__watch_link(all, watch);
  }
  return 0;
}

static struct uv__inotify_watch* uv__watch_add(uv_loop_t* loop, int wd) {
  struct uv__inotify_watches* all = loop->inotify_watchers;
  struct uv__inotify_watch* watch;

  if (uv__watches_grow(all))
    return NULL;
  watch = uv__malloc(sizeof(*watch));
  if (watch == NULL)
    return NULL;
  watch->wd = wd;
  watch->delivering = 0;
  uv__queue_init(&watch->handles);
  uv__watch_link(all, watch);
  return watch;
}

static void uv__watch_remove(uv_loop_t* loop, const struct uv__inotify_watch* watch) {
  struct uv__inotify_watches* all = loop->inotify_watchers;

  inotify_rm_watch(loop->inotify_io.fd, watch->wd); /* fails when the kernel was first */
  *uv__watch_place(all, watch->wd) = watch->next;
  all->count--;
}

/* Frees the watch when it has no handles. */
static void uv__watch_release(uv_loop_t* loop, struct uv__inotify_watch* watch) {
  if (watch->delivering > 0 || !uv__queue_empty(&watch->handles))
    return;
  if (watch->wd != -1)
    uv__watch_remove(loop, watch);
  uv__free(watch);
}

/* ---- Notifying ---- */

static const char* uv__basename(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/* IN_ISDIR and IN_IGNORED count as renames: so does libuv, and programs have seen it. */
static int uv__fs_event_kind(uint32_t mask) {
  return (mask & CHANGES ? UV_CHANGE : 0) | (mask & ~(uint32_t) CHANGES ? UV_RENAME : 0);
}

/* The handles wait on a separate list and return one by one, so that each is called once, whatever
 * callbacks do to the others: stopping a handle removes it from either list. */
static void uv__watch_notify(uv_loop_t* loop, struct uv__inotify_watch* watch,
                             const struct inotify_event* event) {
  int kind = uv__fs_event_kind(event->mask);
  struct uv__queue waiting;

  watch->delivering++;
  uv__queue_move(&watch->handles, &waiting);
  while (!uv__queue_empty(&waiting)) {
    uv_fs_event_t* h = uv__container(uv__queue_head(&waiting), uv_fs_event_t, watchers);
    const char* name = event->len > 0 ? event->name : uv__basename(h->path);

    uv__queue_remove(&h->watchers);
    uv__queue_push_tail(&watch->handles, &h->watchers);
    UV__CALL_HANDLE(loop, h, h->cb(h, name, kind, 0));
  }
  watch->delivering--;
  uv__watch_release(loop, watch);
}

static void uv__inotify_dispatch(uv_loop_t* loop, const char* events, ssize_t size) {
  const struct uv__inotify_watches* all = loop->inotify_watchers;
  unsigned generation = all->generation;

  for (ssize_t at = 0; at < size && all->generation == generation;) {
    const struct inotify_event* event = (const struct inotify_event*) (events + at);
    struct uv__inotify_watch* watch = uv__watch_find(loop, event->wd);

    at += (ssize_t) (sizeof(*event) + event->len);
    if (watch != NULL) /* else: stopped with events still queued */
      uv__watch_notify(loop, watch, event);
  }
}

static void uv__inotify_io(uv_loop_t* loop, uv__io_t* w, unsigned events) {
  _Alignas(struct inotify_event) char buf[4096];
  const ssize_t room = sizeof(struct inotify_event) + NAME_MAX + 1;
  ssize_t n;

  (void) events;
  for (int i = 0; i < MAX_READS; i++) {
    n = UV__RETRY(read(w->fd, buf, sizeof(buf)));
    if (n <= 0)
      return;
    uv__inotify_dispatch(loop, buf, n);
    if (n + room <= (ssize_t) sizeof(buf))
      return; /* one more event would have fitted: there was none */
  }
}

/* ---- The descriptor ---- */

static int uv__inotify_open(uv_loop_t* loop) {
  int fd;
  int err;

  if (loop->inotify_io.fd != -1)
    return 0;
  if (loop->inotify_watchers == NULL) {
    loop->inotify_watchers = uv__calloc(1, sizeof(struct uv__inotify_watches));
    if (loop->inotify_watchers == NULL)
      return UV_ENOMEM;
  }
  fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd == -1)
    return UV__ERR(errno);
  uv__io_init(&loop->inotify_io, uv__inotify_io, fd);
  err = uv__io_start(loop, &loop->inotify_io, POLLIN);
  if (err) {
    uv__close(fd);
    loop->inotify_io.fd = -1;
  }
  return err;
}

static void uv__inotify_close_fd(uv_loop_t* loop) {
  if (loop->inotify_io.fd == -1)
    return;
  uv__io_close(loop, &loop->inotify_io);
  uv__close(loop->inotify_io.fd);
  loop->inotify_io.fd = -1;
}

void uv__inotify_loop_close(uv_loop_t* loop) {
  struct uv__inotify_watches* all = loop->inotify_watchers;

  uv__inotify_close_fd(loop);
  if (all == NULL)
    return;
  for (struct uv__inotify_watch *next, *watch = uv__watches_unlink(all); watch; watch = next) {
    next = watch->next;
    uv__free(watch);
  }
  uv__free(all->table);
  uv__free(all);
  loop->inotify_watchers = NULL;
}

/* ---- Handles ---- */

static int uv__fs_event_attach(uv_fs_event_t* h) {
  uv_loop_t* loop = h->loop;
  struct uv__inotify_watch* watch;
  int wd;
  int err = uv__inotify_open(loop);

  if (err)
    return err;
  wd = inotify_add_watch(loop->inotify_io.fd, h->path, WATCHED);
  if (wd == -1)
    return UV__ERR(errno);
  watch = uv__watch_find(loop, wd);
  if (watch == NULL)
    watch = uv__watch_add(loop, wd);
  if (watch == NULL) {
    inotify_rm_watch(loop->inotify_io.fd, wd);
    return UV_ENOMEM;
  }
  uv__queue_push_tail(&watch->handles, &h->watchers);
  h->wd = wd;
  uv__handle_start(h);
  return 0;
}

int uv_fs_event_init(uv_loop_t* loop, uv_fs_event_t* h) {
  uv__handle_init(loop, h, UV_FS_EVENT);
  uv__queue_init(&h->watchers);
  h->cb = NULL;
  h->path = NULL;
  h->wd = -1;
  return 0;
}

/* It is on no watch, and as it was before uv_fs_event_start(). */
static void uv__fs_event_detached(uv_fs_event_t* h) {
  h->wd = -1;
  uv__free(h->path);
  h->path = NULL;
}

int uv_fs_event_start(uv_fs_event_t* h, uv_fs_event_cb cb, const char* path, unsigned int flags) {
  int err;

  (void) flags; /* nothing that inotify could do */
  if (uv__is_active(h) || uv__is_closing(h) || cb == NULL || path == NULL)
    return UV_EINVAL;
  h->path = uv__strdup(path);
  if (h->path == NULL)
    return UV_ENOMEM;
  h->cb = cb;
  err = uv__fs_event_attach(h);
  if (err)
    uv__fs_event_detached(h);
  return err;
}

int uv_fs_event_stop(uv_fs_event_t* h) {
  if (!uv__is_active(h))
    return 0;
  uv__queue_remove(&h->watchers);
  uv__watch_release(h->loop, uv__watch_find(h->loop, h->wd));
  uv__handle_stop(h);
  uv__fs_event_detached(h);
  return 0;
}

int uv_fs_event_getpath(uv_fs_event_t* h, char* buffer, size_t* size) {
  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (!uv__is_active(h)) {
    *size = 0;
    return UV_EINVAL;
  }
  return uv__copy_out(h->path, strlen(h->path), buffer, size);
}

int uv__fs_event_close(uv_fs_event_t* h) {
  uv_fs_event_stop(h);
  return UV__CLOSE_NOW;
}

/* ---- Fork ---- */

/* Takes every watch out of the table; the handles are then on no list. */
static void uv__watches_forget(uv_loop_t* loop) {
  struct uv__inotify_watches* all = loop->inotify_watchers;
  struct uv__queue* q;

  uv__queue_each (q, &loop->handle_queue) {
    uv_fs_event_t* h = uv__container(q, uv_fs_event_t, handle_queue);
    if (h->type == UV_FS_EVENT)
      uv__queue_remove(&h->watchers);
  }
  for (struct uv__inotify_watch *next, *watch = uv__watches_unlink(all); watch; watch = next) {
    next = watch->next;
    watch->wd = -1;
    uv__watch_release(loop, watch);
  }
  all->generation++;
}

/* After fork() the descriptor is shared: events that the child reads would be lost for the parent,
 * and a watch that it removes would be removed there, too. So the child leaves it alone, and all
 * handles start again on a new one. A handle whose file is gone is stopped; the first such error is
 * returned. */
int uv__inotify_loop_fork(uv_loop_t* loop) {
  struct uv__queue* q;
  int result = 0;

  if (loop->inotify_io.fd == -1)
    return 0;
  uv__watches_forget(loop);
  uv__inotify_close_fd(loop);
  uv__queue_each (q, &loop->handle_queue) {
    uv_fs_event_t* h = uv__container(q, uv_fs_event_t, handle_queue);
    int err;

    if (h->type != UV_FS_EVENT || !uv__is_active(h))
      continue;
    uv__handle_stop(h);
    err = uv__fs_event_attach(h);
    if (err) {
      uv__fs_event_detached(h);
      result = result ? result : err;
    }
  }
  return result;
}
