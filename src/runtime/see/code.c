/* src/runtime/see/code.c — finds the addresses of JavaScript: where the program counter of a thread
 * is while it runs JavaScript and no C or C++ function.
 *
 * (1) Compiled code is in executable memory that is not mapped from a file.
 * (2) The interpreter is written in assembly and has no unwind information, unlike everything else
 *     in the library: it is the one large gap in the table of the library's functions.
 * (3) A range that is not found stays empty. Then reports contain less, but nothing wrong. */
#include <link.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blocked.h"

enum {
  LARGE = 64 << 10,
  /* The only encoding of the table that linkers write: version 1, 32-bit offsets. */
  VERSION = 1,
  POINTER_TO_FRAMES = 0x1b,
  COUNT_OF_32_BITS = 0x03,
  SORTED_PAIRS = 0x3b
};

struct table { /* .eh_frame_hdr, as the Linux Standard Base describes it */
  uint8_t version, frames_encoding, count_encoding, pairs_encoding;
  int32_t frames;
  uint32_t count;
  struct {
    int32_t start, entry; /* relative to the table */
  } pairs[];
};

struct entry { /* of .eh_frame, for one function */
  uint32_t length, parent;
  int32_t start; /* relative to itself */
  uint32_t size;
};

static bool is_readable(const struct table* table) {
  return table->version == VERSION && table->frames_encoding == POINTER_TO_FRAMES &&
         table->count_encoding == COUNT_OF_32_BITS && table->pairs_encoding == SORTED_PAIRS;
}

/* The end of function i, or 0 when its entry has another format. */
static uintptr_t end_of(const struct table* table, uint32_t i) {
  uintptr_t start = (uintptr_t) table + (uintptr_t) (intptr_t) table->pairs[i].start;
  const struct entry* entry =
      (const void*) ((uintptr_t) table + (uintptr_t) (intptr_t) table->pairs[i].entry);

  if ((uintptr_t) &entry->start + (uintptr_t) (intptr_t) entry->start != start)
    return 0;
  return start + entry->size;
}

static void find_hole(const struct table* table, uintptr_t hole[2]) {
  uintptr_t end = 0, largest = LARGE;

  for (uint32_t i = 0; i < table->count; i++) {
    uintptr_t start = (uintptr_t) table + (uintptr_t) (intptr_t) table->pairs[i].start;
    uintptr_t next = end_of(table, i);
    if (next == 0) {
      hole[0] = hole[1] = 0;
      return;
    }
    if (end != 0 && start > end && start - end > largest) {
      largest = start - end;
      hole[0] = end;
      hole[1] = start;
    }
    if (next > end)
      end = next;
  }
}

/* The code segment of the library that contains `inside`; false for other libraries. */
static bool find_text(const struct dl_phdr_info* info, uintptr_t inside, uintptr_t range[2]) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* header = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && inside >= start && inside - start < header->p_memsz) {
      range[0] = start;
      range[1] = start + header->p_memsz;
      return true;
    }
  }
  return false;
}

static int on_library(struct dl_phdr_info* info, size_t size, void* arg) {
  struct gy_code* code = arg;
  uintptr_t text[2];

  (void) size;
  if (find_text(info, (uintptr_t) &JSGlobalContextCreateInGroup, text))
    for (int i = 0; i < info->dlpi_phnum; i++) {
      const struct table* table = (const void*) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME && is_readable(table))
        find_hole(table, code->interpreter);
    }
  (void) find_text(info, (uintptr_t) &tan, code->mathematics);
  return 0;
}

/* The largest executable mapping without a file. */
static void find_compiled(uintptr_t range[2]) {
  FILE* maps = fopen("/proc/self/maps", "re");
  char line[512], access[8];
  unsigned long from, to, inode, start = 0, end = 0;

  while (maps != NULL && fgets(line, sizeof(line), maps) != NULL) {
    if (sscanf(line, "%lx-%lx %7s %*s %*s %lu", &from, &to, access, &inode) != 4 ||
        access[2] != 'x' || inode != 0 || strchr(line, '[') != NULL)
      continue;
    start = from == end ? start : from;
    end = to;
    if (end - start > range[1] - range[0]) {
      range[0] = start;
      range[1] = end;
    }
  }
  if (maps != NULL)
    fclose(maps);
}

void gy_code_find(struct gy_code* code) {
  memset(code, 0, sizeof(*code));
  find_compiled(code->compiled);
  dl_iterate_phdr(on_library, code);
}
