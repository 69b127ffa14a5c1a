/* src/runtime/bindings/zlib/constants.h — defines zlib.constants on an object. */
#ifndef BINDINGS_ZLIB_CONSTANTS_H
#define BINDINGS_ZLIB_CONSTANTS_H

#include "runtime/gyre.h"

void gy_zlib_constants(gy_env* env, JSObjectRef target);

#endif
