/* src/runtime/bindings/handle.h — streams and UDP sockets of the loop as JavaScript sees them: by
 * number.
 * (1) A handle has an id and an owner, the object in lib/ that stands for it; the owner is held
 *     while the handle is open.
 * (2) An id is good until close(); C answers UV_EBADF to a stale one.
 * (3) Events call one function of lib/ per kind, with the owner first: numbers and one call are
 *     all that crosses the border. */
#ifndef BINDINGS_HANDLE_H
#define BINDINGS_HANDLE_H

#include "runtime/gyre.h"

enum gy_event {
  GY_ON_READ,       /* (owner, nread or errno, offset, slab when it is a new one) */
  GY_ON_WRITE,      /* (owner, status) */
  GY_ON_CONNECT,    /* (owner, status) */
  GY_ON_CONNECTION, /* (owner, status, id of the new handle) */
  GY_ON_SHUTDOWN,   /* (owner, status) */
  GY_ON_CLOSED,     /* (owner) */
  GY_ON_MORE,       /* (owner): the next event of what was read; stream_wrap.c (4) */
  GY_EVENTS
};

/* What stands between a stream and its owner: it gets what is read. */
struct gy_filter {
  void (*alloc)(struct gy_filter* filter, uv_buf_t* buf);
  void (*read)(struct gy_filter* filter, ssize_t nread, const char* bytes);
  void (*closed)(struct gy_filter* filter); /* the handle is about to be freed */
};

struct gy_handle {
  union {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
    uv_tty_t tty;
    uv_udp_t udp;
  } uv;
  gy_env* env;
  JSObjectRef owner;
  struct gy_filter* filter; /* NULL: none */
  const char* origin;       /* the line of the program that made it, or NULL */
  uint32_t id;
};

/* Room for a new handle, to be initialised by the caller; NULL when memory is short. */
struct gy_handle* gy_handle_new(gy_env* env);
/* Its id, for JavaScript, and the line of the program that made it is remembered. When it is NULL
 * or its initialisation failed: `err`, and it is taken back. */
JSValueRef gy_handle_answer(gy_env* env, struct gy_handle* h, int err);
/* Takes back one whose initialisation failed. */
void gy_handle_abandon(struct gy_handle* h);
/* The handle whose id is argument 0, or NULL. With a type, only one of that type. */
struct gy_handle* gy_handle_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                uv_handle_type type);
/* The same for an id that is known. */
struct gy_handle* gy_handle_get(uint32_t id, uv_handle_type type);
/* As gy_handle_arg(), but what the handle holds (message.h) is not sent before. */
struct gy_handle* gy_handle_holding(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                    uv_handle_type type);
/* The stream that holds messages, or NULL. */
extern _Thread_local struct gy_handle* gy_holder;
/* Sends what is held (message.c). What the kernel does not accept is queued by the loop. */
void gy_handle_flush_held(void);
/* What stands in lib/ for a handle of the loop; NULL when nothing does. */
JSObjectRef gy_handle_owner(const uv_handle_t* handle);
/* Closes it. GY_ON_CLOSED follows in the close phase if lib/ wants it. Otherwise nothing does,
 * because each callback costs a checkpoint. */
void gy_handle_close(struct gy_handle* h, bool heard);
void gy_handle_on_closed(uv_handle_t* handle);
/* Closes a handle of the loop without a word to lib/. False if it is not of the table. */
bool gy_handle_end(uv_handle_t* handle);

/* Calls lib/ for an event; `rest` are the arguments after the owner. */
void gy_handle_event(struct gy_handle* h, enum gy_event event, size_t count,
                     const JSValueRef* rest);
void gy_handle_status(struct gy_handle* h, enum gy_event event, int status);

/* The same for an object that is no handle of the table. */
void gy_handle_event_of(gy_env* env, JSObjectRef owner, enum gy_event event, size_t count,
                        const JSValueRef* rest);

/* stream_wrap.c: the memory that streams read into, and its size. */
uint8_t* gy_slab_bytes(size_t* size);
/* Room for at least `least` bytes in it; NULL when memory is short. */
char* gy_slab_room(gy_env* env, size_t least, size_t* room);
/* Calls GY_ON_READ of the owner for the first `length` bytes of that room. */
void gy_slab_deliver(gy_env* env, JSObjectRef owner, size_t length);

void gy_handle_bind(gy_env* env, JSObjectRef target);

#endif
