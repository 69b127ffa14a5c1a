# gyre — thin front to Meson and Ninja. `make help` lists what there is.
# BUILD=DIR puts the build trees elsewhere; PREFIX and DESTDIR steer `make install`.

BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)

override BUILD := $(abspath $(BUILD))
export BUILD PREFIX

C_FILES = $(shell git ls-files --cached --others --exclude-standard '*.c' '*.h')

.PHONY: all debug run test bench soak asan tsan valgrind install format lint clean help bootstrap

all: ## build the library, release settings, in build/release
	@scripts/build release

debug: ## the same in build/debug: assertions on, not optimised
	@scripts/build debug

run: ## build, then let gyre explain the classic puzzle; APP=app.js runs that program instead
	@scripts/bootstrap build
	@TARGETS=gyre scripts/build release
	@scripts/first-run $(BUILD)/release/gyre $(APP)

test: ## everything: all tests in three settings, sanitizers, faults, valgrind
	@scripts/bootstrap
	@test/all --build $(BUILD) -j $(JOBS)

bench: ## CPU per operation beside libuv's, then the runtime beside Node.js, Bun and Deno
	@scripts/bootstrap
	@scripts/bootstrap bench
	@scripts/build release notrace
	@bench/run --build $(BUILD)
	@bench/runtime/run --build $(BUILD)

soak: ## 10,000 connections, timers and files at once; nothing may be lost (needs ulimit -n 13000)
	@scripts/bootstrap
	@scripts/build release
	@LD_LIBRARY_PATH=$(BUILD)/release/drop-in $(BUILD)/release/bench/soak

asan: ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@scripts/build asan
	@test/run --build $(BUILD)/asan -j $(JOBS)

tsan: ## pool, async, threads and signal tests under ThreadSanitizer
	@scripts/build tsan
	@test/run --build $(BUILD)/tsan -j $(JOBS) --subset threads

valgrind: ## loop tests under valgrind: a closed loop leaves nothing behind
	@scripts/build release
	@test/run --build $(BUILD)/release -j $(JOBS) --valgrind --subset close

install: ## install to PREFIX (DESTDIR is honoured)
	@scripts/build release
	@DESTDIR='$(DESTDIR)' meson install -C $(BUILD)/release --no-rebuild

format: ## clang-format over every C file
	@clang-format -i $(C_FILES)

lint: ## clang-tidy and cppcheck over the library, our own rules over C and JavaScript
	@scripts/build debug
	@scripts/lint $(BUILD)/debug

clean: ## remove the build trees
	@rm -rf $(addprefix $(BUILD)/,release debug asan tsan notrace test-summary)

bootstrap: ## install the Debian packages that are missing
	@scripts/bootstrap

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12
