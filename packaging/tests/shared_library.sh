# The shared library has the promised soname, no search path of its own, and needs nothing but C,
# the C++ run-time and zlib.
# usage: shared_library.sh LIBRARY SONAME
set -eu
library=$1 soname=$2
dynamic=$(LC_ALL=C readelf -d "$library")
fail() {
  echo "$library: $1" >&2
  exit 1
}
echo "$dynamic" | grep -qF "Library soname: [$soname]" || fail "the soname is not $soname"
if echo "$dynamic" | grep -E 'RPATH|RUNPATH' >&2; then fail "it has a search path"; fi

allowed='libc\.so\.6|libm\.so\.6|libz\.so\.1|libstdc\+\+\.so\.6|libgcc_s\.so\.1|ld-linux[a-z0-9_.-]*'
needed=$(echo "$dynamic" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
echo "$needed" | grep -qx 'libc\.so\.6' || fail "the needed libraries cannot be read: $needed"
if echo "$needed" | grep -Evx "$allowed" >&2; then fail "it needs more than it may"; fi
