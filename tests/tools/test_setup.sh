#!/usr/bin/env bash
# tools/setup.sh on machines that are played: each command it calls is a small script here that writes down its call.
set -euo pipefail
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bash=$(command -v bash)

# Programs that the script needs and that are not what is tested.
mkdir "$dir/base"
for tool in bash sed grep cat env; do ln -s "$(command -v $tool)" "$dir/base/$tool"; done

play() { # name, body
  printf '#!%s\n%s\n' "$bash" "$2" > "$dir/bin/$1"
  chmod +x "$dir/bin/$1"
}

machine() { # user id, installed packages
  rm -rf "$dir/bin" "$dir/calls"
  mkdir "$dir/bin"
  : > "$dir/calls"
  play id "echo $1"
  play dpkg-query "for p in $2; do echo \"installed \$p\"; done"
  play apt-cache '[ "${*: -1}" != libclang-rt-14-dev ]'
  play apt-get "echo apt-get \"\$@\" >> '$dir/calls'"
}

setup() { # status expected, arguments
  local status=0 expected=$1
  shift
  PATH="$dir/bin:$dir/base" "$bash" tools/setup.sh "$@" > "$dir/output" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || { echo "line ${BASH_LINENO[0]}: status $status, not $expected"; cat "$dir/output"; exit 1; }
}

has() { grep -qE -- "$2" "$dir/$1" || { echo "line ${BASH_LINENO[0]}: no '$2' in $1:"; cat "$dir/$1"; exit 1; }; }
has_not() { ! grep -qE -- "$2" "$dir/$1" || { echo "line ${BASH_LINENO[0]}: '$2' in $1:"; cat "$dir/$1"; exit 1; }; }

run="g++ cmake ninja-build pkg-config libtbb-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libspdlog-dev libfmt-dev"
run="$run libhdf5-dev libgeos-dev libboost-dev libstb-dev zlib1g-dev"
test="$run libgtest-dev libbenchmark-dev clang valgrind python3 python3-venv python3-h5py python3-jsonschema"

# All there: no call at all, nothing said.
machine 0 "$run"
setup 0 run
has_not calls .
has_not output .

# For packages: what builds the program, and what looks at what was built.
machine 0 "$run"
setup 0 package
has calls '^apt-get .*install .*dpkg-dev file$'

# A bare machine, as root: the list is brought up to date, then exactly what is missing is installed.
machine 0 "g++ cmake"
setup 0 run
has calls '^apt-get .*update$'
has calls '^apt-get .*install .*ninja-build .*zlib1g-dev$'
has_not calls ' (g\+\+|cmake|clang|libgtest-dev)( |$)'
has output 'apt-get install ninja-build'

# Extras: those that the distribution has; they are not worth an update.
machine 0 "$test"
setup 0 test
has calls 'install .*ccache clang-format-14 libclang-rt-dev$'
has_not calls update

# They are not worth a password or an error either.
machine 1000 "$test"
setup 0 test
has_not calls .

# Not root, no sudo: says what is missing.
machine 1000 "g++"
setup 1 run
has output 'neither root nor is there sudo'
has output 'cmake ninja-build'
has_not calls .

# Not root, with sudo.
machine 1000 "g++"
play sudo "echo sudo >> '$dir/calls'; exec \"\$@\""
setup 0 run
has calls '^sudo$'
has calls 'install .*cmake'

# No Debian.
machine 0 ""
rm "$dir/bin/apt-get"
setup 1 run
has output 'apt-get is not here'
has output 'SETUP=no'

# Misspelt.
machine 0 "$test"
setup 2 tests
has output usage
