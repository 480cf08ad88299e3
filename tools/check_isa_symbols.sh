#!/usr/bin/env bash
# No function of the AVX2 objects may be one that the linker could take for plain code: tools/check_isa_symbols.sh NM OBJECT...
#
# The linker keeps one definition of each inline function or template instance of a program. Were it the one compiled with
# AVX2, processors without it would stop at an illegal instruction, in code far from here. So all that these objects define
# with weak or unique linkage has to have `avx2` as a part of its mangled name (the namespace THRONG_ISA, also as that of a
# template argument). Otherwise make it a part of that namespace, or let it be inlined.
set -euo pipefail
nm=$1
shift

# Data without code, the same in every object: exception personality references, names and descriptions of types.
allowed='^(DW\.ref\.|_ZTI|_ZTS)'

# nm's types: W, w = weak function, V, v = weak object, u = unique object. Undefined weak ones (w, v without address) don't count.
leaks=$("$nm" --defined-only --format=posix "$@" |
  awk '$2 ~ /^[WVwvu]$/ { print $1 }' | sort -u | grep -vE -e '[0-9]avx2' -e "$allowed" || true)
if [ -n "$leaks" ]; then
  echo "The linker could take these from the AVX2 objects for code that runs without AVX2:"
  c++filt <<< "$leaks" | sed 's/^/  /'
  exit 1
fi
echo "AVX2 objects: $#, nothing that leaks."
