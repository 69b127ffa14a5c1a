/* src/runtime/bindings/view.h — typed arrays over memory that JavaScript and C share. */
#ifndef BINDINGS_VIEW_H
#define BINDINGS_VIEW_H

#include "runtime/gyre.h"

/* Sets target[name] to a typed array over `size` bytes that live as long as the thread: the engine
 * never frees them. */
void gy_set_view(gy_env* env, JSObjectRef target, const char* name, JSTypedArrayType type,
                 void* bytes, size_t size);

#endif
