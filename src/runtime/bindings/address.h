/* src/runtime/bindings/address.h — IP addresses between JavaScript and the loop: a text and a port
 * on one side, a socket address on the other. */
#ifndef BINDINGS_ADDRESS_H
#define BINDINGS_ADDRESS_H

#include "runtime/gyre.h"

/* The address in arguments `at` (text) and `at` + 1 (port). UV_EINVAL when it is no address. */
int gy_address_arg(JSContextRef ctx, size_t argc, const JSValueRef* argv, size_t at,
                   struct sockaddr_storage* address, JSValueRef* exception);

/* The text of an address, with its zone where it has one. False for another family. */
bool gy_address_text(const struct sockaddr* address, char* text, size_t size);
unsigned gy_address_port(const struct sockaddr* address);
void gy_address_set_port(struct sockaddr* address, unsigned port);

/* [text, port, 4 or 6], or the number `err` when that is not 0. */
JSValueRef gy_address_answer(gy_env* env, int err, const struct sockaddr_storage* address);

#endif
