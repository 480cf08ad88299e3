#!/usr/bin/env bash
# What a user of Throng does, from outside: run.sh SOURCES BUILD COMPILER installed | files | guest
#   installed  projects in C++ and C against an installation of BUILD, found by CMake and by pkg-config, moved elsewhere
#   files      the .deb and the .tar.gz, unpacked, and the same with them
#   guest      the sources as a part of another project: add_subdirectory, FetchContent
set -euo pipefail
sources=$(cd "$1" && pwd) build=$2 compiler=$3 mode=$4
here=$sources/tests/package
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
c_compiler=$(command -v "$(sed 's/g++/gcc/; s/clang++/clang/; s/c++$/cc/' <<< "$compiler")")
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release)
for language in C CXX; do
  options+=("-DCMAKE_${language}_COMPILER=$([ $language = C ] && echo "$c_compiler" || echo "$compiler")")
  launcher=$(command -v ccache || true)
  [ -z "$launcher" ] || options+=("-DCMAKE_${language}_COMPILER_LAUNCHER=$launcher")
done
jobs=${JOBS:-$(nproc)}

fail() {
  echo "FAILED: $*"
  exit 1
}

# Configures a project in a fresh folder: configure NAME SOURCES OPTION...
configure() {
  local name=$1 project=$2
  shift 2
  cmake -S "$project" -B "$dir/$name" "${options[@]}" -Wno-dev "$@" > "$dir/$name.log" 2>&1 || { cat "$dir/$name.log"; return 1; }
}
build() { cmake --build "$dir/$1" -j"$jobs" > "$dir/$1.log" 2>&1 || { tail -n 40 "$dir/$1.log"; return 1; }; }
# One that has to fail, and say this: refused NAME TEXT OPTION...
refused() {
  local name=$1 text=$2
  shift 2
  if configure "$name" "$here" "$@" > /dev/null; then fail "$name was accepted"; fi
  tr -s ' \n' ' ' < "$dir/$name.log" | grep -qF -- "$text" || { cat "$dir/$name.log"; fail "$name: the error does not say '$text'"; }
  echo "$name: refused"
}
runs() {
  local name=$1 output
  shift
  output=$("$@") || fail "$name"
  grep -qE '^[0-9]+\.[0-9]+\.[0-9]+ [0-9a-f]{16}$' <<< "$output" || fail "$name says: $output"
  echo "$name: $output"
}

# Programs in C++ and C against the installation below $1.
use_installation() {
  local prefix=$1 libraries name pc
  for name in cmake c_cmake; do
    configure $name "$here$([ $name = cmake ] || echo /c)" "-DCMAKE_PREFIX_PATH=$prefix"
    build $name
    runs $name "$dir/$name/consumer"
  done
  pc=$(find "$prefix" -name throng.pc)
  libraries=$(dirname "$(dirname "$pc")")
  export PKG_CONFIG_PATH=${pc%/*}
  [ -e "$libraries/libthrong.so" ] && pc=(pkg-config) || pc=(pkg-config --static)
  local flags libs
  read -ra flags <<< "$("${pc[@]}" --cflags throng)"
  read -ra libs <<< "$("${pc[@]}" --libs throng)"
  "$compiler" -std=c++20 "$here/consumer.cpp" "${flags[@]}" "${libs[@]}" -o "$dir/consumer"
  runs pkg_config env "LD_LIBRARY_PATH=$libraries" "$dir/consumer"
  "$c_compiler" -std=c99 "$here/c/consumer.c" "${flags[@]}" "${libs[@]}" -o "$dir/c_consumer"
  runs c_pkg_config env "LD_LIBRARY_PATH=$libraries" "$dir/c_consumer"
  if pkg-config --exists 'throng >= 0.2'; then fail "pkg-config takes it for another version"; fi
  refused another_version 'that is compatible with requested version "0.2"' "-DCMAKE_PREFIX_PATH=$prefix" -DTHRONG_WANTED=0.2

  # The public headers only, and no path of this machine.
  if find "$prefix/include" -type f | sed "s|^$prefix/include/||" | grep -vE '^throng/(c/)?[a-z_]+\.(hpp|h)$'; then fail "these are no public headers"; fi
  if grep -rnF -e "$sources" -e "$dir" "$libraries"/{cmake,pkgconfig}; then fail "these are paths of this machine"; fi
}

use_static_installation() {
  mkdir -p "$dir/without/lib/cmake/spdlog"
  echo 'set(spdlog_FOUND FALSE)' > "$dir/without/lib/cmake/spdlog/spdlogConfig.cmake"
  refused no_spdlog 'package "spdlog" is considered to be NOT FOUND' "-DCMAKE_PREFIX_PATH=$1;$dir/without"
  PKG_CONFIG_LIBDIR=$dir/nowhere refused no_hdf5 'pkg-config does not find HDF5' "-DCMAKE_PREFIX_PATH=$1"
}

case $mode in
  installed)
    cmake --install "$build" --prefix "$dir/installed" > "$dir/install.log"
    mv "$dir/installed" "$dir/moved"
    use_installation "$dir/moved"
    [ -e "$dir"/moved/lib*/libthrong.so ] || use_static_installation "$dir/moved"
    ;;
  files)
    command -v dpkg-shlibdeps file > /dev/null || { echo "Skipped: no dpkg-dev and file here (tools/setup.sh package)."; exit 77; }
    rm -f "$sources"/build/package/throng[_-]*.{deb,tar.gz}
    make -C "$sources" package SETUP=no JOBS="$jobs" > "$dir/package.log" 2>&1 || { tail -n 40 "$dir/package.log"; exit 1; }
    deb=$(echo "$sources"/build/package/throng_*.deb)
    dpkg-deb --info "$deb"
    dpkg-deb --contents "$deb"
    depends=$(dpkg-deb --field "$deb" Depends)
    for library in libtbb libfmt libspdlog libhdf5 libgeos-c zlib1g libstdc++6 libc6; do
      grep -qF "$library" <<< "$depends" || fail "the package does not depend on $library: $depends"
    done
    fields=$(dpkg-deb --field "$deb" Package Architecture Section | tr '\n' ' ')
    [ "$fields" = "Package: throng Architecture: $(dpkg --print-architecture) Section: science " ] || fail "it is of $fields"
    dpkg-deb --field "$deb" Maintainer | grep -q . || fail "it has no maintainer"
    dpkg-deb --ctrl-tarfile "$deb" | tar -t | grep -q shlibs || fail "packages of others cannot depend on its library"
    dpkg-deb --extract "$deb" "$dir/deb"
    mkdir "$dir/tar"
    tar -xzf "$sources"/build/package/throng-*.tar.gz -C "$dir/tar" --strip-components=1
    diff <(cd "$dir/deb/usr" && find . -type f | sort) <(cd "$dir/tar" && find . -type f | sort) || fail "the two packages differ"
    for prefix in "$dir/deb/usr" "$dir/tar"; do
      library=$(find "$prefix" -name 'libthrong.so')
      python3 -B "$sources/tools/check_exports.py" nm "$library"
      python3 -B "$sources/tools/c_api_functions.py" check-symbols "$sources/tests/contract/symbols.txt" nm "$library"
      if readelf -d "$library" "$prefix/bin/throng" | grep -E 'R(UN)?PATH'; then fail "it looks for libraries in a folder of this machine"; fi
      use_installation "$prefix"
      "$prefix/bin/throng" --version
      rm -rf "$dir"/{cmake,c_cmake,another_version}
    done
    ;;
  guest)
    # The host's folder stays for the next time, but for what was configured.
    rm -rf "$build/guest/CMakeCache.txt" "$dir/guest"
    mkdir -p "$build/guest"
    ln -s "$build/guest" "$dir/guest"
    configure guest "$here" -DTHRONG_FROM=subdirectory "-DTHRONG_SOURCES=$sources" -DCMAKE_UNITY_BUILD=ON
    build guest
    runs guest "$dir/guest/consumer"
    built=$(find "$build/guest" -name 'lib*.a' -printf '%f ')
    [ "$built" = "libthrong.a " ] || fail "the host's build makes $built"
    cmake --install "$build/guest" --prefix "$dir/installed" > /dev/null
    [ ! -e "$dir/installed" ] || fail "it installs itself with its host: $(find "$dir/installed" -type f)"

    # By FetchContent: these sources in place of a download, then what git has of them.
    configure guest "$here" -DTHRONG_FROM=fetched "-DFETCHCONTENT_SOURCE_DIR_THRONG=$sources" -DCMAKE_UNITY_BUILD=ON
    configure planted "$here" -DTHRONG_FROM=subdirectory "-DTHRONG_SOURCES=$sources" -DTHRONG_BUILD_TESTS=ON > "$dir/planted.log" &&
      fail "a guest with tests went unnoticed"
    grep -q 'Throng adds tests' "$dir/planted.log" || fail "a guest with tests went unnoticed"
    git clone -q --depth 1 "file://$sources" "$dir/clone" 2> /dev/null || { echo "No git here: FetchContent by git left out."; exit 0; }
    (cd "$sources" && git ls-files -z --cached --others --exclude-standard --deduplicate | xargs -0 ls -d 2> /dev/null | tar -c --files-from=-) |
      tar -C "$dir/clone" -x
    git -C "$dir/clone" checkout -q -B main
    git -C "$dir/clone" add -A
    git -C "$dir/clone" -c user.name=test -c user.email=test@localhost commit -q --allow-empty -m working_tree
    configure fetched "$here" -DTHRONG_FROM=fetched "-DTHRONG_SOURCES=file://$dir/clone"
    [ -f "$dir/fetched/_deps/throng-src/include/throng/throng.hpp" ] || fail "git fetched nothing"
    echo "fetched: configured"
    ;;
esac
