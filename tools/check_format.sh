#!/usr/bin/env bash
# Are the C++ sources formatted? With --fix: formats them. clang-format 14 only, since each version formats differently.
# Exit status: 0 formatted, 1 not, 77 no clang-format 14 here.
set -euo pipefail
cd "$(dirname "$0")/.."

formatter=
for candidate in clang-format-14 clang-format; do
  if command -v "$candidate" > /dev/null && "$candidate" --version | grep -q 'version 14\.'; then
    formatter=$candidate
    break
  fi
done
if [ -z "$formatter" ]; then
  echo "Format check skipped: no clang-format 14 here."
  exit 77
fi

mapfile -d '' -t files < <(find include kernels host bench tests \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' -o -name '*.cu' -o -name '*.cuh' \) -print0 2> /dev/null)
if [ "${1-}" = --fix ]; then
  exec "$formatter" -i "${files[@]}"
fi
unformatted=()
for file in "${files[@]}"; do
  "$formatter" "$file" | cmp -s - "$file" || unformatted+=("$file")
done
if [ ${#unformatted[@]} -gt 0 ]; then
  printf '%s is not formatted\n' "${unformatted[@]}"
  echo "Run 'make format'."
  exit 1
fi
