/* src/runtime/options.c — the table of options, from options.def. */
#include "options.h"

const struct gy_option gy_option_table[GY_OPTIONS] = {
#define OPTION(id, flag, alias, kind, argument, text) {flag, alias, GY_##kind, argument, text},
#include "options.def"
};
