#!/bin/sh
# Builds the worked example of docs/how-it-is-built.md in a copy of the tree, exactly as the page
# says (two files, two registry rows), and trains with it: worked_example.sh SOURCE WORK GENERATOR
set -eu
source=$1
work=$2
generator=$3
rm -rf "$work"
mkdir -p "$work/tree"
for part in CMakeLists.txt include lib programs packaging docs; do
  cp -R "$source/$part" "$work/tree/"
done

# Every block that begins with ```cpp PATH goes to that path.
awk -v tree="$work/tree" '
  /^```cpp lib\// { path = tree "/" $2; next }
  /^```$/         { if (path) close(path); path = ""; next }
  path            { print > path }
' "$source/docs/how-it-is-built.md"

# The one row each: put before the others of the list that the page names.
add_row() {
  sed -i "0,/^  row(/s//  row($2) \\\\\n  row(/" "$work/tree/$1"
  grep -q "^  row($2)" "$work/tree/$1"
}
add_row lib/pools/registry.cpp ramp_pool
add_row lib/methods/registry.cpp pursuit_method

cmake -S "$work/tree" -B "$work/build" -G "$generator" -DCMAKE_BUILD_TYPE=Debug \
  -DCOPPICE_TESTS=OFF -DCOPPICE_WARNINGS_AS_ERRORS=ON > "$work/log"
cmake --build "$work/build" --parallel 2 >> "$work/log" 2>&1 || { tail -30 "$work/log"; exit 1; }
coppice=$work/build/programs/coppice

data=$source/capi_tests/data
run() {
  "$coppice" train "$data/spam.train.svm" --test "$data/spam.test.svm" --json --quiet "$@"
}
field() {
  sed -n "s/.*\"$1\": *\\([-0-9.e]*\\).*/\\1/p" "$2" | head -1
}
check() {
  error=$(field test_error "$1")
  learners=$(field learners "$1")
  echo "$2: $learners learners, held-out error $error"
  awk -v e="$error" -v most="$3" 'BEGIN { exit !(e > 0 && e < most) }'
}
# The heavier class of spam is 61 % of the rows: an error below 0.2 was learned.
run --method cgens --pool ramp:widths=1.5 --set C=1 > "$work/ramp.json"
check "$work/ramp.json" "cgens on ramps" 0.2
run --method pursuit --pool stump --set learners=100 > "$work/pursuit.json"
check "$work/pursuit.json" "pursuit on stumps" 0.2
run --method pursuit --pool ramp --model "$work/both.cbor" > "$work/both.json"
check "$work/both.json" "pursuit on ramps" 0.3

# An option that is text is what its checker takes, and reads otherwise where it is another.
run --method pursuit --pool stump --set learners=100 --set rates=1,0.5,0.1 > "$work/rates.json"
check "$work/rates.json" "pursuit on stumps at falling rates" 0.2
grep -qF '"rates": "1,0.5,0.1"' "$work/rates.json"
if cmp -s "$work/rates.json" "$work/pursuit.json"; then exit 1; fi
refused() {
  status=0
  run --method pursuit --set "rates=$1" > "$work/refused" 2>&1 || status=$?
  [ "$status" -eq 1 ]
  grep -F "option rates of method pursuit is \"$1\"; $2" "$work/refused"
}
refused 0.5,2 'expected 0 < rate <= 1, got "2"'
refused , 'expected 0 < rate <= 1, got ""'
refused half 'expected 0 < rate <= 1, got "half"'

# Saved and loaded, the new kinds predict the same.
"$coppice" predict "$work/both.cbor" "$data/spam.test.svm" --type decision --quiet > "$work/first"
run --method pursuit --pool ramp --model "$work/both_again.json" > "$work/again.json"
"$coppice" predict "$work/both_again.json" "$data/spam.test.svm" --type decision --quiet > "$work/second"
cmp "$work/first" "$work/second"
