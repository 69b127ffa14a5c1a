#!/bin/sh
# The drop-in exports the functions of libuv 1.52, all of them, and beyond them only uv_trace_*.
# The list is data of its own: a declaration that goes missing from uv.h is found by this.
set -eu
export LC_ALL=C
nm -D --defined-only "$TREE/drop-in/libuv.so.1" | awk '{ print $3 }' |
  grep -v '^uv_trace_' | sort >exported
sort "$TOP/test/scripts/uv-symbols.txt" >wanted
echo "only wanted (<) or only exported (>):"
diff wanted exported
