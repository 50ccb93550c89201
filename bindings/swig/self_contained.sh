# A library with coppice inside needs the system's C library and zlib, and nothing else.
# usage: self_contained.sh LIBRARY
set -eu
needed=$(LC_ALL=C readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ -n "$needed" ]
others=$(echo "$needed" | grep -vE '^(libc|libm|libz|libgcc_s|ld-linux-[a-z0-9-]*)\.so\.[0-9]+$' || true)
if [ -n "$others" ]; then
  echo "$1 also needs" $others >&2
  exit 1
fi
