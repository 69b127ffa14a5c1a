/* Error codes have the names and messages of UV_ERRNO_MAP; any other code says its number. */
#include "check.h"

#include <string.h>

TEST(every_code_has_its_name_and_message) {
#define XX(name, message)                   \
  CHECK_STR(uv_err_name(UV_##name), #name); \
  CHECK_STR(uv_strerror(UV_##name), message);
  UV_ERRNO_MAP(XX)
#undef XX
}

TEST(an_unknown_code_says_its_number) {
  CHECK_STR(uv_strerror(-1337), "Unknown system error -1337");
  CHECK_STR(uv_err_name(1337), "Unknown system error 1337");
  CHECK_STR(uv_err_name(0), "Unknown system error 0");
}

TEST(text_of_an_unknown_code_stays_valid_and_is_made_once) {
  const char* first = uv_strerror(-2001);
  const char* other = uv_strerror(-2002);

  CHECK_STR(first, "Unknown system error -2001");
  CHECK_STR(other, "Unknown system error -2002");
  CHECK_EQ(uv_strerror(-2001), first);
}

TEST(text_in_a_buffer_is_cut_and_terminated) {
  char buf[8] = "";

  CHECK_EQ(uv_strerror_r(UV_EINVAL, buf, sizeof(buf)), buf);
  CHECK_STR(buf, "invalid");
  CHECK_STR(uv_err_name_r(UV_ENOBUFS, buf, sizeof(buf)), "ENOBUFS");
  CHECK_STR(uv_err_name_r(-9999, buf, sizeof(buf)), "Unknown");
  buf[0] = 'x';
  uv_strerror_r(UV_EINVAL, buf, 0);
  CHECK_EQ(buf[0], 'x');
}

TEST(system_errors_become_codes_and_codes_stay) {
  CHECK_EQ(uv_translate_sys_error(EPIPE), UV_EPIPE);
  CHECK_EQ(uv_translate_sys_error(UV_EPIPE), UV_EPIPE);
  CHECK_EQ(uv_translate_sys_error(0), 0);
}

static void ask(void* arg) {
  char expected[40];

  for (int code = 5000; code < 5200; code++) {
    snprintf(expected, sizeof(expected), "Unknown system error %d", code);
    CHECK_STR(uv_strerror(code), expected);
  }
}

TEST(threads_may_ask_for_unknown_codes_at_once) {
  uv_thread_t threads[4];

  for (int i = 0; i < 4; i++)
    CHECK_OK(uv_thread_create(&threads[i], ask, NULL));
  for (int i = 0; i < 4; i++)
    CHECK_OK(uv_thread_join(&threads[i]));
}
