#!/bin/sh
# settings: ring noring denied
# timeout: 300
# Debian's cmake, unmodified, configures, builds and tests a small project on the drop-in.
set -eu
command -v cmake >/dev/null || { echo "skip: no cmake"; exit 77; }
swap() { "$TOP/scripts/uv-swap" --drop-in "$TREE/drop-in" "$@"; }

cat >CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.16)
project(small C)
execute_process(COMMAND cat COMMAND tr a-z A-Z INPUT_FILE input.txt OUTPUT_VARIABLE loud
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(NOT loud STREQUAL "ONE TWO")
  message(FATAL_ERROR "a pipe of two processes gave '${loud}'")
endif()
execute_process(COMMAND sleep 60 TIMEOUT 0.2 RESULT_VARIABLE late)
if(NOT late MATCHES "timeout")
  message(FATAL_ERROR "a time-out gave '${late}'")
endif()
enable_testing()
add_executable(small main.c)
add_test(NAME passes COMMAND small)
add_test(NAME fails COMMAND small fail)
set_tests_properties(fails PROPERTIES WILL_FAIL TRUE)
TEXT
echo 'int main(int argc, char** argv) { (void) argv; return argc - 1; }' >main.c
echo one two >input.txt

swap --check cmake
swap cmake -S . -B out -G Ninja
swap cmake --build out
(cd out && swap ctest --output-on-failure -j 2)
