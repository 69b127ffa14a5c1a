/* src/runtime/modules/awaiting.c — evaluates a script with its insertions (awaits.c).
 *
 * (1) A source without the word `async` has no await: it is not read unless it makes promises, or
 *     its import() is to be replaced. Both are found in one reading.
 * (2) The functions that the insertions call are constants in the script scope of each global
 *     object (lib/internal/async_context/awaits.js), declared with the first script that needs
 *     them: they are not properties of the global object, and the engine's compilers see constants.
 * (3) A script that the engine refuses with insertions is tried with fewer, then without: errors
 *     are always those of the source.
 * (4) The places of insertions are stored per URL, so that stacks show the columns of the
 *     source. */
#include "runtime/modules/awaiting.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/engine/lanes.h"
#include "runtime/modules/awaits.h"
#include "runtime/text/text.h"

/* ---- The text ---- */

static const struct {
  const char* text;
  uint32_t length;
} texts[GY_A_COUNT] = {
#define X(name, text) [name] = {text, sizeof(text) - 1},
    GY_AWAIT_TEXTS(X)
#undef X
};

static bool has(const struct gy_chars* chars, const char* word) {
  uint16_t units[16];
  size_t size = strlen(word);
  if (chars->narrow != NULL)
    return memmem(chars->narrow, chars->length, word, size) != NULL;
  for (size_t i = 0; i < size; i++)
    units[i] = (uint8_t) word[i];
  const char* text = (const char*) chars->wide;
  const char* end = (const char*) (chars->wide + chars->length);
  for (const char* at = text;; at++) {
    at = memmem(at, (size_t) (end - at), units, size * sizeof(*units));
    if (at == NULL || (size_t) (at - text) % sizeof(*units) == 0)
      return at != NULL;
  }
}

struct cursor {
  uint32_t line;
  uint32_t column; /* both of the result, from 1 on */
};

static void pass(struct cursor* c, const uint16_t* text, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++) {
    uint16_t unit = text[i];
    if (unit == '\n' || unit == 0x2028 || unit == 0x2029 ||
        (unit == '\r' && (i + 1 == end || text[i + 1] != '\n'))) {
      c->line++;
      c->column = 1;
    } else {
      c->column++;
    }
  }
}

/* The text of a script, as the engine has it and with 16 bits per unit. */
struct source {
  struct gy_chars chars;
  const uint16_t* units;
  uint32_t length;
};

static void copy(struct gy_draft* out, size_t to, const struct source* from, uint32_t start,
                 uint32_t end) {
  if (out->is_wide)
    memcpy((uint16_t*) out->data + to, from->chars.wide + start, (end - start) * sizeof(uint16_t));
  else
    memcpy((uint8_t*) out->data + to, from->chars.narrow + start, end - start);
}

static void put(struct gy_draft* out, size_t to, const char* text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (out->is_wide)
      ((uint16_t*) out->data)[to + i] = (uint8_t) text[i];
    else
      ((uint8_t*) out->data)[to + i] = (uint8_t) text[i];
  }
}

/* Copies the text with its insertions to `out`, and writes down where they went. */
static void merge(const struct source* from, const struct gy_numbers* inserts, struct gy_draft* out,
                  uint32_t* places) {
  struct cursor c = {1, 1};
  size_t to = 0;
  uint32_t at = 0;
  for (size_t i = 0; i < inserts->count; i += 2) {
    uint32_t start = (uint32_t) inserts->at[i];
    int32_t which = inserts->at[i + 1];
    copy(out, to, from, at, start);
    to += start - at;
    pass(&c, from->units, at, start);
    at = start;
    put(out, to, texts[which].text, texts[which].length);
    to += texts[which].length;
    *places++ = c.line;
    *places++ = c.column;
    *places++ = texts[which].length;
    c.column += texts[which].length;
  }
  copy(out, to, from, at, from->length);
}

/* ---- import() ---- */

/* As long as the word that it replaces. */
static const char load_name[] = "_$load";
enum { LOAD_LENGTH = sizeof(load_name) - 1 };

/* Whether what was found of import() is that word alone. */
static bool are_plain(const struct gy_lexer* l) {
  for (size_t i = 0; i < l->found.count; i += GY_RECORD) {
    const int32_t* record = &l->found.at[i];
    if (record[0] == GY_F_META || (record[0] == GY_F_LOAD && record[2] - record[1] != LOAD_LENGTH))
      return false;
  }
  return true;
}

/* In the text with its insertions, of which those at the same place come first. */
static void replace_loads(const struct gy_lexer* l, const struct gy_numbers* inserts,
                          struct gy_draft* out) {
  size_t next = 0, shift = 0;
  for (size_t i = 0; i < l->found.count; i += GY_RECORD) {
    const int32_t* record = &l->found.at[i];
    if (record[0] != GY_F_LOAD)
      continue;
    for (; next < inserts->count && inserts->at[next] <= record[1]; next += 2)
      shift += texts[inserts->at[next + 1]].length;
    put(out, (size_t) record[1] + shift, load_name, LOAD_LENGTH);
  }
}

/* ---- Both ---- */

struct insertions {
  JSStringRef text; /* with them; NULL when there are none, and no import() */
  uint32_t* places; /* for free() */
  size_t count;
};

/* Finds what to insert and, if `loads`, each import(). False when nothing is to be changed, or when
 * this cannot be done here. */
static bool read_source(struct gy_lexer* l, const struct source* from, int mode, bool loads,
                        struct gy_numbers* inserts) {
  bool fine = false;
  gy_lexer_open(l, from->units, from->length);
  if (mode <= GY_AWAIT_PLAIN) {
    fine = gy_lex_awaits(l, mode, inserts);
    if (!fine)
      inserts->count = 0;
    if (!loads || (fine && !l->has_using && are_plain(l)))
      return fine;
  }
  if (!fine && (mode > GY_AWAIT_PLAIN || l->now->kind != GY_T_END)) {
    gy_lexer_close(l);
    gy_lexer_open(l, from->units, from->length);
    gy_lex_module(l, true);
  }
  return !l->no_memory && !l->has_using && are_plain(l);
}

static void insert_all(gy_env* env, const struct source* from, int mode, bool loads,
                       struct insertions* made) {
  struct gy_numbers inserts = {0};
  struct gy_draft out;
  struct gy_lexer l;

  if (read_source(&l, from, mode, loads, &inserts)) {
    size_t size = from->length;
    for (size_t i = 1; i < inserts.count; i += 2)
      size += texts[inserts.at[i]].length;
    made->count = inserts.count / 2 * 3;
    made->places = malloc((made->count + 1) * sizeof(*made->places));
    /* As wide as the source: an 8-bit one is parsed faster and takes half the memory. */
    if (made->places != NULL &&
        gy_engine.start_string(env, &out, size, from->chars.narrow == NULL)) {
      merge(from, &inserts, &out, made->places);
      if (loads)
        replace_loads(&l, &inserts, &out);
      made->text = gy_script_string(env, gy_engine.finish_string(env, &out));
    }
  }
  gy_lexer_close(&l);
  free(inserts.at);
}

static bool may_wait(const struct gy_chars* chars) {
  return has(chars, "async") || has(chars, "new Promise");
}

static struct insertions with_insertions(gy_env* env, JSStringRef text, int mode, bool loads) {
  struct insertions made = {0};
  struct source source;

  if (!gy_chars_open(env, JSValueMakeString(env->ctx, text), &source.chars, NULL))
    return made;
  if (mode <= GY_AWAIT_PLAIN && !may_wait(&source.chars))
    mode = GY_AWAIT_NONE;
  source.length = (uint32_t) source.chars.length;
  if (source.chars.length < 1u << 30 && (mode != GY_AWAIT_NONE || loads)) {
    uint16_t* units =
        source.chars.narrow != NULL ? malloc((source.chars.length + 1) * sizeof(*units)) : NULL;
    if (units != NULL)
      gy_latin1_to_utf16(source.chars.narrow, source.chars.length, units);
    source.units = units != NULL ? units : source.chars.wide;
    if (source.units != NULL)
      insert_all(env, &source, mode, loads, &made);
    free(units);
  }
  gy_chars_close(&source.chars);
  if (made.text == NULL) {
    free(made.places);
    made.places = NULL;
  }
  return made;
}

/* ---- Where they stand ---- */

struct gy_columns {
  JSStringRef url;
  uint32_t hash; /* of the URL */
  uint32_t* places;
  size_t count;
};

static uint32_t hash_of(JSStringRef url) {
  const uint16_t* units = JSStringGetCharactersPtr(url);
  size_t length = JSStringGetLength(url);
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ units[i]) * 16777619u;
  return hash;
}

static struct gy_columns* find(gy_env* env, JSStringRef url, uint32_t hash) {
  for (size_t i = env->columns_count; i-- > 0;)
    if (env->columns[i].hash == hash && JSStringIsEqual(env->columns[i].url, url))
      return &env->columns[i];
  return NULL;
}

static void keep_columns(gy_env* env, JSStringRef url, uint32_t* places, size_t count) {
  uint32_t hash = hash_of(url);
  struct gy_columns* entry = find(env, url, hash);
  if (entry == NULL) {
    size_t size = (env->columns_count + 1) * sizeof(*entry);
    /* A power of two is full. */
    bool grows = (env->columns_count & (env->columns_count - 1)) == 0;
    struct gy_columns* more = grows ? realloc(env->columns, 2 * size) : env->columns;
    if (more == NULL) {
      free(places);
      return;
    }
    env->columns = more;
    entry = &more[env->columns_count++];
    *entry = (struct gy_columns){.url = JSStringRetain(url), .hash = hash};
  }
  free(entry->places);
  entry->places = places;
  entry->count = count;
  env->shared_state[GY_INSERTIONS]++;
}

const uint32_t* gy_script_columns(gy_env* env, JSStringRef url, size_t* count) {
  const struct gy_columns* entry = find(env, url, hash_of(url));
  *count = entry != NULL ? entry->count : 0;
  return entry != NULL ? entry->places : NULL;
}

/* ---- Evaluating ---- */

/* The object of functions, from lib/. What they need is loaded before them, without insertions. */
static JSObjectRef helpers(gy_env* env) {
  if (env->awaits == NULL && env->load != NULL && !env->loads_awaits) {
    JSValueRef id = gy_string(env, "internal/async_context/awaits");
    env->loads_awaits = true;
    JSValueRef loaded = JSObjectCallAsFunction(env->ctx, env->load, NULL, 1, &id, NULL);
    env->loads_awaits = false;
    if (loaded != NULL && JSValueIsObject(env->ctx, loaded))
      env->awaits = (JSObjectRef) gy_hold(env, loaded);
  }
  return env->awaits;
}

/* Declares the functions in the script scope of `target`, once. */
static bool declare(gy_env* env, JSContextRef target) {
  static const char name[] = "_$$helpers";
  static const char source[] =
      "const{r:_$$r,w:_$$w,c:_$$c,k:_$$k,x:_$$x,q:_$$q,z:_$$z,y:_$$y,d:_$$d,i:_$$i,p:_$$p,"
      "v:_$$v}=_$$helpers";
  JSObjectRef functions = helpers(env);
  JSObjectRef global = JSContextGetGlobalObject(target);
  JSStringRef key, text;
  bool fine;

  if (functions == NULL)
    return false;
  key = JSStringCreateWithUTF8CString("typeof _$$r");
  JSValueRef known = JSEvaluateScript(target, key, NULL, NULL, 1, NULL);
  JSStringRelease(key);
  JSStringRef type = known != NULL ? JSValueToStringCopy(target, known, NULL) : NULL;
  fine = type != NULL && JSStringIsEqualToUTF8CString(type, "function");
  if (type != NULL)
    JSStringRelease(type);
  if (fine)
    return true;
  key = JSStringCreateWithUTF8CString(name);
  text = JSStringCreateWithUTF8CString(source);
  JSObjectSetProperty(target, global, key, functions, kJSPropertyAttributeNone, NULL);
  fine = JSEvaluateScript(target, text, NULL, NULL, 1, NULL) != NULL;
  JSObjectDeleteProperty(target, global, key, NULL);
  JSStringRelease(key);
  JSStringRelease(text);
  return fine;
}

static bool is_declared(gy_env* env, JSContextRef target) {
  if (target != (JSContextRef) env->ctx)
    return declare(env, target);
  if (!env->has_awaits)
    env->has_awaits = declare(env, target);
  return env->has_awaits;
}

JSStringRef gy_awaits_text(gy_env* env, JSStringRef text, int mode) {
  struct insertions made = with_insertions(env, text, mode, false);

  free(made.places);
  if (made.text != NULL && !is_declared(env, env->ctx)) {
    JSStringRelease(made.text);
    made.text = NULL;
  }
  return made.text;
}

/* True when that was it: with a value, or with an exception that is not of the insertions. */
static bool evaluate_with(gy_env* env, JSContextRef target, const struct gy_script* script,
                          enum gy_effect effect, struct insertions* made, JSValueRef* value,
                          JSValueRef* exception) {
  bool fine = is_declared(env, target);
  if (fine && effect == GY_RUNS) {
    fine = JSCheckScriptSyntax(target, made->text, script->url, script->line, NULL);
    if (fine) {
      keep_columns(env, script->url, made->places, made->count);
      made->places = NULL;
    }
  }
  if (fine) {
    *value = JSEvaluateScript(target, made->text, NULL, script->url, script->line,
                              effect == GY_RUNS ? exception : NULL);
    fine = *value != NULL || effect == GY_RUNS;
  }
  JSStringRelease(made->text);
  if (fine && made->places != NULL)
    keep_columns(env, script->url, made->places, made->count);
  else
    free(made->places);
  return fine;
}

JSValueRef gy_script_evaluate(gy_env* env, JSContextRef target, const struct gy_script* script,
                              enum gy_effect effect, JSValueRef* exception) {
  JSValueRef value = NULL;
  int last = script->loads ? GY_AWAIT_NONE : GY_AWAIT_PLAIN;
  for (int mode = GY_AWAIT_ALL; mode <= last; mode++) {
    struct insertions made = with_insertions(env, script->source, mode, script->loads);
    if (made.text == NULL)
      break; /* another mode finds none either */
    if (made.count == 0) {
      value = JSEvaluateScript(target, made.text, NULL, script->url, script->line, exception);
      if (value == NULL && exception != NULL)
        gy_script_hide_place(target, script, exception);
      JSStringRelease(made.text);
      free(made.places);
      return value;
    }
    if (evaluate_with(env, target, script, effect, &made, &value, exception))
      return value;
  }
  if (script->loads)
    return gy_undefined(env);
  value = JSEvaluateScript(target, script->source, NULL, script->url, script->line, exception);
  if (value == NULL && exception != NULL)
    gy_script_hide_place(target, script, exception);
  return value;
}

/* Whether the object has an enumerable property of that name, its own or not. */
static bool is_enumerable(JSContextRef target, JSObjectRef object, const char* name) {
  JSPropertyNameArrayRef names = JSObjectCopyPropertyNames(target, object);
  size_t count = JSPropertyNameArrayGetCount(names);
  bool found = false;

  for (size_t i = 0; i < count && !found; i++)
    found = JSStringIsEqualToUTF8CString(JSPropertyNameArrayGetNameAtIndex(names, i), name);
  JSPropertyNameArrayRelease(names);
  return found;
}

static void hide(JSContextRef target, JSObjectRef object, const char* name) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSValueRef value = JSObjectGetProperty(target, object, key, NULL);

  if (value != NULL && JSObjectDeleteProperty(target, object, key, NULL))
    JSObjectSetProperty(target, object, key, value, kJSPropertyAttributeDontEnum, NULL);
  JSStringRelease(key);
}

/* What a script threw is looked at only if no script ran: it may be a Proxy. */
void gy_script_hide_place(JSContextRef target, const struct gy_script* script,
                          const JSValueRef* exception) {
  JSObjectRef error = (JSObjectRef) *exception;

  if (*exception == NULL || !JSValueIsObject(target, *exception) ||
      JSCheckScriptSyntax(target, script->source, script->url, script->line, NULL) ||
      !is_enumerable(target, error, "line"))
    return;
  hide(target, error, "line");
  hide(target, error, "sourceURL");
}
