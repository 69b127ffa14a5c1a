/* src/os/env.c — environment variables.
 *
 * (1) Nothing here is thread-safe against a thread that changes the environment, as in libc.
 * (2) uv_os_environ() gives copies: one block for the array and all texts, freed in one go. An
 *     entry without '=' is not a variable and is left out. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "os/mem.h"
#include "os/sys.h"
#include "uv.h"

/* The space that names and values take with their NULs ('=' becomes one), and how many there
 * are. */
static size_t uv__env_measure(int* count) {
  size_t bytes = 0;

  *count = 0;
  for (char** e = environ; e != NULL && *e != NULL; e++) {
    if (strchr(*e, '=') == NULL)
      continue;
    bytes += strlen(*e) + 1;
    ++*count;
  }
  return bytes;
}

int uv_os_environ(uv_env_item_t** envitems, int* count) {
  uv_env_item_t* item;
  size_t bytes = uv__env_measure(count);
  size_t array = (size_t) *count * sizeof(*item);
  char* text;

  /* One byte more: an empty environment is not a failed allocation. */
  item = uv__malloc(array + bytes + 1);
  *envitems = item;
  if (item == NULL) {
    *count = 0;
    return UV_ENOMEM;
  }

  text = (char*) item + array;
  for (char** e = environ; e != NULL && *e != NULL; e++) {
    const char* equals = strchr(*e, '=');
    size_t size = strlen(*e) + 1;

    if (equals == NULL)
      continue;
    memcpy(text, *e, size);
    item->name = text;
    item->value = text + (equals - *e) + 1;
    item->value[-1] = '\0';
    text += size;
    item++;
  }
  return 0;
}

void uv_os_free_environ(uv_env_item_t* envitems, int count) {
  (void) count;
  uv__free(envitems);
}

int uv_os_getenv(const char* name, char* buffer, size_t* size) {
  const char* value;

  if (name == NULL || buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  value = getenv(name);
  if (value == NULL)
    return UV_ENOENT;
  return uv__copy_out(value, strlen(value), buffer, size);
}

int uv_os_setenv(const char* name, const char* value) {
  if (name == NULL || value == NULL)
    return UV_EINVAL;
  return setenv(name, value, 1) ? -errno : 0;
}

int uv_os_unsetenv(const char* name) {
  if (name == NULL)
    return UV_EINVAL;
  return unsetenv(name) ? -errno : 0;
}
