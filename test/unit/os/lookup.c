/* Look-ups of users and groups grow their buffer and repeat what a signal interrupted; random bytes
 * come from the devices where getrandom() is not there. The system's part is played here. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/random.h>
#include "check.h"

static size_t wanted;
static int interruptions;
static int calls;

int getgrgid_r(gid_t gid, struct group* entry, char* buf, size_t size, struct group** result) {
  static char* members[] = {"ann", "bob", NULL};

  calls++;
  *result = NULL;
  if (interruptions-- > 0)
    return EINTR;
  if (size < wanted)
    return ERANGE;
  memset(buf, 0, size);
  *entry = (struct group){.gr_name = strcpy(buf, "crew"), .gr_gid = gid, .gr_mem = members};
  *result = entry;
  return 0;
}

TEST(a_group_that_needs_much_room_is_found) {
  uv_group_t group;

  wanted = 100000;
  CHECK_OK(uv_os_get_group(&group, 7));
  CHECK_STR(group.groupname, "crew");
  CHECK_STR(group.members[0], "ann");
  CHECK_STR(group.members[1], "bob");
  CHECK_EQ(group.members[2], NULL);
  CHECK_EQ(group.gid, 7);
  CHECK_GT(calls, 1);
  uv_os_free_group(&group);
}

TEST(an_interrupted_look_up_is_repeated) {
  uv_group_t group;

  interruptions = 3;
  CHECK_OK(uv_os_get_group(&group, 7));
  CHECK_EQ(calls, 4);
  uv_os_free_group(&group);
}

TEST(a_look_up_that_never_has_enough_room_ends) {
  uv_group_t group;

  wanted = SIZE_MAX;
  CHECK_EQ(uv_os_get_group(&group, 7), UV_ERANGE);
}

/* ---- getrandom(): each call does what the next step says ---- */

enum { SHORT = 1, INTERRUPTED, MISSING, BROKEN };

static const int* steps;

ssize_t getrandom(void* buf, size_t len, unsigned flags) {
  switch (*steps++) {
    case SHORT: memset(buf, 'r', 3); return 3;
    case INTERRUPTED: errno = EINTR; return -1;
    case MISSING: errno = ENOSYS; return -1;
    case BROKEN: errno = EIO; return -1;
    default: memset(buf, 'r', len); return (ssize_t) len;
  }
}

TEST(short_and_interrupted_reads_go_on) {
  static const int plan[] = {INTERRUPTED, SHORT, SHORT, INTERRUPTED, 0};
  char buf[10] = "";

  steps = plan;
  CHECK_OK(uv_random(NULL, NULL, buf, 9, 0, NULL));
  CHECK_STR(buf, "rrrrrrrrr");
  CHECK_EQ(steps, plan + 5);
}

TEST(without_getrandom_the_devices_serve) {
  static const int plan[] = {SHORT, MISSING};
  char buf[64] = "";

  steps = plan;
  CHECK_OK(uv_random(NULL, NULL, buf, sizeof(buf), 0, NULL));
  CHECK_MEM(buf, "rrr", 3);
  CHECK_NE(memcmp(buf + 3, (char[61]){0}, 61), 0);
}

TEST(other_failures_reach_the_caller) {
  static const int plan[] = {BROKEN};
  char buf[4];

  steps = plan;
  CHECK_EQ(uv_random(NULL, NULL, buf, sizeof(buf), 0, NULL), UV_EIO);
}
