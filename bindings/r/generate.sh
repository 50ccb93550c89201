# What is generated for the package of R: src/coppice_r.c, by SWIG, and R/native.R, which has a function
# of R for every routine in it and a vector for every enum of the header.
# usage: generate.sh SWIG SOURCE PACKAGE
set -eu
swig=$1 source=$2 package=$3
scratch=$package/generated
mkdir -p "$scratch" "$package/src" "$package/R"

# -module: R_init_coppice must have the package's name. SWIG's own R file stays behind.
"$swig" -r -module coppice -I"$source/include" -outdir "$scratch" -o "$package/src/coppice_r.c" \
  "$source/bindings/swig/coppice.i"
rm -r "$scratch"

{
  echo '# Generated from coppice.h: the C functions under their names. The FALSE at the end is ".copy" of SWIG.'
  sed -n 's/^R_swig_\([a-z_]*\) ( *\(.*\))$/\1|\2/p' "$package/src/coppice_r.c" | sed 's/SEXP //g' |
    while IFS='|' read -r name arguments; do
      passed=$(echo "$arguments" | sed 's/s_swig_copy/FALSE/')
      named=$(echo "$arguments" | sed 's/,* *s_swig_copy//')
      echo "$name <- function($named) .Call(R_swig_$name${passed:+, $passed})"
    done
  for enum in status catalogue action output quantity_type; do
    printf '%s <- c(' "$(echo "$enum" | tr a-z A-Z)"
    sed -n "/^typedef enum coppice_$enum {/,/^}/p" "$source/include/coppice/coppice.h" |
      sed -n 's/^ *COPPICE_\([A-Z_]*\) = \([0-9]*\).*/\1 = \2/p' | tr A-Z a-z | paste -sd, | sed 's/,/, /g' | tr -d '\n'
    echo ')'
  done
} >"$package/R/native.R"
