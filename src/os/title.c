/* src/os/title.c — the name under which tools like ps show this process.
 *
 * (1) The kernel shows the memory where the arguments of main() lay. uv_setup_args() gives the
 *     program a copy of them; from then on that memory is ours and holds the title.
 * (2) Its size is fixed: a longer title is cut. Everything after the title is NUL, the last byte
 *     always; otherwise the kernel would take the environment for a part of the title.
 * (3) The lock guards all of it: titles are read and written from any thread. */
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include "loop/loop.h"

static struct {
  pthread_mutex_t lock;
  char** copy; /* what uv_setup_args() returned; NULL: it has not been called */
  char* text;
  size_t len;
  size_t capacity;
} uv__title = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The length of the arguments that are contiguous: all of them when they come from the kernel; a
 * program may have made its own. */
static size_t uv__title_capacity(int argc, char** argv) {
  char* end = argv[0];

  for (int i = 0; i < argc && argv[i] == end; i++)
    end += strlen(end) + 1;
  return (size_t) (end - argv[0]);
}

/* The pointers, followed by the texts. */
static char** uv__title_copy(int argc, char** argv) {
  size_t pointers = ((size_t) argc + 1) * sizeof(*argv);
  size_t bytes = pointers;
  char** copy;
  char* text;

  for (int i = 0; i < argc; i++)
    bytes += strlen(argv[i]) + 1;
  copy = uv__malloc(bytes);
  if (copy == NULL)
    return NULL;
  text = (char*) copy + pointers;
  for (int i = 0; i < argc; i++) {
    copy[i] = text;
    text = stpcpy(text, argv[i]) + 1;
  }
  copy[argc] = NULL;
  return copy;
}

/* A second call has nothing to add, and the arguments it is given may be our own copy. */
char** uv_setup_args(int argc, char** argv) {
  char** result = argv;

  if (argc <= 0)
    return argv;
  pthread_mutex_lock(&uv__title.lock);
  if (uv__title.copy == NULL) {
    uv__title.copy = uv__title_copy(argc, argv);
    if (uv__title.copy != NULL) {
      uv__title.text = argv[0];
      uv__title.len = strlen(argv[0]);
      uv__title.capacity = uv__title_capacity(argc, argv);
      result = uv__title.copy;
    }
  }
  pthread_mutex_unlock(&uv__title.lock);
  return result;
}

int uv_set_process_title(const char* title) {
  size_t len = strlen(title);
  int err = UV_ENOBUFS;

  pthread_mutex_lock(&uv__title.lock);
  if (uv__title.copy != NULL) {
    if (len >= uv__title.capacity)
      len = uv__title.capacity - 1;
    memcpy(uv__title.text, title, len);
    memset(uv__title.text + len, 0, uv__title.capacity - len);
    uv__title.len = len;
    prctl(PR_SET_NAME, uv__title.text); /* the short name, of this thread, in top and gdb */
    err = 0;
  }
  pthread_mutex_unlock(&uv__title.lock);
  return err;
}

int uv_get_process_title(char* buffer, size_t size) {
  int err = UV_ENOBUFS;

  if (buffer == NULL || size == 0)
    return UV_EINVAL;
  pthread_mutex_lock(&uv__title.lock);
  if (uv__title.copy != NULL)
    err = uv__copy_out(uv__title.text, uv__title.len, buffer, &size);
  pthread_mutex_unlock(&uv__title.lock);
  return err;
}

/* The text stays where it is: ps goes on showing it. */
void uv__title_shutdown(void) {
  pthread_mutex_lock(&uv__title.lock);
  uv__free(uv__title.copy);
  uv__title.copy = NULL;
  pthread_mutex_unlock(&uv__title.lock);
}
