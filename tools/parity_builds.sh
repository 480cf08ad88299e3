#!/usr/bin/env bash
# The same bits from every compiler and optimization level: builds the parity tests in each variant and runs those that compare
# hashes of states with the committed ones, with each instruction set (`make test` runs all of them in the release build).
# JOBS=N: processes at once.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

# preset, compiler
variant() {
  local preset=$1 compiler=$2 dir=build/$1 isa
  if ! command -v "$compiler" > /dev/null; then
    echo "parity, $preset: skipped, no $compiler here"
    return 0
  fi
  cmake --preset "$preset" -DTHRONG_BUILD_TESTS=ON
  cmake --build "$dir" -j"$jobs" --target throng_tests_parity
  for isa in best baseline; do
    echo "==== committed hashes, $preset build, $isa instruction set"
    THRONG_ISA_FORCE=$isa "$dir/throng_tests_parity" --gtest_brief=1 --gtest_filter='CommittedHashes.*'
  done
}

variant debug c++
# Clang compiles all of the library here; the unit tests meet it in the fuzzer's build.
variant clang clang++
