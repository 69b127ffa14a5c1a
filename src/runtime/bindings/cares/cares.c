/* src/runtime/bindings/cares/cares.c — internalBinding('cares'): channels of resolvers.
 *
 * (1) A channel is freed with its object, which pending queries keep alive; when a worker ends,
 *     before its handles are closed. */
#include "cares.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local JSClassRef channel_class;
static _Thread_local struct gy_channel* channels;

static void free_channel(struct gy_channel* channel) {
  if (channel->link != NULL && (*channel->link = channel->next) != NULL)
    channel->next->link = channel->link;
  gy_channel_free(channel);
}

static void on_collected(JSObjectRef object) {
  struct gy_channel* channel = JSObjectGetPrivate(object);

  if (channel != NULL)
    free_channel(channel);
}

static void free_all(gy_env* env) {
  while (channels != NULL) {
    JSObjectSetPrivate(channels->object, NULL);
    free_channel(channels);
  }
}

static struct gy_channel* channel_of(JSContextRef ctx, JSValueRef self, JSValueRef* exception) {
  return gy_unwrap(ctx, self, channel_class, exception);
}

/* create(timeout, tries, maxTimeout) → channel */
GY_FUNCTION(create) {
  gy_env* env = gy_env_here();
  const struct gy_cares* cares = gy_cares(env, exception);
  struct gy_channel* channel;
  int status;

  if (cares == NULL)
    return NULL;
  channel = calloc(1, sizeof(*channel));
  if (channel == NULL)
    return gy_throw_uv(env, exception, UV_ENOMEM, "ares_init", NULL, NULL);
  channel->env = env;
  channel->cares = cares;
  status = gy_channel_open(channel, gy_arg_int(ctx, argc, argv, 0), gy_arg_int(ctx, argc, argv, 1),
                           gy_arg_int(ctx, argc, argv, 2));
  if (status != ARES_SUCCESS) {
    gy_channel_free(channel);
    return gy_throw(env, exception, cares->ares_strerror(status));
  }
  channel->object = JSObjectMake(env->ctx, channel_class, channel);
  channel->next = channels;
  channel->link = &channels;
  if (channels != NULL)
    channels->link = &channel->next;
  channels = channel;
  return channel->object;
}

/* channel.query(name, type, callback(code or null, records)) → errno */
GY_FUNCTION(query) {
  gy_env* env = gy_env_here();
  struct gy_channel* channel = channel_of(ctx, self, exception);
  JSObjectRef callback = gy_arg_function(ctx, argc, argv, 2);
  int type = gy_arg_int(ctx, argc, argv, 1), err;
  struct gy_text name;

  if (channel == NULL)
    return NULL;
  if (callback == NULL || !gy_text_get(env, argv[0], &name, exception))
    return gy_number(env, UV_EINVAL);
  err = gy_channel_query(channel, name.data, type, callback);
  gy_text_free(&name);
  return gy_number(env, err);
}

GY_FUNCTION(cancel) {
  struct gy_channel* channel = channel_of(ctx, self, exception);

  if (channel != NULL)
    gy_channel_cancel(channel);
  return gy_undefined(gy_env_here());
}

/* channel.getServers() → [address, port, address, port, …]; port 0 is the usual one */
GY_FUNCTION(get_servers) {
  gy_env* env = gy_env_here();
  struct gy_channel* channel = channel_of(ctx, self, exception);
  struct ares_addr_port_node* servers = NULL;
  JSObjectRef list;
  unsigned count = 0;

  if (channel == NULL)
    return NULL;
  channel->cares->ares_get_servers_ports(channel->rounds[0], &servers);
  for (struct ares_addr_port_node* s = servers; s != NULL; s = s->next)
    count += 2;
  list = gy_array_new(env, count);
  count = 0;
  for (struct ares_addr_port_node* s = servers; s != NULL; s = s->next) {
    char text[INET6_ADDRSTRLEN] = "";
    inet_ntop(s->family, &s->addr, text, sizeof(text));
    JSObjectSetPropertyAtIndex(ctx, list, count++, gy_string(env, text), NULL);
    JSObjectSetPropertyAtIndex(ctx, list, count++, gy_number(env, s->udp_port), NULL);
  }
  channel->cares->ares_free_data(servers);
  return list;
}

static bool read_server(gy_env* env, JSObjectRef list, unsigned at,
                        struct ares_addr_port_node* server, JSValueRef* exception) {
  JSValueRef port = JSObjectGetPropertyAtIndex(env->ctx, list, at + 1, NULL);
  struct gy_text text;
  bool is_address;

  if (!gy_text_get(env, JSObjectGetPropertyAtIndex(env->ctx, list, at, NULL), &text, exception))
    return false;
  server->family = strchr(text.data, ':') != NULL ? AF_INET6 : AF_INET;
  is_address = inet_pton(server->family, text.data, &server->addr) == 1;
  gy_text_free(&text);
  server->udp_port = server->tcp_port = gy_arg_int(env->ctx, 1, &port, 0);
  return is_address;
}

static int use_servers(struct gy_channel* channel, struct ares_addr_port_node* servers) {
  int status = ARES_SUCCESS;

  for (int i = 0; i < channel->round_count && status == ARES_SUCCESS; i++)
    status = channel->cares->ares_set_servers_ports(channel->rounds[i], servers);
  return status;
}

/* channel.setServers([address, port, …], count) → null, or the text of an error */
GY_FUNCTION(set_servers) {
  gy_env* env = gy_env_here();
  struct gy_channel* channel = channel_of(ctx, self, exception);
  JSObjectRef list = gy_arg_object(ctx, argc, argv, 0);
  unsigned count = (unsigned) gy_arg_int(ctx, argc, argv, 1);
  struct ares_addr_port_node* servers;
  int status = ARES_SUCCESS;

  if (channel == NULL || list == NULL)
    return NULL;
  if (channel->pending != 0)
    return gy_string(env, "There are pending queries.");
  servers = calloc(count + 1, sizeof(*servers));
  if (servers == NULL)
    status = ARES_ENOMEM;
  for (unsigned i = 0; i < count && status == ARES_SUCCESS; i++) {
    if (!read_server(env, list, 2 * i, &servers[i], exception))
      status = ARES_EBADSTR;
    servers[i].next = i + 1 < count ? &servers[i + 1] : NULL;
  }
  if (status == ARES_SUCCESS)
    status = use_servers(channel, count != 0 ? servers : NULL);
  free(servers);
  return status == ARES_SUCCESS ? JSValueMakeNull(ctx)
                                : gy_string(env, channel->cares->ares_strerror(status));
}

/* channel.setLocalAddress(ipv4, ipv6): texts of addresses, checked by lib/ */
GY_FUNCTION(set_local_address) {
  gy_env* env = gy_env_here();
  struct gy_channel* channel = channel_of(ctx, self, exception);
  struct in_addr four = {0};
  struct in6_addr six = {0};
  struct gy_text text;

  if (channel == NULL || argc < 2)
    return NULL;
  if (gy_text_get(env, argv[0], &text, exception))
    inet_pton(AF_INET, text.data, &four);
  gy_text_free(&text);
  if (gy_text_get(env, argv[1], &text, exception))
    inet_pton(AF_INET6, text.data, &six);
  gy_text_free(&text);
  for (int i = 0; i < channel->round_count; i++) {
    channel->cares->ares_set_local_ip4(channel->rounds[i], ntohl(four.s_addr));
    channel->cares->ares_set_local_ip6(channel->rounds[i], six.s6_addr);
  }
  return gy_undefined(env);
}

void gy_bind_cares(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"create", create},
  };
  static const struct gy_function methods[] = {
      {"query", query},
      {"cancel", cancel},
      {"getServers", get_servers},
      {"setServers", set_servers},
      {"setLocalAddress", set_local_address},
  };

  channel_class = gy_class_new("ChannelWrap", on_collected);
  gy_define_methods(env, channel_class, methods);
  gy_define(env, target, functions);
  gy_before_close(env, free_all);
}
