# train --json: every key there, of its type, and consistent with the others and with info --json.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/sonar.svm" --test "$data/sonar.svm" --set learners=40 --set epsilon=1e-5 \
  --set columns_per_iteration=1 --seed 7 --threads 1 --model sonar.json --json >report.json
"$coppice" train "$data/sonar.svm" --set learners=3 --json >untested.json
"$coppice" info sonar.json --json >info.json
"$coppice" info sonar.json >info.txt

"$python" - "$data" <<'PYTHON'
import json, math, re, sys

report = json.load(open("report.json"))
number = (int, float)
types = {"method": str, "options": dict, "rows": int, "features": int, "classes": list,
         "iterations": int, "learners": int, "objective": number, "dual_objective": number,
         "gap": number, "gap_scope": str, "bias": number, "seconds": dict, "train_error": number,
         "test_error": number, "curve": list, "stop_reason": str, "warnings": list}
for key, kind in types.items():
    assert isinstance(report[key], kind), (key, report[key])
assert (report["method"], report["rows"], report["features"]) == ("cgens", 208, 60)
assert report["classes"] == ["-1", "1"]
assert report["iterations"] == report["learners"] == 40
assert report["stop_reason"] == "learners" and report["gap_scope"] == "pool"
options = report["options"]
assert (options["learners"], options["epsilon"], options["seed"], options["threads"]) == (
    40, 1e-5, 7, 1)
assert options["C"] == 0.01 and options["loss"] == "hinge" and options["bias"] == "free"
assert options["pool"]["kind"] == "stump"
assert set(report["seconds"]) == {"load", "fit", "predict"}
assert all(seconds >= 0 for seconds in report["seconds"].values())

objective, dual = report["objective"], report["dual_objective"]
assert objective >= dual
assert math.isclose(report["gap"], (objective - dual) / abs(objective), rel_tol=1e-12)

curve = report["curve"]
keys = {"iteration", "learners", "objective", "dual_objective", "master_gap", "score",
        "train_error", "validation_error", "validation_criterion", "test_error"}
assert [point["iteration"] for point in curve] == list(range(1, 41))
for before, point in zip([None] + curve, curve):
    unknown = {"validation_error", "validation_criterion"}
    assert set(point) == keys and all(point[key] is None for key in unknown)
    assert all(isinstance(point[key], number) for key in keys - unknown)
    assert isinstance(point["iteration"], int) and isinstance(point["learners"], int)
    assert point["master_gap"] <= options["tolerance"]
    assert point["test_error"] == point["train_error"]  # of the same rows
    if before:  # more columns: the optimum, known to the tolerance, cannot rise
        assert point["objective"] <= before["objective"] * (1 + options["tolerance"])
        assert point["dual_objective"] >= before["dual_objective"]
for key in ("objective", "dual_objective", "train_error", "learners"):
    assert curve[-1][key] == report[key], key

untested = json.load(open("untested.json"))
assert "test_error" not in untested and untested["seconds"]["predict"] is None
# Its iteration was to have more learners: nothing was priced after it.
assert len(untested["curve"]) == 1 and untested["curve"][0]["score"] is None

info = json.load(open("info.json"))
for key in set(types) - {"test_error", "seconds"}:
    assert info[key] == report[key], key
learners = info["weak_learners"]
assert len(learners) == 40
# The norm and the loss make the objective; the norm alone cannot exceed it.
assert sum(learner["weight"] ** 2 for learner in learners) / 2 <= objective
used = {}
for learner in learners:
    assert learner["kind"] == "stump"
    count, weight = used.get(learner["feature"], (0, 0))
    used[learner["feature"]] = (count + 1, weight + abs(learner["weight"]))
listed = {f["feature"]: (f["learners"], f["weight"]) for f in info["features_used"]}
assert set(listed) == set(used)
for feature, (count, weight) in used.items():
    assert listed[feature][0] == count
    assert math.isclose(listed[feature][1], weight, rel_tol=1e-12)

# The importance of a feature: the standard deviation of what its stumps add up to on the rows.
rows = []
for line in open(sys.argv[1] + "/sonar.svm"):
    cells = dict(cell.split(":") for cell in line.split()[1:])
    rows.append([float(cells.get(str(d + 1), 0)) for d in range(60)])
for feature in info["features_used"]:
    d = feature["feature"]
    stumps = [h for h in learners if h["feature"] == d]
    sums = [sum(h["weight"] if row[d] > h["threshold"] else -h["weight"] for h in stumps)
            for row in rows]
    mean = sum(sums) / len(sums)
    deviation = math.sqrt(sum((f - mean) ** 2 for f in sums) / len(sums))
    assert math.isclose(feature["importance"], deviation, rel_tol=1e-9), feature
ranked = sorted(info["features_used"], key=lambda feature: -feature["importance"])
text = open("info.txt").read().split("features by standard deviation")[1]
shown = re.findall(r"feature (\d+)", text)
assert shown[:10] == [str(feature["feature"] + 1) for feature in ranked[:10]], shown
PYTHON

for text in cgens 'learners=40' '208 rows x 60 features' 'heaviest 10 of 40' 'iteration  learners'; do
  grep -q -- "$text" info.txt || fail "no \"$text\" in info"
done
