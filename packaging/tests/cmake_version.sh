# find_package takes the version there is, and refuses one that is too new, for that reason.
# usage: cmake_version.sh WORK CONSUMER VERSION TOO_NEW
set -eu
work=$1 consumer=$2 version=$3 too_new=$4
configure() {
  rm -rf "$work/cmake-version"
  "$CMAKE" -S "$consumer" -B "$work/cmake-version" -DCMAKE_PREFIX_PATH="$work/moved" \
    -DLANGUAGE=C -DTARGET=coppice::coppice -DVERSION="$1" 2>&1
}
configure "$version"
if answer=$(configure "$too_new"); then
  echo "version $too_new was accepted" >&2
  exit 1
fi
echo "$answer"
echo "$answer" | tr '\n' ' ' | tr -s ' ' |
  grep -qF "compatible with requested version \"$too_new\"" || {
  echo "version $too_new was refused for another reason" >&2
  exit 1
}
