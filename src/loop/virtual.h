/* src/loop/virtual.h — time that jumps (virtual.c); for the poll phase. */
#ifndef UV__VIRTUAL_H
#define UV__VIRTUAL_H

#include "loop/loop.h"

int uv__must_not_block(const uv_loop_t* loop); /* loop/poll.c */

/* How long this poll may wait for the kernel, when it wanted to until `deadline`. */
uint64_t uv__virtual_deadline(uv_loop_t* loop, uint64_t deadline);

/* The poll has found nothing: goes to the next timer, if only time keeps it away. */
void uv__virtual_jump(uv_loop_t* loop);

#endif
