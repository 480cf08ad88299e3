# What a person types. The build itself is CMake's (CMakePresets.json); this file only puts the words together.
#
#   make            builds the library and the program into build/release
#   make demo       the same, then runs two scenes: recordings, pictures and statistics in out/
#   make test       builds and runs every test and check (a few minutes)
#   make test-long  the same and the long ones: sanitizers over everything, all compilers, longer fuzzing
#   make bench      measures, RVO2 beside it (half an hour); FILTER=regex for some of it; results in bench/results/
#   make format     formats the sources; format-check only looks
#   make install    PREFIX=/usr/local, DESTDIR= as usual
#   make package    a .deb and a .tar.gz of program, shared library and headers, in build/package
#   make clean
#
# Each installs first what it needs (tools/setup.sh, apt); SETUP=no leaves that out. JOBS=N: processes at once.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
DESTDIR ?=
SETUP ?= yes
BUILD := build/release
THRONG := $(BUILD)/throng

FILTER ?=
CTEST = ctest --output-on-failure --no-tests=error -j$(JOBS)

.PHONY: all build demo test ctest test-long asan asan_cuda tsan fuzz parity bench format format-check install package clean setup-run setup-test setup-package

all: build

setup-run setup-test setup-package: setup-%:
	@if [ "$(SETUP)" != no ]; then tools/setup.sh $*; fi

# Tests stay as an earlier `make test` has configured them: building needs no test packages.
build: setup-run
	@[ -f $(BUILD)/build.ninja ] || cmake --preset release -DTHRONG_BUILD_TESTS=OFF -DTHRONG_BUILD_BENCH=OFF
	cmake --build $(BUILD) -j$(JOBS) --target throng throng_cli

demo: build
	@mkdir -p out
	$(THRONG) run examples/plaza.json --output out/plaza.h5 --picture out/plaza.png --stats out/plaza_stats.json --overwrite
	$(THRONG) run examples/bottleneck.json --output out/bottleneck.h5 --picture out/bottleneck.png \
	  --stats out/bottleneck_stats.json --overwrite
	echo "Recordings, pictures and statistics: out/"

test: setup-test
	@cmake --preset release -DTHRONG_BUILD_TESTS=ON -DTHRONG_BUILD_BENCH=ON
	cmake --build $(BUILD) -j$(JOBS)
	$(CTEST) --test-dir $(BUILD) -LE long

# ---- The same tests in other builds; FILTER is a regular expression of ctest labels ----
SANITIZED = throng_tests_sanitize$(if $(findstring long,$(FILTER)),_long)
asan tsan: setup-test
	@cmake --preset $@
	cmake --build build/$@ -j$(JOBS) --target $(SANITIZED)
	$(CTEST) --test-dir build/$@ -L '$(or $(FILTER),sanitize)'

# The host's side of the cuda executor; needs nvcc, and a device or THRONG_CUDA_RUNTIME_DIR (tests/cuda/run.sh).
asan_cuda: setup-test
	@cmake --preset $@
	cmake --build build/$@ -j$(JOBS) --target throng_tests_sanitize_cuda
	$(CTEST) --test-dir build/$@ -L '^cuda$$'

FUZZ_SECONDS ?= 60
fuzz: setup-test
	@if ! tools/have_libfuzzer.sh; then exit 0; fi
	cmake --preset fuzz -DTHRONG_FUZZ_SECONDS=$(FUZZ_SECONDS)
	cmake --build build/fuzz -j$(JOBS) --target $(SANITIZED) fuzz
	$(CTEST) --test-dir build/fuzz -L '$(or $(FILTER),fuzz)'

parity: setup-test
	@JOBS=$(JOBS) tools/parity_builds.sh

# Tests of the release build by label.
ctest:
	@$(CTEST) --test-dir $(BUILD) -L '$(FILTER)'

test-long:
	@tools/test_long.sh

# Runs of each scene of quality/ on each side.
PERTURBATIONS ?= 10
bench: setup-test
	@cmake --preset release -DTHRONG_BUILD_BENCH=ON
	cmake --build $(BUILD) -j$(JOBS) --target throng_bench
	tools/bench_table.py "$$(tools/bench.py $(if $(FILTER),--filter '$(FILTER)') --perturbations $(PERTURBATIONS))"

format:
	@tools/check_format.sh --fix

format-check:
	@tools/check_format.sh

install: build
	DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)

package: setup-package
	@cmake --preset package
	cmake --build build/package -j$(JOBS)
	cmake --build build/package --target package

clean:
	rm -rf build out
