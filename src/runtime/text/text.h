/* src/runtime/text/text.h — conversions between the characters of JavaScript's strings (8-bit
 * units, which are Latin-1, or 16-bit ones, UTF-16) and bytes.
 *
 * (1) Plain C: no engine, no allocation, no locale. The caller owns every buffer.
 * (2) Input may be anything: no function reads past n, none writes more than it promises here.
 * (3) A length function returns exactly what its conversion will write for the same input. */
#ifndef GYRE_TEXT_H
#define GYRE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- UTF-8 (utf8.c) ---- */

/* Ill-formed input becomes U+FFFD, one for each maximal subpart, as in the Encoding standard.
 * Room: n units are always enough. */
size_t gy_utf8_to_utf16(const uint8_t* in, size_t n, uint16_t* out);

/* What it decodes to: how many UTF-16 units, and whether all are below 256. Then
 * gy_utf8_to_latin1() takes as many bytes as there are units. */
struct gy_utf8_shape {
  size_t units;
  bool is_latin1;
};
struct gy_utf8_shape gy_utf8_shape(const uint8_t* in, size_t n);
void gy_utf8_to_latin1(const uint8_t* in, size_t n, uint8_t* out);

/* A lone surrogate becomes U+FFFD. Room: 3 * n bytes are always enough. */
size_t gy_utf16_to_utf8(const uint16_t* in, size_t n, uint8_t* out);
size_t gy_utf8_length_of_utf16(const uint16_t* in, size_t n);

/* As much of in as fits into room bytes, whole characters only. */
struct gy_utf8_written {
  size_t read;    /* units */
  size_t written; /* bytes */
};
struct gy_utf8_written gy_utf16_to_utf8_some(const uint16_t* in, size_t n, uint8_t* out,
                                             size_t room);

bool gy_utf8_valid(const uint8_t* in, size_t n);
/* How many bytes at the end begin a character that more bytes could still complete: 0 to 3. */
size_t gy_utf8_tail(const uint8_t* in, size_t n);

/* ---- Latin-1 and ASCII (latin1.c) ---- */

bool gy_ascii_valid(const uint8_t* in, size_t n);
void gy_ascii_to_latin1(const uint8_t* in, size_t n, uint8_t* out); /* drops the high bit */
void gy_latin1_to_utf16(const uint8_t* in, size_t n, void* out); /* any alignment */
bool gy_utf16_is_latin1(const uint16_t* in, size_t n);
void gy_utf16_to_latin1(const uint16_t* in, size_t n, uint8_t* out); /* drops the high byte */
/* A unit above 255 becomes 0xff: no digit of any encoding below. */
void gy_utf16_to_latin1_marked(const uint16_t* in, size_t n, uint8_t* out);

/* Room: 2 * n bytes are always enough. */
size_t gy_latin1_to_utf8(const uint8_t* in, size_t n, uint8_t* out);
size_t gy_utf8_length_of_latin1(const uint8_t* in, size_t n);
struct gy_utf8_written gy_latin1_to_utf8_some(const uint8_t* in, size_t n, uint8_t* out,
                                              size_t room);

/* ---- Hexadecimal (hex.c) ---- */

void gy_hex_encode(const uint8_t* in, size_t n, uint8_t* out); /* 2 * n units, lower case */
/* Stops at the first pair that is not two digits; returns how many bytes were written, at most
 * min(n / 2, room). */
size_t gy_hex_decode(const uint8_t* in, size_t n, uint8_t* out, size_t room);

/* ---- Base64 (base64.c) ---- */

size_t gy_base64_length(size_t n, bool url); /* units encode writes */
size_t gy_base64_encode(const uint8_t* in, size_t n, uint8_t* out, bool url); /* url: no padding */
/* Takes both alphabets, skips other characters, ends at the first '='; returns how many bytes were
 * written, at most room. */
size_t gy_base64_decode(const uint8_t* in, size_t n, uint8_t* out, size_t room);
/* What Node calls the length of base64 text: from the number of units and the padding alone. */
size_t gy_base64_decoded_length(const uint8_t* in, size_t n);

/* The forgiving decode of the Infra standard (atob). Returns the number of bytes (room: n), or one
 * of these. */
#define GY_BASE64_BAD_CHARACTER (-1)
#define GY_BASE64_BAD_LENGTH (-2)
int64_t gy_base64_forgiving(const uint8_t* in, size_t n, uint8_t* out);

/* ---- Search (search.c) ---- */

#define GY_NOT_FOUND ((size_t) -1)
/* Where needle stands in hay at or after from (or, backwards, at or before it). With step 2 only
 * even places count. needle is not empty. */
size_t gy_find(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, size_t from,
               unsigned step);
size_t gy_find_last(const uint8_t* hay, size_t n, const uint8_t* needle, size_t m, size_t from,
                    unsigned step);

/* ---- Byte order (swap.c) ---- */

/* Reverses each group of width (2, 4 or 8) bytes in place; n is a multiple of width. */
void gy_swap(uint8_t* bytes, size_t n, unsigned width);

#endif
