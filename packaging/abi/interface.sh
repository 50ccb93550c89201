# The interface as a library that abidiff can read, in a tenth of a second: for every function that
# coppice.h declares it has one of the same signature, which does nothing, and debugging information
# about the public types alone. It stands for the shipped library, which has no such information:
# the definitions there include the header, so that a signature of their own does not compile, and
# package.symbols holds what is exported to what is declared.
# usage: interface.sh TREE FOLDER: writes FOLDER/libcoppice.so from the header of TREE
set -eu
tree=$1 folder=$2
mkdir -p "$folder"
{
  echo '#include <coppice/coppice.h>'
  # One declaration a line, without comments.
  sed '/^#/d' "$tree/include/coppice/coppice.h" | tr '\n' ' ' |
    sed 's|/\*[^*]*\*\**\([^/*][^*]*\*\**\)*/||g' | tr ';' '\n' |
    sed -n 's/.*\(COPPICE_API .*\)/\1 { for (;;) {} }/p' | tr -s ' '
} >"$folder/interface.c"
soversion=$(sed -n 's/^#define COPPICE_SOVERSION //p' "$tree/include/coppice/version.h")
include=$(cd "$tree/include" && pwd)
map=$(cd "$tree/lib" && pwd)/libcoppice.map
# Compiled where it lies: abidw keeps the name of the file.
cd "$folder"
${CC:-cc} -std=c99 -g -fPIC -fvisibility=hidden -I "$include" -shared interface.c -o libcoppice.so \
  -Wl,-soname,libcoppice.so."$soversion" -Wl,--version-script="$map"
