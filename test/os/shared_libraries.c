/* Loading shared libraries. */
#include "check.h"

#include <string.h>

TEST(a_symbol_of_the_program_itself_is_found) {
  uv_lib_t lib;
  void* symbol;

  CHECK_OK(uv_dlopen(NULL, &lib));
  CHECK_STR(uv_dlerror(&lib), "no error");
  CHECK_OK(uv_dlsym(&lib, "getpid", &symbol));
  CHECK_NE(symbol, NULL);
  uv_dlclose(&lib);
}

TEST(a_missing_library_leaves_a_message_with_its_name) {
  uv_lib_t lib;

  CHECK_EQ(uv_dlopen("no/such/library.so", &lib), -1);
  CHECK_NE(strstr(uv_dlerror(&lib), "no/such/library.so"), NULL);
  CHECK_NE(strstr(uv_dlerror(&lib), "no/such/library.so"), NULL);
  uv_dlclose(&lib);
  CHECK_STR(uv_dlerror(&lib), "no error");
}

TEST(a_missing_symbol_leaves_a_message_until_the_next_success) {
  uv_lib_t lib;
  void* symbol;

  CHECK_OK(uv_dlopen("libc.so.6", &lib));
  CHECK_EQ(uv_dlsym(&lib, "no_such_symbol", &symbol), -1);
  CHECK_EQ(symbol, NULL);
  CHECK_NE(strstr(uv_dlerror(&lib), "no_such_symbol"), NULL);
  CHECK_OK(uv_dlsym(&lib, "malloc", &symbol));
  CHECK_STR(uv_dlerror(&lib), "no error");
  uv_dlclose(&lib);
}
