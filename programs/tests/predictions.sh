# What predict writes: a header, several types side by side, classes by another threshold.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/labor.csv" --label class --set learners=20 --set calibration=platt \
  --set columns_per_iteration=1 --set keep_stages=yes --model labor.json --quiet
"$coppice" train "$data/iris.svm" --set learners=12 --set calibration=platt --set keep_stages=yes \
  --set columns_per_iteration=1 --model iris.json --quiet
types=class,decision,probability,staged,learners,contributions
for name in labor iris; do
  [ $name = labor ] && file=labor.csv || file=iris.svm
  "$coppice" predict $name.json "$data/$file" --type $types --quiet >$name.csv
  "$coppice" predict $name.json "$data/$file" -t class,decision -t probability --quiet -o - >$name.few.csv
  "$coppice" predict $name.json "$data/$file" --type $types --quiet --output $name.tsv
  "$coppice" predict $name.json "$data/$file" --type $types --json --quiet >$name.all.json
  "$coppice" predict $name.json "$data/$file" --type probability --no-header --quiet >$name.bare.csv
done
"$python" - <<'PYTHON'
import csv, json
for name, classes in ("labor", ["bad", "good"]), ("iris", ["1", "2", "3"]):
    header, *rows = csv.reader(open(name + ".csv", newline=""))
    tabs = list(csv.reader(open(name + ".tsv", newline=""), delimiter="\t"))
    assert [header] + rows == tabs
    document = json.load(open(name + ".all.json"))
    types = ["class", "decision", "probability", "staged", "learners", "contributions"]
    assert document["type"] == types and list(document["predictions"]) == types
    for i, row in enumerate(rows):
        of_row = []
        for type in types:
            value = document["predictions"][type][i]
            of_row += value if isinstance(value, list) else [value]
        assert row[0] == of_row[0] and [float(cell) for cell in row[1:]] == of_row[1:]
    probabilities = ["probability " + label for label in classes]
    assert header[0] == "class" and [cell for cell in header if cell.startswith("prob")] == probabilities
    scores = ["decision"] if len(classes) == 2 else ["decision " + label for label in classes]
    few = list(csv.DictReader(open(name + ".few.csv", newline="")))
    assert list(few[0]) == ["class"] + scores + probabilities
    for row, bare in zip(few, csv.reader(open(name + ".bare.csv")), strict=True):
        shares = [float(row[column]) for column in probabilities]
        assert abs(sum(shares) - 1) < 1e-12 and row["class"] == classes[shares.index(max(shares))]
        assert bare == [row[column] for column in probabilities]
    # The last stage is the decision, and a stage is there for each iteration and score.
    stages = [cell for cell in header if cell.startswith("stage ")]
    iterations = 20 if name == "labor" else 12
    assert len(stages) == iterations * len(scores) and stages[0] == "stage 1" + scores[0][8:]
    for row in rows:
        cells = dict(zip(header, row))
        assert [cells[s] for s in stages[-len(scores):]] == [cells[s] for s in scores]
        assert all(cells[h] in ("1", "-1", "0") for h in header if h.startswith("learner "))
assert "contribution of wage-increase-first-year" in next(csv.reader(open("labor.csv")))
assert "contribution of feature 4 3" in next(csv.reader(open("iris.csv")))
PYTHON

# A threshold moves the classes, the error and the confusion matrix, and nothing else.
"$coppice" train "$data/spam.train.svm" --set learners=30 --model plain.json --quiet
"$coppice" train "$data/spam.train.svm" --set learners=30 --set calibration=platt --model spam.json --quiet
for model in plain spam; do
  for threshold in usual 0.9 0.1 0; do
    option="--threshold $threshold"
    [ $threshold = usual ] && option=
    "$coppice" predict $model.json "$data/spam.test.svm" $option --type class,decision --json --quiet \
      >$model.$threshold.json
  done
  "$coppice" predict $model.json "$data/spam.test.svm" --threshold 0.9 2>$model.txt >/dev/null
done
"$coppice" predict spam.json "$data/spam.test.svm" --type probability --no-header --quiet >spam.csv
"$python" - "$data/spam.test.svm" <<'PYTHON'
import json, sys
labels = [int(float(line.split()[0])) for line in open(sys.argv[1])]
later = [float(line.split(",")[1]) for line in open("spam.csv")]
def read(model, threshold):
    return json.load(open("%s.%s.json" % (model, threshold)))
for model, scores in ("plain", read("plain", "usual")["predictions"]["decision"]), ("spam", later):
    usual = read(model, "usual")
    for threshold in "0.9", "0.1", "0":
        document = read(model, threshold)
        expected = [1 if score >= float(threshold) else -1 for score in scores]
        assert document["predictions"]["class"] == [str(label) for label in expected], (model, threshold)
        confusion = [[sum(y == a and p == b for y, p in zip(labels, expected)) for b in (-1, 1)] for a in (-1, 1)]
        assert document["confusion"] == confusion, (document["confusion"], confusion)
        wrong = confusion[0][1] + confusion[1][0]
        recalls = [confusion[k][k] / sum(confusion[k]) for k in (0, 1)]
        criteria = dict(document["criteria"])
        assert document["error"] == criteria["error"] == wrong / len(labels)
        assert abs(criteria["balanced_error"] - (1 - sum(recalls) / 2)) < 1e-12
        for name in "auc", "log_loss", "brier":
            assert criteria.get(name) == usual["criteria"].get(name)
    assert "error %.4f on %d rows" % (read(model, "0.9")["error"], len(labels)) in open(model + ".txt").read()
assert read("plain", "0")["predictions"] == read("plain", "usual")["predictions"]
PYTHON

# Behind head predict ends quietly.
"$coppice" predict spam.json "$data/spam.train.svm" --type learners --quiet 2>said.txt | head -n 1 >first.txt
[ ! -s said.txt ] || fail "behind head: $(cat said.txt)"
grep -q '^learner 1,learner 2' first.txt || fail "$(cat first.txt)"

predict() {
  rejected 1 "$1" "$coppice" predict "$2" "$data/iris.svm" "$3" "$4"
}
predict '--threshold is "0.5", which stands between two classes; the model has 3' iris.json --threshold 0.5
rejected 1 '--threshold is "2"; expected a probability of class 1, from 0 to 1' \
  "$coppice" predict spam.json "$data/spam.test.svm" --threshold 2
predict '--threshold is "x"; expected a number' iris.json --threshold x
predict '--type class is given twice' iris.json --type class,class
predict '--type is "clas"; did you mean "class"?' iris.json --type decision,clas
predict 'plain.json: this model kept no stages; train it with --set keep_stages=yes' plain.json --type staged
predict '--no-header is for lines of cells' iris.json --no-header --json
