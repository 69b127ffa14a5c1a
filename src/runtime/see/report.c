/* src/runtime/see/report.c — the report on a blocked loop as text, as JSON and for the trace.
 *
 * (1) A report names the innermost frame of the program's own code, with its path relative to the
 *     working directory if inside it. Without such a frame it names what is known. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "runtime/worker/worker.h"
#include "see.h"
#include "uv_trace.h"

enum { SHOWN_FRAMES = 5, MUCH_COLLECTING = 20 /* percent */ };

static const char* shown_path(const char* file) {
  static char folder[PATH_MAX];
  size_t length;

  if (getcwd(folder, sizeof(folder)) == NULL)
    return file;
  length = strlen(folder);
  if (strncmp(file, folder, length) == 0 && file[length] == '/')
    return file + length + 1;
  return file;
}

static void write_frame(FILE* out, const struct gy_frame* frame) {
  const char* path = shown_path(frame->file);

  if (frame->name[0] == '\0')
    fprintf(out, "%s:%d", path, frame->line);
  else
    fprintf(out, "%s (%s:%d)", frame->name, path, frame->line);
}

static unsigned long long ms_of(uint64_t ns) {
  return (ns + 500000) / 1000000;
}

static void write_place(FILE* out, const struct gy_report* report) {
  static const char* const queues[] = {[GY_DOING_TICKS] = " (a tick)",
                                       [GY_DOING_JOBS] = " (a promise job)",
                                       [GY_DOING_REJECTIONS] = " (unhandled rejections)"};
  const char* queue = (size_t) report->doing < GY_COUNT(queues) ? queues[report->doing] : NULL;

  fprintf(out, "in %s%s", strcmp(report->phase, "main") == 0 ? "the main script" : report->phase,
          queue != NULL ? queue : "");
}

static void write_culprit(FILE* out, const struct gy_report* report) {
  int top = gy_stack_top(&report->stack);

  if (top >= 0) {
    fputs(", by ", out);
    write_frame(out, &report->stack.frames[top]);
  } else if (report->stack.count > 0) {
    fputs(", by the runtime itself", out);
  }
  if (report->what[0] != '\0')
    fprintf(out, ", in %s", report->what);
}

/* A recursive call is shown once. */
static bool is_same(const struct gy_frame* a, const struct gy_frame* b) {
  return a->line == b->line && strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0;
}

static void write_stack(FILE* out, const struct gy_report* report) {
  const struct gy_stack* stack = &report->stack;
  int top = gy_stack_top(stack), bottom = gy_stack_bottom(stack), shown = 0;

  if (top == bottom)
    return; /* the sentence names it */
  for (int i = top; i <= bottom && shown < SHOWN_FRAMES; i++) {
    const struct gy_frame* frame = &stack->frames[i];
    if (!frame->is_user || (i > top && is_same(frame, frame - 1)))
      continue;
    fputs("    at ", out);
    write_frame(out, frame);
    fputc('\n', out);
    shown++;
  }
}

/* Only if that is a large part of the time. */
static void write_waited(FILE* out, const struct gy_report* report) {
  if (report->waited_ns > report->duration_ns / 4)
    fprintf(out, " (%llu ms of it the machine was busy with others)", ms_of(report->waited_ns));
}

/* "the loop", or "the loop of worker 3 (images)". */
static void write_loop(FILE* out, const struct gy_report* report) {
  fputs("the loop", out);
  if (report->thread != 0)
    fprintf(out, " of worker %u", report->thread);
  if (report->thread != 0 && strcmp(report->thread_name, GY_WORKER_UNNAMED) != 0)
    fprintf(out, " (%s)", report->thread_name);
}

static void print_blocked(FILE* out, const struct gy_report* report) {
  fputs("gyre: ", out);
  write_loop(out, report);
  fprintf(out, " is blocked for %llu ms, ", ms_of(report->duration_ns));
  write_place(out, report);
  write_culprit(out, report);
  write_waited(out, report);
  fputc('\n', out);
  write_stack(out, report);
}

static void print_starving(FILE* out, const struct gy_report* report) {
  bool is_ticks = report->doing == GY_DOING_TICKS;
  int top = gy_stack_top(&report->stack);

  if (report->consecutive > 0)
    fprintf(out, "gyre: %s%llu %s in a row have run", is_ticks ? "" : "about ",
            (unsigned long long) report->consecutive, is_ticks ? "ticks" : "promise jobs");
  else
    fputs("gyre: many promise jobs in a row have run", out);
  if (top >= 0) {
    fputs(", fed by ", out);
    write_frame(out, &report->stack.frames[top]);
  }
  fputs(": ", out);
  write_loop(out, report);
  fprintf(out, " has not turned for %llu ms, ", ms_of(report->duration_ns));
  fprintf(out, "in %s", strcmp(report->phase, "main") == 0 ? "the main script" : report->phase);
  write_waited(out, report);
  fputc('\n', out);
}

uint64_t gy_report_share(const struct gy_report* report) {
  uint64_t end_ns = report->left_ns != 0 ? report->left_ns : report->began_ns + report->duration_ns;

  return end_ns - report->part_ns;
}

/* Promise jobs cannot be distinguished: the engine has no hook for their start and end. */
static void write_share(FILE* out, const struct gy_report* report) {
  bool is_part = report->left_ns != 0 || report->part_ns != report->began_ns;

  if (is_part)
    fprintf(out, ", %llu ms of it", ms_of(gy_report_share(report)));
  if (report->doing == GY_DOING_JOBS && !report->is_starving)
    fputs(" of promise jobs, one of them at ", out);
  else
    fputs(is_part ? " by " : " of ", out);
}

static void print_over(FILE* out, const struct gy_report* report) {
  int top = gy_stack_top(&report->stack);

  fputs("gyre: ", out);
  write_loop(out, report);
  fprintf(out, " turns again, after %llu ms", ms_of(report->duration_ns));
  if (top >= 0) {
    write_share(out, report);
    write_frame(out, &report->stack.frames[top]);
  }
  if (report->collecting >= MUCH_COLLECTING)
    fprintf(out, "; garbage was collected for %u %% of it", report->collecting);
  fputc('\n', out);
}

void gy_report_print(FILE* out, const struct gy_report* report) {
  if (report->is_over)
    print_over(out, report);
  else if (report->is_starving)
    print_starving(out, report);
  else
    print_blocked(out, report);
}

/* ---- For machines ---- */

static void json_stack(FILE* out, const struct gy_stack* stack) {
  char* text = NULL;
  size_t length = 0;
  FILE* lines = open_memstream(&text, &length);

  fputs(",\"stack\":", out);
  if (lines == NULL) {
    fputs("\"\"", out);
    return;
  }
  for (int i = 0; i < stack->count; i++) {
    const struct gy_frame* frame = &stack->frames[i];
    const char* name = frame->name[0] != '\0' ? frame->name : "<anonymous>";
    if (frame->file[0] == '\0')
      fprintf(lines, "%s    at %s (<anonymous>)", i > 0 ? "\n" : "", name);
    else
      fprintf(lines, "%s    at %s (%s:%d)", i > 0 ? "\n" : "", name, frame->file, frame->line);
  }
  fclose(lines);
  gy_json_string(out, text);
  free(text);
}

static const char* callback_of(const struct gy_report* report) {
  static const char* const kinds[GY_KINDS] = {[GY_MAIN] = "main",
                                              [GY_TIMER] = "timer",
                                              [GY_IMMEDIATE] = "immediate",
                                              [GY_IO] = "io",
                                              [GY_CLOSE] = "close"};

  if (report->doing == GY_DOING_TICKS)
    return "tick";
  return report->doing == GY_DOING_JOBS ? "promise" : kinds[report->kind];
}

void gy_report_json(FILE* out, const struct gy_report* report) {
  static const struct gy_frame nowhere = {.name = "", .file = ""};
  int top = gy_stack_top(&report->stack);
  const struct gy_frame* frame = top >= 0 ? &report->stack.frames[top] : &nowhere;

  fprintf(out, "{\"thread\":%u,\"duration\":%.3f,\"phase\":\"%s\",\"callback\":\"%s\"",
          report->thread,
          (double) (report->is_over ? gy_report_share(report) : report->duration_ns) / 1e6,
          report->phase, callback_of(report));
  fputs(",\"what\":", out);
  gy_json_string(out, report->what);
  fputs(",\"function\":", out);
  gy_json_string(out, frame->name);
  fputs(",\"file\":", out);
  gy_json_string(out, frame->file);
  fprintf(out, ",\"line\":%d", frame->line);
  json_stack(out, &report->stack);
  fprintf(out, ",\"starving\":%s,\"inARow\":%llu,\"collecting\":%u,\"ended\":%s}",
          report->is_starving ? "true" : "false", (unsigned long long) report->consecutive,
          report->collecting, report->is_over ? "true" : "false");
}

/* ---- For the last seconds ---- */

void gy_report_to_slice(uv_loop_t* loop, const struct gy_report* report) {
  int top = gy_stack_top(&report->stack);
  char text[PATH_MAX + 256];
  const char* text_copy;

  if (top < 0)
    return;
  const struct gy_frame* frame = &report->stack.frames[top];
  bool named = frame->name[0] != '\0', in = report->what[0] != '\0';
  int length = snprintf(text, sizeof(text), named ? "%s (%s:%d)%s%s" : "%s%s:%d%s%s", frame->name,
                        frame->file, frame->line, in ? ", in " : "", report->what);
  if (length < 0)
    return;
  text_copy =
      gy_origin_intern(text, (size_t) length < sizeof(text) ? (size_t) length : sizeof(text) - 1);
  if (text_copy != NULL) /* if the slice has ended meanwhile, it has no line */
    (void) uv_trace_slice_line(loop, report->slice, text_copy, report->phase_id,
                               report->duration_ns);
}
