#!/usr/bin/env bash
# Installs what Throng needs from the distribution (Debian 12, Ubuntu 22.04 or newer): tools/setup.sh run | test | package
#   run      to build and run the library and the program
#   test     that, and what the tests, checks and benchmarks need
#   package  to build packages
# Does nothing, quickly, when everything is there.
set -euo pipefail

run_packages=(g++ cmake ninja-build pkg-config libtbb-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libspdlog-dev
  libfmt-dev libhdf5-dev libgeos-dev libboost-dev libstb-dev zlib1g-dev)
test_packages=(libgtest-dev libbenchmark-dev clang valgrind python3 python3-venv python3-h5py python3-jsonschema)
package_packages=(dpkg-dev file)
# Installed where the distribution has them; what needs one is skipped, and says so, where it is missing.
#   python3-matplotlib  plots of measures
#   clang-format-14     the version that the sources are formatted with
#   libclang-rt-*-dev   libFuzzer and clang's sanitizers, where clang doesn't bring them along
extra_packages=(python3-matplotlib ccache clang-format-14 libclang-rt-dev libclang-rt-14-dev)

case "${1-}" in
  run) required=("${run_packages[@]}") extra=() ;;
  test) required=("${run_packages[@]}" "${test_packages[@]}") extra=("${extra_packages[@]}") ;;
  package) required=("${run_packages[@]}" "${package_packages[@]}") extra=() ;;
  *)
    echo "usage: tools/setup.sh run | test | package" >&2
    exit 2
    ;;
esac

fail() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

for tool in dpkg-query apt-get apt-cache; do
  command -v "$tool" > /dev/null || fail "$tool is not here: this is neither Debian nor Ubuntu." \
    "Install the counterparts of these packages by hand, then run make with SETUP=no:" "  ${required[*]}"
done

# Those of the given packages that are not installed.
missing_of() {
  [ $# -gt 0 ] || return 0
  local installed package
  # shellcheck disable=SC2016  # the braces are dpkg-query's
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null | sed -n 's/^installed //p' || true)
  for package in "$@"; do
    grep -qxF -- "$package" <<< "$installed" || echo "$package"
  done
}

# Those of the given packages that the distribution has.
available_of() {
  local package
  for package in "$@"; do
    if apt-cache show --no-all-versions "$package" > /dev/null 2>&1; then echo "$package"; fi
  done
}

mapfile -t missing < <(missing_of "${required[@]}")
mapfile -t missing_extra < <(missing_of "${extra[@]}")

as_root=()
if [ "$(id -u)" -ne 0 ] && [ ${#missing[@]} -gt 0 ]; then
  command -v sudo > /dev/null ||
    fail "these packages are missing, and you are neither root nor is there sudo to install them:" "  ${missing[*]}"
  as_root=(sudo)
fi
# DEBIAN_FRONTEND: no package may stop to ask.
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" < /dev/null; }

if [ ${#missing[@]} -eq 0 ]; then
  # Extras alone are worth neither a password nor a stop.
  [ "$(id -u)" -eq 0 ] || exit 0
  mapfile -t available < <(available_of "${missing_extra[@]}")
  [ ${#available[@]} -gt 0 ] || exit 0
  echo "setup: apt-get install ${available[*]}"
  apt install -y --no-install-recommends "${available[@]}" || echo "setup: not installed: going on without ${available[*]}"
  exit 0
fi

echo "setup: apt-get update"
apt update || fail "apt-get update has failed (above)."
mapfile -t available < <(available_of "${missing_extra[@]}")
missing+=("${available[@]}")
echo "setup: apt-get install ${missing[*]}"
apt install -y --no-install-recommends "${missing[@]}" || fail "apt-get install has failed (above)."
