/* src/trace/out.h — text to a descriptor, from where nothing else may be called: no allocation, no
 * locale, no stdio. For signal handlers. */
#ifndef UV__OUT_H
#define UV__OUT_H

#include <stddef.h>
#include <stdint.h>

struct uv__out {
  int fd;
  int err; /* UV_E*: the first write that failed; nothing is written after it */
  size_t len;
  char buf[4096];
};

void uv__out_init(struct uv__out* o, int fd);
void uv__out_flush(struct uv__out* o);

void uv__out_text(struct uv__out* o, const char* s); /* as it is */
void uv__out_json(struct uv__out* o, const char* s); /* quoted and escaped; NULL is null */
void uv__out_u64(struct uv__out* o, uint64_t n);
void uv__out_i64(struct uv__out* o, int64_t n);
void uv__out_hex(struct uv__out* o,
                 uint64_t n); /* 0x..., quoted: JSON numbers lose bits above 2^53 */
void uv__out_us(struct uv__out* o, uint64_t ns); /* microseconds with three decimals */

#endif
