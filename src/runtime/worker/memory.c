/* src/runtime/worker/memory.c — moves memory of ArrayBuffers between engines, by C++ functions
 * that the engine's library exports (docs/engine.md has the rules for such names).
 *
 * (1) Every name is bound weakly. If one is missing, or find_buffer_word() finds nothing,
 *     nothing here is called.
 * (2) A JSC::ArrayBufferContents is memory with its owner. It is opaque: we provide OPAQUE
 *     zeroed bytes, which is a valid empty one and larger than it was in any version of the
 *     engine. Only the engine writes and reads it. A test checks that the engine does not write
 *     beyond.
 * (3) The word of a JSC::ArrayBufferView that refers to its buffer is not assumed: it is
 *     searched in a view of a known buffer.
 * (4) A view is made for one purpose and has one reference, so it is freed by its operator
 *     delete. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define NAME(mangled) __asm__(mangled) __attribute__((weak))

enum { OPAQUE = 256, WORDS = 8 };

struct gy_memory {
  uint8_t contents[OPAQUE];
};

struct jsc_buffer;
struct jsc_view;

/* RefPtr<ArrayBufferView> JSC::JSArrayBufferView::possiblySharedImpl() */
extern void jsc_view_of(struct jsc_view** result, JSObjectRef object)
    NAME("_ZN3JSC17JSArrayBufferView18possiblySharedImplEv");
/* Ref<DataView> JSC::DataView::create(RefPtr<ArrayBuffer>&&, size_t, std::optional<size_t>) */
extern void jsc_make_view(struct jsc_view** result, struct jsc_buffer** buffer, size_t offset,
                          size_t length, bool has_length)
    NAME(
        "_ZN3JSC8DataView6createEON3WTF6RefPtrINS_11ArrayBufferENS1_12RawPtrTraitsIS3_EENS1_"
        "21DefaultRefDerefTraitsIS3_EEEEmSt8optionalImE");
/* JSValue JSC::ArrayBufferView::wrap(JSGlobalObject*, JSGlobalObject*) */
extern JSValueRef jsc_wrap_view(struct jsc_view* view, JSContextRef caller, JSContextRef global)
    NAME("_ZN3JSC15ArrayBufferView4wrapEPNS_14JSGlobalObjectES2_");
/* void JSC::ArrayBufferView::operator delete(ArrayBufferView*, std::destroying_delete_t) */
extern void jsc_delete_view(struct jsc_view* view)
    NAME("_ZN3JSC15ArrayBufferViewdlEPS0_St19destroying_delete_t");
/* RefPtr<ArrayBuffer> JSC::ArrayBuffer::tryCreateShared(VM&, size_t, unsigned, size_t) */
extern void jsc_make_shared(struct jsc_buffer** result, JSContextGroupRef vm, size_t count,
                            unsigned size, size_t most)
    NAME("_ZN3JSC11ArrayBuffer15tryCreateSharedERNS_2VMEmjm");
/* Ref<ArrayBuffer> JSC::ArrayBuffer::create(ArrayBufferContents&&) */
extern void jsc_make_buffer(struct jsc_buffer** result, struct gy_memory* contents)
    NAME("_ZN3JSC11ArrayBuffer6createEONS_19ArrayBufferContentsE");
/* bool JSC::ArrayBuffer::shareWith(ArrayBufferContents&) */
extern bool jsc_share(struct jsc_buffer* buffer, struct gy_memory* contents)
    NAME("_ZN3JSC11ArrayBuffer9shareWithERNS_19ArrayBufferContentsE");
/* bool JSC::ArrayBufferContents::shareWith(ArrayBufferContents&) */
extern bool jsc_share_contents(struct gy_memory* contents, struct gy_memory* result)
    NAME("_ZN3JSC19ArrayBufferContents9shareWithERS0_");
/* bool JSC::ArrayBuffer::transferTo(VM&, ArrayBufferContents&) */
extern bool jsc_transfer(struct jsc_buffer* buffer, JSContextGroupRef vm,
                         struct gy_memory* contents)
    NAME("_ZN3JSC11ArrayBuffer10transferToERNS_2VMERNS_19ArrayBufferContentsE");

static size_t buffer_word; /* (3); WORDS: not found */
static bool is_proved;

/* A test may hide a name: engine/direct.c. */
extern bool gy_test_hides_name(const char* name) __attribute__((weak));

static bool has_names(void) {
  if (gy_test_hides_name != NULL && gy_test_hides_name("ArrayBuffer::transferTo"))
    return false;
  return jsc_view_of != NULL && jsc_make_view != NULL && jsc_wrap_view != NULL &&
         jsc_delete_view != NULL && jsc_make_shared != NULL && jsc_make_buffer != NULL &&
         jsc_share != NULL && jsc_share_contents != NULL && jsc_transfer != NULL;
}

static void find_buffer_word(gy_env* env) {
  struct jsc_buffer *buffer = NULL, *known;
  struct jsc_view* view = NULL;

  buffer_word = WORDS;
  jsc_make_shared(&buffer, env->group, WORDS, 1, WORDS);
  known = buffer;
  if (known == NULL)
    return;
  jsc_make_view(&view, &buffer, 0, WORDS, true);
  for (size_t i = 0; view != NULL && i < WORDS; i++)
    if (((struct jsc_buffer**) view)[i] == known) {
      buffer_word = i;
      break;
    }
  if (view != NULL)
    jsc_delete_view(view);
}

/* On the main thread, before there is another: the first worker is made there. */
bool gy_memory_is_available(gy_env* env) {
  if (!is_proved && has_names())
    find_buffer_word(env);
  is_proved = true;
  return has_names() && buffer_word < WORDS;
}

static struct gy_memory* take(gy_env* env, JSObjectRef object, bool is_move) {
  struct gy_memory* memory = calloc(1, sizeof(*memory));
  struct jsc_view* view = NULL;
  struct jsc_buffer* buffer;
  bool fine = false;

  if (memory == NULL)
    return NULL;
  jsc_view_of(&view, object);
  if (view != NULL) {
    buffer = ((struct jsc_buffer**) view)[buffer_word];
    fine = is_move ? jsc_transfer(buffer, env->group, memory) : jsc_share(buffer, memory);
    jsc_delete_view(view);
  }
  if (fine)
    return memory;
  free(memory);
  return NULL;
}

struct gy_memory* gy_memory_share(gy_env* env, JSObjectRef view) {
  return take(env, view, false);
}

struct gy_memory* gy_memory_move(gy_env* env, JSObjectRef view) {
  return take(env, view, true);
}

/* What is left of the contents was moved into the buffer and owns nothing. */
static struct jsc_view* view_of(struct gy_memory* memory) {
  struct jsc_buffer* buffer = NULL;
  struct jsc_view* view = NULL;

  jsc_make_buffer(&buffer, memory);
  if (buffer != NULL)
    jsc_make_view(&view, &buffer, 0, 0, true);
  free(memory);
  return view;
}

JSValueRef gy_memory_view(gy_env* env, struct gy_memory* memory) {
  struct jsc_view* view = view_of(memory);
  JSValueRef value = NULL;

  if (view != NULL) {
    value = jsc_wrap_view(view, env->ctx, env->ctx);
    jsc_delete_view(view);
  }
  return value;
}

struct gy_memory* gy_memory_add_reference(const struct gy_memory* memory) {
  struct gy_memory* copy = calloc(1, sizeof(*copy));

  if (copy == NULL || jsc_share_contents((struct gy_memory*) memory, copy))
    return copy;
  free(copy);
  return NULL;
}

void gy_memory_drop(void* memory) {
  struct jsc_view* view = view_of(memory);

  if (view != NULL)
    jsc_delete_view(view);
}
