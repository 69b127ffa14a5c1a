/* src/process/forking.c — whether children must be created by fork().
 *
 * fork() runs the handlers of pthread_atfork(). A child that shares its parent's memory must not:
 * it would run them on its parent's data. An exec follows at once, so this rarely matters; but some
 * libraries register a handler just to run code in the children of uv_spawn(): uvloop calls
 * Python's preexec_fn that way. The C library does not list the handlers. So the criterion is an
 * object (program or library) that calls both functions.
 *
 * ThreadSanitizer intercepts clone() and assumes that every child has its own memory: the child
 * marks the threads of the process as gone and releases the sanitizer's locks, which in shared
 * memory are the parent's. The parent then hangs or is killed. So where its runtime is loaded,
 * children are created by fork().
 *
 * (1) The answer is valid until another object is loaded.
 * (2) An object that contains this library calls uv_spawn() directly and is not recognised. */
#include <link.h>
#include <string.h>

#include "process/spawn.h"

__attribute__((weak)) void __tsan_init(void); /* NULL: not there */

enum { SPAWNS = 1, REGISTERS = 2, BOTH = SPAWNS | REGISTERS };

static const struct {
  const char* name;
  int sign;
} signs[] = {
    {"uv_spawn", SPAWNS},
    {"pthread_atfork", REGISTERS},
    {"__register_atfork",
     REGISTERS}, /* with glibc the former is inside the caller and calls this */
};

static int uv__sign_of(const char* name) {
  for (size_t i = 0; i < UV__COUNT(signs); i++)
    if (strcmp(name, signs[i].name) == 0)
      return signs[i].sign;
  return 0;
}

static const ElfW(Dyn) * uv__dynamic_of(const struct dl_phdr_info* object) {
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      return (const ElfW(Dyn)*) (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  return NULL;
}

/* Calls to other objects go through a table, and each entry names what it calls. */
static int uv__object_signs(const struct dl_phdr_info* object) {
  const ElfW(Sym)* symbols = NULL;
  const char* names = NULL;
  uintptr_t table = 0;
  size_t size = 0;
  int found = 0;

  for (const ElfW(Dyn)* d = uv__dynamic_of(object); d != NULL && d->d_tag != DT_NULL; d++) {
    if (d->d_tag == DT_SYMTAB)
      symbols = (const ElfW(Sym)*) d->d_un.d_ptr;
    else if (d->d_tag == DT_STRTAB)
      names = (const char*) d->d_un.d_ptr;
    else if (d->d_tag == DT_JMPREL)
      table = d->d_un.d_ptr;
    else if (d->d_tag == DT_PLTRELSZ)
      size = d->d_un.d_val;
  }
  /* The loader made addresses of what are offsets in the file, except in what it did not load. */
  if (table == 0 || table < object->dlpi_addr || symbols == NULL || names == NULL)
    return 0;

  const ElfW(Rela)* entries = (const ElfW(Rela)*) table;
  for (size_t i = 0; i < size / sizeof(*entries); i++)
    found |= uv__sign_of(names + symbols[ELF64_R_SYM(entries[i].r_info)].st_name);
  return found;
}

struct uv__object_search {
  unsigned long long known; /* the number of loaded objects at the last answer */
  unsigned long long loads;
  int found;
};

static int uv__count_object(struct dl_phdr_info* object, size_t size, void* arg) {
  struct uv__object_search* search = arg;

  (void) size;
  search->loads = object->dlpi_adds;
  if (search->loads == search->known)
    return 1;
  search->found |= uv__object_signs(object) == BOTH;
  return 0;
}

int uv__spawn_must_fork(void) {
  static unsigned long long answer; /* atomic: twice the number of loaded objects, plus 1 for yes */
  unsigned long long last = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  struct uv__object_search search = {.known = last / 2};

  if (__tsan_init != NULL)
    return 1;
  if (dl_iterate_phdr(uv__count_object, &search))
    return (int) (last & 1);
  __atomic_store_n(&answer, search.loads * 2 + (unsigned) search.found, __ATOMIC_RELAXED);
  return search.found;
}
