#!/bin/sh
# Compiles and runs the C example of README.md as it stands there, with the flags of a strict C
# project: readme_example.sh SOURCE BUILD WORK COMPILER
set -eu
source=$1
build=$2
work=$3
compiler=$4
mkdir -p "$work"
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$source/README.md" > "$work/example.c"
grep -q 'coppice_solver_fit' "$work/example.c"
"$compiler" -std=c99 -pedantic -Wall -Wextra -Werror -I "$source/include" "$work/example.c" \
  -o "$work/example" -L "$build/lib" -lcoppice
cd "$source"
LD_LIBRARY_PATH=$build/lib "$work/example" > "$work/output"
cat "$work/output"
# It prints the held-out error on spam; the paper's is 5.8 %.
awk '/held-out error/ { found = ($3 > 3 && $3 < 8) } END { exit !found }' "$work/output"
