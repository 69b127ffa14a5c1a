/* src/runtime/bindings/credentials.c — users and groups of the process. An unknown name is
 * NOT_KNOWN; other failures are negative errno. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/gyre.h"

enum { NOT_KNOWN = 1, ENTRY_ROOM = 16384, MOST_GROUPS = 65536 };

/* The id of a user or group; false if the name is unknown. */
static bool id_of(gy_env* env, JSValueRef value, bool is_group, id_t* id) {
  char room[ENTRY_ROOM];
  struct passwd pw, *user = NULL;
  struct group gr, *group = NULL;
  struct gy_text name;

  *id = 0;
  if (JSValueIsNumber(env->ctx, value)) {
    *id = (id_t) JSValueToNumber(env->ctx, value, NULL);
    return true;
  }
  if (!gy_text_get(env, value, &name, NULL))
    return false;
  if (is_group && getgrnam_r(name.data, &gr, room, sizeof(room), &group) == 0 && group != NULL)
    *id = group->gr_gid;
  else if (!is_group && getpwnam_r(name.data, &pw, room, sizeof(room), &user) == 0 && user != NULL)
    *id = user->pw_uid;
  gy_text_free(&name);
  return user != NULL || group != NULL;
}

#define GETTER(name)                            \
  GY_FUNCTION(get_##name) {                     \
    return JSValueMakeNumber(ctx, get##name()); \
  }
#define SETTER(name, is_group)                             \
  GY_FUNCTION(set_##name) {                                \
    gy_env* env = gy_env_here();                           \
    id_t id;                                               \
                                                           \
    if (argc == 0 || !id_of(env, argv[0], is_group, &id))  \
      return gy_number(env, NOT_KNOWN);                    \
    return gy_number(env, set##name(id) < 0 ? -errno : 0); \
  }

GETTER(uid)
GETTER(euid)
GETTER(gid)
GETTER(egid)
SETTER(uid, false)
SETTER(euid, false)
SETTER(gid, true)
SETTER(egid, true)

GY_FUNCTION(get_groups) {
  gy_env* env = gy_env_here();
  gid_t own = getegid();
  bool seen = false;
  JSObjectRef list;
  gid_t* groups;
  int count = getgroups(0, NULL);

  if (count < 0)
    return gy_throw_uv(env, exception, -errno, "getgroups", NULL, NULL);
  groups = malloc((count + 1) * sizeof(*groups));
  if (groups == NULL)
    return gy_throw_uv(env, exception, UV_ENOMEM, "getgroups", NULL, NULL);
  count = getgroups(count, groups);
  for (int i = 0; i < count; i++)
    seen = seen || groups[i] == own;
  list = gy_array_new(env, count < 0 ? 0 : count + !seen);
  for (int i = 0; i < count; i++)
    JSObjectSetPropertyAtIndex(ctx, list, i, gy_number(env, groups[i]), NULL);
  /* The list need not name the effective group; Node's does. */
  if (!seen && count >= 0)
    JSObjectSetPropertyAtIndex(ctx, list, count, gy_number(env, own), NULL);
  free(groups);
  return list;
}

/* setgroups(list) → 0, a negative errno, or the position (from 1) of an unknown name */
GY_FUNCTION(set_groups) {
  gy_env* env = gy_env_here();
  JSObjectRef list = gy_arg_object(ctx, argc, argv, 0);
  int32_t count = list != NULL ? JSValueToInt32(ctx, gy_get(env, list, "length"), NULL) : 0;
  gid_t* groups;
  int result = 0;

  if (count < 0 || count > MOST_GROUPS)
    return gy_number(env, UV_EINVAL);
  groups = malloc((count + 1) * sizeof(*groups));
  if (groups == NULL)
    return gy_number(env, UV_ENOMEM);
  for (int32_t i = 0; i < count && result == 0; i++) {
    id_t id = 0;
    if (!id_of(env, JSObjectGetPropertyAtIndex(ctx, list, i, NULL), true, &id))
      result = i + 1;
    groups[i] = id;
  }
  if (result == 0 && setgroups(count, groups) < 0)
    result = -errno;
  free(groups);
  return gy_number(env, result);
}

/* initgroups(user, group) → 0, a negative errno, 1: no such user, 2: no such group */
GY_FUNCTION(init_groups) {
  gy_env* env = gy_env_here();
  char room[ENTRY_ROOM];
  struct passwd pw, *entry = NULL;
  struct gy_text name;
  id_t group;
  int result = 0;

  if (argc < 2)
    return gy_number(env, UV_EINVAL);
  if (!id_of(env, argv[1], true, &group))
    return gy_number(env, 2);
  if (JSValueIsNumber(ctx, argv[0])) {
    uid_t uid = (uid_t) JSValueToNumber(ctx, argv[0], NULL);
    if (getpwuid_r(uid, &pw, room, sizeof(room), &entry) != 0 || entry == NULL)
      return gy_number(env, NOT_KNOWN);
    return gy_number(env, initgroups(entry->pw_name, group) < 0 ? -errno : 0);
  }
  if (!gy_text_get(env, argv[0], &name, exception))
    return NULL;
  if (initgroups(name.data, group) < 0)
    result = -errno;
  gy_text_free(&name);
  return gy_number(env, result);
}

void gy_bind_credentials(gy_env* env, JSObjectRef target) {
  static const struct gy_function functions[] = {
      {"getuid", get_uid},       {"geteuid", get_euid},       {"getgid", get_gid},
      {"getegid", get_egid},     {"setuid", set_uid},         {"seteuid", set_euid},
      {"setgid", set_gid},       {"setegid", set_egid},       {"getgroups", get_groups},
      {"setgroups", set_groups}, {"initgroups", init_groups},
  };

  gy_define(env, target, functions);
}
