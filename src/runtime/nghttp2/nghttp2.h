/* src/runtime/nghttp2/nghttp2.h — libnghttp2, loaded when a program first uses HTTP/2.
 *
 * (1) The header is used for the types only.
 * (2) functions.def lists every function that is called. */
#ifndef RUNTIME_NGHTTP2_H
#define RUNTIME_NGHTTP2_H

#include <nghttp2/nghttp2.h>

#include "runtime/gyre.h"

struct gy_nghttp2 {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): no expression, a declaration */
#define NGHTTP2(name) __typeof__(name)* name;
#include "functions.def"
};

/* The functions of libnghttp2. NULL with an exception if the library cannot be loaded. */
const struct gy_nghttp2* gy_nghttp2(gy_env* env, JSValueRef* exception);

#endif
