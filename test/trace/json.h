/* test/trace/json.h — is this text one JSON value and nothing else? */
#ifndef TEST_JSON_H
#define TEST_JSON_H

#include <ctype.h>
#include <string.h>

static const char* json_value(const char* s);

static const char* json_space(const char* s) {
  while (s != NULL && isspace((unsigned char) *s))
    s++;
  return s;
}

static const char* json_string(const char* s) {
  if (*s++ != '"')
    return NULL;
  for (; *s != '"'; s++) {
    if ((unsigned char) *s < 0x20)
      return NULL;
    if (*s == '\\' && *++s == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") < 4)
      return NULL;
  }
  return s + 1;
}

/* What stands between brackets, with or without names. */
static const char* json_list(const char* s, char end, int named) {
  s = json_space(s + 1);
  if (*s == end)
    return s + 1;
  for (;;) {
    if (named) {
      s = json_space(json_string(s));
      if (s == NULL || *s++ != ':')
        return NULL;
      s = json_space(s);
    }
    s = json_space(json_value(s));
    if (s == NULL || (*s != ',' && *s != end))
      return NULL;
    if (*s++ == end)
      return s;
    s = json_space(s);
  }
}

static const char* json_number(const char* s) {
  size_t digits;
  s += *s == '-';
  digits = strspn(s, "0123456789");
  if (digits == 0)
    return NULL;
  s += digits;
  if (*s != '.')
    return s;
  digits = strspn(++s, "0123456789");
  return digits == 0 ? NULL : s + digits;
}

/* Behind the value, or NULL. */
static const char* json_value(const char* s) {
  if (*s == '{')
    return json_list(s, '}', 1);
  if (*s == '[')
    return json_list(s, ']', 0);
  if (*s == '"')
    return json_string(s);
  if (strncmp(s, "null", 4) == 0 || strncmp(s, "true", 4) == 0)
    return s + 4;
  return json_number(s);
}

static int json_valid(const char* s) {
  s = json_space(json_value(s));
  return s != NULL && *s == '\0';
}

#endif
