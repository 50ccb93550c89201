# --type probability: one number a class, of which the larger says the class.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/spam.train.svm" --set learners=40 --set calibration=platt \
  --test "$data/spam.test.svm" --model spam.json --json >report.json
for type in class decision probability; do
  "$coppice" predict spam.json "$data/spam.test.svm" --type $type --quiet >$type.txt
done
"$coppice" predict spam.json "$data/spam.test.svm" --type probability --json --quiet >rows.json
"$coppice" info spam.json --json >info.json
"$coppice" info spam.json >info.txt
grep -q '^probability  1 / (1 + exp(-(' info.txt || fail "info does not say the sigmoid"

"$python" - <<'PYTHON'
import json, math
report, rows, info = (json.load(open(name + ".json")) for name in ("report", "rows", "info"))
by = report["calibration"]
assert by == info["calibration"] and by["slope"] > 0
classes = [line.strip() for line in open("class.txt")]
decisions = [float(line) for line in open("decision.txt")]
probabilities = [[float(p) for p in line.split()] for line in open("probability.txt")]
assert rows["type"] == "probability" and rows["predictions"] == probabilities
for name, f, p in zip(classes, decisions, probabilities):
    assert len(p) == 2 and p[0] + p[1] == 1
    assert math.isclose(p[1], 1 / (1 + math.exp(-(by["slope"] * f + by["offset"]))), rel_tol=1e-9)
    assert name == ("1" if p[1] >= p[0] else "-1")
assert report["test_error"] == rows["error"] < 0.1
PYTHON
