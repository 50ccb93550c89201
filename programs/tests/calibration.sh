# --type probability: one number a class, of which the larger says the class.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/spam.train.svm" --set learners=40 --set calibration=platt \
  --test "$data/spam.test.svm" --model spam.json --json >report.json
for type in class decision probability; do
  "$coppice" predict --no-header spam.json "$data/spam.test.svm" --type $type --quiet >$type.txt
done
"$coppice" predict spam.json "$data/spam.test.svm" --type probability --json --quiet >rows.json
"$coppice" info spam.json --json >info.json
"$coppice" info spam.json >info.txt
grep -q '^probability  1 / (1 + exp(-(' info.txt || fail "info does not say the sigmoid"

"$python" - <<'PYTHON'
import json, math
report, rows, info = (json.load(open(name + ".json")) for name in ("report", "rows", "info"))
by = report["calibration"]
assert by == info["calibration"]
(slope,), (offset,) = by["slope"], by["offset"]
assert slope > 0
classes = [line.strip() for line in open("class.txt")]
decisions = [float(line) for line in open("decision.txt")]
probabilities = [[float(p) for p in line.split(",")] for line in open("probability.txt")]
assert rows["type"] == "probability" and rows["predictions"] == probabilities
for name, f, p in zip(classes, decisions, probabilities):
    assert len(p) == 2 and p[0] + p[1] == 1
    assert math.isclose(p[1], 1 / (1 + math.exp(-(slope * f + offset))), rel_tol=1e-9)
    assert name == ("1" if p[1] >= p[0] else "-1")
assert report["test_error"] == rows["error"] < 0.1
PYTHON

# Three classes, in a file made of that of two: a sigmoid each, over their sum.
"$python" - <<'PYTHON'
import json, zlib
model = json.load(open("spam.json"))
model["classes"] = ["maybe", "no", "yes"]
model["weights"] = [number for w in model["weights"] for number in (-w, w / 2, w)]
model["bias"] = [0.5, 0, -0.25]
model["calibration"] = {"slope": [1.5, 2, 2.5], "offset": [0, 0.5, -0.5]}
model["length"], model["crc32"] = "0" * 12, "0" * 8
text = json.dumps(model, separators=(",", ":")) + "\n"
text = text.replace('"length":"' + "0" * 12, '"length":"%012d' % len(text), 1)
crc = zlib.crc32(text.encode())
open("three.json", "w").write(text.replace('"crc32":"' + "0" * 8, '"crc32":"%08x' % crc, 1))
PYTHON
for type in class decision probability; do
  "$coppice" predict --no-header three.json "$data/spam.test.svm" --type $type --quiet >$type.txt
done
"$coppice" info three.json --json >info.json
"$coppice" info three.json >info.txt
[ "$(grep -c '^probability  1 / (1 + exp(-(' info.txt)" = 3 ] || fail "info has not three sigmoids"

"$python" - <<'PYTHON'
import json, math
by = json.load(open("info.json"))["calibration"]
assert by == {"slope": [1.5, 2, 2.5], "offset": [0, 0.5, -0.5]}
classes = [line.strip() for line in open("class.txt")]
decisions, probabilities = ([[float(number) for number in line.split(",")] for line in open(name)]
                            for name in ("decision.txt", "probability.txt"))
for name, f, p in zip(classes, decisions, probabilities):
    each = [1 / (1 + math.exp(-(a * x + b))) for a, x, b in zip(by["slope"], f, by["offset"])]
    assert all(math.isclose(q, e / sum(each), rel_tol=1e-9) for q, e in zip(p, each, strict=True))
    assert name == ("maybe", "no", "yes")[p.index(max(p))]
assert len(set(classes)) > 1
PYTHON
