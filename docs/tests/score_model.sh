#!/bin/sh
# Scores models as model-format.md says, in Python, and compares with the program bit for bit:
# score_model.sh SOURCE PROGRAM CATEGORY_MODELS WORK
set -eu
source=$1
coppice=$2
category_models=$3
work=$4
data=$source/capi_tests/data
score=$source/docs/tests/score_model.py
mkdir -p "$work"
cd "$work"

# same A B: the same lines of numbers, whose bits are compared, not their digits.
same() {
  python3 - "$1" "$2" <<'PYTHON'
import struct, sys

def lines(path):
    with open(path) as file:
        return [[struct.pack("d", float(number)) for number in line.split(",")] for line in file]

one, other = lines(sys.argv[1]), lines(sys.argv[2])
assert one and len(one) == len(other), (len(one), len(other))
for i, (a, b) in enumerate(zip(one, other)):
    assert a and a == b, f"row {i}: {a} and {b}"
PYTHON
}

# compare MODEL SET: the program's decision values and classes, and ours.
compare() {
  for type in decision class; do
    "$coppice" predict --no-header "$1" "$2" --type $type --quiet --output expected
    python3 -B "$score" "$1" "$2" $type >scored
    same expected scored
  done
  echo "$1: $(wc -l <scored) rows alike"
}

# train_and_compare NAME SET OPTIONS..: in both formats.
train_and_compare() {
  name=$1
  set=$2
  shift 2
  few='--set learners=40'
  case $* in *learners=*) few= ;; esac
  for format in json cbor; do
    "$coppice" train "$set" --model "$name.$format" $few --quiet "$@"
    compare "$name.$format" "$set"
  done
}

# near A B: the same classes, or numbers that differ by rounding only.
near() {
  python3 - "$1" "$2" <<'PYTHON'
import sys

one, other = ([[float(number) for number in line.split(",")] for line in open(path)] for path in sys.argv[1:])
largest = max(abs(number) for row in one for number in row)
assert len(one) == len(other) and largest > 0, (len(one), len(other))
for i, (a, b) in enumerate(zip(one, other)):
    assert len(a) == len(b) > 0 and all(abs(p - q) <= 1e-9 * largest for p, q in zip(a, b)), f"row {i}: {a} and {b}"
PYTHON
}

# kernel_machine METHOD MODEL SET OPTIONS..: the program's decision values and ours, which are sums
# in another order.
kernel_machine() {
  method=$1
  model=$2
  set=$3
  shift 3
  "$coppice" train "$set" --model "$model" --method "$method" --quiet "$@"
  grep -q kernel-expansion "$model"
  "$coppice" predict --no-header "$model" "$set" --type decision --quiet --output expected
  python3 -B "$score" "$model" "$set" decision >scored
  near expected scored
  echo "$model: $(wc -l <scored) rows near"
}

# refused MODEL WHAT [SET]: says so.
refused() {
  if python3 -B "$score" "$1" "${3:-$data/sonar.svm}" >scored 2>message; then
    echo "$1 is scored"
    exit 1
  fi
  grep -q "$2" message || { cat message && exit 1; }
}

# A set with missing values, which the models of complete sets have never seen.
awk '{
  for (k = 2; k <= NF; ++k) if ((NR * 7 + k * 3) % 11 == 0) sub(/:.*/, k % 2 ? ":nan" : ":NA", $k)
  print
}' "$data/sonar.svm" >gaps.svm
grep -q nan gaps.svm && grep -q NA gaps.svm

train_and_compare stumps "$data/spam.test.svm"
train_and_compare calibrated "$data/spam.test.svm" --set calibration=platt
train_and_compare complete "$data/sonar.svm"
compare complete.json gaps.svm
train_and_compare gaps gaps.svm --set C=0.1
grep -q '"missing_above":' gaps.json
train_and_compare trees gaps.svm --pool tree:depth=4
train_and_compare three "$data/iris.svm" --pool stump --pool tree:depth=2
train_and_compare coded "$data/iris.svm" --method adaboost-mo --set calibration=platt
train_and_compare coded-by-bits "$data/iris.svm" --method adaboost-mo --set decoding=hamming
grep -q '"kind":"output-code"' coded.json
train_and_compare pairs "$data/iris.svm" --method adaboost --pool stump --pool tree:depth=2
train_and_compare rests "$data/iris.svm" --method logitboost --set multiclass=one-against-rest
grep -q '"problems":{"added_to":\[1,2,2\]' pairs.json && grep -q '"taken_from":\[-1,-1,-1\]' rests.json
for output in sign clipped tanh; do
  learners="--method online --set cutoff=20 --set output=$output"
  set_of=$data/iris.svm
  [ $output = tanh ] || set_of=$data/sonar.svm
  for format in json cbor; do
    "$coppice" train "$set_of" --model $output.$format $learners --quiet
    compare $output.$format "$set_of"
  done
  grep -q '"kind":"linear-classifier"' $output.json
done
"$coppice" train "$data/iris.svm" --model lines.cbor --method pegasos --quiet
compare lines.cbor "$data/iris.svm"
train_and_compare perceptrons "$data/sonar.svm" --pool perceptron:candidates=50
train_and_compare fourier "$data/ionosphere.svm" --pool fourier:gamma=0.1,candidates=50
train_and_compare bandwidths "$data/ionosphere.svm" --pool fourier:gamma=0.01,candidates=50,normalise=yes \
  --pool fourier:gamma=1,candidates=50
grep -q '"amplitude":\[' bandwidths.json
train_and_compare features "$data/sonar.svm" --pool linear
train_and_compare erm "$data/sonar.svm" --method erm --set calibration=platt
train_and_compare erm-classes "$data/iris.svm" --method erm --set start=random
grep -q '"kind":"linear","method":"erm"' erm-classes.json
train_and_compare erm-map "$data/sonar.svm" --method erm --pool fourier:gamma=0.02 --set learners=20
train_and_compare boosted "$data/iris.svm" --method kernel-boost --view-size 2
train_and_compare boosted-votes "$data/iris.svm" --method kernel-boost --view-size 2 \
  --set classifier=knn --set class_weight=balanced
train_and_compare boosted-map gaps.svm --method kernel-boost --pool stump --pool tree \
  --set terms=20 --set learners=10
train_and_compare aligned "$data/sonar.svm" --method kernel-alignment --view-size 20 \
  --set calibration=platt
grep -q '"kind":"learned-map"' boosted.json && grep -q '"kind":"neighbours"' boosted-votes.json
grep -q '"learners":\[{"kind":"stump"' boosted-map.json
train_and_compare views "$data/sonar.svm" --pool fourier:gamma=2,candidates=50@low --pool perceptron:candidates=9 \
  --pool stump@high --view low=1-21 --view high=40-60 --set keep_stages=yes

awk 'NR % 4 < 2' "$data/sonar.svm" >half.svm
for kernel in stump middle-stump 'tree(gamma=0.01)' 'laplacian(gamma=0.1)' 'gaussian(gamma=0.1)' \
  perceptron linear histogram-intersection 'stump-region(stumps=3)'; do
  kernel_machine svm machine.json half.svm --set kernel="$kernel"
done
kernel_machine svm nested.cbor "$data/iris.svm" --view low=1-2 \
  --set kernel='sum(product(stump@low,perceptron),and(stump,middle-stump@low,gaussian(gamma=0.1)))'
kernel_machine svm rests.json "$data/iris.svm" --set kernel='sum(stump-region,linear)' \
  --set multiclass=one-against-rest
awk 'NR % 12 == 0' "$data/spam.test.svm" >words.svm
for format in json cbor; do
  kernel_machine svm words.$format words.svm --set kernel='product(stump,gaussian(gamma=0.01))'
  grep -q ends words.$format
done
# Its rows with one another, in features 61 and more.
python3 - half.svm >matrix.svm <<'PYTHON'
import sys

rows = []
for line in open(sys.argv[1]):
    label, *entries = line.split()
    rows.append((label, entries, {d: float(v) for d, v in (entry.split(":") for entry in entries)}))
for label, entries, x in rows:
    products = (sum(value * z.get(d, 0) for d, value in x.items()) for _, _, z in rows)
    print(label, *entries, *(f"{61 + j}:{value!r}" for j, value in enumerate(products)))
PYTHON
kernel_machine svm matrix.json matrix.svm --view own=1-60 --view rows=61-$((60 + $(wc -l <half.svm))) \
  --set kernel='sum(precomputed@rows,gaussian(gamma=0.1)@own)'
kernel_machine svr numbers.cbor half.svm --set kernel=perceptron
kernel_machine norma norma.json half.svm --set 'kernel=gaussian(gamma=1)' --set max_terms=50
kernel_machine one-class inside.json half.svm --set kernel=perceptron

# Of categories, whose levels the rows of an svmlight file have as codes.
"$category_models" .
for pool in one subset; do
  for format in json cbor; do
    grep -q level-stump categories-$pool.$format
    python3 -B "$score" categories-$pool.$format categories.svm decision >scored
    same categories-$pool.expected scored
  done
done

# A file of another writer, with directions that are not floats, and members of its own.
python3 - perceptrons.json written.json <<'PYTHON'
import json, random, sys, zlib
with open(sys.argv[1], encoding="utf-8") as file:
    model = json.load(file)
random.seed(1)
for group in model["learners"]:
    group["theta"] = [random.gauss(0, 1) * 10 ** random.choice([0, 0, 0, 40, -40])
                      for _ in group["theta"]]
    group["comment"] = {"by hand": True}
for member in ("objective", "dual_objective", "gap_scope", "fit_seconds"):
    del model["training"][member]
text = json.dumps(model, separators=(",", ":")) + "\n"
text = text.replace('"length":"' + model["length"], f'"length":"{len(text):012}')
text = text.replace(model["crc32"], "0" * 8, 1)
text = text.replace('"crc32":"' + "0" * 8, f'"crc32":"{zlib.crc32(text.encode()):08x}')
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write(text)
PYTHON
compare written.json "$data/sonar.svm"
refused perceptrons.json 'a value is missing that learners of kind perceptron look at' gaps.svm

for format in json cbor; do
  sed 's/cgens/sgens/' stumps.$format >changed.$format
  refused changed.$format 'checksum'
  { cat stumps.$format && echo; } >longer.$format
  refused longer.$format 'length'
done
refused "$data/sonar.svm" 'not a coppice model'
