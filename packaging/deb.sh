#!/bin/sh
# Builds the Debian packages of packaging/debian on a Debian machine, fetching what is missing:
#
#     sh packaging/deb.sh
#
# They are left in build/deb, or where COPPICE_BUILD says, as is what lintian says of them; an error
# of lintian's fails. It takes ten minutes of one processor.
set -eu
cd "$(dirname "$0")/.."
. packaging/debian.sh
mkdir -p "${COPPICE_BUILD:-build/deb}"
build=$(cd "${COPPICE_BUILD:-build/deb}" && pwd)

needed=$(sed -n '/^Build-Depends:/,/^Standards-Version:/p' packaging/debian/control |
  sed '$d; s/^Build-Depends://; s/(.*)//; s/,//; s/debhelper-compat/debhelper/')
install_missing "$build/packages.log" $needed dpkg-dev fakeroot lintian

# A copy, as debhelper looks for the folder debian/ in the tree and leaves its files there.
tree=$build/tree
rm -rf "$tree"
mkdir "$tree"
tar -c --exclude=./build --exclude=./.git . | tar -x -C "$tree"
cp -R packaging/debian "$tree/"
rm -f "$build"/*.deb
(cd "$tree" && dpkg-buildpackage -b -us -uc)

status=0
lintian --fail-on error "$build"/*.changes >"$build/lintian.txt" || status=$?
cat "$build/lintian.txt"
[ "$status" = 0 ]
ls "$build"/*.deb
