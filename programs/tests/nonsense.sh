# What would be learned or measured in vain is refused or told of: labels that nobody knows, options
# that cannot matter, columns that number rows.
. "$(dirname "$0")/common.sh"

# Class counts stand before an error rate, with the error of always saying the largest class.
"$coppice" train "$data/labor.csv" --label class --set learners=10 --model labor.json >summary.txt
grep -B 1 '^train error' summary.txt | grep -q '^classes      bad 20, good 37; always good has error 0.3509$' ||
  fail "$(cat summary.txt)"
"$coppice" predict labor.json "$data/labor.csv" 2>said.txt >/dev/null
[ "$(head -n 1 said.txt)" = 'labels bad 20, good 37; always good has error 0.3509' ] || fail "$(cat said.txt)"
"$coppice" train "$data/labor.csv" --label class --set learners=10 --json >report.json
"$python" - <<'PYTHON'
import json
report = json.load(open("report.json"))
assert report["class_counts"] == [20, 37] and report["largest_class_share"] == 37 / 57, report
PYTHON

# Labels that the model has never seen are counted, in validation, test and prediction.
sed 's/,good$/,fair/; 9s/,[a-z]*$/,poor/' "$data/labor.csv" >other.csv
fair=$(grep -c ',fair$' other.csv)
told="other.csv: $((fair + 1)) of 57 rows have labels that the model has never seen, and count as wrong: fair, poor"
"$coppice" train "$data/labor.csv" --label class --set learners=10 --test other.csv --quiet 2>said.txt
grep -qF "$told" said.txt || fail "$(cat said.txt), expected $told"
"$coppice" train "$data/labor.csv" --label class --set learners=10 --validation other.csv --quiet 2>said.txt
grep -qF "$told" said.txt || fail "$(cat said.txt)"
"$coppice" predict labor.json other.csv 2>said.txt >/dev/null
grep -qF "$told" said.txt || fail "$(cat said.txt)"
grep -q '^others ' said.txt || fail "no row of them in the confusion matrix: $(cat said.txt)"
sed '2,$s/,bad$/,poor/; 2,$s/,good$/,fair/' "$data/labor.csv" >foreign.csv
"$coppice" predict labor.json foreign.csv 2>said.txt >/dev/null
grep -q 'foreign.csv: none of the labels, such as "fair", is a class of the model (bad, good)' said.txt ||
  fail "$(cat said.txt)"

# Options that cannot matter, or are given twice.
train() {
  rejected 1 "$1" "$coppice" train "$data/votes.svm" "$2" "$3"
}
train '--set validation_patience=20: there is no validation set to be patient with; --validation FILE' \
  --set validation_patience=20
train '--set criterion=auc: a criterion chooses on a validation set' --set criterion=auc
train '--set select=one-standard-error: selects in cross-validation, coppice cv' --set select=one-standard-error
rejected 1 '--set C=2: C is given twice; expected it once' \
  "$coppice" train "$data/votes.svm" --set C=1 --set C=2
rejected 1 '--set seed=2: seed is given twice' "$coppice" train "$data/votes.svm" --seed 1 --set seed=2
rejected 1 '--grid C=1,2: C is given twice' "$coppice" cv "$data/votes.svm" --grid C=1,2 --set C=1
rejected 1 '--grid C=3,4: C is given twice' "$coppice" cv "$data/votes.svm" --grid C=1,2 --grid C=3,4
rejected 1 '--set validation_patience=3: there is no validation set to be patient with; cv stops no fit early' \
  "$coppice" cv "$data/votes.svm" --set validation_patience=3
"$coppice" train "$data/votes.svm" --validation "$data/votes.svm" --set validation_patience=3 \
  --set criterion=auc --set learners=5 --quiet || fail "patience is refused with a validation set"

# Labels that are none: the index of a data frame, names of people. And columns that number rows.
"$python" - <<'PYTHON'
import random
random.seed(5)
with open("frame.csv", "w") as frame, open("names.csv", "w") as names:
    frame.write(",x,y\n")
    names.write("name,x,y\n")
    for i in range(60):
        x = random.gauss(0, 1)
        frame.write("%d,%.4f,%d\n" % (i, x, x > 0))
        names.write("person %d,%.4f,%d\n" % (i, x, x > 0))
PYTHON
rejected 1 'frame.csv: the labels, column "column 1", number the rows; --label NAME names the column to learn' \
  "$coppice" train frame.csv
rejected 1 'names.csv: the labels, column "name", are 60 different texts in 60 rows; expected classes' \
  "$coppice" train names.csv
"$coppice" train frame.csv --label y --quiet 2>said.txt
grep -qF 'frame.csv: column 1 numbers the rows, which tells nothing of others; --ignore 1 leaves it out' \
  said.txt || fail "$(cat said.txt)"
"$coppice" train names.csv --label y --quiet 2>said.txt
grep -q 'column 1 "name" has 60 levels in 60 rows: it looks like an identifier.*; --ignore 1 leaves it out' said.txt ||
  fail "$(cat said.txt)"
"$coppice" train frame.csv --label y --ignore 1 --quiet 2>said.txt
[ ! -s said.txt ] || fail "$(cat said.txt)"
# Rows that have been taken out leave gaps in their numbers; a shuffle leaves no order, but a column
# without a name, or that of an identifier.
sed -n '1p; 3,${n;p;}' frame.csv >gaps.csv
(head -n 1 frame.csv && tail -n +2 frame.csv | sort -t, -k 2) >shuffled.csv
sed '1s/^/patientId/' shuffled.csv >named.csv
(sed '1s/^/dose/; 1!d' frame.csv && tail -n +2 shuffled.csv) >doses.csv
for file in gaps shuffled named; do
  "$coppice" train $file.csv --label y --quiet 2>said.txt
  grep -q "^coppice: warning: $file.csv: column 1.* numbers the rows, .*; --ignore 1 leaves it out" said.txt ||
    fail "$file.csv: $(cat said.txt)"
done
for file in gaps shuffled; do
  rejected 1 "$file.csv: the labels, column \"column 1\", number the rows" "$coppice" train $file.csv
done
"$coppice" train doses.csv --label y --quiet 2>said.txt
[ ! -s said.txt ] || fail "whole numbers that mean something: $(cat said.txt)"

# Dates are no categories, however often each occurs.
"$python" - <<'PYTHON'
import random
random.seed(7)
forms = {"day": "2024-%02d-%02d", "spreadsheet": "%d.%d.2024", "american": "%02d/%02d/24", "time": "2024-%02d-%02dT08:30:00Z",
         "version": "v2024-%02d-%02d"}
for name, form in forms.items():
    with open(name + ".csv", "w") as file:
        file.write("x,%s,y\n" % name)
        for i in range(60):
            x = random.gauss(0, 1)
            file.write("%.4f,%s,%s\n" % (x, form % (1 + i % 6, 1 + i % 3 * 2 + i % 4), x > 0))
PYTHON
for form in day spreadsheet american time; do
  "$coppice" train $form.csv --label y --quiet 2>said.txt
  grep -q "warning: $form.csv: column 2 \"$form\" has 12 levels, all of them dates, which tell nothing of other dates; --ignore 2 leaves it out" \
    said.txt || fail "$form.csv: $(cat said.txt)"
done
"$coppice" train version.csv --label y --quiet 2>said.txt
[ ! -s said.txt ] || fail "what is not a date is taken for one: $(cat said.txt)"
# Nor are numbers with a unit, which would be numbers without it.
awk 'BEGIN { print "share,y"; for (i = 0; i < 60; ++i) print 5 + i % 12 "%," i % 2 }' >share.csv
"$coppice" train share.csv --label y --quiet 2>said.txt
grep -q 'warning: share.csv: column 1 "share" has 12 levels, all of them numbers with "%", which tell nothing of other numbers; they are read as numbers without it; --ignore 1 leaves it out' \
  said.txt || fail "$(cat said.txt)"
# Which column was taken for the label is said where nobody has said it.
printf 'x,y\n1,2\n1,3\n1,4\n' >one.csv
rejected 1 'the first column, "x", was taken for the label; --label NAME takes another' "$coppice" train one.csv
cut -d, -f17,1-3 "$data/labor.csv" | awk -F, '{ print $4 "," $2 "," $3 }' >first.csv
"$coppice" train first.csv --set learners=5 >summary.txt
grep -q '^label        class, the first column; --label NAME takes another$' summary.txt || fail "$(cat summary.txt)"
