# The error on held-out data, in the summary, in JSON, and counted from the predictions.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/spam.train.svm" --test "$data/spam.test.svm" --set learners=150 \
  --model spam.json --json >report.json
"$coppice" predict --no-header spam.json "$data/spam.test.svm" >classes.txt 2>error.txt
"$coppice" predict --no-header spam.json "$data/spam.test.svm" --type decision --quiet >decisions.txt
"$coppice" predict --no-header spam.json "$data/spam.train.svm" --quiet >train_classes.txt

"$python" - "$data" <<'PYTHON'
import json, sys

def labels(path):
    return [float(line.split()[0]) for line in open(path)]

def wrong(predicted, path):
    expected = labels(path)
    assert len(predicted) == len(expected)
    return sum(p != e for p, e in zip(predicted, expected)) / len(expected)

report = json.load(open("report.json"))
classes = [float(line) for line in open("classes.txt")]
decisions = [float(line) for line in open("decisions.txt")]
test_error = wrong(classes, sys.argv[1] + "/spam.test.svm")
assert test_error < 0.075, test_error
assert report["test_error"] == test_error, (report["test_error"], test_error)
train_error = wrong([float(line) for line in open("train_classes.txt")],
                    sys.argv[1] + "/spam.train.svm")
assert report["test_rows"] == len(classes)
assert report["train_error"] == train_error, (report["train_error"], train_error)
assert set(classes) == {-1.0, 1.0}
assert all((d >= 0) == (c == 1) for d, c in zip(decisions, classes))
assert open("error.txt").readlines()[1] == "error %.4f on 1840 rows\n" % test_error
PYTHON

"$coppice" train "$data/votes.svm" --test "$data/votes.svm" >summary.txt 2>messages.txt
[ ! -s messages.txt ] || fail "messages on standard error: $(cat messages.txt)"
tr -s ' \n' ' ' <summary.txt >words.txt # where lines are wrapped depends on the length of the path
for text in '435 rows x 16 features' 'classes -1, 1' 'train error' 'test error'; do
  grep -q -- "$text" words.txt || fail "no \"$text\" in the summary"
done
grep -q 'iteration  learners' summary.txt || fail "no curve in the summary"

"$coppice" train "$data/votes.svm" --quiet >quiet.txt 2>&1
[ ! -s quiet.txt ] || fail "--quiet said: $(cat quiet.txt)"

# A bound over the whole pool is told once it says something: with few learners the best that is
# known is 0, a gap of 1.
"$coppice" generate threenorm --rows 2000 --features 10 --seed 1 --output rows.csv
"$coppice" train rows.csv --label label --set learners=20 --model few.json >few.txt
"$coppice" train rows.csv --label label --set learners=20 --set C=1e-7 >tiny.txt
"$coppice" train rows.csv --label label --set learners=20 --json >few.report
"$coppice" info few.json >>few.txt
tr -s ' \n' ' ' <few.txt >words.txt
[ "$(grep -o 'too few learners yet for a bound over the whole pool' words.txt | wc -l)" -eq 2 ] ||
  fail "a gap that says nothing is told: $(cat few.txt)"
! grep -q 'gap [0-9]' words.txt || fail "a gap that says nothing is a number: $(cat few.txt)"
tr -s ' \n' ' ' <tiny.txt >words.txt
grep -q 'gap [0-9.e-]* over the whole pool' words.txt || fail "no gap is told: $(cat tiny.txt)"
"$python" - <<'PYTHON'
import json
report = json.load(open("few.report"))
assert report["dual_objective"] == 0 and report["gap"] == 1 and report["gap_scope"] == "pool"
assert all(point["dual_objective"] >= 0 for point in report["curve"])
PYTHON

# How far a few learners are from all of them, the optimum being half that of the kernel of all with
# twice the cost.
set -- "$data/votes.svm" --set price_of_sparsity=yes --set C=0.1
"$coppice" train "$@" --set learners=4 --json >few.report
"$coppice" train "$@" --set learners=4 --model few.json >few.txt
"$coppice" train "$@" --set epsilon=0 --set tolerance=1e-9 >all.txt
"$coppice" train "$data/votes.svm" --method svm --set kernel=middle-stump --set C=0.2 \
  --set tolerance=1e-8 --json >kernel.report
"$coppice" info few.json | grep -q '% above the optimum of all learners' ||
  fail "info does not tell the price: $("$coppice" info few.json)"
grep -q 'objective .*, the optimum of all learners$' all.txt || fail "all is not all: $(cat all.txt)"
"$python" - <<'PYTHON'
import json, re
few = json.load(open("few.report"))
optimum = json.load(open("kernel.report"))["objective"] / 2
assert abs(few["optimum"] / optimum - 1) < 2e-6
price = few["objective"] / optimum - 1
assert abs(few["price_of_sparsity"] - price) < 1e-5
said = re.search(r", ([0-9.]+) % above the optimum of all learners, ([0-9.]+)", open("few.txt").read())
assert abs(float(said[1]) / 100 - price) < 6e-3 * price and abs(float(said[2]) / optimum - 1) < 1e-5
PYTHON

# A fit of problems of two classes that ends in one of them has no error of all.
awk 'BEGIN { for (i = 0; i < 3000; ++i) print i % 3, "1:" (i * 7919 % 1000), "2:" (i * 104729 % 997) }' >three.svm
"$coppice" train three.svm --method adaboost --set learners=1000000 --set time_limit=0.3 >stopped.txt
grep -q '^train error  not counted, as the fit was stopped$' stopped.txt || fail "$(cat stopped.txt)"
