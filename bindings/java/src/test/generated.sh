# What SWIG generated has every function of the library, and no parameter that no typemap took.
# usage: generated.sh FOLDER SYMBOLS
set -eu
if grep -rn SWIGTYPE_ "$1" --include='*.java'; then exit 1; fi
functions=0
while read -r symbol; do
  functions=$((functions + 1))
  grep -q " ${symbol#coppice_}(" "$1/Native.java" || {
    echo "$symbol is not there" >&2
    exit 1
  }
done <"$2"
[ "$functions" -gt 80 ]
