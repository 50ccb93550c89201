# --weights: weight 1 changes nothing, weight 2 is a second copy of the row, weight 0 leaves it out.
. "$(dirname "$0")/common.sh"

fit() {
  "$coppice" train "$@" --set C=1 --set tolerance=1e-10 --set epsilon=1e-9 --json
}

sed 's/.*/1/' "$data/votes.svm" >ones.txt
fit "$data/votes.svm" >plain.json
fit "$data/votes.svm" --weights ones.txt >ones.json

awk '{ print NR % 3 }' "$data/votes.svm" >mixed.txt
awk 'NR % 3 >= 1' "$data/votes.svm" >copies.svm
awk 'NR % 3 == 2' "$data/votes.svm" >>copies.svm
fit "$data/votes.svm" --weights mixed.txt >mixed.json
fit copies.svm >copies.json
fit "$data/votes.svm" --weights - <mixed.txt >stdin.json

"$python" - <<'PYTHON'
import json
plain, ones, mixed, copies, stdin = (json.load(open(name + ".json")) for name in
                                     ("plain", "ones", "mixed", "copies", "stdin"))
def drop_seconds(report):
    return {key: value for key, value in report.items() if key != "seconds"}
assert drop_seconds(plain) == drop_seconds(ones)
assert drop_seconds(mixed) == drop_seconds(stdin)
assert mixed["rows"] == 290 and plain["rows"] == copies["rows"] == 435
for report in (plain, mixed, copies):
    assert report["gap"] < 1e-6, report["gap"]
assert abs(mixed["objective"] - copies["objective"]) < 1e-6 * copies["objective"]
assert abs(mixed["objective"] - plain["objective"]) > 1e-2 * plain["objective"]
PYTHON

seq 3 >few.txt
rejected 1 'few.txt: weights has length 3; expected the 435 rows' \
  "$coppice" train "$data/votes.svm" --weights few.txt
printf '1\n2\n-1\n' >negative.txt
rejected 1 'negative.txt: line 3: weight "-1"; expected a finite number >= 0' \
  "$coppice" train "$data/votes.svm" --weights negative.txt
printf '1\nnan\n' >nan.txt
rejected 1 'nan.txt: line 2: weight "nan"' "$coppice" train "$data/votes.svm" --weights nan.txt
rejected 1 '--test-weights requires --test' \
  "$coppice" train "$data/votes.svm" --test-weights few.txt
rejected 1 'few.txt: weights has length 3; expected the 435 rows' \
  "$coppice" train "$data/votes.svm" --test "$data/votes.svm" --test-weights few.txt
rejected 1 'there are no weights' "$coppice" train "$data/votes.svm" --weights /dev/null
