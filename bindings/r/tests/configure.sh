# configure takes the library in the package, one that the environment names, or one that pkg-config finds;
# one that it does not find is an error.
# usage: configure.sh PACKAGE WORK
set -eu
package=$1 work=$2
rm -rf "$work"
mkdir -p "$work/src" "$work/bin"
cp "$package/configure" "$work/"
cp "$package/src/Makevars.in" "$work/src/"
cd "$work"
unset COPPICE_CFLAGS COPPICE_LIBS || true

# makevars PATTERN: what configure wrote has it.
makevars() {
  grep -q -e "$1" src/Makevars || {
    cat src/Makevars >&2
    echo "there is no $1" >&2
    exit 1
  }
}

./configure
makevars 'OBJECTS = coppice_r.o lib/capi[.]o '
makevars '^PKG_CXXFLAGS = .*vendor'

COPPICE_CFLAGS=-I/a COPPICE_LIBS='-L/b -lcoppice' ./configure
makevars '^PKG_CPPFLAGS = -I/a$'
makevars '^PKG_LIBS = -L/b -lcoppice$'
makevars '^OBJECTS = coppice_r.o$'

# A pkg-config that says what it was asked for.
PATH=$work/bin:$PATH
printf '#!/bin/sh\necho "answer to $*"\n' >bin/pkg-config
chmod +x bin/pkg-config
./configure --with-system-coppice
makevars '^PKG_CPPFLAGS = answer to --cflags coppice$'
makevars '^PKG_LIBS = answer to --libs coppice$'

echo 'exit 1' >bin/pkg-config
if ./configure --with-system-coppice 2>answer; then exit 1; fi
grep -q 'pkg-config does not find coppice' answer
