/* bench/cases.h — one function per benchmark file; cases.def gives them sizes and names. */
#ifndef GYRE_BENCH_CASES_H_
#define GYRE_BENCH_CASES_H_

#include "bench.h"

/* What is in the loop while bench_loop_turn() turns it. */
enum { TURN_IDLE = 1, TURN_PREPARE_CHECK = 2, TURN_IO = 4, TURN_NOWAIT = 8 };

void bench_accept(struct bench* b);
void bench_async_burst(struct bench* b);
void bench_async_ping_pong(struct bench* b);
void bench_async_self(struct bench* b);
void bench_fs_file(struct bench* b);
void bench_fs_read_file(struct bench* b);
void bench_fs_stat(struct bench* b);
void bench_loop_turn(struct bench* b);
void bench_tcp_bulk_read(struct bench* b);
void bench_tcp_bulk_write(struct bench* b);
void bench_tcp_echo(struct bench* b);
void bench_tcp_memory(struct bench* b);
void bench_timers_again(struct bench* b);
void bench_timers_fire(struct bench* b);
void bench_timers_idle_reset(struct bench* b);
void bench_timers_restart(struct bench* b);
void bench_udp_echo(struct bench* b);
void bench_udp_receive(struct bench* b);
void bench_udp_send(struct bench* b);
void bench_work(struct bench* b);

#endif
