#!/bin/sh
# Builds the worked examples of docs/how-it-is-built.md in a copy of the tree, exactly as the page
# says (three files, three registry rows), and trains with them: worked_example.sh SOURCE WORK
# GENERATOR
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
add_row lib/methods/registry.cpp indicator_method
add_row lib/methods/registry.cpp pursuit_method

# Built as the tree itself is: a compiler cache then has all but these files.
build=$work/tree/build/release
cmake -S "$work/tree" -B "$build" -G "$generator" -DCMAKE_BUILD_TYPE=Release \
  -DCOPPICE_TESTS=OFF -DCOPPICE_WARNINGS_AS_ERRORS=ON > "$work/log"
cmake --build "$build" --parallel 2 >> "$work/log" 2>&1 || { tail -30 "$work/log"; exit 1; }
coppice=$build/programs/coppice

data=$source/capi_tests/data
run() {
  "$coppice" train "$data/spam.train.svm" --test "$data/spam.test.svm" --json --quiet "$@"
}
# The last of its name in the document; a point of the curve, whose last member is its own test_error, is
# not asked for that.
field() {
  sed -n "s/.*\"$1\": *\\([-0-9.e]*\\),.*/\\1/p" "$2" | head -1
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

# A learner may come again; drawn learners, of every pool that draws, learn too.
distinct() {
  "$coppice" info "$1" --json | grep -o '"kind":"stump","feature":[0-9]*,"threshold":[-0-9.e]*' |
    sort -u | wc -l
}
run --method pursuit --pool stump --set learners=100 --model "$work/again.json" > "$work/again"
[ "$(distinct "$work/again.json")" -lt 100 ]
for pool in stump ramp perceptron fourier 'stump;ramp'; do
  run --method pursuit --pool "$pool" --set learners=400 --set choice=random > "$work/drawn.json"
  check "$work/drawn.json" "pursuit on $pool at random" 0.36
done

# Three classes, through the program and through C.
iris=$data/iris.svm
"$coppice" train "$iris" --method indicator --set C=1 --set learners=40 --set calibration=platt \
  --validation "$iris" --test "$iris" --model "$work/iris.cbor" --json --quiet > "$work/iris.json"
check "$work/iris.json" "indicator on iris" 0.1
"$coppice" cv "$iris" --method indicator --grid C=0.001,1 --set learners=40 --json --quiet > "$work/cv"
awk -v e="$(sed -n 's/.*"grid":\[{[^}]*},"learners":[0-9]*,"error":\([0-9.]*\).*/\1/p' "$work/cv")" \
  'BEGIN { exit !(e != "" && e < 0.1) }'
"$coppice" predict --no-header "$work/iris.cbor" "$iris" --type probability --quiet |
  awk -F, '{ sum = $1 + $2 + $3; if (NF != 3 || sum < 1 - 1e-9 || sum > 1 + 1e-9) exit 1 }'
${CC:-cc} -std=c99 -Wall -Wextra -Werror -I "$work/tree/include" "$source/docs/tests/indicator.c" \
  -o "$work/indicator" -L "$build/lib" -lcoppice -lm -Wl,-rpath,"$build/lib"
"$work/indicator" "$iris" "$work"

# An option that is text is what its checker takes, and reads otherwise where it is another.
run --method pursuit --pool stump --set learners=100 --set rates=1,0.5,0.1 > "$work/rates.json"
check "$work/rates.json" "pursuit on stumps at falling rates" 0.2
grep -q '"rates": *"1,0.5,0.1"' "$work/rates.json"
[ "$(field test_error "$work/rates.json")" != "$(field test_error "$work/pursuit.json")" ]
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
"$coppice" predict --no-header "$work/both.cbor" "$data/spam.test.svm" --type decision --quiet > "$work/first"
run --method pursuit --pool ramp --model "$work/both_again.json" > "$work/again.json"
"$coppice" predict --no-header "$work/both_again.json" "$data/spam.test.svm" --type decision --quiet > "$work/second"
cmp "$work/first" "$work/second"

# Numbers: y = 3 [x1 > 0.5] + 2 x2, at points that do not repeat; every third row is held out. The
# variance of y is above 2.5; what is left of it must be below a fiftieth.
awk -v train="$work/numbers.csv" -v test="$work/held_out.csv" 'BEGIN {
  print "y,x1,x2" > train
  print "y,x1,x2" > test
  for (i = 0; i < 600; ++i) {
    x1 = i * 0.61803399 % 1; x2 = i * 0.41421356 % 1
    printf "%.10g,%.10g,%.10g\n", 3 * (x1 > 0.5) + 2 * x2, x1, x2 > (i % 3 ? train : test)
  }
}'
numbers() {
  "$coppice" train "$work/numbers.csv" --method pursuit --set learners=200 "$@"
}
numbers --model "$work/numbers.json" > "$work/numbers.txt"
tr -s ' \n' ' ' < "$work/numbers.txt" | grep -q '400 rows x 2 features, 1 number a row label y'
if grep 'error' "$work/numbers.txt" | grep -v '^squared_error '; then exit 1; fi
numbers --model "$work/numbers.cbor" --json --quiet > "$work/numbers.document"
grep -q '"classes":\[\]' "$work/numbers.document"
grep -q '"train_error":null' "$work/numbers.document"
"$coppice" info "$work/numbers.cbor" > "$work/numbers.info"
grep -q '^targets *1 number a row$' "$work/numbers.info"
for format in json cbor; do
  "$coppice" predict --no-header "$work/numbers.$format" "$work/held_out.csv" > "$work/$format" 2> "$work/said"
  grep -q '^squared_error 0\.[0-9]* on 200 rows$' "$work/said"
done
cmp "$work/json" "$work/cbor"
sed 1d "$work/held_out.csv" | cut -d, -f1 | paste -d' ' - "$work/json" | awk '
  { n += 1; sum += $1; squares += $1 * $1; lost += ($1 - $2) * ($1 - $2) }
  END {
    variance = squares / n - sum * sum / n / n
    printf "pursuit on numbers: mean squared error %g, variance %g\n", lost / n, variance
    print lost / n > "'"$work"'/lost"
    exit !(n == 200 && variance > 2.5 && lost / n < variance / 50)
  }'
numbers --test "$work/held_out.csv" --json --quiet > "$work/tested.json"
sed -n 's/.*"criteria":{"squared_error":\([^}]*\)}.*/\1/p' "$work/tested.json" | paste -d' ' - "$work/lost" |
  awk '{ difference = $1 / $2 - 1; exit !(NF == 2 && difference < 1e-5 && difference > -1e-5) }'
if grep '"test_error":[0-9]' "$work/tested.json"; then exit 1; fi

# What there is not for numbers is refused, and the message says why.
refused() {
  wanted=$1
  shift
  if "$coppice" "$@" > "$work/out" 2> "$work/said"; then return 1; fi
  grep -q -- "$wanted" "$work/said" || { cat "$work/said"; return 1; }
}
refused 'predicts numbers and has no classes' predict "$work/numbers.json" "$work/held_out.csv" \
  --type class
# Cross-validation is by the squared error; steps of a hundredth do not get there.
"$coppice" cv "$work/numbers.csv" --method pursuit --grid rates=0.01,0.5 --set learners=100 --folds 3 \
  --json > "$work/cv.json"
grep -q '"criterion":"squared_error"' "$work/cv.json"
grep -q '"best":1' "$work/cv.json"
# Three names are neither two classes nor numbers.
sed 's/^\([123]\) [0-9]*:\([0-9.]*\).*/class \1,\2/' "$data/iris.svm" > "$work/names.csv"
refused '3 classes ("class 1", .*); method pursuit takes two classes or one number a row$' \
  train "$work/names.csv" --method pursuit

# A method that takes no pools refuses them and their options.
sed -i 's/building_blocks::pools/building_blocks::nothing/' "$work/tree/lib/methods/pursuit.cpp"
cmake --build "$build" --parallel 2 >> "$work/log" 2>&1 || { tail -30 "$work/log"; exit 1; }
refused 'pool has no effect: method pursuit takes no pools' train "$work/numbers.csv" \
  --method pursuit --pool stump
# Nor does it take missing values, which a pool of stumps would.
sed '2s/^\([^,]*\),[^,]*/\1,NA/' "$work/numbers.csv" > "$work/gap.csv"
refused 'line 2, column 2 "x1" is nan; method pursuit cannot take missing values; methods that' \
  train "$work/gap.csv" --method pursuit
refused 'method pursuit has no option "max_bins"' cv "$work/numbers.csv" --method pursuit \
  --grid max_bins=8
refused 'method pursuit has no option "max_bins"' train "$work/numbers.csv" --method pursuit \
  --set max_bins=8
