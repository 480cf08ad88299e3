#!/usr/bin/env bash
# Runs the tests of the cuda executor of one program: tests/cuda/run.sh PROGRAM FILTER
#
# THRONG_CUDA_RUNTIME_DIR   a folder with a CUDA runtime library to use in place of the toolkit's, such as one that runs
#                           device code on the CPU. A device is then required.
# THRONG_REQUIRE_GPU=1      a missing device is a failure.
# Exit status: 0 passed, 77 skipped for want of a device, with the reason; else failed.
set -uo pipefail
program=$1 filter=$2

if [ -n "${THRONG_CUDA_RUNTIME_DIR-}" ]; then
  compgen -G "$THRONG_CUDA_RUNTIME_DIR/libcudart.so*" > /dev/null || {
    echo "THRONG_CUDA_RUNTIME_DIR=$THRONG_CUDA_RUNTIME_DIR: no libcudart.so there"
    exit 1
  }
  export LD_LIBRARY_PATH=$THRONG_CUDA_RUNTIME_DIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} THRONG_REQUIRE_GPU=1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$program" --gtest_filter="$filter" > "$log" 2>&1
status=$?
reason=$(grep -m1 'executor cuda is missing' "$log")
if [ $status -eq 0 ] && [ -n "$reason" ]; then
  echo "$reason"
  exit 77
fi
grep -vE '^\[ +(RUN|OK) +\]|^\[-+\]|^$' "$log"
grep -q '^\[  PASSED  \] 0 tests' "$log" && { echo "no test has the filter $filter"; exit 1; }
exit $status
