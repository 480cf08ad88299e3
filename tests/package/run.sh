#!/usr/bin/env bash
# Builds and runs the consumer: run.sh SOURCES BUILD COMPILER installed | shared | subdirectory
#   installed     against an installation of BUILD
#   shared        against an installation of the sources built as a shared library
#   subdirectory  with the sources as a part of the consumer's own build
set -euo pipefail
sources=$1 build=$2 compiler=$3 mode=$4
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_COMPILER=$compiler")
launcher=$(command -v ccache || true)
[ -z "$launcher" ] || options+=("-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher")
jobs=${JOBS:-$(nproc)}

case $mode in
  installed)
    cmake --install "$build" --prefix "$dir/prefix" > "$dir/install.log"
    ;;
  shared)
    cmake -S "$sources" -B "$dir/shared" "${options[@]}" -DBUILD_SHARED_LIBS=ON -DTHRONG_BUILD_TESTS=OFF -DTHRONG_BUILD_BENCH=OFF
    cmake --build "$dir/shared" -j"$jobs"
    cmake --install "$dir/shared" --prefix "$dir/prefix" > "$dir/install.log"
    # It exports the functions of the C headers, all of them and no other.
    python3 -B "$sources/tools/c_api_functions.py" check-symbols "$sources/tests/contract/symbols.txt" nm \
      "$(find "$dir/prefix" -name libthrong.so)"
    ;;
  subdirectory) options+=("-DTHRONG_SOURCES=$sources") ;;
esac

[ "$mode" = subdirectory ] || options+=("-DCMAKE_PREFIX_PATH=$dir/prefix")
cmake -S "$sources/tests/package" -B "$dir/consumer" "${options[@]}"
cmake --build "$dir/consumer" -j"$jobs"
# The folder that was built from may be gone by the time an installation is used.
[ "$mode" = subdirectory ] || rm -rf "$dir/shared"
output=$("$dir/consumer/consumer")
echo "consumer: $output"
grep -qE '^[0-9]+\.[0-9]+\.[0-9]+ [0-9a-f]{16}$' <<< "$output"

# An installation shows the public headers only, and no path of this machine.
if [ "$mode" != subdirectory ]; then
  find "$dir/prefix/include" -type f | sed "s|^$dir/prefix/include/||" | grep -vE '^throng/(c/)?[a-z_]+\.(hpp|h)$' && exit 1
  grep -rnF -e "$sources" "$dir/prefix"/lib*/cmake "$dir/prefix"/lib*/*/cmake 2> /dev/null && exit 1
fi
exit 0
