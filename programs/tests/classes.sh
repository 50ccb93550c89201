# More than two classes, by name, with no option but the label: training, cross-validation,
# prediction, probabilities, the report.
. "$(dirname "$0")/common.sh"

"$python" - <<'PYTHON'
import random, string
random.seed(3)
with open("letters.csv", "w") as train, open("tomorrow.csv", "w") as test:
    for file, rows in ((train, 520), (test, 260)):
        file.write("letter,x,y,shape\n")
        for k in range(rows):
            letter = k % 26
            file.write("%s,%.3f,%.3f,%s\n" % (string.ascii_lowercase[letter],
                                             letter + random.uniform(-0.45, 0.45),
                                             random.uniform(0, 1),
                                             "round" if letter % 3 == 0 else "edgy"))
PYTHON

"$coppice" train letters.csv --label letter --test tomorrow.csv --set C=10 --model letters.json --json \
  --quiet >letters.train
"$coppice" predict --no-header letters.json tomorrow.csv --label letter --output classes.txt >/dev/null 2>said
"$coppice" info letters.json >info.txt
"$python" - <<'PYTHON'
import csv, json, string
report = json.load(open("letters.train"))
assert report["method"] == "cgens-sls" and report["classes"] == list(string.ascii_lowercase)
assert report["test_error"] < 0.05, report["test_error"]
labels = [row["letter"] for row in csv.DictReader(open("tomorrow.csv"))]
predicted = open("classes.txt").read().split()
wrong = sum(a != b for a, b in zip(labels, predicted))
assert len(predicted) == len(labels) == 260
assert abs(wrong / 260 - report["test_error"]) < 1e-12
assert "classes a, b, c, d" in " ".join(open("info.txt").read().split())
PYTHON

# Two classes take cgens; a method of two classes learns more by problems of two.
"$coppice" train "$data/votes.svm" --json --quiet --set learners=5 | grep -q '"method": *"cgens"' ||
  fail "two classes do not take cgens"
for multiclass in one-against-one one-against-rest; do
  "$coppice" train letters.csv --label letter --method adaboost --set multiclass=$multiclass \
    --set learners=5 --json --quiet >pairs.json || fail "adaboost does not learn the letters"
  "$python" - $multiclass <<'PYTHON'
import json, sys
report = json.load(open("pairs.json"))
problems = 26 * 25 / 2 if sys.argv[1] == "one-against-one" else 26
assert problems <= report["learners"] <= 5 * problems, report
PYTHON
done

# Every method of more classes learns the three of iris, and chooses by cross-validation.
for method in cgens-sls adaboost-mh adaboost-ecc adaboost-mo multiboost; do
  "$coppice" cv "$data/iris.svm" --method $method --set learners=30 --folds 3 --json --quiet \
    --pool 'tree(depth=2)' >cv.json || fail "$method does not learn iris"
  "$python" - $method <<'PYTHON'
import json, sys
report = json.load(open("cv.json"))
point, = report["grid"]
assert report["method"] == sys.argv[1] and point["error"] < 0.1, (sys.argv[1], point)
assert 1 <= point["learners"] <= 30
PYTHON
done

# Probabilities are one a class, and sum up to 1.
"$coppice" train "$data/iris.svm" --set learners=30 --set calibration=platt --model iris.cbor --quiet
"$coppice" predict --no-header iris.cbor "$data/iris.svm" --type probability --quiet |
  awk -F, '{ sum = $1 + $2 + $3; if (NF != 3 || sum < 1 - 1e-9 || sum > 1 + 1e-9) exit 1 }' ||
  fail "probabilities do not sum up to 1"
