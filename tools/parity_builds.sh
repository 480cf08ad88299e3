#!/usr/bin/env bash
# The same bits from every compiler, optimization level and instruction set: builds the parity tests in each variant and runs
# them, where the hashes of states are compared with the committed ones. JOBS=N: processes at once.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

variant() {
  local name=$1 preset=$2 compiler=$3 dir=build/parity-$1
  shift 3
  if ! command -v "$compiler" > /dev/null; then
    echo "parity $name: skipped, no $compiler here"
    return 0
  fi
  cmake --preset "$preset" -B "$dir" -DCMAKE_CXX_COMPILER="$compiler" -DTHRONG_BUILD_BENCH=OFF -DTHRONG_BUILD_CLI=OFF > "$dir.log" ||
    { cat "$dir.log"; return 1; }
  cmake --build "$dir" -j"$jobs" --target throng_tests_parity "$@"
  local isa
  for isa in best baseline; do
    echo "parity $name, instruction set $isa:"
    THRONG_ISA_FORCE=$([ $isa = best ] || echo $isa) "$dir/throng_tests_parity" --gtest_brief=1 --gtest_filter="-*Long.*"
  done
}

mkdir -p build
variant gcc-release release g++
variant gcc-debug debug g++
# The unit tests too: this is where clang's own view of the code gets its say.
variant clang-release release clang++ throng_tests_unit
if [ -x build/parity-clang-release/throng_tests_unit ]; then
  build/parity-clang-release/throng_tests_unit --gtest_brief=1 --gtest_filter="-*Long.*"
fi
