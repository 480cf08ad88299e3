#!/usr/bin/env bash
# Does throng_device_steps do what tools/device_check asks of it? tests/tools/test_device_steps.sh PROGRAM
# THRONG_CUDA_RUNTIME_DIR, THRONG_REQUIRE_GPU: as for tests/cuda/run.sh. Exit status 77: no device, the rest is right.
set -uo pipefail
program=$1
if [ -n "${THRONG_CUDA_RUNTIME_DIR-}" ]; then
  export LD_LIBRARY_PATH=$THRONG_CUDA_RUNTIME_DIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} THRONG_REQUIRE_GPU=1
fi

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}
# expect STATUS PATTERN WORDS...: how the program ends, and an extended regular expression that its output has
expect() {
  local status=$1 pattern=$2 output
  shift 2
  output=$("$program" "$@" 2>&1)
  local got=$?
  [ $got -eq "$status" ] || fail "throng_device_steps $*: status $got, not $status" "$output"
  grep -qE "$pattern" <<< "$output" || fail "throng_device_steps $*: no '$pattern' in" "$output"
}

expect 0 '^parity_changing$' scenes
expect 2 "no scene 'nowhere'; there are: sparse, dense" run nowhere 10 1
expect 2 "AGENTS must be a number of 0 or more: '-3'" bits dense -3 1 1
expect 2 "STEPS must be a number of 1 or more: '1e3'" bits dense 10 1e3 1
expect 2 "SECONDS must be a number of 0 or more: 'nan'" time dense 10 nan
expect 2 '^usage: ' bits dense 10
expect 2 "CORNERS must be a number of 3 or more: '2'" collide 2 10 0
expect 2 '^usage: '

tried=$("$program" run dense 10 1 2>&1)
if [ "${THRONG_REQUIRE_GPU-}" != 1 ] && grep 'is not available' <<< "$tried"; then exit 77; fi
expect 0 '"step":20,"equal":true' bits dense 200 20 10
expect 0 '"step":40,"equal":true' bits parity_changing 0 40 20
expect 0 '"what":"run","scene":"boxes","steps":3' run boxes 200 3
expect 0 '"rounds":2,.*"repeated_steps":0,.*"cpu":\{"threads":[1-9]' time packed 300 0 3
expect 0 '"step_and_requested_snapshot_s".*"hashes_equal":true' snapshots sparse 300 0 3
expect 0 '"corners":4,"bodies":200,"pairs":[1-9][0-9]*,"equal":true,"cuda":\{"find_s"' collide 4 200 0
expect 0 '"corners":20,"bodies":50,"pairs":[1-9][0-9]*,"equal":true' collide 20 50 0
