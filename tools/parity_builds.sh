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
  # Kernels are compiled by nvcc whatever the compiler is here.
  cmake --preset "$preset" -DTHRONG_BUILD_TESTS=ON -DTHRONG_CUDA=OFF
  cmake --build "$dir" -j"$jobs" --target throng_tests_parity
  echo "==== committed hashes, $preset build, each instruction set"
  # Both at once; the list keeps each process's status.
  local runs=()
  for isa in best baseline; do
    THRONG_ISA_FORCE=$isa "$dir/throng_tests_parity" --gtest_brief=1 --gtest_filter='CommittedHashes.*' > "$dir/hashes_$isa.log" 2>&1 &
    runs+=("$! $isa")
  done
  local run failed=0
  for run in "${runs[@]}"; do
    wait "${run% *}" || failed=1
    sed "s/^/${run#* }: /" "$dir/hashes_${run#* }.log"
  done
  return $failed
}

variant debug c++
# The rest of the library meets clang in the fuzzer's build.
variant clang clang++
