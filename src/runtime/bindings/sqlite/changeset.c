/* src/runtime/bindings/sqlite/changeset.c — checks the form of a changeset.
 *
 * SQLite 3.40 never returns from sqlite3changeset_next() if the input ends inside of the head of a
 * table. The input is not trusted, so its form is checked before SQLite reads it.
 *
 * The form: tables, each a head and its changes. A head is 'T' (changeset) or 'P' (patchset), the
 * number of columns, a byte for each that says whether it is part of the key, and the name of the
 * table, which a zero ends. A change is an operation, a byte, and one or two records. A record is a
 * value per column; a delete in a patchset has those of the key only. Numbers are varints.
 *
 * (1) Nothing beyond `end` is read. (2) Each step consumes a byte at least. */
#include <string.h>

#include "sqlite.h"

struct reader {
  const uint8_t *at, *end;
  bool is_patchset;
  const uint8_t* keys; /* of the table: a byte per column */
  uint64_t columns;
};

static size_t left(const struct reader* r) {
  return (size_t) (r->end - r->at);
}

static bool skip(struct reader* r, uint64_t count) {
  if (count > left(r))
    return false;
  r->at += count;
  return true;
}

/* SQLite's varint: seven bits per byte, the highest first; a ninth byte has eight. */
static bool read_varint(struct reader* r, uint64_t* number) {
  uint64_t value = 0;

  for (int i = 0; i < 9; i++) {
    if (left(r) == 0)
      return false;
    uint8_t byte = *r->at++;
    if (i == 8) {
      *number = value << 8 | byte;
      return true;
    }
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80)
      break;
  }
  *number = value;
  return true;
}

static bool read_head(struct reader* r) {
  const uint8_t* zero;

  r->is_patchset = *r->at++ == 'P';
  if (!read_varint(r, &r->columns) || r->columns == 0)
    return false;
  r->keys = r->at;
  if (!skip(r, r->columns))
    return false;
  zero = memchr(r->at, 0, left(r));
  if (zero == NULL)
    return false;
  r->at = zero + 1;
  return true;
}

static bool read_value(struct reader* r) {
  uint64_t length;

  if (left(r) == 0)
    return false;
  switch (*r->at++) {
    case 0: /* not given */
    case SQLITE_NULL: return true;
    case SQLITE_INTEGER:
    case SQLITE_FLOAT: return skip(r, 8);
    case SQLITE_TEXT:
    case SQLITE_BLOB: return read_varint(r, &length) && skip(r, length);
    default: return false;
  }
}

static bool read_record(struct reader* r, bool only_key) {
  for (uint64_t i = 0; i < r->columns; i++) {
    if (only_key && r->keys[i] == 0)
      continue;
    if (!read_value(r))
      return false;
  }
  return true;
}

static bool read_change(struct reader* r) {
  uint8_t operation = *r->at++;

  if (r->keys == NULL || !skip(r, 1))
    return false;
  switch (operation) {
    case SQLITE_INSERT: return read_record(r, false);
    case SQLITE_DELETE: return read_record(r, r->is_patchset);
    case SQLITE_UPDATE:
      return read_record(r, false) && (r->is_patchset || read_record(r, false));
    default: return false;
  }
}

bool gy_sqlite_is_changeset(const uint8_t* bytes, size_t length) {
  struct reader r = {bytes, bytes + length, false, NULL, 0};

  while (left(&r) > 0) {
    bool is_head = *r.at == 'T' || *r.at == 'P';
    if (!(is_head ? read_head(&r) : read_change(&r)))
      return false;
  }
  return true;
}
