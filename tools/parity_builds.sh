#!/usr/bin/env bash
# The same bits from every compiler, optimization level and instruction set: builds the parity tests in each variant and runs
# them, where the hashes of states are compared with the committed ones. JOBS=N: processes at once.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

# preset, compiler, targets
variant() {
  local preset=$1 compiler=$2 dir=build/$1 target
  shift 2
  if ! command -v "$compiler" > /dev/null; then
    echo "parity, $preset: skipped, no $compiler here"
    return 0
  fi
  cmake --preset "$preset" -DTHRONG_BUILD_TESTS=ON
  cmake --build "$dir" -j"$jobs" --target "$@"
  for target in "$@"; do
    echo "==== $target of $preset, the processor's best instruction set"
    "$dir/$target" --gtest_brief=1 --gtest_filter="-*Long.*"
    echo "==== $target of $preset, the baseline instruction set"
    THRONG_ISA_FORCE=baseline "$dir/$target" --gtest_brief=1 --gtest_filter="-*Long.*"
  done
}

variant release c++ throng_tests_parity
variant debug c++ throng_tests_parity
# Clang compiles all of the library here; the unit tests meet it in the fuzzer's build.
variant clang clang++ throng_tests_parity
