/* src/os/abi.c — the sizes and places that compiled programs rely on, checked by the compiler.
 *
 * Programs allocate these structures themselves and reach into their public fields, so a size or an
 * offset that moves breaks every program that is not compiled again. The numbers are those of libuv
 * 1.x on x86-64 Linux; they are never adapted to the code, always the other way round. */
#include <stddef.h>
#include "uv.h"

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type ": another size");

/* A field of T, the type that the section is about: its offset and its size. */
#define AT(field, offset, bytes)                                    \
  _Static_assert(offsetof(T, field) == (offset), #field ": moved"); \
  _Static_assert(sizeof(((T*) 0)->field) == (bytes), #field ": another size");

/* clang-format off */

/* ---- Sizes ---- */

/* Handles, requests, the loop. */
SIZE(uv_handle_t, 96)        SIZE(uv_stream_t, 248)       SIZE(uv_tcp_t, 248)
SIZE(uv_pipe_t, 264)         SIZE(uv_tty_t, 312)          SIZE(uv_udp_t, 216)
SIZE(uv_poll_t, 160)         SIZE(uv_timer_t, 152)        SIZE(uv_async_t, 128)
SIZE(uv_prepare_t, 120)      SIZE(uv_check_t, 120)        SIZE(uv_idle_t, 120)
SIZE(uv_signal_t, 152)       SIZE(uv_process_t, 136)      SIZE(uv_fs_event_t, 136)
SIZE(uv_fs_poll_t, 104)      SIZE(uv_req_t, 64)           SIZE(uv_connect_t, 96)
SIZE(uv_write_t, 192)        SIZE(uv_shutdown_t, 80)      SIZE(uv_udp_send_t, 320)
SIZE(uv_fs_t, 440)           SIZE(uv_work_t, 128)         SIZE(uv_getaddrinfo_t, 160)
SIZE(uv_getnameinfo_t, 1320) SIZE(uv_random_t, 144)       SIZE(uv_loop_t, 848)
SIZE(union uv_any_handle, 312) SIZE(union uv_any_req, 1320)

/* Other structures. */
SIZE(uv_buf_t, 16)               SIZE(uv_stat_t, 160)             SIZE(uv_timespec_t, 16)
SIZE(uv_timespec64_t, 16)        SIZE(uv_timeval_t, 16)           SIZE(uv_timeval64_t, 16)
SIZE(uv_rusage_t, 144)           SIZE(uv_statfs_t, 88)            SIZE(uv_dirent_t, 16)
SIZE(uv_dir_t, 56)               SIZE(uv_process_options_t, 64)   SIZE(uv_stdio_container_t, 16)
SIZE(uv_cpu_info_t, 56)          SIZE(uv_interface_address_t, 80) SIZE(uv_passwd_t, 40)
SIZE(uv_group_t, 24)             SIZE(uv_utsname_t, 1024)         SIZE(uv_env_item_t, 16)
SIZE(uv_metrics_t, 128)          SIZE(uv_thread_options_t, 16)    SIZE(uv_lib_t, 16)

/* Types of the system under names of ours. */
SIZE(uv_thread_t, 8)   SIZE(uv_mutex_t, 40)   SIZE(uv_rwlock_t, 56)  SIZE(uv_sem_t, 32)
SIZE(uv_cond_t, 48)    SIZE(uv_barrier_t, 32) SIZE(uv_once_t, 4)     SIZE(uv_key_t, 4)
SIZE(uv_file, 4)       SIZE(uv_os_sock_t, 4)  SIZE(uv_os_fd_t, 4)    SIZE(uv_pid_t, 4)
SIZE(uv_uid_t, 4)      SIZE(uv_gid_t, 4)

/* ---- Fields that all handles, and all requests, begin with ---- */

#define HANDLE(t)                                                                              \
  _Static_assert(offsetof(t, data) == 0 && offsetof(t, loop) == 8 &&                        \
                     offsetof(t, type) == 16 && offsetof(t, close_cb) == 24 &&              \
                     offsetof(t, flags) == 88,                                                 \
                 #t ": does not begin like a handle");
#define REQUEST(t)                                                                             \
  _Static_assert(offsetof(t, data) == 0 && offsetof(t, type) == 8,                          \
                 #t ": does not begin like a request");

HANDLE(uv_handle_t)   HANDLE(uv_stream_t)   HANDLE(uv_tcp_t)      HANDLE(uv_pipe_t)
HANDLE(uv_tty_t)      HANDLE(uv_udp_t)      HANDLE(uv_poll_t)     HANDLE(uv_timer_t)
HANDLE(uv_async_t)    HANDLE(uv_prepare_t)  HANDLE(uv_check_t)    HANDLE(uv_idle_t)
HANDLE(uv_signal_t)   HANDLE(uv_process_t)  HANDLE(uv_fs_event_t) HANDLE(uv_fs_poll_t)
REQUEST(uv_req_t)         REQUEST(uv_connect_t)     REQUEST(uv_write_t)
REQUEST(uv_shutdown_t)    REQUEST(uv_udp_send_t)    REQUEST(uv_fs_t)
REQUEST(uv_work_t)        REQUEST(uv_getaddrinfo_t) REQUEST(uv_getnameinfo_t)
REQUEST(uv_random_t)

/* ---- Public fields of handles, requests and the loop ---- */

#define T uv_loop_t
AT(data, 0, 8)
#undef T

#define T uv_handle_t
AT(data, 0, 8) AT(loop, 8, 8) AT(type, 16, 4)
#undef T

#define T uv_stream_t
AT(write_queue_size, 96, 8) AT(alloc_cb, 104, 8) AT(read_cb, 112, 8)
#undef T

#define T uv_pipe_t
AT(ipc, 248, 4)
#undef T

#define T uv_udp_t
AT(send_queue_size, 96, 8) AT(send_queue_count, 104, 8)
#undef T

#define T uv_poll_t
AT(poll_cb, 96, 8)
#undef T

#define T uv_signal_t
AT(signal_cb, 96, 8) AT(signum, 104, 4)
#undef T

#define T uv_process_t
AT(exit_cb, 96, 8) AT(pid, 104, 4)
#undef T

#define T uv_req_t
AT(data, 0, 8) AT(type, 8, 4)
#undef T

#define T uv_connect_t
AT(cb, 64, 8) AT(handle, 72, 8)
#undef T

#define T uv_write_t
AT(cb, 64, 8) AT(send_handle, 72, 8) AT(handle, 80, 8)
#undef T

#define T uv_shutdown_t
AT(handle, 64, 8) AT(cb, 72, 8)
#undef T

#define T uv_udp_send_t
AT(handle, 64, 8) AT(cb, 72, 8)
#undef T

#define T uv_fs_t
AT(fs_type, 64, 4) AT(loop, 72, 8) AT(cb, 80, 8) AT(result, 88, 8) AT(ptr, 96, 8) AT(path, 104, 8)
AT(statbuf, 112, 160)
#undef T

#define T uv_work_t
AT(loop, 64, 8) AT(work_cb, 72, 8) AT(after_work_cb, 80, 8)
#undef T

#define T uv_getaddrinfo_t
AT(loop, 64, 8) AT(addrinfo, 144, 8)
#undef T

#define T uv_getnameinfo_t
AT(loop, 64, 8) AT(host, 252, 1025) AT(service, 1277, 32)
#undef T

#define T uv_random_t
AT(loop, 64, 8)
#undef T

/* ---- Fields of the other structures ---- */

#define T uv_buf_t
AT(base, 0, 8) AT(len, 8, 8)
#undef T

#define T uv_stat_t
AT(st_dev, 0, 8) AT(st_mode, 8, 8) AT(st_nlink, 16, 8) AT(st_uid, 24, 8) AT(st_gid, 32, 8)
AT(st_rdev, 40, 8) AT(st_ino, 48, 8) AT(st_size, 56, 8) AT(st_blksize, 64, 8) AT(st_blocks, 72, 8)
AT(st_flags, 80, 8) AT(st_gen, 88, 8) AT(st_atim, 96, 16) AT(st_mtim, 112, 16) AT(st_ctim, 128, 16)
AT(st_birthtim, 144, 16)
#undef T

#define T uv_timespec_t
AT(tv_sec, 0, 8) AT(tv_nsec, 8, 8)
#undef T

#define T uv_timespec64_t
AT(tv_sec, 0, 8) AT(tv_nsec, 8, 4)
#undef T

#define T uv_timeval_t
AT(tv_sec, 0, 8) AT(tv_usec, 8, 8)
#undef T

#define T uv_timeval64_t
AT(tv_sec, 0, 8) AT(tv_usec, 8, 4)
#undef T

#define T uv_rusage_t
AT(ru_utime, 0, 16) AT(ru_stime, 16, 16) AT(ru_maxrss, 32, 8) AT(ru_ixrss, 40, 8)
AT(ru_idrss, 48, 8) AT(ru_isrss, 56, 8) AT(ru_minflt, 64, 8) AT(ru_majflt, 72, 8)
AT(ru_nswap, 80, 8) AT(ru_inblock, 88, 8) AT(ru_oublock, 96, 8) AT(ru_msgsnd, 104, 8)
AT(ru_msgrcv, 112, 8) AT(ru_nsignals, 120, 8) AT(ru_nvcsw, 128, 8) AT(ru_nivcsw, 136, 8)
#undef T

#define T uv_statfs_t
AT(f_type, 0, 8) AT(f_bsize, 8, 8) AT(f_blocks, 16, 8) AT(f_bfree, 24, 8) AT(f_bavail, 32, 8)
AT(f_files, 40, 8) AT(f_ffree, 48, 8) AT(f_frsize, 56, 8) AT(f_spare, 64, 24)
#undef T

#define T uv_dirent_t
AT(name, 0, 8) AT(type, 8, 4)
#undef T

#define T uv_dir_t
AT(dirents, 0, 8) AT(nentries, 8, 8) AT(reserved, 16, 32) AT(dir, 48, 8)
#undef T

#define T uv_process_options_t
AT(exit_cb, 0, 8) AT(file, 8, 8) AT(args, 16, 8) AT(env, 24, 8) AT(cwd, 32, 8) AT(flags, 40, 4)
AT(stdio_count, 44, 4) AT(stdio, 48, 8) AT(uid, 56, 4) AT(gid, 60, 4)
#undef T

#define T uv_stdio_container_t
AT(flags, 0, 4) AT(data, 8, 8) AT(data.stream, 8, 8) AT(data.fd, 8, 4)
#undef T

#define T uv_cpu_info_t
AT(model, 0, 8) AT(speed, 8, 4) AT(cpu_times, 16, 40) AT(cpu_times.user, 16, 8)
AT(cpu_times.nice, 24, 8) AT(cpu_times.sys, 32, 8) AT(cpu_times.idle, 40, 8)
AT(cpu_times.irq, 48, 8)
#undef T

#define T uv_interface_address_t
AT(name, 0, 8) AT(phys_addr, 8, 6) AT(is_internal, 16, 4) AT(address, 20, 28) AT(netmask, 48, 28)
AT(address.address4, 20, 16) AT(address.address6, 20, 28) AT(netmask.netmask4, 48, 16)
AT(netmask.netmask6, 48, 28)
#undef T

#define T uv_passwd_t
AT(username, 0, 8) AT(uid, 8, 8) AT(gid, 16, 8) AT(shell, 24, 8) AT(homedir, 32, 8)
#undef T

#define T uv_group_t
AT(groupname, 0, 8) AT(gid, 8, 8) AT(members, 16, 8)
#undef T

#define T uv_utsname_t
AT(sysname, 0, 256) AT(release, 256, 256) AT(version, 512, 256) AT(machine, 768, 256)
#undef T

#define T uv_env_item_t
AT(name, 0, 8) AT(value, 8, 8)
#undef T

#define T uv_metrics_t
AT(loop_count, 0, 8) AT(events, 8, 8) AT(events_waiting, 16, 8) AT(reserved, 24, 104)
#undef T

#define T uv_thread_options_t
AT(flags, 0, 4) AT(stack_size, 8, 8)
#undef T

#define T uv_lib_t
AT(handle, 0, 8) AT(errmsg, 8, 8)
#undef T

/* ---- Private fields that programs are known to read (docs/porting.md) ---- */

#define T uv_handle_t
AT(close_cb, 24, 8) AT(flags, 88, 4)
#undef T

#define T uv_loop_t
AT(active_handles, 8, 4)
#undef T

#define T uv_stream_t
AT(io.fd, 184, 4)
#undef T

#define T uv_pipe_t
AT(pipe_fname, 256, 8)
#undef T

#define T uv_udp_t
AT(io.fd, 176, 4)
#undef T

#define T uv_poll_t
AT(io.fd, 152, 4)
#undef T

#define T uv_fs_t
AT(new_path, 272, 8) AT(bufs, 296, 8)
#undef T
