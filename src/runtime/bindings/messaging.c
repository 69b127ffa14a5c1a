/* src/runtime/bindings/messaging.c — delivers messages between ports from the loop, and passes them
 * to other threads.
 * (1) One async handle serves all ports of a thread; lib/internal/messaging has their queues. The
 *     first message opens it. It keeps the loop alive while a port requests that.
 * (2) Each message is a callback of its own in the poll phase, with its own checkpoint. JavaScript
 *     delivers lists of them and calls next() between two, as timers do (timers.c).
 * (3) The consequences of closing a port run in a close phase.
 * (4) An end whose other end is in another thread, or may be, is a gy_end (worker/channel.h).
 *     JavaScript identifies it by a number.
 * (5) A message consists of bytes and parts. JavaScript writes the bytes to `outgoing` and reads
 *     them from `incoming`; only long messages have memory of their own. The parts are added before
 *     the message is posted, and taken one by one after it was received.
 * (6) What post() and receive() are given and return is in `words`: reading an argument takes the
 *     engine's lock.
 * (7) When all is delivered, the thread waits a moment for an answer before the loop goes on
 *     (worker/spin.h), unless the loop has other work, and for AWAKE_NS in all: whatever else the
 *     loop has to do is not held up for longer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "messaging.h"
#include "runtime/engine/lanes.h"
#include "runtime/see/see.h"
#include "runtime/worker/memory.h"
#include "runtime/worker/spin.h"
#include "slots.h"
#include "view.h"

/* A small Buffer is cloned with the whole pool that it lies in, 64 KB. */
enum { ROOM = 65536 + 8192, AWAKE_NS = 200000 };

/* Of `words`; the first is the mailbox's. lib/internal/messaging/ends.js has the same. */
enum { LISTED, FLAGS, END, LENGTH };
enum { IS_ALONE = GY_END_IS_ALONE, HAS_MORE = GY_END_HAS_MORE, HAS_MESSAGE = 4 };

struct mailbox {
  struct gy_mailbox ends;
  uv_async_t async;
  gy_env* env;
  JSObjectRef deliver; /* () → true while there is more for this turn */
  struct gy_spin spin;
  bool is_sent;                  /* the async handle, since on_wake() began */
  struct gy_slots slots;         /* of ends */
  struct gy_message_part* parts; /* of the message that is being made */
  size_t part_count;
  struct gy_message* received; /* its parts are taken */
  uint8_t* outgoing;
  uint8_t* incoming;
};

struct farewell {
  uv_idle_t handle; /* never started: it only has a close phase */
  gy_env* env;
  JSObjectRef callback;
};

static _Thread_local struct mailbox* mailbox;

/* ---- The loop ---- */

/* False after an exception, or when the thread ends. */
static bool deliver_all(struct mailbox* box) {
  JSValueRef more;

  do
    more = gy_enter(box->env, GY_IO, box->deliver, NULL, 0, NULL);
  while (more != NULL && JSValueToBoolean(box->env->ctx, more));
  return more != NULL;
}

/* (7) */
static bool has_answer(struct mailbox* box, uint64_t end) {
  const gy_env* env = box->env;

  return !box->is_sent && !env->shared_state[GY_QUEUED_IMMEDIATES] && uv_hrtime() < end &&
         gy_spin_while(&box->spin, &box->ends.words[LISTED], 0);
}

static void on_wake(uv_async_t* async) {
  struct mailbox* box = async->data;
  uint64_t end = uv_hrtime() + AWAKE_NS;
  bool fine;

  box->is_sent = false;
  gy_mailbox_stay_awake(&box->ends);
  do
    fine = deliver_all(box);
  while (fine && has_answer(box, end));
  /* After an exception other messages are left. */
  if ((gy_mailbox_sleep(&box->ends) || !fine) && !box->env->exiting)
    uv_async_send(async);
}

static void wake_loop(struct gy_mailbox* ends) {
  uv_async_send(&((struct mailbox*) ends)->async);
}

static void drop_parts(struct mailbox* box) {
  for (size_t i = 0; i < box->part_count; i++)
    if (box->parts[i].data != NULL)
      box->parts[i].drop(box->parts[i].data);
  free(box->parts);
  box->parts = NULL;
  box->part_count = 0;
}

void gy_messaging_close_ends(void) {
  struct mailbox* box = mailbox;

  for (uint32_t i = 1; box != NULL && i < box->slots.size; i++) {
    struct gy_end* end = gy_slots_get(&box->slots, i);
    gy_slots_remove(&box->slots, i);
    if (end != NULL)
      gy_end_close(end);
  }
  if (box != NULL)
    gy_mailbox_settle(&box->ends);
}

static void close_box(gy_env* env) {
  struct mailbox* box = mailbox;

  drop_parts(box);
  if (box->received != NULL)
    gy_message_free(box->received);
  gy_mailbox_close(&box->ends);
  gy_slots_free(&box->slots);
  free(box->outgoing);
  free(box->incoming);
  free(box);
  mailbox = NULL;
}

static struct mailbox* new_box(gy_env* env) {
  struct mailbox* box = calloc(1, sizeof(*box));

  if (box == NULL)
    return NULL;
  box->outgoing = malloc(ROOM);
  box->incoming = malloc(ROOM);
  if (box->outgoing == NULL || box->incoming == NULL ||
      uv_async_init(env->loop, &box->async, on_wake) < 0) {
    free(box->outgoing);
    free(box->incoming);
    free(box);
    return NULL;
  }
  gy_mailbox_open(&box->ends, wake_loop);
  box->async.data = box;
  box->spin.ns = GY_SPIN_NS;
  box->env = env;
  uv_unref((uv_handle_t*) &box->async);
  gy_at_close(env, close_box);
  return box;
}

/* open(deliver) → 0 or a negative errno */
GY_FUNCTION(open_box) {
  gy_env* env = gy_env_here();
  JSObjectRef deliver = gy_arg_function(ctx, argc, argv, 0);

  if (mailbox != NULL || deliver == NULL)
    return gy_number(env, mailbox != NULL ? 0 : UV_EINVAL);
  mailbox = new_box(env);
  if (mailbox == NULL)
    return gy_number(env, UV_ENOMEM);
  mailbox->deliver = (JSObjectRef) gy_hold(env, deliver);
  return gy_number(env, 0);
}

/* wake(): deliver() will be called in a poll phase */
GY_FUNCTION(wake) {
  if (mailbox != NULL) {
    mailbox->is_sent = true;
    uv_async_send(&mailbox->async);
  }
  return JSValueMakeUndefined(ctx);
}

/* hold(on): whether the handle keeps the loop alive. All ports share it: `why` prints the line that
 * made the first port hold it. */
GY_FUNCTION(hold) {
  if (mailbox != NULL && argc > 0) {
    if (JSValueToBoolean(ctx, argv[0])) {
      uv_ref((uv_handle_t*) &mailbox->async);
      gy_origin_set(mailbox->env, (uv_handle_t*) &mailbox->async);
    } else {
      uv_unref((uv_handle_t*) &mailbox->async);
    }
  }
  return JSValueMakeUndefined(ctx);
}

static void on_gone(uv_handle_t* handle) {
  struct farewell* last = handle->data;

  gy_enter(last->env, GY_CLOSE, last->callback, NULL, 0, NULL);
  gy_drop(last->env, last->callback);
  free(last);
}

/* inClosePhase(callback) → 0 or a negative errno */
GY_FUNCTION(in_close_phase) {
  gy_env* env = gy_env_here();
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 0);
  struct farewell* last;

  if (callback == NULL)
    return gy_number(env, UV_EINVAL);
  last = calloc(1, sizeof(*last));
  if (last == NULL)
    return gy_number(env, UV_ENOMEM);
  uv_idle_init(env->loop, &last->handle);
  last->handle.data = last;
  last->env = env;
  last->callback = (JSObjectRef) gy_hold(env, callback);
  uv_close((uv_handle_t*) &last->handle, on_gone);
  return gy_number(env, 0);
}

/* ---- Ends ---- */

uint32_t gy_messaging_adopt(struct gy_end* end) {
  uint32_t id = gy_slots_add(&mailbox->slots, end);

  if (id != 0)
    gy_end_attach(end, &mailbox->ends, (void*) (uintptr_t) id);
  return id;
}

static struct gy_end* end_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t i) {
  uint32_t id = (uint32_t) gy_arg_int(ctx, argc, argv, i);

  return mailbox != NULL ? gy_slots_get(&mailbox->slots, id) : NULL;
}

struct gy_end* gy_messaging_release(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                    size_t i) {
  struct gy_end* end = end_arg(ctx, argc, argv, i);

  if (end != NULL) {
    gy_slots_remove(&mailbox->slots, (uint32_t) gy_arg_int(ctx, argc, argv, i));
    gy_end_detach(end);
  }
  return end;
}

/* channel() → [id, id] */
GY_FUNCTION(make_channel) {
  gy_env* env = gy_env_here();
  struct gy_end* ends[2];
  JSValueRef ids[2];

  if (mailbox == NULL || !gy_channel_new(ends))
    return gy_throw(env, exception, "Out of memory");
  for (int i = 0; i < 2; i++)
    ids[i] = gy_number(env, gy_messaging_adopt(ends[i]));
  return JSObjectMakeArray(ctx, GY_COUNT(ids), ids, exception);
}

/* nextEnd() → the id of an end with something new, or 0 */
GY_FUNCTION(next_end) {
  struct gy_end* end = mailbox != NULL ? gy_mailbox_next(&mailbox->ends) : NULL;

  return JSValueMakeNumber(ctx, end != NULL ? (double) (uintptr_t) gy_end_data(end) : 0);
}

/* isAlone(id) → whether the other end is closed */
GY_FUNCTION(is_alone) {
  struct gy_end* end = end_arg(ctx, argc, argv, 0);

  return JSValueMakeBoolean(ctx, end == NULL || gy_end_is_alone(end));
}

/* closeEnd(id) */
GY_FUNCTION(close_end) {
  struct gy_end* end = gy_messaging_release(ctx, argc, argv, 0);

  if (end != NULL)
    gy_end_close(end);
  return JSValueMakeUndefined(ctx);
}

/* ---- Sending ---- */

static void close_part(void* end) {
  gy_end_close(end);
}

/* The index of the new part, or -1; `data` is dropped then. */
static JSValueRef add_part(gy_env* env, void* data, void (*drop)(void* data)) {
  struct gy_message_part* parts;

  if (data == NULL)
    return gy_number(env, -1);
  parts = realloc(mailbox->parts, (mailbox->part_count + 1) * sizeof(*parts));
  if (parts == NULL) {
    drop(data);
    return gy_number(env, -1);
  }
  mailbox->parts = parts;
  parts[mailbox->part_count] = (struct gy_message_part){.data = data, .drop = drop};
  return gy_number(env, (double) mailbox->part_count++);
}

/* movesMemory() → whether addMoved() and addShared() can succeed */
GY_FUNCTION(moves_memory) {
  gy_env* env = gy_env_here();

  return gy_bool(env, gy_memory_is_available(env));
}

/* addMoved(DataView), addShared(DataView), addEnd(id) → the index of the part, or -1 */
GY_FUNCTION(add_moved) {
  gy_env* env = gy_env_here();
  JSObjectRef view = gy_arg_object(ctx, argc, argv, 0);

  if (view == NULL || !gy_memory_is_available(env))
    return gy_number(env, -1);
  return add_part(env, gy_memory_move(env, view), gy_memory_drop);
}

GY_FUNCTION(add_shared) {
  gy_env* env = gy_env_here();
  JSObjectRef view = gy_arg_object(ctx, argc, argv, 0);

  if (view == NULL || !gy_memory_is_available(env))
    return gy_number(env, -1);
  return add_part(env, gy_memory_share(env, view), gy_memory_drop);
}

GY_FUNCTION(add_end) {
  return add_part(gy_env_here(), gy_messaging_release(ctx, argc, argv, 0), close_part);
}

static void close_descriptor(void* number) {
  close((int) (intptr_t) number - 1);
}

/* addDescriptor(fd) → the index of the part, or -1. The message owns the descriptor. */
GY_FUNCTION(add_descriptor) {
  intptr_t fd = gy_arg_int(ctx, argc, argv, 0);

  return add_part(gy_env_here(), (void*) (fd + 1), close_descriptor);
}

/* dropParts(): the message is not posted */
GY_FUNCTION(forget_parts) {
  if (mailbox != NULL)
    drop_parts(mailbox);
  return JSValueMakeUndefined(ctx);
}

struct gy_message* gy_messaging_message(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                        size_t i) {
  gy_env* env = gy_env_here();
  size_t length = mailbox->ends.words[LENGTH], room = ROOM;
  uint8_t* bytes = mailbox->outgoing;
  struct gy_message* message;

  if (i < argc && JSValueIsObject(ctx, argv[i]))
    gy_bytes_get(env, argv[i], &bytes, &room);
  message = bytes != NULL && length <= room ? gy_message_new(length) : NULL;
  if (message == NULL) {
    drop_parts(mailbox);
    return NULL;
  }
  memcpy(message->bytes, bytes, length);
  message->parts = mailbox->parts;
  message->part_count = mailbox->part_count;
  mailbox->parts = NULL;
  mailbox->part_count = 0;
  return message;
}

/* post(bytes): the message of words[LENGTH] bytes, from the end words[END]. Without an argument the
 * bytes are in `outgoing`. fill(bytes): to the own queue of the end. */
static JSValueRef post_message(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                               JSValueRef* exception, bool is_own) {
  gy_env* env = gy_env_here();
  struct gy_end* end = gy_slots_get(&mailbox->slots, mailbox->ends.words[END]);
  struct gy_message* message = gy_messaging_message(ctx, argc, argv, 0);

  if (message == NULL)
    return gy_throw(env, exception, "Out of memory");
  if (end == NULL)
    gy_message_free(message);
  else if (is_own)
    gy_end_fill(end, message);
  else
    gy_end_post(end, message);
  return gy_undefined(env);
}

GY_FUNCTION(post) {
  return post_message(ctx, argc, argv, exception, false);
}

/* ---- Values that are no objects: as encode.js writes them ---- */

/* The same numbers as in lib/internal/messaging/tags.js. */
enum { TAG_UNDEFINED, TAG_NULL, TAG_TRUE, TAG_FALSE, TAG_INTEGER, TAG_LATIN1 = 6 };
enum { HEAD = 4, MOST_SIZE = 10, INTEGERS = 0x40000000 };

static void put_size(struct gy_message* message, size_t n) {
  for (; n > 127; n >>= 7)
    message->bytes[message->length++] = (uint8_t) (n | 128);
  message->bytes[message->length++] = (uint8_t) n;
}

/* With room for a tag, a size and `more` bytes. */
static struct gy_message* begin_message(uint8_t tag, size_t more) {
  struct gy_message* message = gy_message_new(HEAD + 1 + MOST_SIZE + more);

  if (message == NULL)
    return NULL;
  message->length = HEAD;
  message->bytes[message->length++] = tag;
  return message;
}

static struct gy_message* message_of_number(double number) {
  long n = number >= -INTEGERS && number < INTEGERS ? (long) number : 0;
  struct gy_message* message;

  if ((double) n != number || (n == 0 && signbit(number)))
    return NULL;
  message = begin_message(TAG_INTEGER, 0);
  if (message != NULL)
    put_size(message, (size_t) (n < 0 ? -n * 2 - 1 : n * 2));
  return message;
}

static struct gy_message* message_of_string(gy_env* env, JSValueRef value) {
  struct gy_message* message = NULL;
  struct gy_chars chars;

  if (!gy_chars_open(env, value, &chars, NULL))
    return NULL;
  if (chars.narrow != NULL)
    message = begin_message(TAG_LATIN1, chars.length);
  if (message != NULL) {
    put_size(message, chars.length);
    memcpy(message->bytes + message->length, chars.narrow, chars.length);
    message->length += chars.length;
  }
  gy_chars_close(&chars);
  return message;
}

static struct gy_message* message_of(gy_env* env, JSValueRef value) {
  switch (JSValueGetType(env->ctx, value)) {
    case kJSTypeUndefined: return begin_message(TAG_UNDEFINED, 0);
    case kJSTypeNull: return begin_message(TAG_NULL, 0);
    case kJSTypeBoolean:
      return begin_message(JSValueToBoolean(env->ctx, value) ? TAG_TRUE : TAG_FALSE, 0);
    case kJSTypeNumber: return message_of_number(JSValueToNumber(env->ctx, value, NULL));
    case kJSTypeString: return message_of_string(env, value);
    default: return NULL;
  }
}

/* postPrimitive(value) → whether it was posted from the end words[END]; encode.js can write all
 * values. A message that is being written, and calls a getter that posts this one, is untouched. */
GY_FUNCTION(post_primitive) {
  gy_env* env = gy_env_here();
  struct gy_end* end = gy_slots_get(&mailbox->slots, mailbox->ends.words[END]);
  struct gy_message* message = end != NULL && argc > 0 ? message_of(env, argv[0]) : NULL;

  if (message == NULL)
    return gy_bool(env, false);
  for (int i = 0; i < HEAD; i++)
    message->bytes[i] = (uint8_t) (message->length >> (8 * i));
  gy_end_post(end, message);
  return gy_bool(env, true);
}

GY_FUNCTION(fill) {
  return post_message(ctx, argc, argv, exception, true);
}

/* ---- Receiving ---- */

static void free_message(void* bytes, void* message) {
  free(message);
}

/* The array takes over the bytes of a long message; its parts remain in `received`. */
static JSValueRef long_message(gy_env* env, struct gy_message* message, JSValueRef* exception) {
  struct gy_message* rest = gy_message_new(0);

  if (rest == NULL)
    return gy_throw(env, exception, "Out of memory");
  rest->parts = message->parts;
  rest->part_count = message->part_count;
  mailbox->received = rest;
  return JSObjectMakeTypedArrayWithBytesNoCopy(env->ctx, kJSTypedArrayTypeUint8Array,
                                               message->bytes, message->length, free_message,
                                               message, exception);
}

/* receive(): a message of the end words[END]. Sets words[FLAGS]. words[LENGTH] bytes are in
 * `incoming` then, unless a Uint8Array is returned. */
GY_FUNCTION(receive) {
  gy_env* env = gy_env_here();
  struct gy_end* end = gy_slots_get(&mailbox->slots, mailbox->ends.words[END]);
  unsigned flags = IS_ALONE;
  struct gy_message* message = end != NULL ? gy_end_take(end, &flags) : NULL;

  mailbox->ends.words[FLAGS] = flags | (message != NULL ? HAS_MESSAGE : 0u);
  if (message == NULL)
    return gy_undefined(env);
  if (mailbox->received != NULL)
    gy_message_free(mailbox->received);
  mailbox->received = NULL;
  if (message->length > ROOM)
    return long_message(env, message, exception);
  memcpy(mailbox->incoming, message->bytes, message->length);
  mailbox->received = message;
  mailbox->ends.words[LENGTH] = (uint32_t) message->length;
  return gy_undefined(env);
}

static struct gy_message_part* part_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv,
                                        void (*drop)(void* data)) {
  size_t i = (size_t) gy_arg_number(ctx, argc, argv, 0);
  struct gy_message* message = mailbox != NULL ? mailbox->received : NULL;

  if (message == NULL || i >= message->part_count || message->parts[i].data == NULL ||
      message->parts[i].drop != drop)
    return NULL;
  return &message->parts[i];
}

/* takeView(index) → a DataView of the memory */
GY_FUNCTION(take_view) {
  gy_env* env = gy_env_here();
  struct gy_message_part* part = part_arg(ctx, argc, argv, gy_memory_drop);
  JSValueRef view;

  if (part == NULL)
    return gy_undefined(env);
  view = gy_memory_view(env, part->data);
  part->data = NULL;
  return view;
}

/* takeEnd(index) → the id of the end in this thread, or 0 */
GY_FUNCTION(take_end) {
  struct gy_message_part* part = part_arg(ctx, argc, argv, close_part);
  uint32_t id = part != NULL ? gy_messaging_adopt(part->data) : 0;

  if (id != 0)
    part->data = NULL;
  return JSValueMakeNumber(ctx, id);
}

/* takeDescriptor(index) → the descriptor, or UV_EBADF */
GY_FUNCTION(take_descriptor) {
  struct gy_message_part* part = part_arg(ctx, argc, argv, close_descriptor);
  int fd = part != NULL ? (int) (intptr_t) part->data - 1 : UV_EBADF;

  if (part != NULL)
    part->data = NULL;
  return JSValueMakeNumber(ctx, fd);
}

/* rooms() → { outgoing, incoming } */
GY_FUNCTION(rooms) {
  gy_env* env = gy_env_here();
  JSObjectRef both = gy_bare_object(env);

  if (mailbox == NULL)
    return gy_throw_type(env, exception, "open() first");
  gy_set_view(env, both, "outgoing", kJSTypedArrayTypeUint8Array, mailbox->outgoing, ROOM);
  gy_set_view(env, both, "incoming", kJSTypedArrayTypeUint8Array, mailbox->incoming, ROOM);
  return both;
}

/* next() → whether another message may be delivered: the end of one callback, and the begin of the
 * next */
GY_FUNCTION(next_message) {
  return JSValueMakeBoolean(ctx, gy_enter_next(gy_env_here(), GY_IO));
}

/* words() → Uint32Array: [LISTED] is not 0 if nextEnd() has an end, (6) */
GY_FUNCTION(words) {
  gy_env* env = gy_env_here();
  JSObjectRef holder = gy_bare_object(env);

  if (mailbox == NULL)
    return gy_throw_type(env, exception, "open() first");
  gy_set_view(env, holder, "words", kJSTypedArrayTypeUint32Array, mailbox->ends.words,
              sizeof(mailbox->ends.words));
  return gy_get(env, holder, "words");
}

void gy_bind_messaging(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"open", open_box},
      {"wake", wake},
      {"hold", hold},
      {"inClosePhase", in_close_phase},
      {"channel", make_channel},
      {"nextEnd", next_end},
      {"isAlone", is_alone},
      {"closeEnd", close_end},
      {"addMoved", add_moved},
      {"addShared", add_shared},
      {"movesMemory", moves_memory},
      {"addEnd", add_end},
      {"addDescriptor", add_descriptor},
      {"dropParts", forget_parts},
      {"post", post},
      {"fill", fill},
      {"postPrimitive", post_primitive},
      {"receive", receive},
      {"takeView", take_view},
      {"takeEnd", take_end},
      {"takeDescriptor", take_descriptor},
      {"rooms", rooms},
      {"words", words},
  };

  gy_define(env, target, functions);
  gy_set(env, target, "next", gy_lanes_hidden_function(env, next_message));
  gy_set(env, target, "runsLists", gy_bool(env, gy_lanes_run_inside()));
}
