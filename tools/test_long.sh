#!/usr/bin/env bash
# What is too long for every change: all tests, the long ones, every build that must give the same bits, sanitizers over
# everything, longer fuzzing. Writes what was run, where and how it ended to tests/results/test_long.txt; the exit status is
# that of the worst stage.
set -uo pipefail
cd "$(dirname "$0")/.."
results=tests/results/test_long.txt
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

changes=$(git status --porcelain -- . ":!$results" 2> /dev/null)
{
  echo "command   make test-long"
  echo "commit    $(git rev-parse HEAD 2> /dev/null || echo unknown)${changes:+, with local changes}"
  echo "date      $(date -u +%F)"
  echo "machine   $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg) at the start"
  echo "compilers $(g++ --version | head -n 1); $(clang++ --version 2> /dev/null | head -n 1)"
  echo "cuda      $(nvcc --version 2> /dev/null | grep -o 'release [0-9.]*' || echo 'no nvcc'); $([ -n "${THRONG_CUDA_RUNTIME_DIR-}" ] \
    && echo 'runtime of THRONG_CUDA_RUNTIME_DIR' || { nvidia-smi -L 2> /dev/null || echo 'no device: its tests are skipped'; })"
} > "$results"

stage() {
  local start=$SECONDS status=0
  "$@" < /dev/null 2>&1 | tee "$log" || status=$?
  printf '%5d s  %-6s  %s\n' $((SECONDS - start)) "$([ $status -eq 0 ] && echo good || echo FAILED)" "$*" >> "$results"
  grep -E '^[0-9]+% tests passed|\*\*\*(Failed|Skipped|Timeout)|^Done [0-9]+ runs' "$log" | sed -E 's/\.{4,}/ ... /; s/^/           /' >> "$results"
  [ $status -eq 0 ] || failed=1
}

stage make test
if [ -n "${THRONG_CUDA_RUNTIME_DIR-}" ]; then
  stage env PTXEMU_ORDER=reverse PTXEMU_RACES=1 ctest --test-dir build/release -j"$(nproc)" --output-on-failure --no-tests=error -L '^cuda$' \
    -R 'cuda\.(cuda|parity)'
fi
stage make ctest FILTER=long
stage make parity
stage make asan FILTER=long
if command -v nvcc > /dev/null; then stage make asan_cuda; fi
stage make tsan FILTER=long
stage make fuzz FUZZ_SECONDS=300
cat "$results"
exit $failed
