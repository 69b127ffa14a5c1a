#!/bin/sh
# What `make install` leaves is enough: pkg-config finds it, a program builds with it both ways
# and runs, and the installed uv-swap finds the installed drop-in.
set -eu
DESTDIR=$PWD/root meson install -C "$TREE" --no-rebuild --quiet
pc=$(find root -name gyre-uv.pc)
export PKG_CONFIG_PATH="$PWD/$(dirname "$pc")" PKG_CONFIG_SYSROOT_DIR="$PWD/root"
libdir=$PWD/$(dirname "$(find root -name libgyre-uv.a)")

flags=$(pkg-config --cflags --libs gyre-uv)
gcc -o dynamic "$TOP/examples/phases.c" $flags
LD_LIBRARY_PATH=$libdir ./dynamic
LD_LIBRARY_PATH=$libdir /lib64/ld-linux-x86-64.so.2 --list ./dynamic | grep "$libdir/libgyre-uv.so.1"

gcc -o static $(pkg-config --cflags gyre-uv) "$TOP/examples/phases.c" "$libdir/libgyre-uv.a"
./static

gcc -o swapped $(pkg-config --cflags gyre-uv) "$TOP/examples/phases.c" "$libdir/gyre/drop-in/libuv.so"
"$(find root -name uv-swap)" ./swapped
