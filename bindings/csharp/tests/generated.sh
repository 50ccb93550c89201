# What SWIG generated has every function of the library, and no parameter that no typemap took.
# usage: generated.sh FOLDER SYMBOLS
set -eu
if grep -rn SWIGTYPE_ "$1" --include='*.cs'; then exit 1; fi
functions=0
while read -r symbol; do
  functions=$((functions + 1))
  case $symbol in # handles free by the address
    *_free) function=${symbol%_free}_release ;;
    *) function=$symbol ;;
  esac
  grep -q " ${function#coppice_}(" "$1/Native.cs" || {
    echo "$symbol is not there" >&2
    exit 1
  }
done <"$2"
[ "$functions" -gt 80 ]
