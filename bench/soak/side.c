/* bench/soak/side.c — what goes on beside the connections: timers that are started, moved and
 * stopped; files written, read back and removed; jobs, some of them cancelled. */
#include "soak.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { TIMERS = 1000, MAX_TIMER_MS = 300, CHAINS = 32, JOBS = 16, FILE_SIZE = 3000 };

struct alarm_clock {
  uv_timer_t timer;
  struct ticket call, close;
  uint64_t due;
};

/* One request goes through the steps of the table in turn, again and again. */
struct chain {
  uv_fs_t req;
  struct ticket call;
  int step;
  ssize_t result; /* of the step before */
  uint64_t size;  /* as fstat reported it */
  uv_file fd;
  const unsigned char* content;
  char path[96];
  char data[FILE_SIZE];
};

struct job {
  uv_work_t req;
  struct ticket call;
  int ran;
};

static struct alarm_clock clocks[TIMERS];
static struct chain chains[CHAINS];
static struct job jobs[JOBS];
static char folder[64];
static int chains_alive;
static void on_step(uv_fs_t* req);

/* --- timers --- */

static void on_alarm(uv_timer_t* timer);

static void set_alarm(struct alarm_clock* a) {
  uint64_t ms = soak_random(MAX_TIMER_MS);

  a->due = uv_now(&soak.loop) + ms;
  ticket_start(TIMER, &a->call);
  CHECK(uv_timer_start(&a->timer, on_alarm, ms, 0));
}

static void on_alarm(uv_timer_t* timer) {
  struct alarm_clock* a = (struct alarm_clock*) timer;
  struct alarm_clock* other = &clocks[soak_random(TIMERS)];

  ticket_called(TIMER, &a->call);
  if (uv_now(&soak.loop) < a->due)
    soak_fail("a timer fired early", (long) (a->due - uv_now(&soak.loop)));
  set_alarm(a);
  if (uv_is_active((uv_handle_t*) &other->timer)) {
    CHECK(uv_timer_stop(&other->timer));
    ticket_stopped(TIMER, &other->call);
    set_alarm(other);
  }
}

static void on_clock_closed(uv_handle_t* handle) {
  ticket_called(CLOSE, &((struct alarm_clock*) handle)->close);
}

/* --- files --- */

static int step_open(struct chain* c) {
  c->content = soak.pattern + soak_random(256);
  return uv_fs_open(&soak.loop, &c->req, c->path, O_RDWR | O_CREAT | O_EXCL, 0600, on_step);
}

static int step_write(struct chain* c) {
  uv_buf_t buf = uv_buf_init((char*) c->content, FILE_SIZE);
  c->fd = (uv_file) c->result;
  return uv_fs_write(&soak.loop, &c->req, c->fd, &buf, 1, 0, on_step);
}

static int step_fstat(struct chain* c) {
  return uv_fs_fstat(&soak.loop, &c->req, c->fd, on_step);
}

static int step_read(struct chain* c) {
  uv_buf_t buf = uv_buf_init(c->data, sizeof(c->data));
  if (c->size != FILE_SIZE)
    soak_fail("fstat says another size", (long) c->size);
  return uv_fs_read(&soak.loop, &c->req, c->fd, &buf, 1, 0, on_step);
}

static int step_close(struct chain* c) {
  if (memcmp(c->data, c->content, FILE_SIZE) != 0)
    soak_fail("a file does not hold what was written", 0);
  return uv_fs_close(&soak.loop, &c->req, c->fd, on_step);
}

/* The one step that may be cancelled: it holds nothing that would be lost. */
static int step_stat(struct chain* c) {
  int err = uv_fs_stat(&soak.loop, &c->req, c->path, on_step);
  if (err == 0 && soak_random(4) == 0)
    err = uv_cancel((uv_req_t*) &c->req);
  return err == UV_EBUSY ? 0 : err;
}

static int step_unlink(struct chain* c) {
  return uv_fs_unlink(&soak.loop, &c->req, c->path, on_step);
}

static const struct step {
  const char* name;
  int (*start)(struct chain* c);
  ssize_t result; /* what its callback must report; -1: any descriptor */
} steps[] = {
    {"open", step_open, -1},        {"write", step_write, FILE_SIZE}, {"fstat", step_fstat, 0},
    {"read", step_read, FILE_SIZE}, {"close", step_close, 0},         {"stat", step_stat, 0},
    {"unlink", step_unlink, 0},
};

enum { STEPS = sizeof(steps) / sizeof(steps[0]) };

static void start_step(struct chain* c) {
  ticket_start(FS, &c->call);
  CHECK(steps[c->step].start(c));
}

static void remove_folder(void) {
  uv_fs_t req;
  CHECK(uv_fs_rmdir(&soak.loop, &req, folder, NULL));
  uv_fs_req_cleanup(&req);
}

static void check_result(const struct step* step, ssize_t result) {
  if (result == UV_ECANCELED && step->start == step_stat)
    soak.cancelled++;
  else if (step->result < 0 ? result < 0 : result != step->result)
    soak_fail(step->name, result);
}

static void on_step(uv_fs_t* req) {
  struct chain* c = (struct chain*) req;

  ticket_called(FS, &c->call);
  c->result = req->result;
  c->size = req->statbuf.st_size;
  uv_fs_req_cleanup(req);
  check_result(&steps[c->step], c->result);
  c->step = (c->step + 1) % STEPS;
  if (c->step != 0 || !soak.ending)
    start_step(c);
  else if (--chains_alive == 0)
    remove_folder();
}

/* --- jobs --- */

static void run_job(uv_work_t* req) {
  ((struct job*) req)->ran++;
}

static void start_job(struct job* job);

static void after_job(uv_work_t* req, int status) {
  struct job* job = (struct job*) req;

  ticket_called(WORK, &job->call);
  if (job->ran != (status == 0))
    soak_fail("a job ran more or less often than told", job->ran);
  if (status == UV_ECANCELED)
    soak.cancelled++;
  else if (status != 0)
    soak_fail("job", status);
  if (!soak.ending)
    start_job(job);
}

static void start_job(struct job* job) {
  job->ran = 0;
  ticket_start(WORK, &job->call);
  CHECK(uv_queue_work(&soak.loop, &job->req, run_job, after_job));
  if (soak_random(4) == 0) {
    int err = uv_cancel((uv_req_t*) &job->req);
    if (err != 0 && err != UV_EBUSY)
      soak_fail("uv_cancel", err);
  }
}

/* --- all of it --- */

void side_start(void) {
  strcpy(folder, "/tmp/gyre-soak-XXXXXX");
  REQUIRE(mkdtemp(folder) != NULL);
  for (int i = 0; i < TIMERS; i++) {
    CHECK(uv_timer_init(&soak.loop, &clocks[i].timer));
    set_alarm(&clocks[i]);
  }
  for (int i = 0; i < CHAINS; i++) {
    snprintf(chains[i].path, sizeof(chains[i].path), "%s/%d", folder, i);
    chains_alive++;
    start_step(&chains[i]);
  }
  for (int i = 0; i < JOBS; i++)
    start_job(&jobs[i]);
}

void side_end(void) {
  for (int i = 0; i < TIMERS; i++) {
    ticket_stopped(TIMER, &clocks[i].call);
    ticket_start(CLOSE, &clocks[i].close);
    uv_close((uv_handle_t*) &clocks[i].timer, on_clock_closed);
  }
}
