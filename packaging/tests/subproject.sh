# A project that has coppice in it is built, without CLI11, and trains; it is not changed, and gets
# nothing but the library.
# usage: subproject.sh WORK PARENT SOURCE DATA LANGUAGE
set -eu
work=$1 parent=$2 source=$3 data=$4 language=$5
build=$work/$language
rm -rf "$build"
"$CMAKE" -S "$parent" -B "$build" -DCOPPICE="$source" -DLANGUAGE="$language" \
  -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_C_FLAGS=-fno-ident -DCMAKE_CXX_FLAGS=-fno-ident
"$CMAKE" --build "$build" --parallel 2
"$build/consumer" "$data"

fail() {
  echo "$1" >&2
  exit 1
}
grep -qx 'CMAKE_BUILD_TYPE:STRING=' "$build/CMakeCache.txt" || fail "the parent got a build type"
"$CMAKE" --install "$build" --prefix "$build/installed"
[ ! -e "$build/installed" ] || fail "installed with the parent: $(find "$build/installed" -type f)"
programs=$(find "$build/coppice" -type f -perm -u+x ! -name '*.so*' ! -path '*/CMakeFiles/*')
[ -z "$programs" ] || fail "built with the parent: $programs"
