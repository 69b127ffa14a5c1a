/* src/trace/names.c — names of what is watched, by number. */
#include "trace/names.h"

#include "os/sys.h"
#include "uv_trace.h"

const char* uv_trace_phase_name(uv_trace_phase phase) {
  static const char* const names[] = {"timers", "pending", "idle",  "prepare",
                                      "poll",   "check",   "close", "outside"};
  return (unsigned) phase < UV__COUNT(names) ? names[phase] : "unknown";
}

/* In the order of the kernel's enum io_uring_op. */
/* clang-format off */
static const char* const uv__opcodes[] = {
    "nop", "readv", "writev", "fsync", "read_fixed", "write_fixed", "poll_add", "poll_remove",
    "sync_file_range", "sendmsg", "recvmsg", "timeout", "timeout_remove", "accept",
    "async_cancel", "link_timeout", "connect", "fallocate", "openat", "close", "files_update",
    "statx", "read", "write", "fadvise", "madvise", "send", "recv", "openat2", "epoll_ctl",
    "splice", "provide_buffers", "remove_buffers", "tee", "shutdown", "renameat", "unlinkat",
    "mkdirat", "symlinkat", "linkat", "msg_ring", "fsetxattr", "setxattr", "fgetxattr",
    "getxattr", "socket", "uring_cmd", "send_zc", "sendmsg_zc", "read_multishot", "waitid",
    "futex_wait", "futex_wake", "futex_waitv", "fixed_fd_install", "ftruncate", "bind", "listen",
};
/* clang-format on */

const char* uv__opcode_name(int opcode) {
  return (unsigned) opcode < UV__COUNT(uv__opcodes) ? uv__opcodes[opcode] : "unknown";
}

/* In the order of uv_fs_type, from UV_FS_CUSTOM on. */
static const char* const uv__fs_types[] = {
    "custom",    "open",      "close",  "read",    "write",    "sendfile", "stat",    "lstat",
    "fstat",     "ftruncate", "utime",  "futime",  "access",   "chmod",    "fchmod",  "fsync",
    "fdatasync", "unlink",    "rmdir",  "mkdir",   "mkdtemp",  "rename",   "scandir", "link",
    "symlink",   "readlink",  "chown",  "fchown",  "realpath", "copyfile", "lchown",  "opendir",
    "readdir",   "closedir",  "statfs", "mkstemp", "lutime",
};
_Static_assert(UV__COUNT(uv__fs_types) == UV_FS_LUTIME + 1, "a name for each");

const char* uv__fs_type_name(int type) {
  return (unsigned) type < UV__COUNT(uv__fs_types) ? uv__fs_types[type] : "unknown";
}
