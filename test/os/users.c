/* Users, groups, their folders. */
#include "check.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(passwd_is_the_entry_of_the_effective_user) {
  struct passwd* pw = getpwuid(geteuid());
  uv_passwd_t pwd;

  if (pw == NULL)
    SKIP("this user has no entry");
  CHECK_OK(uv_os_get_passwd(&pwd));
  CHECK_STR(pwd.username, pw->pw_name);
  CHECK_STR(pwd.homedir, pw->pw_dir);
  CHECK_STR(pwd.shell, pw->pw_shell);
  CHECK_EQ(pwd.uid, pw->pw_uid);
  CHECK_EQ(pwd.gid, pw->pw_gid);
  uv_os_free_passwd(&pwd);
  CHECK_EQ(pwd.username, NULL);
  CHECK_EQ(pwd.homedir, NULL);
  CHECK_EQ(pwd.shell, NULL);
  uv_os_free_passwd(&pwd);
}

TEST(passwd2_finds_another_user) {
  uv_passwd_t pwd;

  CHECK_OK(uv_os_get_passwd2(&pwd, 0));
  CHECK_STR(pwd.username, "root");
  uv_os_free_passwd(&pwd);
}

TEST(group_has_its_name_and_members) {
  struct group* gr = getgrgid(0);
  uv_group_t group;
  int i = 0;

  CHECK_OK(uv_os_get_group(&group, 0));
  CHECK_STR(group.groupname, "root");
  CHECK_EQ(group.gid, 0);
  for (; gr->gr_mem[i] != NULL; i++)
    CHECK_STR(group.members[i], gr->gr_mem[i]);
  CHECK_EQ(group.members[i], NULL);
  uv_os_free_group(&group);
  CHECK_EQ(group.groupname, NULL);
  uv_os_free_group(&group);
}

TEST(unknown_users_and_groups_are_not_found) {
  uv_passwd_t pwd;
  uv_group_t group;

  CHECK_EQ(uv_os_get_passwd2(&pwd, 4123456789u), UV_ENOENT);
  CHECK_EQ(uv_os_get_group(&group, 4123456789u), UV_ENOENT);
  CHECK_EQ(uv_os_get_passwd(NULL), UV_EINVAL);
  CHECK_EQ(uv_os_get_passwd2(NULL, 0), UV_EINVAL);
  CHECK_EQ(uv_os_get_group(NULL, 0), UV_EINVAL);
}

TEST(homedir_is_HOME_or_else_the_entry) {
  uv_passwd_t pwd;
  char buf[256];
  size_t size = sizeof(buf);

  setenv("HOME", "/some/where/", 1);
  CHECK_OK(uv_os_homedir(buf, &size));
  CHECK_STR(buf, "/some/where/");
  CHECK_EQ(size, strlen(buf));
  size = 5;
  CHECK_EQ(uv_os_homedir(buf, &size), UV_ENOBUFS);
  CHECK_EQ(size, sizeof("/some/where/"));

  unsetenv("HOME");
  CHECK_OK(uv_os_get_passwd(&pwd));
  size = sizeof(buf);
  CHECK_OK(uv_os_homedir(buf, &size));
  CHECK_STR(buf, pwd.homedir);
  size = 1;
  CHECK_EQ(uv_os_homedir(buf, &size), UV_ENOBUFS);
  CHECK_EQ(size, strlen(pwd.homedir) + 1);
  uv_os_free_passwd(&pwd);
}

TEST(tmpdir_is_the_first_variable_that_is_set) {
  static const char* const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};
  char buf[64];
  size_t size = sizeof(buf);

  for (int i = 0; i < 4; i++)
    setenv(names[i], names[i], 1);
  for (int i = 0; i < 4; i++) {
    size = sizeof(buf);
    CHECK_OK(uv_os_tmpdir(buf, &size));
    CHECK_STR(buf, names[i]);
    unsetenv(names[i]);
  }
  size = sizeof(buf);
  CHECK_OK(uv_os_tmpdir(buf, &size));
  CHECK_STR(buf, "/tmp");
}

TEST(tmpdir_has_no_slash_at_its_end) {
  char buf[8];
  size_t size = sizeof(buf);

  setenv("TMPDIR", "/a/", 1);
  CHECK_OK(uv_os_tmpdir(buf, &size));
  CHECK_STR(buf, "/a");
  CHECK_EQ(size, 2);
  setenv("TMPDIR", "/", 1);
  CHECK_OK(uv_os_tmpdir(buf, &size));
  CHECK_STR(buf, "/");
  size = 1;
  CHECK_EQ(uv_os_tmpdir(buf, &size), UV_ENOBUFS);
  CHECK_EQ(size, 2);
}

TEST(bad_buffers_for_folders_are_refused) {
  char buf[8];
  size_t size = 0;

  CHECK_EQ(uv_os_homedir(buf, &size), UV_EINVAL);
  CHECK_EQ(uv_os_tmpdir(buf, &size), UV_EINVAL);
  size = sizeof(buf);
  CHECK_EQ(uv_os_homedir(NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_os_tmpdir(NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_os_homedir(buf, NULL), UV_EINVAL);
  CHECK_EQ(uv_os_tmpdir(buf, NULL), UV_EINVAL);
}
