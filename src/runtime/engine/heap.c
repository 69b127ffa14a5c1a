/* src/runtime/engine/heap.c — the size of the engine's heap without a walk over its objects, and
 * memory that a collection would free but the engine does not count.
 *
 * JSGetMemoryUsageStatistics() counts all objects by type, which takes 130 ms for a million of
 * them. The functions of JSC::Heap that it asks for sizes look at blocks only.
 *
 * (1) Every name is bound weakly. If one is missing, nothing here is called.
 * (2) Where the heap is in JSC::VM is not assumed: words of the VM point to helpers of the heap,
 *     and these point back to it. Memory is read by a system call, which fails where there is
 *     none.
 * (3) The results of the functions must equal the engine's own statistics. If they do not,
 *     nothing here is called again.
 * (4) The engine's lock must be held, so this works only where the loop runs inside of the
 *     engine. */
#include "heap.h"

#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lanes.h"

#define NAME(mangled) __asm__(mangled) __attribute__((weak))

/* A heap begins in the first BEGIN words of a VM; its helpers are named by the next REACH words. A
 * helper is read up to HELPER words. HELPERS of them are enough. */
enum { BEGIN = 256, REACH = 256, HELPER = 32, HELPERS = 4, TRIES = 3 };
enum { NOT_FOUND = -1, UNKNOWN = 0 };

/* size_t JSC::Heap::size(), capacity(), extraMemorySize() */
extern size_t jsc_heap_size(void* heap) NAME("_ZN3JSC4Heap4sizeEv");
extern size_t jsc_heap_capacity(void* heap) NAME("_ZN3JSC4Heap8capacityEv");
extern size_t jsc_heap_extra(void* heap) NAME("_ZN3JSC4Heap15extraMemorySizeEv");

/* void JSC::Heap::didAllocate(size_t): so many bytes nearer to the next collection */
extern void jsc_heap_did_allocate(void* heap, size_t bytes) NAME("_ZN3JSC4Heap11didAllocateEm");

/* A test may hide a name: engine/direct.c. */
extern bool gy_test_hides_name(const char* name) __attribute__((weak));

static int heap_word; /* atomic, of all threads: the place in a VM, or one of the above */

static bool has_names(void) {
  if (gy_test_hides_name != NULL && gy_test_hides_name("Heap::size"))
    return false;
  return jsc_heap_size != NULL && jsc_heap_capacity != NULL && jsc_heap_extra != NULL;
}

static bool read_words(uintptr_t from, uintptr_t* words, size_t count) {
  struct iovec to = {words, count * sizeof(*words)};
  /* NOLINTNEXTLINE(performance-no-int-to-ptr): it may be none */
  struct iovec source = {(void*) from, count * sizeof(*words)};

  return process_vm_readv(getpid(), &to, 1, &source, 1, 0) == (ssize_t) to.iov_len;
}

/* Counts a helper for each beginning of a heap in the VM that it points back to. */
static void count_helper(uintptr_t vm, size_t at, uintptr_t helper, uint8_t* counts) {
  uintptr_t words[HELPER];
  bool seen[BEGIN] = {false};

  if (helper % sizeof(helper) != 0 || !read_words(helper, words, HELPER))
    return;
  for (size_t i = 0; i < HELPER; i++) {
    uintptr_t begin = (words[i] - vm) / sizeof(vm);
    if (words[i] <= vm || words[i] % sizeof(vm) != 0 || begin >= BEGIN || begin >= at ||
        at - begin >= REACH || seen[begin])
      continue;
    seen[begin] = true;
    counts[begin]++;
  }
}

/* (2) */
static int find_heap(uintptr_t vm) {
  uintptr_t words[BEGIN + REACH];
  uint8_t counts[BEGIN] = {0};
  int found = NOT_FOUND;

  if (!read_words(vm, words, BEGIN + REACH))
    return NOT_FOUND;
  for (size_t i = 1; i < BEGIN + REACH; i++)
    if (words[i] != 0 && (words[i] < vm || words[i] >= vm + sizeof(words)))
      count_helper(vm, i, words[i], counts);
  for (int i = 1; i < BEGIN; i++) {
    if (counts[i] < HELPERS)
      continue;
    if (found != NOT_FOUND)
      return NOT_FOUND;
    found = i;
  }
  return found;
}

static void read_heap(void* place, struct gy_heap* heap) {
  heap->size = (double) jsc_heap_size(place);
  heap->capacity = (double) jsc_heap_capacity(place);
  heap->extra = (double) jsc_heap_extra(place);
}

/* (3). A collection may come between the two. */
static bool is_proved(gy_env* env, int word) {
  for (int i = 0; i < TRIES; i++) {
    struct gy_heap ours, theirs;
    gy_engine_statistics(env, &theirs);
    read_heap((uintptr_t*) env->group + word, &ours);
    if (ours.size > 0 && ours.size == theirs.size && ours.capacity == theirs.capacity &&
        ours.extra == theirs.extra)
      return true;
  }
  return false;
}

/* NULL if the engine does not allow it. */
static void* find_proved(gy_env* env) {
  int word = __atomic_load_n(&heap_word, __ATOMIC_RELAXED);

  if (word == UNKNOWN) {
    word = gy_lanes_run_inside() && has_names() ? find_heap((uintptr_t) env->group) : NOT_FOUND;
    if (word != NOT_FOUND && !is_proved(env, word))
      word = NOT_FOUND;
    __atomic_store_n(&heap_word, word, __ATOMIC_RELAXED);
  }
  return word != NOT_FOUND ? (uintptr_t*) env->group + word : NULL;
}

bool gy_direct_heap(gy_env* env, struct gy_heap* heap) {
  void* place = find_proved(env);

  if (place != NULL)
    read_heap(place, heap);
  return place != NULL;
}

void gy_direct_heap_count(gy_env* env, size_t bytes) {
  void* place = jsc_heap_did_allocate != NULL ? find_proved(env) : NULL;

  if (place != NULL)
    jsc_heap_did_allocate(place, bytes);
}
