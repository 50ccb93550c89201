# A CMake project finds the installed package, is built with it, and trains.
# usage: cmake_consumer.sh WORK CONSUMER DATA LANGUAGE TARGET VERSION shared|static
set -eu
work=$1 consumer=$2 data=$3 language=$4 target=$5 version=$6 kind=$7
build=$work/cmake-$language-${target#coppice::}
"$CMAKE" -S "$consumer" -B "$build" -DCMAKE_PREFIX_PATH="$work/moved" -DLANGUAGE="$language" \
  -DTARGET="$target" -DVERSION="$version"
"$CMAKE" --build "$build" --verbose
"$build/consumer" "$data"

case $kind in
  static) expected=0 ;;
  shared) expected=1 ;;
esac
found=$(LC_ALL=C readelf -d "$build/consumer" | grep -c 'NEEDED.*libcoppice' || true)
if [ "$found" != $expected ]; then
  echo "$build/consumer needs $found libraries libcoppice; expected $expected" >&2
  exit 1
fi
