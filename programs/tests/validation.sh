# --validation: the error on other data chooses the iteration; summary, JSON and info say the same.
. "$(dirname "$0")/common.sh"

awk 'NR % 3 != 0' "$data/spam.train.svm" >fit.svm
awk 'NR % 3 == 0' "$data/spam.train.svm" >watch.svm
"$coppice" train fit.svm --validation watch.svm --features 57 --set learners=300 --set C=1 \
  --set columns_per_iteration=1 --set validation_patience=40 --model best.json --json >report.json
"$coppice" predict best.json watch.svm --json --quiet >predictions.json
"$coppice" info best.json --json >info.json
"$coppice" train fit.svm --features 57 --set learners=5 --json >plain.json

"$python" - <<'PYTHON'
import json
report, predictions, info, plain = (json.load(open(name + ".json")) for name in
                                    ("report", "predictions", "info", "plain"))
errors = [point["validation_error"] for point in report["curve"]]
assert report["best_iteration"] == errors.index(min(errors)) + 1 == report["learners"]
assert report["validation_error"] == min(errors) == predictions["error"]
assert report["iterations"] == len(errors) == report["best_iteration"] + 40 < 300
assert report["stop_reason"] == "patience"
assert report["validation_rows"] == len(predictions["predictions"])
for key in ("best_iteration", "validation_error", "iterations", "learners", "objective", "gap"):
    assert info[key] == report[key], key
assert report["objective"] == report["curve"][report["learners"] - 1]["objective"]
assert "validation_error" not in plain and "best_iteration" not in plain
PYTHON

"$coppice" train fit.svm --validation watch.svm --features 57 --set learners=20 \
  --set columns_per_iteration=1 >summary.txt
for text in 'from the best of 20 iterations' 'validation ' 'train error  validation'; do
  grep -q -- "$text" summary.txt || fail "no \"$text\" in the summary"
done
[ "$(awk 'length > 100' summary.txt)" = "" ] || fail "lines of more than 100 columns"

printf '1 99:1\n-1 1:1\n' >wide.svm
"$coppice" train fit.svm --validation wide.svm --quiet 2>said.txt
grep -q 'wide.svm: 42 features beyond the 57 of training are ignored' said.txt || fail "$(cat said.txt)"
rejected 1 'cannot open' "$coppice" train fit.svm --validation none.svm
