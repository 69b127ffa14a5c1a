#!/bin/sh
# The shared libraries show uv_ functions and nothing else, need libc and nothing else, and are
# called what a program will look for.
set -u
status=0

complain() {
  echo "$*"
  status=1
}

look_at() {
  library=$1
  soname=$2

  strange=$(nm -D --defined-only "$library" | awk '$2 != "T" || $3 !~ /^uv_[a-z]/')
  [ -z "$strange" ] || complain "$library also exports: $strange"

  needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  [ "$needed" = libc.so.6 ] || complain "$library needs: $needed"

  readelf -d "$library" | grep -q "(SONAME).*\[$soname\]" || complain "$library is not $soname"
}

look_at "$TREE/src/libgyre-uv.so" libgyre-uv.so.1
look_at "$TREE/drop-in/libuv.so" libuv.so.1
exit $status
