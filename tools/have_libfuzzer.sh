#!/usr/bin/env bash
# Can clang build fuzz targets here? Says why when it can't.
set -euo pipefail
if ! command -v clang++ > /dev/null; then
  echo "Fuzzing skipped: no clang++ here."
  exit 1
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$dir/probe.cpp"
if ! clang++ -fsanitize=fuzzer,address,undefined "$dir/probe.cpp" -o "$dir/probe" 2> "$dir/log"; then
  echo "Fuzzing skipped: clang++ can't link libFuzzer with its sanitizers here: $(tail -n 1 "$dir/log")"
  exit 1
fi
