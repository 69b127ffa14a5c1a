#!/bin/sh
# Every function that the public headers declare is in the library, and the other way round.
set -eu

# The names before a parenthesis in the declarations that the compiler would export.
declared() {
  gcc -E -P -D_GNU_SOURCE -I"$TOP/include" "$@" | tr '\n' ' ' | sed 's/[;{}]/&\n/g' |
    grep 'visibility *( *"default" *)' | grep -o '\buv_[a-z0-9_]* *(' | tr -d ' (' | sort -u
}

cat >all.c <<'TEXT'
#include <uv.h>
#if __has_include(<uv_trace.h>)
#include <uv_trace.h>
#endif
TEXT
declared all.c >declared
nm -D --defined-only "$TREE/src/libgyre-uv.so" | awk '{ print $3 }' | sort -u >exported
echo "only declared (<) or only exported (>):"
diff declared exported
