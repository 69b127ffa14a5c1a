/* test/tools/hide_engine_name.c — preloaded into gyre, hides the C++ name of the engine that
 * GYRE_TEST_HIDE names, as if the engine's library did not have it
 * (src/runtime/engine/direct.c). */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

bool gy_test_hides_name(const char* name);

bool gy_test_hides_name(const char* name) {
  const char* hidden = getenv("GYRE_TEST_HIDE");

  return hidden != NULL && strcmp(hidden, name) == 0;
}
