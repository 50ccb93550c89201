# criteria and confusion: of train, predict and cv, as computed from predictions; for people the same.
. "$(dirname "$0")/common.sh"

# 1 row in 4 of the positive class, and weights of 0 to 3 for the training rows.
awk '$1 == -1 || NR % 3 == 0' "$data/spam.train.svm" >fit.svm
awk '$1 == -1 || NR % 3 == 0' "$data/spam.test.svm" >held.svm
awk '{ print NR % 4 }' fit.svm >weights.txt
train() {
  "$coppice" train fit.svm --features 57 --weights weights.txt --test held.svm --set learners=60 "$@"
}
train --set calibration=platt --model model.json --json >report.json
train --set calibration=platt >summary.txt
train --json >plain.json
for type in class decision probability; do
  for rows in fit held; do
    "$coppice" predict --no-header model.json $rows.svm --type $type --quiet >$rows.$type
  done
done
"$coppice" predict model.json held.svm --json --quiet >rows.json
"$coppice" predict model.json fit.svm --weights weights.txt --json --quiet >weighted.json
for report in json people; do  # test and validation data with weights: the training data again
  flag=--$report; [ $report = people ] && flag=
  "$coppice" train fit.svm --features 57 --weights weights.txt --set learners=60 $flag \
    --test fit.svm --test-weights weights.txt \
    --validation fit.svm --validation-weights weights.txt >again.$report
done
"$coppice" predict --no-header model.json held.svm 2>said.txt >predicted.txt

"$python" - <<'PYTHON'
import json, math

def criteria(rows, weights=None):
    labels = [float(line.split()[0]) == 1 for line in open(rows + ".svm")]
    classes = [line.strip() == "1" for line in open(rows + ".class")]
    decisions = [float(line) for line in open(rows + ".decision")]
    later = [float(line.split(",")[1]) for line in open(rows + ".probability")]
    weights = weights or [1] * len(labels)
    total, confusion = sum(weights), [[0, 0], [0, 0]]
    for label, found, weight in zip(labels, classes, weights):
        confusion[label][found] += weight
    mean = lambda of: sum(w * of(y, p) for y, p, w in zip(labels, later, weights)) / total
    pairs = {}  # by decision value: the weights of either class
    for f, label, weight in zip(decisions, labels, weights):
        pairs.setdefault(f, [0, 0])[label] += weight
    below = area = 0
    for f in sorted(pairs):
        area += pairs[f][1] * (below + pairs[f][0] / 2)
        below += pairs[f][0]
    return {
        "error": (confusion[0][1] + confusion[1][0]) / total,
        "balanced_error": (confusion[0][1] / sum(confusion[0]) + confusion[1][0] / sum(confusion[1])) / 2,
        "log_loss": mean(lambda y, p: -math.log(p if y else 1 - p)),
        "brier": mean(lambda y, p: (p - y) ** 2),
        "auc": area / sum(confusion[0]) / sum(confusion[1]),
    }, confusion

def close(found, expected):
    assert list(found) == list(expected), (list(found), list(expected))
    for name in expected:
        assert math.isclose(found[name], expected[name], rel_tol=1e-9), (name, found, expected)

report, plain, rows = (json.load(open(name + ".json")) for name in ("report", "plain", "rows"))
expected, confusion = criteria("held")
close(report["criteria"], expected)
close(rows["criteria"], expected)
assert report["confusion"] == rows["confusion"] == confusion
assert report["test_error"] == rows["error"] == report["criteria"]["error"]
expected, confusion = criteria("fit", [float(line) for line in open("weights.txt")])
close(report["train_criteria"], expected)
assert report["train_confusion"] == confusion
assert report["train_error"] == report["train_criteria"]["error"]
close(json.load(open("weighted.json"))["criteria"], expected)
assert json.load(open("weighted.json"))["confusion"] == confusion
again = json.load(open("again.json"))
assert again["criteria"] == again["train_criteria"] and again["confusion"] == again["train_confusion"]
assert again["validation_error"] == again["train_error"] == again["test_error"]
assert any(line.startswith("test error") and "of the weight of" in line for line in open("again.people"))
assert list(plain["criteria"]) == ["error", "balanced_error", "auc"]  # no probabilities

# People see the same numbers.
table = [line.split() for line in open("summary.txt")]
for name, value in report["criteria"].items():
    assert [name, "%.4f" % report["train_criteria"][name], "%.4f" % value] in table, name
at = table.index(["class", "\\", "predicted", "-1", "1"])
for k, label in enumerate(("-1", "1")):
    assert table[at + 1 + k] == [label] + ["%g" % weight for weight in report["confusion"][k]]
said = [line.split() for line in open("said.txt")]
assert said[0][0] == "labels" and said[1] == ["error", "%.4f" % rows["error"], "on", str(rows["rows"]), "rows"]
assert ["auc", "%.4f" % rows["criteria"]["auc"]] in said
assert said[-1] == ["1"] + ["%g" % weight for weight in rows["confusion"][1]]
PYTHON
grep -q '^train error  0\.[0-9]* *of the weight of [0-9]* rows$' summary.txt || fail "$(cat summary.txt)"
[ "$(awk 'length > 100' summary.txt said.txt)" = "" ] || fail "lines of more than 100 columns"

# A label that the model does not know is a row of its own.
sed 's/^+*1 /7 /' held.svm | head -n 400 >unseen.svm
"$coppice" predict model.json unseen.svm --json --quiet >unseen.json
# Numbers, in a file made of that of two classes.
"$python" - <<'PYTHON'
import json, zlib
unseen = json.load(open("unseen.json"))
labels = [line.split()[0] for line in open("unseen.svm")]
assert [sum(row) for row in unseen["confusion"]] == [labels.count("-1"), 0, labels.count("7")]
assert list(unseen["criteria"]) == ["error", "balanced_error"]
model = json.load(open("model.json"))
for name in "classes", "calibration":
    del model[name]
model["outputs"] = 1
model["length"], model["crc32"] = "0" * 12, "0" * 8
text = json.dumps(model, separators=(",", ":")) + "\n"
text = text.replace('"length":"' + "0" * 12, '"length":"%012d' % len(text), 1)
crc = zlib.crc32(text.encode())
open("numbers.json", "w").write(text.replace('"crc32":"' + "0" * 8, '"crc32":"%08x' % crc, 1))
PYTHON
"$coppice" predict numbers.json held.svm --type decision --json --quiet >numbers_rows.json
"$python" - <<'PYTHON'
import json, math
rows = json.load(open("numbers_rows.json"))
labels = [float(line.split()[0]) for line in open("held.svm")]
lost = [(y - f) ** 2 for y, f in zip(labels, rows["predictions"])]
assert list(rows["criteria"]) == ["squared_error"] and rows["error"] is None
assert math.isclose(rows["criteria"]["squared_error"], sum(lost) / len(lost), rel_tol=1e-9)
PYTHON

# The criterion chooses, in validation and in cross-validation.
awk 'NR % 2' held.svm >watch.svm
train --validation watch.svm --set criterion=auc --json >best.json
train --validation watch.svm --set criterion=auc >best.txt
"$coppice" cv fit.svm --features 57 --weights weights.txt --grid C=0.001,1 --set learners=30 \
  --set criterion=balanced_error --set select=one-standard-error --test held.svm --json >cv.json
"$coppice" cv fit.svm --features 57 --weights weights.txt --grid C=0.001,1 --set learners=30 \
  --set criterion=balanced_error --set select=one-standard-error --test held.svm >cv.txt
"$python" - <<'PYTHON'
import json
best, cv = (json.load(open(name + ".json")) for name in ("best", "cv"))
areas = [point["validation_criterion"] for point in best["curve"]]
assert best["best_iteration"] == areas.index(max(areas)) + 1
assert best["curve"][best["best_iteration"] - 1]["learners"] == best["learners"]
assert best["validation_criterion"] == max(areas) > 0.9
assert "auc %.4f on" % max(areas) in open("best.txt").read()
assert cv["criterion"] == "balanced_error"
point = cv["grid"][cv["best"]]
assert point["learners"] == cv["learners"] < 30 and cv["options"]["select"] == "one-standard-error"
text = " ".join(open("cv.txt").read().split())
assert "cross-validated balanced_error %.4f, test balanced_error %.4f" % (
    point["balanced_error"], cv["criteria"]["balanced_error"]) in text
PYTHON
rejected 1 '--grid criterion=auc: option criterion cannot be in the grid' \
  "$coppice" cv fit.svm --grid criterion=auc
