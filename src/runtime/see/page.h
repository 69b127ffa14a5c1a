/* src/runtime/see/page.h — the page that shows the loop: feed.c streams events to it, gate.c steps
 * the program, page.c answers the browser. */
#ifndef PAGE_H
#define PAGE_H

#include "http.h"

/* ---- What happens (feed.c) ---- */

/* Adds a line, malloc()ed and without a newline, and takes ownership. It is stored for readers that
 * are connected and for later ones. From any thread. */
void gy_feed_add(char* text, size_t length);

/* The handler of `/events`: a stream of server-sent events. */
gy_http_handler gy_feed_serve;

/* ---- Stepping (gate.c) ---- */

enum gy_gate_mode { GY_GATE_RUN, GY_GATE_SLOW, GY_GATE_STEP };

/* Waits until the next callback may run; returns true if it had to wait. Called on the thread of
 * the program before each callback. Ctrl-C ends the process. */
bool gy_gate_pass(void);

/* From any thread. `speed` is in callbacks per second; 0 does not change it. */
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

/* Serves a copy of `html` on the port, and prints the address with the token. A negative errno on
 * failure. */
int gy_page_open(unsigned port, const char* html, size_t length, unsigned* actual,
                 const char** token);

/* The text of a file that the program has loaded, so that the page may show it. */
int gy_page_add_source(const char* file, const char* text, size_t length);

#endif
