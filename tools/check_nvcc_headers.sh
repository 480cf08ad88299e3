#!/usr/bin/env bash
# Compiles every header of kernels/agent for the device: tools/check_nvcc_headers.sh 75 90 ... (compute capabilities)
# No GPU is needed. Exit status: 0 they compile, 77 no nvcc here.
set -euo pipefail
cd "$(dirname "$0")/.."

nvcc=$(command -v nvcc || true)
[ -n "$nvcc" ] || nvcc=$(command -v /usr/local/cuda/bin/nvcc || true)
if [ -z "$nvcc" ]; then
  echo "Device compilation skipped: no nvcc here."
  exit 77
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# Each header first in a file of its own would cost seconds each; all in one file also shows clashes between them.
(cd kernels/agent && find . -name '*.hpp' | LC_ALL=C sort | sed 's|^\./|#include "kernels/agent/|; s|$|"|') > "$dir/all.cu"
count=$(wc -l < "$dir/all.cu")
[ "$count" -gt 0 ] || { echo "No headers in kernels/agent."; exit 1; }
echo '__global__ void probe_kernel() {}' >> "$dir/all.cu"

architectures=()
for capability in "$@"; do
  architectures+=(-gencode "arch=compute_${capability},code=sm_${capability}")
done
# --fmad=false and IEEE division and square root (the default): the same roundings as on the CPU.
"$nvcc" -std=c++20 --fmad=false -Werror all-warnings "${architectures[@]}" -I. -Iinclude -c "$dir/all.cu" -o "$dir/all.o"
echo "$count headers compile with $("$nvcc" --version | grep -o 'release [0-9.]*') for sm: $*"
