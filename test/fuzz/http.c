/* test/fuzz/http.c — the HTTP parser finds the same messages however the bytes are cut.
 * The first byte of the input says what kind of parser, the second where the bytes are cut. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/http/parser.h"

/* What was found, as text: events with what they tell, body without its seams. */
struct story {
  char* text;
  size_t length, room;
};

static void tell(struct story* s, const void* bytes, size_t count) {
  if (s->room - s->length < count) {
    s->room = (s->room + count) * 2;
    s->text = realloc(s->text, s->room);
    assert(s->text != NULL);
  }
  if (count > 0)
    memcpy(s->text + s->length, bytes, count);
  s->length += count;
}

static int mode_of(const struct gy_http_parser* p, uint8_t kind) {
  if (p->upgrade && (kind & 4))
    return GY_HTTP_LEAVE;
  return kind & 8 ? GY_HTTP_SKIP_BODY : 0;
}

static void tell_event(struct story* s, const struct gy_http_parser* p) {
  char line[128];
  int count = snprintf(line, sizeof(line), "<%d %d %d %d.%d %d %d %s>", p->event, p->method,
                       p->status, p->major, p->minor, p->keep_alive, p->upgrade,
                       p->event == GY_HTTP_FAULT ? p->fault : "");

  tell(s, line, (size_t) count);
  if (p->event == GY_HTTP_HEAD || p->event == GY_HTTP_COMPLETE)
    tell(s, p->text, p->length);
}

/* Parses one piece; false when nothing more can come. */
static bool feed(struct gy_http_parser* p, uint8_t kind, const uint8_t* bytes, size_t length,
                 struct story* s) {
  size_t at = 0;

  do {
    int mode = p->event == GY_HTTP_HEAD ? mode_of(p, kind) : 0;
    gy_http_go_on(p, mode);
    size_t to = gy_http_execute(p, bytes, at, length);
    assert(to >= at && to <= length);
    assert(p->count <= GY_HTTP_SLICES);
    at = to;
    for (int i = 0; i < p->count; i++) {
      assert(p->slices[i].from <= p->slices[i].to && p->slices[i].to <= length);
      tell(s, bytes + p->slices[i].from, p->slices[i].to - p->slices[i].from);
    }
    if (p->event != GY_HTTP_MORE)
      tell_event(s, p);
    if (p->event == GY_HTTP_FAULT)
      return false;
  } while (at < length || p->event == GY_HTTP_HEAD);
  return true;
}

static struct story parse(uint8_t kind, const uint8_t* bytes, size_t length, size_t step) {
  struct gy_http_parser p = {0};
  struct story s = {0};
  bool goes_on = true;

  gy_http_init(&p, kind & 1);
  p.lenient = kind & 2;
  p.max_head = 4096;
  p.max_pairs = kind & 16 ? 4 : 0;
  for (size_t at = 0; goes_on && at < length; at += step) {
    /* A copy of exactly this size: whoever reads past its end is seen. */
    size_t count = length - at < step ? length - at : step;
    uint8_t* piece = malloc(count);
    assert(piece != NULL);
    memcpy(piece, bytes + at, count);
    goes_on = feed(&p, kind, piece, count, &s);
    free(piece);
  }
  if (goes_on) {
    gy_http_go_on(&p, 0);
    gy_http_finish(&p);
    tell_event(&s, &p);
  }
  gy_http_free(&p);
  return s;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2)
    return 0;
  struct story whole = parse(data[0], data + 2, size - 2, size);
  struct story cut = parse(data[0], data + 2, size - 2, data[1] % 16 + 1u);
  assert(whole.length == cut.length);
  assert(whole.length == 0 || memcmp(whole.text, cut.text, whole.length) == 0);
  free(whole.text);
  free(cut.text);
  return 0;
}
