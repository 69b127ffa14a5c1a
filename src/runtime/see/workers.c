/* src/runtime/see/workers.c — the main thread asks its workers what only their own threads know,
 * from inside the program: for the reports of `gyre why FILE` and --why-signal. Another process
 * asks by control.c.
 *
 * (1) A worker answers when its loop turns; nobody waits for it.
 * (2) A worker that has ended does not answer. */
#include <stdlib.h>
#include <string.h>

#include "loops.h"
#include "see.h"

struct question {
  const char* name; /* of lib/internal/see/answer.js */
  uint32_t thread;
  char* text; /* malloc()ed: the answer */
};

static void free_question(struct question* question) {
  free(question->text);
  free(question);
}

/* On the main thread. */
static void deliver(void* arg) {
  struct question* question = arg;
  gy_env* env = gy_env_here();

  if (!env->exiting)
    gy_enter_inspector(env, "internal/see/commands/why", "onWorker",
                       gy_string(env, question->text));
  free_question(question);
}

/* On the worker's thread. */
static void answer(void* arg) {
  struct question* question = arg;
  gy_env* env = gy_env_here();
  char* found =
      env->exiting || gy_loop_is_closing(env->seen) ? NULL : gy_answer(env, question->name);
  size_t length = 0;
  FILE* out = found != NULL ? open_memstream(&question->text, &length) : NULL;

  if (out != NULL) {
    fprintf(out, "{\"thread\":%u,\"name\":", question->thread);
    gy_json_string(out, env->seen->name);
    fprintf(out, ",\"answer\":%s}", found);
    fclose(out);
  }
  free(found);
  if (question->text == NULL || gy_main_post(deliver, question) != 0)
    free_question(question);
}

void gy_query_workers(const char* name) {
  for (struct gy_see_loop* loop = gy_loop_hold_after(0); loop != NULL;) {
    struct question* question = calloc(1, sizeof(*question));
    uint32_t id = loop->id;
    gy_loop_release(loop);
    if (question == NULL)
      return;
    *question = (struct question){.name = name, .thread = id};
    if (gy_loop_post(id, answer, question) != 0)
      free_question(question);
    loop = gy_loop_hold_after(id);
  }
}
