# instruction_sets.sh LIBRARY: files compiled for other processors keep what they compile to
# themselves. A template of another file's that they define too might be linked in place of that
# file's own, and would end the process on a processor without these instructions.
set -eu
library=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shared_symbols OBJECT: what it defines that the linker may take for the same of other files.
shared_symbols() {
  (cd "$work" && ar x "$library" "$1")
  nm --demangle --defined-only "$work/$1" | grep -E '^[0-9a-f]+ [WVu] ' |
    grep -v -e DW.ref.__gxx_personality -e "$2" || true
}

[ -n "$(shared_symbols dense_kernels.cpp.o nothing)" ] || {
  echo "dense_kernels.cpp.o shares no symbol, which cannot be: this test sees nothing" >&2
  exit 1
}
found=0
# check OBJECT OWN: all that it shares has a name with OWN in it.
check() {
  symbols=$(shared_symbols "$1" "$2")
  [ -z "$symbols" ] || {
    echo "$1 defines, for other files to take:" "$symbols" >&2
    found=1
  }
}
check dense_kernels_avx2.cpp.o coppice_eigen_avx2::
check dense_kernels_avx512.cpp.o coppice_eigen_avx512::
check candidate_scores_avx2.cpp.o nothing
exit $found
