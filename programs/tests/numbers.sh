# Numbers to be predicted: taken for such without a word where they are not whole, watched and
# cross-validated by the squared error, and printed by predict.
. "$(dirname "$0")/common.sh"

"$python" - <<'PYTHON'
import math
for name, first in (("fit", 0), ("watch", 1)):
    with open(name + ".csv", "w") as file:
        file.write("height,width,value\n")
        for i in range(first, 400, 2):
            a, b = i * 37 % 101, i * 53 % 89
            noise = (i * 7919 % 1009) / 1009
            file.write("%d,%d,%.4f\n" % (a, b, 3e6 + 1e4 * math.sin(a / 15) + 100 * b + 500 * noise))
PYTHON
"$coppice" train fit.csv --label value --validation watch.csv --test watch.csv \
  --set learners=80 --set C=1 --model best.json --json >report.json
"$coppice" predict best.json watch.csv --label value --json >predictions.json
"$coppice" predict --no-header best.json watch.csv --label value >plain.txt 2>plain.err
"$coppice" cv fit.csv --label value --set learners=40 --grid C=1e-6,1 --folds 3 --json >cv.json

"$python" - <<'PYTHON'
import csv, json
report, predicted, cv = (json.load(open(name + ".json")) for name in ("report", "predictions", "cv"))
expected = [float(row["value"]) for row in csv.DictReader(open("watch.csv"))]
f = [float(line) for line in open("plain.txt")]
assert f == predicted["predictions"] and predicted["type"] == "decision"
squared = sum((a - b) ** 2 for a, b in zip(f, expected)) / len(f)
mean = sum(expected) / len(f)
variance = sum((a - mean) ** 2 for a in expected) / len(f)
assert squared < variance / 50, (squared, variance)
assert report["method"] == "cgens-regression" and report["classes"] == []
assert report["train_error"] is None and report["validation_error"] is None
watched = [point["validation_criterion"] for point in report["curve"]]
assert report["best_iteration"] == watched.index(min(watched)) + 1
for found in (report["validation_criterion"], report["criteria"]["squared_error"], min(watched)):
    assert abs(found / squared - 1) < 1e-9, (found, squared)
assert cv["criterion"] == "squared_error" and cv["best"] == 1
assert cv["grid"][0]["squared_error"] > 10 * cv["grid"][1]["squared_error"]
PYTHON

"$coppice" train fit.csv --label value --validation watch.csv --set learners=80 \
  --set columns_per_iteration=1 >summary.txt
for text in 'fit.csv: 200 rows x 2 features, 1 number a row' 'from the best of 80 iterations' \
  'validation   squared_error' 'gap  squared_error'; do
  grep -qF -- "$text" summary.txt || fail "no \"$text\" in the summary"
done
grep -q 'train error' summary.txt && fail "a train error of numbers"
[ "$(awk 'length > 100' summary.txt)" = "" ] || fail "lines of more than 100 columns"

# Whole numbers that many rows have are classes; where they are many, the other way is told of.
awk 'BEGIN { for (i = 0; i < 90; ++i) print i % 30 "," i }' >whole.csv
"$coppice" train whole.csv --set learners=3 >summary.txt 2>told.txt
grep -q 'classes 0, 1, 2' summary.txt || fail "whole numbers are not classes"
grep -q 'the labels, 30 whole numbers, are taken for classes; --method cgens-regression' told.txt ||
  fail "not told that they may be numbers: $(cat told.txt)"
"$coppice" train whole.csv --set learners=3 --method cgens-sls >summary.txt 2>told.txt
[ ! -s told.txt ] || fail "told although the method is named: $(cat told.txt)"
rejected 1 'predicts numbers' "$coppice" predict best.json watch.csv --label value --type class

# Without labels: where rows lie, measured by rows with the labels -1 and 1.
"$coppice" generate twonorm --rows 300 --features 3 --seed 2 --output both.csv
awk -F , 'NR == 1 || $1 == "1" { sub(/^[^,]*,/, ""); print }' both.csv >ones.csv
"$coppice" train ones.csv --no-label --method one-class --set kernel=perceptron --set nu=0.2 \
  --test both.csv --model inside.json --json >inside.report
"$coppice" train ones.csv --no-label --method one-class --set nu=0.2 >inside.txt
"$coppice" predict --no-header inside.json ones.csv --no-label >inside.classes 2>inside.err
[ ! -s inside.err ] || fail "rows without labels have criteria: $(cat inside.err)"
! grep -q 'criterion .*train' inside.txt || fail "rows without labels have criteria"
"$python" - <<'PYTHON'
import json
report = json.load(open("inside.report"))
classes = open("inside.classes").read().split()
assert report["classes"] == ["-1", "1"] and "train_criteria" not in report
outside = classes.count("-1") / len(classes)
assert abs(outside - report["train_error"]) < 1e-12 and 0.1 < outside <= 0.2 + 2 / len(classes)
assert report["test_rows"] == 300 and 0 < report["test_error"] < 0.5
PYTHON
rejected 1 'no labels' "$coppice" train ones.csv --no-label --method svr
