# A project that has coppice in it is built, without CLI11, and trains; it is not changed, and gets
# nothing but the library.
# usage: subproject.sh WORK PARENT SOURCE DATA LANGUAGE
set -eu
work=$1 parent=$2 source=$3 data=$4 language=$5
# The build is where that of the tree itself may be, and its flags are those of a release: a compiler
# cache then has the library already, although the parent has no build type.
tree=$work/$language
build=$tree/build/parent
rm -rf "$tree"
mkdir -p "$tree"
for part in CMakeLists.txt CHANGELOG.md LICENSE README.md include lib packaging; do
  cp -R "$source/$part" "$tree/"
done
configure() {
  folder=$1
  shift
  "$CMAKE" -S "$parent" -B "$folder" -DCOPPICE="$tree" -DLANGUAGE="$language" \
    -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCOPPICE_WARNINGS_AS_ERRORS=ON \
    -DCMAKE_C_FLAGS='-O3 -DNDEBUG' -DCMAKE_CXX_FLAGS='-O3 -DNDEBUG' "$@"
}
configure "$build"
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
# The library is in the parent's C++. (The preset asan compiles it so.)
configure "$tree/build/standard" -DSTANDARD=20 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
grep '/lib/.*[.]cpp"' "$tree/build/standard/compile_commands.json" | grep command >"$tree/commands"
if ! grep -q 'std=c++20' "$tree/commands" || grep -v 'std=c++20' "$tree/commands"; then
  fail "the parent is in C++20, and not all of the library"
fi
