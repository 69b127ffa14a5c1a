/* src/os/version.c — which libuv release this library stands in for. Programs compare it with what
 * they need before they call newer functions. */
#include "uv.h"

#define UV__TEXT2(x) #x
#define UV__TEXT(x) UV__TEXT2(x)

unsigned int uv_version(void) {
  return UV_VERSION_HEX;
}

const char* uv_version_string(void) {
  return UV__TEXT(UV_VERSION_MAJOR) "." UV__TEXT(UV_VERSION_MINOR) "." UV__TEXT(UV_VERSION_PATCH)
      UV_VERSION_SUFFIX;
}
