/* src/runtime/see/page.h — the page that shows the loop, from the program's side and from the side
 * thread: what happens goes through feed.c, stepping through gate.c, page.c answers the browser. */
#ifndef PAGE_H
#define PAGE_H

#include "http.h"

/* ---- What happens (feed.c) ---- */

/* Adds a line, taking it, malloc()ed and without a newline: it is kept for those who read, and for
 * those who come later. From any thread. */
void gy_feed_add(char* text, size_t length);

/* The handler of `/events`: a stream of server-sent events. */
gy_http_handler gy_feed_serve;

/* ---- Stepping (gate.c) ---- */

enum gy_gate_mode { GY_GATE_RUN, GY_GATE_SLOW, GY_GATE_STEP };

/* Waits, on the program's thread and before each callback, until it may go on: true when it had to.
 * Ctrl-C ends the process. */
bool gy_gate_pass(void);

/* From any thread. `speed` is in callbacks per second, 0 leaves it as it is. */
void gy_gate_set(enum gy_gate_mode mode, double speed);
void gy_gate_step(unsigned callbacks);

/* A number that is another one whenever the state is, and the state as JSON. */
unsigned gy_gate_version(void);
void gy_gate_write(FILE* out);
bool gy_gate_is_waiting(void);

/* The program is over: waits until the page, or Ctrl-C, lets the process go. */
void gy_gate_stay(int code);
void gy_gate_release(void);

/* ---- The page (page.c) ---- */

/* Serves `html`, which it copies, on the port, and says which one it is and the token. A negative
 * errno. */
int gy_page_open(unsigned port, const char* html, size_t length, unsigned* actual,
                 const char** token);

/* The text of a file that the program has loaded, so that the page may show it. */
int gy_page_add_source(const char* file, const char* text, size_t length);

#endif
