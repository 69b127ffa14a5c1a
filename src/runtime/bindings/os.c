/* src/runtime/bindings/os.c — the system calls of the os module. Failures are negative errno
 * results, from which lib/os.js makes ERR_SYSTEM_ERROR. */
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/gyre.h"

static JSValueRef array_of(gy_env* env, size_t count, const JSValueRef* values) {
  return JSObjectMakeArray(env->ctx, count, values, NULL);
}

GY_FUNCTION(host_name) {
  gy_env* env = gy_env_here();
  char name[UV_MAXHOSTNAMESIZE];
  size_t size = sizeof(name);
  int err = uv_os_gethostname(name, &size);

  return err < 0 ? gy_number(env, err) : gy_string_new(env, name, size);
}

GY_FUNCTION(home_dir) {
  gy_env* env = gy_env_here();
  char path[4096];
  size_t size = sizeof(path);
  int err = uv_os_homedir(path, &size);

  return err < 0 ? gy_number(env, err) : gy_string_new(env, path, size);
}

/* uname() → [sysname, version, release, machine] */
GY_FUNCTION(uname_parts) {
  gy_env* env = gy_env_here();
  uv_utsname_t info;
  int err = uv_os_uname(&info);

  if (err < 0)
    return gy_number(env, err);
  JSValueRef parts[] = {gy_string(env, info.sysname), gy_string(env, info.version),
                        gy_string(env, info.release), gy_string(env, info.machine)};
  return array_of(env, GY_COUNT(parts), parts);
}

GY_FUNCTION(load_average) {
  gy_env* env = gy_env_here();
  double load[3];

  uv_loadavg(load);
  JSValueRef values[] = {gy_number(env, load[0]), gy_number(env, load[1]), gy_number(env, load[2])};
  return array_of(env, GY_COUNT(values), values);
}

GY_FUNCTION(total_memory) {
  return JSValueMakeNumber(ctx, (double) uv_get_total_memory());
}

GY_FUNCTION(free_memory) {
  return JSValueMakeNumber(ctx, (double) uv_get_free_memory());
}

GY_FUNCTION(system_uptime) {
  double seconds = 0;
  int err = uv_uptime(&seconds);

  return JSValueMakeNumber(ctx, err < 0 ? err : seconds);
}

GY_FUNCTION(parallelism) {
  return JSValueMakeNumber(ctx, uv_available_parallelism());
}

/* cpus() → [model, speed, user, nice, sys, idle, irq, model, ...], seven values per processor */
GY_FUNCTION(processors) {
  enum { PER_CPU = 7 };
  gy_env* env = gy_env_here();
  uv_cpu_info_t* infos;
  JSObjectRef list;
  int count = 0;
  int err = uv_cpu_info(&infos, &count);

  if (err < 0)
    return gy_number(env, err);
  list = gy_array_new(env, (size_t) count * PER_CPU);
  for (int i = 0; i < count; i++) {
    const uv_cpu_info_t* info = &infos[i];
    JSValueRef values[PER_CPU] = {
        gy_string(env, info->model != NULL ? info->model : "unknown"),
        gy_number(env, info->speed),
        gy_number(env, (double) info->cpu_times.user),
        gy_number(env, (double) info->cpu_times.nice),
        gy_number(env, (double) info->cpu_times.sys),
        gy_number(env, (double) info->cpu_times.idle),
        gy_number(env, (double) info->cpu_times.irq),
    };
    for (int k = 0; k < PER_CPU; k++)
      JSObjectSetPropertyAtIndex(ctx, list, i * PER_CPU + k, values[k], NULL);
  }
  uv_free_cpu_info(infos, count);
  return list;
}

static JSValueRef interface_fields(gy_env* env, const uv_interface_address_t* one) {
  const struct sockaddr* address = (const struct sockaddr*) &one->address;
  bool six = address->sa_family == AF_INET6;
  char ip[INET6_ADDRSTRLEN] = "", mask[INET6_ADDRSTRLEN] = "", mac[18];
  const unsigned char* m = (const unsigned char*) one->phys_addr;

  if (six) {
    uv_ip6_name(&one->address.address6, ip, sizeof(ip));
    uv_ip6_name(&one->netmask.netmask6, mask, sizeof(mask));
  } else {
    uv_ip4_name(&one->address.address4, ip, sizeof(ip));
    uv_ip4_name(&one->netmask.netmask4, mask, sizeof(mask));
  }
  snprintf(mac, sizeof(mac), "%02x:%02x:%02x:%02x:%02x:%02x", m[0], m[1], m[2], m[3], m[4], m[5]);
  JSValueRef fields[] = {
      gy_string(env, one->name),
      gy_string(env, ip),
      gy_string(env, mask),
      gy_string(env, six ? "IPv6" : "IPv4"),
      gy_string(env, mac),
      gy_bool(env, one->is_internal),
      gy_number(env, six ? (double) one->address.address6.sin6_scope_id : -1),
  };
  return array_of(env, GY_COUNT(fields), fields);
}

/* interfaces() → [[name, address, netmask, family, mac, internal, scopeid or -1], ...] */
GY_FUNCTION(interfaces) {
  gy_env* env = gy_env_here();
  uv_interface_address_t* all;
  JSObjectRef list;
  int count = 0;
  int err = uv_interface_addresses(&all, &count);

  if (err < 0)
    return gy_number(env, err);
  list = gy_array_new(env, count);
  for (int i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(ctx, list, i, interface_fields(env, &all[i]), NULL);
  uv_free_interface_addresses(all, count);
  return list;
}

GY_FUNCTION(get_priority) {
  gy_env* env = gy_env_here();
  int priority = 0;
  int err = uv_os_getpriority(gy_arg_int(ctx, argc, argv, 0), &priority);
  JSValueRef both[] = {gy_number(env, err), gy_number(env, priority)};

  return array_of(env, GY_COUNT(both), both);
}

GY_FUNCTION(set_priority) {
  return JSValueMakeNumber(
      ctx, uv_os_setpriority(gy_arg_int(ctx, argc, argv, 0), gy_arg_int(ctx, argc, argv, 1)));
}

static JSValueRef bytes_or_null(gy_env* env, const char* text) {
  return text != NULL ? gy_string(env, text) : JSValueMakeNull(env->ctx);
}

/* user() → [uid, gid, username, homedir, shell] or a negative errno */
GY_FUNCTION(user) {
  gy_env* env = gy_env_here();
  uv_passwd_t entry;
  int err = uv_os_get_passwd(&entry);

  if (err < 0)
    return gy_number(env, err);
  JSValueRef values[] = {gy_number(env, (double) entry.uid), gy_number(env, (double) entry.gid),
                         bytes_or_null(env, entry.username), bytes_or_null(env, entry.homedir),
                         bytes_or_null(env, entry.shell)};
  uv_os_free_passwd(&entry);
  return array_of(env, GY_COUNT(values), values);
}

void gy_bind_os(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"hostname", host_name},
      {"homedir", home_dir},
      {"uname", uname_parts},
      {"loadavg", load_average},
      {"totalmem", total_memory},
      {"freemem", free_memory},
      {"uptime", system_uptime},
      {"availableParallelism", parallelism},
      {"cpus", processors},
      {"interfaces", interfaces},
      {"getPriority", get_priority},
      {"setPriority", set_priority},
      {"user", user},
  };

  gy_define(env, target, functions);
}
