/* test/fault/run.h — between the server, which starts runs, and the code inside a run. */
#ifndef FAULT_RUN_H
#define FAULT_RUN_H

#include <signal.h>
#include "scenario.h"

/* In the order of their names. */
struct fault_scenario* fault_scenarios(void);

/* Runs it in this process; the board says which call fails. */
void fault_run(const struct fault_scenario* scenario);

/* Notices which of these functions run: see touch.c. */
void fault_touch_read(const char* path);
void fault_touch_begin(void);
int fault_touch_spare(sigset_t* set);
int fault_touch_keeps(int signum);
void fault_touch_print(void);

#endif
