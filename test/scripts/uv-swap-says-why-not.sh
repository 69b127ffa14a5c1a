#!/bin/sh
# uv-swap runs what links libuv.so.1 dynamically, and says in one line why it does not run the
# rest; its exit codes are env's.
set -u
status=0
swap() { "$TOP/scripts/uv-swap" --drop-in "$TREE/drop-in" "$@"; }

# expect CODE PATTERN COMMAND… — exit code, and a pattern that the output must match.
expect() {
  code=$1 pattern=$2
  shift 2
  output=$("$@" 2>&1)
  got=$?
  if [ $got != "$code" ] || ! echo "$output" | grep -q -- "$pattern"; then
    echo "$*: code $got, not $code, or no '$pattern' in: $output"
    status=1
  fi
}

echo 'int main(void) { return 7; }' >seven.c
gcc -o plain seven.c
gcc -static -o static seven.c
gcc -static-pie -o static-pie seven.c
gcc -Wl,--no-as-needed -o linked seven.c "$TREE/drop-in/libuv.so"
gcc -Wl,--no-as-needed,--disable-new-dtags,-rpath,"$PWD/pinned" -o rpath seven.c "$TREE/drop-in/libuv.so"
mkdir pinned
cp "$TREE/drop-in/libuv.so.1" pinned/
printf '#!/bin/sh\nexit 0\n' >wrapper
printf '#!/usr/bin/env -S %s/linked -x\n' "$PWD" >script
echo text >text
chmod +x wrapper script text
cp plain unreadable
chmod a-x unreadable

expect 7   ''                        swap ./linked
expect 0   "takes libuv.so.1 from"   swap --check ./linked
expect 7   ''                        swap ./script
expect 126 "does not link"           swap ./plain
expect 7   ''                        swap --force ./plain
expect 126 "linked statically"       swap ./static
expect 126 "linked statically"       swap ./static-pie
expect 126 "insists on .*pinned"     swap ./rpath
expect 126 "script for /bin/sh"      swap ./wrapper
expect 0   ''                        swap --force ./wrapper
expect 126 "neither"                 swap ./text
expect 126 "not executable"          swap ./unreadable
expect 126 "folder"                  swap ./pinned
expect 127 "not found"               swap ./nothing
expect 127 "not found"               swap no-such-program-anywhere
expect 125 "which program"           swap
expect 125 "unknown option"          swap --frobnicate
expect 125 "no libuv.so.1 in"        "$TOP/scripts/uv-swap" --drop-in . ./linked
expect 0   "Usage"                   swap --help

# Only a stranger's setuid program is run securely; making one takes root.
if [ "$(id -u)" = 0 ]; then
  cp linked setuid
  chown 65534 setuid
  chmod u+s setuid
  expect 126 "setuid" swap ./setuid
fi
exit $status
