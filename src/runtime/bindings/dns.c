/* src/runtime/bindings/dns.c — getaddrinfo() and getnameinfo() on the thread pool. */
#include <netdb.h>
#include <stdlib.h>

#include "runtime/gyre.h"
#include "runtime/see/see.h"

struct lookup {
  uv_getaddrinfo_t req;
  gy_env* env;
  JSObjectRef callback;
};

static JSValueRef address_text(gy_env* env, const struct addrinfo* info) {
  char text[64];

  if (info->ai_family == AF_INET6)
    uv_ip6_name((const struct sockaddr_in6*) info->ai_addr, text, sizeof(text));
  else
    uv_ip4_name((const struct sockaddr_in*) info->ai_addr, text, sizeof(text));
  return gy_string(env, text);
}

static bool is_ip(const struct addrinfo* info) {
  return info->ai_family == AF_INET || info->ai_family == AF_INET6;
}

static JSValueRef address_list(gy_env* env, const struct addrinfo* first) {
  JSObjectRef list;
  unsigned count = 0;

  for (const struct addrinfo* info = first; info != NULL; info = info->ai_next)
    count += is_ip(info);
  list = gy_array_new(env, count);
  count = 0;
  for (const struct addrinfo* info = first; info != NULL; info = info->ai_next)
    if (is_ip(info))
      JSObjectSetPropertyAtIndex(env->ctx, list, count++, address_text(env, info), NULL);
  return list;
}

static void on_lookup(uv_getaddrinfo_t* req, int status, struct addrinfo* result) {
  struct lookup* l = (struct lookup*) req;
  gy_env* env = l->env;
  JSObjectRef callback = l->callback;
  JSValueRef argv[2] = {gy_number(env, status), address_list(env, result)};

  uv_freeaddrinfo(result);
  free(l);
  gy_enter(env, GY_IO, callback, NULL, 2, argv);
  gy_drop(env, callback);
}

/* getaddrinfo(name, family, hints, callback(status, addresses)) → errno */
GY_FUNCTION(get_addr_info) {
  static const int families[] = {[0] = AF_UNSPEC, [4] = AF_INET, [6] = AF_INET6};
  gy_env* env = gy_env_here();
  unsigned family = (unsigned) gy_arg_int(ctx, argc, argv, 1);
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 3);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct lookup* l;
  struct gy_text name;
  int err;

  if (callback == NULL || !gy_text_get(env, argv[0], &name, exception))
    return gy_number(env, UV_EINVAL);
  hints.ai_family = family < GY_COUNT(families) ? families[family] : AF_UNSPEC;
  hints.ai_flags = gy_arg_int(ctx, argc, argv, 2);
  l = malloc(sizeof(*l));
  if (l == NULL) {
    gy_text_free(&name);
    return gy_number(env, UV_ENOMEM);
  }
  l->env = env;
  l->callback = (JSObjectRef) gy_hold(env, gy_callback(env, callback, "GETADDRINFOREQWRAP"));
  err = uv_getaddrinfo(env->loop, &l->req, on_lookup, name.data, NULL, &hints);
  gy_text_free(&name);
  if (err == 0)
    gy_origin_set_req(env, (uv_req_t*) &l->req);
  if (err != 0) {
    gy_drop(env, l->callback);
    free(l);
  }
  return gy_number(env, err);
}

struct reverse {
  uv_getnameinfo_t req;
  gy_env* env;
  JSObjectRef callback;
};

static void on_reverse(uv_getnameinfo_t* req, int status, const char* host, const char* service) {
  struct reverse* r = (struct reverse*) req;
  gy_env* env = r->env;
  JSObjectRef callback = r->callback;
  JSValueRef argv[3] = {gy_number(env, status), gy_undefined(env), gy_undefined(env)};

  if (status == 0) {
    argv[1] = gy_string(env, host);
    argv[2] = gy_string(env, service);
  }
  free(r);
  gy_enter(env, GY_IO, callback, NULL, 3, argv);
  gy_drop(env, callback);
}

/* getnameinfo(address, port, callback(status, host, service)) → errno */
GY_FUNCTION(get_name_info) {
  gy_env* env = gy_env_here();
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 2);
  int port = gy_arg_int(ctx, argc, argv, 1), err;
  struct sockaddr_storage address;
  struct reverse* r;
  struct gy_text text;

  if (callback == NULL || !gy_text_get(env, argv[0], &text, exception))
    return gy_number(env, UV_EINVAL);
  err = uv_ip4_addr(text.data, port, (struct sockaddr_in*) &address);
  if (err != 0)
    err = uv_ip6_addr(text.data, port, (struct sockaddr_in6*) &address);
  gy_text_free(&text);
  if (err != 0)
    return gy_number(env, err);
  r = malloc(sizeof(*r));
  if (r == NULL)
    return gy_number(env, UV_ENOMEM);
  r->env = env;
  r->callback = (JSObjectRef) gy_hold(env, gy_callback(env, callback, "GETNAMEINFOREQWRAP"));
  err = uv_getnameinfo(env->loop, &r->req, on_reverse, (struct sockaddr*) &address, NI_NAMEREQD);
  if (err != 0) {
    gy_drop(env, r->callback);
    free(r);
  }
  return gy_number(env, err);
}

void gy_bind_dns(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"getaddrinfo", get_addr_info},
      {"getnameinfo", get_name_info},
  };

  gy_define(env, target, functions);
  gy_set_number(env, target, "AI_ADDRCONFIG", AI_ADDRCONFIG);
  gy_set_number(env, target, "AI_ALL", AI_ALL);
  gy_set_number(env, target, "AI_V4MAPPED", AI_V4MAPPED);
}
