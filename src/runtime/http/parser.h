/* src/runtime/http/parser.h — HTTP/1 messages, cut out of bytes. Knows no JavaScript.
 *
 * (1) gy_http_execute() stops at each thing its caller must know: a head, the end of a message, a
 *     fault, or MAX_SLICES pieces of body. It calls nobody. The result does not depend on where the
 *     input is cut.
 * (2) Strict, for what two parties read differently lets one smuggle requests past the other: lines
 *     end with CRLF, nothing is folded, Content-Length comes once and never beside
 *     Transfer-Encoding. `lenient` gives up most of that and is off unless the user asks.
 * (3) Names of faults and their words are those of llhttp 9, which Node.js shows its users.
 * (4) The head is kept as text: URL or reason, then names and values, one per line; none of them
 *     can hold a line feed. Trailers are kept in the same way, without a first line.
 * (5) A trailer that says how a message is framed is judged by the rules for headers: a
 *     Content-Length, or a second Transfer-Encoding in a request, is a fault, and after
 *     `Connection: close` nothing may follow. */
#ifndef RUNTIME_HTTP_PARSER_H
#define RUNTIME_HTTP_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GY_HTTP_SLICES = 32 };

enum gy_http_event {
  GY_HTTP_MORE, /* all of the input was used, or all slices are full */
  GY_HTTP_HEAD, /* say how to go on by gy_http_go_on() */
  GY_HTTP_COMPLETE,
  GY_HTTP_FAULT
};

/* How to go on after a head. */
enum gy_http_mode {
  GY_HTTP_SKIP_BODY = 1, /* whatever the head says, there is none */
  GY_HTTP_LEAVE = 2      /* after this message the connection speaks another protocol */
};

struct gy_http_parser {
  bool is_response;
  bool lenient;
  size_t max_head;  /* bytes of the first line's text, names and values */
  size_t max_pairs; /* 0: no limit; a response drops what is over it, a request is at fault */

  /* what was found */
  enum gy_http_event event;
  const char* fault; /* HPE_… */
  const char* reason;
  uint8_t method; /* index in gy_http_methods */
  uint16_t status;
  uint8_t major, minor;
  bool keep_alive;
  bool upgrade; /* asked for */
  bool busy;    /* in the middle of a message */
  char* text;
  size_t length;
  struct {
    size_t from, to; /* offsets in the input */
  } slices[GY_HTTP_SLICES];
  int count;

  /* where it is */
  uint8_t state;
  uint8_t matched; /* bytes of a fixed word */
  uint16_t flags; /* fields.h */
  bool in_trailers, skipping;
  bool leaving; /* gy_http_go_on() was given GY_HTTP_LEAVE */
  bool over;    /* no message may follow this one */
  size_t room, head_bytes, pairs, extension_bytes;
  size_t name_at, value_at; /* in text, of the header at hand */
  uint64_t remaining;
  char word[24];
  const uint8_t* begin; /* of the input of this call */
};

extern const char* const gy_http_methods[];
extern const size_t gy_http_method_count;

void gy_http_init(struct gy_http_parser* p, bool is_response);
void gy_http_free(struct gy_http_parser* p);

/* To be called after each event before execute() is called again; the mode counts after a head. */
void gy_http_go_on(struct gy_http_parser* p, int mode);

/* Parses input[start…length]; returns where it stopped. */
size_t gy_http_execute(struct gy_http_parser* p, const uint8_t* input, size_t start, size_t length);

/* The sender has ended: completes a body without a length; a fault in the middle of a message. */
void gy_http_finish(struct gy_http_parser* p);

#endif
