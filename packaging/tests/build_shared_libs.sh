# BUILD_SHARED_LIBS chooses one of the two libraries, which is coppice::coppice then; what is
# installed has that one only, and users of CMake and pkg-config are linked with it. The tree is the
# one that subproject.sh has built for C, so that nothing need be compiled again.
# usage: build_shared_libs.sh WORK CONSUMER DATA VERSION FULL_VERSION SOVERSION
set -eu
work=$1 consumer=$2 data=$3 version=$4 full_version=$5 soversion=$6
scripts=$(cd "$(dirname "$0")" && pwd)
build=$work/C/build/parent

# check SWITCH KIND FILES: what is built is installed as these files, and used as this kind.
check() {
  "$CMAKE" "$build" -DBUILD_SHARED_LIBS="$1" -DCOPPICE_INSTALL=ON
  "$CMAKE" --build "$build" --parallel 2
  "$build/consumer" "$data"
  rm -rf "$work/$2"
  "$CMAKE" --install "$build" --prefix "$work/$2/moved"
  files=$(cd "$work/$2/moved" && find . -name 'libcoppice*' | sed 's|.*/||' | sort | tr '\n' ' ')
  if [ "$files" != "$3" ]; then
    echo "BUILD_SHARED_LIBS=$1 installed $files, expected $3" >&2
    exit 1
  fi
  for language in C CXX; do
    sh "$scripts/cmake_consumer.sh" "$work/$2" "$consumer" "$data" $language coppice::coppice \
      "$version" "$2"
  done
  if [ -n "${PKG_CONFIG-}" ]; then
    sh "$scripts/pkg_config_consumer.sh" "$work/$2" "$consumer" "$data" usual
  fi
}
check OFF static "libcoppice.a "
check ON shared "libcoppice.so libcoppice.so.$soversion libcoppice.so.$full_version "
