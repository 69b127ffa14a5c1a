/* src/process/forking.c — whether children must be born by fork().
 *
 * fork() runs the handlers of pthread_atfork(). A child born in its parent's memory must not: it
 * would run them on its parent's data. An exec follows at once, so almost nobody can tell; but some
 * register a handler just to do something in the children that uv_spawn() makes: uvloop calls
 * Python's preexec_fn that way. The C library does not say which handlers there are. So the sign is
 * an object (program or library) that calls both functions.
 *
 * (1) The answer holds until something else is loaded.
 * (2) An object with this library inside calls uv_spawn() directly and is not recognised. */
#include <link.h>
#include <string.h>

#include "process/spawn.h"

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

struct uv__look {
  unsigned long long known; /* the number of loads that the last answer is about */
  unsigned long long loads;
  int found;
};

static int uv__look_at(struct dl_phdr_info* object, size_t size, void* arg) {
  struct uv__look* look = arg;

  (void) size;
  look->loads = object->dlpi_adds;
  if (look->loads == look->known)
    return 1;
  look->found |= uv__object_signs(object) == BOTH;
  return 0;
}

int uv__spawn_must_fork(void) {
  static unsigned long long answer; /* atomic: twice the number of loads, plus 1 for yes */
  unsigned long long last = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  struct uv__look look = {.known = last / 2};

  if (dl_iterate_phdr(uv__look_at, &look))
    return (int) (last & 1);
  __atomic_store_n(&answer, look.loads * 2 + (unsigned) look.found, __ATOMIC_RELAXED);
  return look.found;
}
