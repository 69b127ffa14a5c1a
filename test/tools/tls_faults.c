/* test/tools/tls_faults.c — a library for LD_PRELOAD that lets one call of a TLS connection fail.
 * test/runtime/tls-faults uses it.
 *
 * A program calls process.chdir("/fault CALL NTH KIND") to begin, and process.chdir("/fault") to
 * end: then the file that GYRE_FAULT_FILE names says how many such calls there were. The folder is
 * not changed.
 *   CALL  ssl    an allocation of OpenSSL
 *         alloc  an allocation of gyre itself, not of the engine or another library
 *         send   a write to a socket
 *         recv   a read of a socket
 *   NTH   which of them, from 1; 0: none, they are counted only
 *   KIND  fail (no memory), short (one byte), or a number of errno
 *
 * (1) Only calls of the main thread count. The kernel must not read and write by io_uring. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <openssl/crypto.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { NONE, SSL_ALLOC, ALLOC, SEND, RECV };
static const char* const names[] = {"", "ssl", "alloc", "send", "recv"};

static enum call call;
static unsigned long nth, count;
static int error; /* 0: less is done than was asked for */
static uintptr_t text_begin, text_end; /* of the program */

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t number, size_t size);
void* __libc_realloc(void* pointer, size_t size);

/* Whether this call is the one. */
static int hits(enum call which) {
  if (call != which || gettid() != getpid())
    return 0;
  return ++count == nth;
}

/* ---- Memory ---- */

static int is_program(const void* caller) {
  return (uintptr_t) caller >= text_begin && (uintptr_t) caller < text_end;
}

static int fails(const void* caller) {
  if (call != ALLOC || !is_program(caller) || !hits(ALLOC))
    return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void* calloc(size_t number, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(number, size);
}

void* realloc(void* pointer, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(pointer, size);
}

static void* ssl_malloc(size_t size, const char* file, int line) {
  (void) file, (void) line;
  return size == 0 || hits(SSL_ALLOC) ? NULL : __libc_malloc(size);
}

static void* ssl_realloc(void* pointer, size_t size, const char* file, int line) {
  (void) file, (void) line;
  return hits(SSL_ALLOC) ? NULL : __libc_realloc(pointer, size);
}

static void ssl_free(void* pointer, const char* file, int line) {
  (void) file, (void) line;
  free(pointer);
}

static int find_text(struct dl_phdr_info* info, size_t size, void* data) {
  (void) size, (void) data;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
      text_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      text_end = text_begin + info->dlpi_phdr[i].p_memsz;
    }
  return 1; /* the program is the first */
}

typedef int (*set_functions)(CRYPTO_malloc_fn, CRYPTO_realloc_fn, CRYPTO_free_fn);

__attribute__((constructor)) static void open_library(void) {
  void* library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  void* found = library != NULL ? dlsym(library, "CRYPTO_set_mem_functions") : NULL;
  set_functions set = NULL;

  memcpy(&set, &found, sizeof(set)); /* C has no cast from an object to a function */
  if (set == NULL || set(ssl_malloc, ssl_realloc, ssl_free) != 1)
    abort();
  dl_iterate_phdr(find_text, NULL);
}

/* ---- The command ---- */

static void begin(const char* command) {
  char name[8] = "", kind[8] = "";

  if (sscanf(command, "%7s %lu %7s", name, &nth, kind) != 3)
    abort();
  error = strcmp(kind, "short") == 0 ? 0 : strcmp(kind, "fail") == 0 ? ENOMEM : atoi(kind);
  count = 0;
  for (enum call i = SSL_ALLOC; i <= RECV; i++)
    if (strcmp(names[i], name) == 0)
      call = i;
}

static void end(void) {
  const char* path = getenv("GYRE_FAULT_FILE");
  FILE* file = path != NULL ? fopen(path, "w") : NULL;

  if (file == NULL)
    abort();
  fprintf(file, "%lu\n", count);
  fclose(file);
}

int chdir(const char* path) {
  call = NONE;
  if (strncmp(path, "/fault", 6) != 0)
    return (int) syscall(SYS_chdir, path);
  if (path[6] == '\0')
    end();
  else
    begin(path + 6);
  return 0;
}

/* ---- Sockets ---- */

static int is_socket(int fd) {
  struct stat status;

  return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

static int socket_hits(enum call which, int fd) {
  return call == which && is_socket(fd) && hits(which);
}

static ssize_t refuse(void) {
  errno = error;
  return -1;
}

/* Vectors are cut to one byte of the first part that has any. */
static ssize_t one_byte(int number, int fd, const struct iovec* parts, size_t many) {
  for (size_t i = 0; i < many; i++)
    if (parts[i].iov_len > 0)
      return syscall(number, fd, parts[i].iov_base, 1);
  return 0;
}

ssize_t write(int fd, const void* bytes, size_t length) {
  if (!socket_hits(SEND, fd))
    return syscall(SYS_write, fd, bytes, length);
  return error != 0 ? refuse() : syscall(SYS_write, fd, bytes, length > 1 ? 1 : length);
}

ssize_t writev(int fd, const struct iovec* parts, int many) {
  if (!socket_hits(SEND, fd))
    return syscall(SYS_writev, fd, parts, many);
  return error != 0 ? refuse() : one_byte(SYS_write, fd, parts, (size_t) many);
}

ssize_t send(int fd, const void* bytes, size_t length, int flags) {
  if (!socket_hits(SEND, fd))
    return syscall(SYS_sendto, fd, bytes, length, flags, NULL, 0);
  return error != 0 ? refuse()
                    : syscall(SYS_sendto, fd, bytes, length > 1 ? 1 : length, flags, NULL, 0);
}

ssize_t sendmsg(int fd, const struct msghdr* message, int flags) {
  if (!socket_hits(SEND, fd))
    return syscall(SYS_sendmsg, fd, message, flags);
  return error != 0 ? refuse() : one_byte(SYS_write, fd, message->msg_iov, message->msg_iovlen);
}

ssize_t read(int fd, void* room, size_t length) {
  if (!socket_hits(RECV, fd))
    return syscall(SYS_read, fd, room, length);
  return error != 0 ? refuse() : syscall(SYS_read, fd, room, length > 1 ? 1 : length);
}

ssize_t recv(int fd, void* room, size_t length, int flags) {
  if (!socket_hits(RECV, fd))
    return syscall(SYS_recvfrom, fd, room, length, flags, NULL, NULL);
  return error != 0 ? refuse()
                    : syscall(SYS_recvfrom, fd, room, length > 1 ? 1 : length, flags, NULL, NULL);
}
