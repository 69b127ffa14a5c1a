/* src/net/idna.h — host names that are not ASCII. */
#ifndef UV__IDNA_H
#define UV__IDNA_H

#include <stddef.h>
#include <sys/types.h>

/* A name that a resolver takes, with its NUL. */
enum { UV__IDNA_MAX = 256 };

/* Writes the name as ASCII: labels with other characters become xn--… (RFC 3492), the others stay
 * as they are. Returns the length without the NUL; UV_EINVAL when the name is empty, not UTF-8, or
 * does not fit. */
ssize_t uv__idna_toascii(const char* name, char* out, size_t size);

#endif
