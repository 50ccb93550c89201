# What SWIG generated has every function of the library that R has a use for, and no parameter that no
# typemap took.
# usage: generated.sh PACKAGE SYMBOLS
set -eu
package=$1
if grep -n 'SWIG_R_\(NewPointerObj\|ConvertPtr\)(.*SWIGTYPE_' "$package/src/coppice_r.c"; then exit 1; fi
functions=0
while read -r symbol; do
  functions=$((functions + 1))
  case $symbol in
    # The garbage collector frees, R has no floats, and the rest is called from C.
    coppice_*_free | coppice_dataset_create_dense_float) continue ;;
    coppice_progress_get_* | coppice_solver_set_progress) continue ;;
    coppice_solver_fit | coppice_solver_cross_validate | coppice_solver_learn) symbol=${symbol}_watched ;;
  esac
  grep -q "^${symbol#coppice_} <- function" "$package/R/native.R" || {
    echo "$symbol is not there" >&2
    exit 1
  }
done <"$2"
[ "$functions" -gt 80 ]
grep -q '^OUTPUT <- c(decision = 1, ' "$package/R/native.R"
