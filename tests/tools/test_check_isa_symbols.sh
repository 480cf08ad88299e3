#!/usr/bin/env bash
# Does tools/check_isa_symbols.sh find what it is there for? Arguments: C++ compiler, nm.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(uname -m)" = x86_64 ] || { echo "Skipped: no AVX2 on $(uname -m)."; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

check() {
  "$1" -std=c++20 -O3 -mavx2 -c "$dir/probe.cpp" -o "$dir/probe.o"
  tools/check_isa_symbols.sh "$2" "$dir/probe.o"
}

cat > "$dir/probe.cpp" << 'CPP'
namespace throng::avx2 {
struct Pack { float v[8]; };
template <class L> __attribute__((noinline)) void twice(L& l) { for (float& x : l.v) x *= 2; }
void run(Pack* p) { twice(*p); }
}
CPP
check "$@"

# An instance for a type outside the namespace: weak, and named the same as the baseline's.
cat > "$dir/probe.cpp" << 'CPP'
namespace throng {
struct Scalar { float v[8]; };
template <class L> __attribute__((noinline)) void twice(L& l) { for (float& x : l.v) x *= 2; }
}
namespace throng::avx2 { void run(Scalar* p) { twice(*p); } }
CPP
if output=$(check "$@"); then
  echo "A leak went unnoticed: $output"
  exit 1
fi
grep -q 'void throng::twice<throng::Scalar>' <<< "$output"
