# cv: the grid's numbers, the best of them fitted on all rows, and the same by train.
. "$(dirname "$0")/common.sh"

"$coppice" cv "$data/spam.train.svm" --folds 4 --grid C=0.001,0.1 --grid bias=free,none \
  --set learners=60 --seed 3 --test "$data/spam.test.svm" --model best.json --json >report.json
"$coppice" cv "$data/spam.train.svm" --folds 4 --grid C=0.001,0.1 --grid bias=free,none \
  --set learners=60 --seed 3 --test "$data/spam.test.svm" --threads 1 >summary.txt
"$coppice" predict best.json "$data/spam.test.svm" --json --quiet >predictions.json

"$python" - "$coppice" "$data" <<'PYTHON'
import json, math, subprocess, sys
coppice, data = sys.argv[1:]
report, predictions = (json.load(open(name + ".json")) for name in ("report", "predictions"))
grid = report["grid"]
assert [(p["options"]["C"], p["options"]["bias"]) for p in grid] == [
    (0.001, "free"), (0.001, "none"), (0.1, "free"), (0.1, "none")]
for point in grid:
    assert 1 <= point["learners"] <= 60 and 0 < point["error"] < 0.3
    assert 0 <= point["standard_error"] < 0.1
best = grid[report["best"]]
assert best["error"] == min(point["error"] for point in grid)
assert all(point["error"] > best["error"] for point in grid[:report["best"]])  # the earliest of equals
assert report["criterion"] == "error" and report["path"] == "learners"
assert all(list(p) == ["options", "learners", "error", "standard_error"] for p in grid)
assert report["folds"] == 4 and report["seconds"]["cross_validation"] > 0
assert report["options"]["learners"] == best["learners"] == report["learners"]
assert report["options"]["C"] == best["options"]["C"]
assert report["test_error"] == predictions["error"]
assert abs(report["test_error"] - best["error"]) < 0.05  # both estimate the same

trained = json.loads(subprocess.run(
    [coppice, "train", data + "/spam.train.svm", "--seed", "3", "--test", data + "/spam.test.svm",
     "--json"] + [word for name, value in list(best["options"].items()) +
                  [("learners", best["learners"])] for word in ("--set", "%s=%s" % (name, value))],
    check=True, stdout=subprocess.PIPE).stdout)
for key in trained:
    assert key == "seconds" or report[key] == trained[key], key

# People see the same numbers.
lines = open("summary.txt").read().split("\n")
assert "4-fold" in lines[0] and lines[1].split() == ["C", "bias", "learners", "error", "+-", "se"]
for point, line in zip(grid, lines[2:6]):
    shown = line.split()
    assert shown[:2] == ["%g" % point["options"]["C"], point["options"]["bias"]], line
    assert int(shown[2]) == point["learners"] and shown[3] == "%.4f" % point["error"], line
    assert shown[5] == "%.4f" % point["standard_error"], line
    assert (shown[-1] == "best") == (point is best), line
text = " ".join(lines)
assert "cross-validated error %.4f, test error %.4f" % (best["error"], report["test_error"]) in text
PYTHON
[ "$(awk 'length > 100' summary.txt)" = "" ] || fail "lines of more than 100 columns"

"$coppice" cv "$data/votes.svm" --grid learners=3,9,27 --json >learners.json
"$coppice" cv "$data/votes.svm" --set learners=20 --quiet >quiet.txt 2>&1
[ ! -s quiet.txt ] || fail "--quiet said: $(cat quiet.txt)"
"$python" - <<'PYTHON'
import json
report = json.load(open("learners.json"))
assert len(report["grid"]) == 1 and report["grid"][0]["options"] == {} and report["folds"] == 5
assert report["grid"][0]["learners"] in (3, 9, 27)
PYTHON

# The best point is found however its values are written.
"$coppice" cv "$data/votes.svm" --grid epsilon=1e-400 --grid C=1.00e-3,+1 --set learners=10 \
  --folds 2 --json >written.json
"$python" - <<'PYTHON'
import json
report = json.load(open("written.json"))
best = report["grid"][report["best"]]
assert best["error"] == min(point["error"] for point in report["grid"])
assert best["options"]["C"] == report["options"]["C"] and report["options"]["epsilon"] == 0
PYTHON

# The options of pools are in the grid too.
"$coppice" cv "$data/votes.svm" --pool 'stump' --pool perceptron --grid candidates=10,20 \
  --set learners=10 --folds 2 --json >pools.json
grep -q '"options":{"candidates":10}' pools.json || fail "no candidates in the grid"

for grid in C C= =1; do
  rejected 1 "--grid $grid: expected name=value" "$coppice" cv "$data/votes.svm" --grid $grid
done
rejected 1 '--grid cost=1: neither method cgens nor its pool' "$coppice" cv "$data/votes.svm" --grid cost=1
rejected 1 'option C of method cgens is -1' "$coppice" cv "$data/votes.svm" --grid C=1,-1
rejected 1 'C is given twice' "$coppice" cv "$data/votes.svm" --grid C=1 --grid C=2
rejected 1 '--folds is "1"; expected a whole number >= 2' "$coppice" cv "$data/votes.svm" --folds 1
rejected 1 'votes.svm: folds is 436; expected 2 to the 435 rows' \
  "$coppice" cv "$data/votes.svm" --folds 436
printf '+1 1:2\n+1 1:3\n' >one.svm
rejected 1 'one.svm: every label of the dataset is "1"' "$coppice" cv one.svm
rejected 1 '--folds is "x"' "$coppice" cv "$data/votes.svm" --folds x
