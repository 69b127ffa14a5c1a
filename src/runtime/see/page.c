/* src/runtime/see/page.c — the responses to the browser: the page, the events, the text of a source
 * file, and the commands of the buttons.
 *
 *   GET  /              the page, in one file
 *   GET  /events        the events (feed.c)
 *   GET  /source?file=  the text of a file that the program has loaded
 *   POST /command?do=   step, run, pause, slow (with speed=), end
 *
 * (1) Every address requires the token.
 * (2) No file is opened for a browser: only texts that the program has handed over are served. */
#include "page.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "uv.h"

enum { TOKEN_BYTES = 16, NAME = 4096 };

struct source {
  struct source* next;
  char* file;
  char* text;
  size_t length;
};

static struct {
  pthread_mutex_t lock;
  struct source* sources;
  char* html;
  size_t length;
  char token[2 * TOKEN_BYTES + 1];
} page = {.lock = PTHREAD_MUTEX_INITIALIZER};

static char* copy(const char* text, size_t length) {
  char* bytes = malloc(length + 1);

  if (bytes != NULL) {
    memcpy(bytes, text, length);
    bytes[length] = '\0';
  }
  return bytes;
}

static void on_page(struct gy_http_peer* peer, const struct gy_request* request) {
  (void) request;
  gy_http_answer(peer, 200, "text/html; charset=utf-8", copy(page.html, page.length), page.length);
}

/* ---- Sources ---- */

static void free_source(struct source* source) {
  if (source == NULL)
    return;
  free(source->file);
  free(source->text);
  free(source);
}

int gy_page_add_source(const char* file, const char* text, size_t length) {
  struct source* source = malloc(sizeof(*source));

  if (source != NULL)
    *source = (struct source){.file = strdup(file), .text = copy(text, length), .length = length};
  if (source == NULL || source->file == NULL || source->text == NULL) {
    free_source(source);
    return UV_ENOMEM;
  }
  pthread_mutex_lock(&page.lock);
  source->next = page.sources;
  page.sources = source;
  pthread_mutex_unlock(&page.lock);
  return 0;
}

/* Sources are never removed: a pointer to one stays valid without the lock. */
static const struct source* find_source(const char* file) {
  pthread_mutex_lock(&page.lock);
  const struct source* source = page.sources;
  pthread_mutex_unlock(&page.lock);
  while (source != NULL && strcmp(source->file, file) != 0)
    source = source->next;
  return source;
}

static void on_source(struct gy_http_peer* peer, const struct gy_request* request) {
  const struct source* source = NULL;
  char file[NAME];

  if (gy_request_parameter(request, "file", file, sizeof(file)))
    source = find_source(file);
  if (source == NULL)
    gy_http_respond(peer, 404, "The program has loaded no such file.\n");
  else
    gy_http_answer(peer, 200, "text/plain; charset=utf-8", copy(source->text, source->length),
                   source->length);
}

/* ---- Commands ---- */

static void do_step(double speed) {
  (void) speed;
  gy_gate_step(1);
}

static void do_run(double speed) {
  gy_gate_set(GY_GATE_RUN, speed);
}

static void do_pause(double speed) {
  gy_gate_set(GY_GATE_STEP, speed);
}

static void do_slow(double speed) {
  gy_gate_set(GY_GATE_SLOW, speed);
}

static void do_end(double speed) {
  (void) speed;
  gy_gate_release();
}

static const struct {
  const char* word;
  void (*run)(double speed);
} commands[] = {
    {"step", do_step}, {"run", do_run}, {"pause", do_pause}, {"slow", do_slow}, {"end", do_end},
};

static void on_command(struct gy_http_peer* peer, const struct gy_request* request) {
  char word[16], speed[16];

  if (!gy_request_parameter(request, "do", word, sizeof(word)))
    word[0] = '\0';
  if (!gy_request_parameter(request, "speed", speed, sizeof(speed)))
    speed[0] = '\0';
  for (size_t i = 0; i < GY_COUNT(commands); i++) {
    if (strcmp(commands[i].word, word) != 0)
      continue;
    gy_http_respond(peer, 200, ""); /* first: after `end` nothing is written any more */
    commands[i].run(strtod(speed, NULL));
    return;
  }
  gy_http_respond(peer, 400, "There is no such command.\n");
}

/* ---- The beginning ---- */

static const struct gy_http_route routes[] = {
    {"GET", "/", on_page, true},
    {"GET", "/events", gy_feed_serve, true},
    {"GET", "/source", on_source, true},
    {"POST", "/command", on_command, true},
};

static int make_token(void) {
  unsigned char bytes[TOKEN_BYTES];
  int err = uv_random(NULL, NULL, bytes, sizeof(bytes), 0, NULL);

  for (size_t i = 0; err == 0 && i < sizeof(bytes); i++)
    snprintf(page.token + 2 * i, 3, "%02x", bytes[i]);
  return err;
}

int gy_page_open(unsigned port, const char* html, size_t length, unsigned* actual,
                 const char** token) {
  int fd, err = make_token();

  if (err != 0)
    return err;
  page.html = copy(html, length);
  page.length = length;
  if (page.html == NULL)
    return UV_ENOMEM;
  fd = gy_http_listen(port, actual);
  err = fd < 0 ? fd : gy_http_serve(fd, *actual, routes, GY_COUNT(routes), page.token);
  if (err != 0) {
    free(page.html);
    page.html = NULL;
  }
  *token = page.token;
  return err;
}
