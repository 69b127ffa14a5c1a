/* src/runtime/trim.c — releases memory that only the start needed.
 * (1) The names and relocations of all libraries, which linking has read: only the first call
 *     through a lazily bound name reads them again. They are 3.1 MB of the 26.7 that a program
 *     starts with.
 * (2) The code of libraries that the engine depends on and that ran only their constructors (GIO,
 *     systemd, gcrypt, ICU and others): 2.8 MB more. If one is used after all, page faults load it.
 * (3) Only unchanged pages of files: they stay in the page cache, where the kernel may reclaim
 *     them, and a fault brings back 16 at a time. A library that was relocated in its read-only
 *     parts is skipped.
 * (4) Not before the program first sleeps: unmapping takes 0.4 ms, and some pages come back. A
 *     program that ends without sleeping has everything unmapped anyway.
 * The engine's code is not released: after one request all that a server uses would be back. */
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine.h"

static bool has_text_relocations(const struct dl_phdr_info* library) {
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &library->dlpi_phdr[i];
    if (part->p_type != PT_DYNAMIC)
      continue;
    for (const ElfW(Dyn)* at = (const void*) (library->dlpi_addr + part->p_vaddr);
         at->d_tag != DT_NULL; at++) {
      if (at->d_tag == DT_TEXTREL || (at->d_tag == DT_FLAGS && (at->d_un.d_val & DF_TEXTREL)))
        return true;
    }
  }
  return false;
}

static void give_back(uintptr_t from, size_t size) {
  uintptr_t rest = (uintptr_t) sysconf(_SC_PAGESIZE) - 1;
  uintptr_t begin = (from + rest) & ~rest, end = (from + size) & ~rest;

  if (begin < end)
    madvise((void*) begin, end - begin, MADV_DONTNEED);
}

/* What the linker reads is what a library begins with, in a part that is neither code nor data. */
static bool is_for_linking(const ElfW(Phdr) * part) {
  return part->p_offset == 0 && part->p_flags == PF_R;
}

/* Libraries of which the program goes on to use code all the time. The engine brings two dozen
 * more, most of which run nothing but their constructors. */
static bool is_in_use(const char* path) {
  static const char* const names[] = {"/libjavascriptcoregtk-", "/libc.so", "/libstdc++.so",
                                      "/ld-linux"};

  for (size_t i = 0; i < GY_COUNT(names); i++)
    if (strstr(path, names[i]) != NULL)
      return true;
  return false;
}

static int trim_linking(struct dl_phdr_info* library, size_t size, void* arg) {
  if (library->dlpi_name[0] != '/' || has_text_relocations(library))
    return 0;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &library->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && !(part->p_flags & PF_W) &&
        (is_for_linking(part) || !is_in_use(library->dlpi_name)))
      give_back(library->dlpi_addr + part->p_vaddr, part->p_filesz);
  }
  return 0;
}

void gy_trim_linking(void) {
  dl_iterate_phdr(trim_linking, NULL);
}
