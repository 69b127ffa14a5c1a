/* src/fs/ops.c — every file operation, one line each, and the ways it can go (fs.h).
 *
 * What is on the ring was measured (Linux 6.18, ext4; CPU time of the whole process in microseconds
 * per operation, alone and with 64 under way; the best of several runs on a busy machine). The ring
 * by a bare program, so without what a request costs, the rest through the API:
 *
 *                              ring          pool         at once
 *   open and close           4.9   2.0     15    5.4    4.7   4.2
 *   read 4 KiB, cached       1.5   0.6                  0.9   0.8
 *   write 4 KiB               18   2.7      7    2.1    ext4 cannot
 *   stat                      23   3.1     10    2.6    3.4   3.2 (stat.c)
 *
 * The ring gains where the kernel does the operation on the spot, and there are several. Others it
 * hands to a thread of its own, which can be seen to appear: write, statx, unlink, mkdir, rename,
 * link, fsync, and open with O_CREAT or O_TRUNC. The two of them in the table cost more that way
 * than on our pool, so none is put on the ring. */
#include "fs/fs.h"

#define WORK(name) .work = uv__fs_##name##_work

const struct uv__fs_op uv__fs_ops[UV__FS_TYPES] = {
    [UV_FS_OPEN] = {WORK(open), .now = uv__fs_open_now, .ring = uv__fs_open_ring,
                    .reap = uv__fs_open_reap, .fallback = uv__fs_open_fallback,
                    .worked = uv__fs_open_worked, .looks_up = 1, .needs_device = 1},
    [UV_FS_CLOSE] = {WORK(close), .ring = uv__fs_close_ring, .fallback = uv__fs_close_fallback,
                     .looks_up = 1, .needs_device = 1},
    [UV_FS_READ] = {WORK(read), .now = uv__fs_read_now, .ring = uv__fs_read_ring},
    [UV_FS_WRITE] = {WORK(write), .now = uv__fs_write_now, .ring = uv__fs_write_ring,
                     .reap = uv__fs_write_reap},
    [UV_FS_SENDFILE] = {WORK(sendfile)},
    [UV_FS_FSYNC] = {WORK(fsync)},
    [UV_FS_FDATASYNC] = {WORK(fdatasync)},
    [UV_FS_FTRUNCATE] = {WORK(ftruncate)},
    [UV_FS_MKSTEMP] = {WORK(mkstemp)},

    [UV_FS_STAT] = {WORK(stat), .now = uv__fs_stat_now, .worked = uv__fs_stat_worked, .looks_up = 1,
                    .needs_device = 1},
    [UV_FS_LSTAT] = {WORK(lstat), .now = uv__fs_stat_now, .worked = uv__fs_stat_worked,
                     .looks_up = 1, .needs_device = 1},
    [UV_FS_FSTAT] = {WORK(fstat), .now = uv__fs_fstat_now, .needs_device = 1},
    [UV_FS_STATFS] = {WORK(statfs), .cleanup = uv__fs_free_ptr},

    [UV_FS_ACCESS] = {WORK(access), .now = uv__fs_access_now, .looks_up = 1, .needs_device = 1},
    [UV_FS_CHMOD] = {WORK(chmod)},
    [UV_FS_FCHMOD] = {WORK(fchmod)},
    [UV_FS_CHOWN] = {WORK(chown)},
    [UV_FS_FCHOWN] = {WORK(fchown)},
    [UV_FS_LCHOWN] = {WORK(lchown)},
    [UV_FS_UTIME] = {WORK(utime)},
    [UV_FS_FUTIME] = {WORK(futime)},
    [UV_FS_LUTIME] = {WORK(lutime)},

    [UV_FS_MKDIR] = {WORK(mkdir)},
    [UV_FS_MKDTEMP] = {WORK(mkdtemp)},
    [UV_FS_RMDIR] = {WORK(rmdir)},
    [UV_FS_SCANDIR] = {WORK(scandir), .cleanup = uv__fs_free_ptr},
    [UV_FS_OPENDIR] = {WORK(opendir)},
    [UV_FS_READDIR] = {WORK(readdir), .cleanup = uv__fs_readdir_cleanup},
    [UV_FS_CLOSEDIR] = {WORK(closedir)},

    [UV_FS_LINK] = {WORK(link)},
    [UV_FS_SYMLINK] = {WORK(symlink)},
    [UV_FS_READLINK] = {WORK(readlink), .cleanup = uv__fs_free_ptr},
    [UV_FS_REALPATH] = {WORK(realpath), .cleanup = uv__fs_free_ptr},
    [UV_FS_RENAME] = {WORK(rename)},
    [UV_FS_UNLINK] = {WORK(unlink)},
    [UV_FS_COPYFILE] = {WORK(copyfile)},
};
