# CSV wherever data are taken: recognised by name or content, plain, gzip or standard input, columns
# found by name; the same models as from svmlight.
. "$(dirname "$0")/common.sh"

# The sonar set as CSV with a header, label last, and in two other orders of columns.
"$python" - "$data/sonar.svm" <<'PYTHON'
import csv, sys
rows = [line.split() for line in open(sys.argv[1])]
names = ["f%d" % d for d in range(1, 61)]
table = []
for label, *entries in rows:
    values = dict(entry.split(":") for entry in entries)
    table.append([values.get(str(d), "0") for d in range(1, 61)] + [float(label)])

def write(path, order, header=True, separator=","):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, delimiter=separator)
        columns = names + ["class"]
        if header:
            out.writerow([columns[c] for c in order])
        out.writerows([row[c] for c in order] for row in table)

write("sonar.csv", range(61))
write("turned.csv", range(60, -1, -1))
write("unlabelled.csv", range(59, -1, -1))
write("lacking.csv", [60] + list(range(59)))
write("bare.csv", [60] + list(range(60)), header=False)
write("semicolon.txt", range(61), separator=";")
write("tabs.tsv", range(61), separator="\t")
PYTHON

fit() {
  "$coppice" train "$@" --set learners=30 --threads 1 --model model.json --quiet
  "$coppice" info model.json --json >info.json
}
same_model() {
  "$python" - "$1" <<'PYTHON'
import json, sys
def content(path):
    model = json.load(open(path))
    del model["seconds"]
    model.pop("label", None)
    for item in model["weak_learners"] + model["features_used"]:
        name = item.pop("feature_name", None)
        item.pop("column", None)
        assert name in (None, "f%d" % (item["feature"] + 1)), (name, item)
    return model
assert content("plain.json") == content("info.json"), sys.argv[1]
PYTHON
}
"$coppice" train "$data/sonar.svm" --set learners=30 --threads 1 --model plain.model.json --quiet
"$coppice" info plain.model.json --json >plain.json
gzip -c sonar.csv >sonar.csv.gz
cp sonar.csv.gz zipped
cp bare.csv bare
for file in sonar.csv sonar.csv.gz zipped semicolon.txt tabs.tsv; do
  fit $file --label class
  same_model $file
done
fit sonar.csv --label 61
same_model 'label by number'
fit bare.csv
same_model 'no header'
fit bare
same_model 'recognised by content'
fit - --label class <sonar.csv
same_model 'standard input'
fit - --label class <sonar.csv.gz
same_model 'standard input, gzip'
mkfifo pipe
cat sonar.csv >pipe &
fit pipe --label class
same_model 'a pipe'
wait

# Predictions find their columns by name, in any order and without a label.
"$coppice" predict --no-header plain.model.json "$data/sonar.svm" --type decision --quiet >expected.txt
for arguments in 'sonar.csv --label class' 'turned.csv' 'unlabelled.csv --no-label' 'unlabelled.csv' \
  'bare.csv --label 1' "$data/sonar.svm"; do
  "$coppice" predict --no-header model.json $arguments --type decision --quiet >got.txt
  cmp expected.txt got.txt || fail "other predictions: $arguments"
done
"$coppice" predict --no-header model.json turned.csv 2>labelled.txt >classes.txt
grep -q '^error 0\.[0-9]* on 208 rows$' labelled.txt || fail "$(cat labelled.txt)"
"$coppice" predict --no-header model.json unlabelled.csv --no-label 2>labelled.txt | cmp - classes.txt
[ ! -s labelled.txt ] || fail "an error was said without labels: $(cat labelled.txt)"
"$coppice" train sonar.csv --label class --test turned.csv --set learners=30 --json >report.json
"$python" - <<'PYTHON'
import json
report = json.load(open("report.json"))
assert report["test_error"] == report["train_error"]
PYTHON

"$coppice" info model.json >info.txt
grep -Eq '^ +[0-9.-]+  stump  f[0-9]+ > ' info.txt ||
  fail "no names beside the learners: $(cat info.txt)"
grep -Eq '^ +[0-9.]+  f[0-9]+ in ' info.txt || fail "no names beside the features"

# What is generated reads back: a model of the CSV file is that of the svmlight file.
"$coppice" generate threenorm --rows 200 --features 5 --seed 3 --output three.svm
"$coppice" generate threenorm --rows 200 --features 5 --seed 3 --output three.csv
for form in svm csv; do
  "$coppice" train three.$form --set learners=20 --threads 1 --model three.$form.json --quiet
  "$coppice" predict --no-header three.$form.json three.svm --type decision --quiet >three.$form.txt
done
cmp three.svm.txt three.csv.txt || fail "svmlight and CSV of the same data give different models"

rejected 1 'sonar.csv: line 1: no cell is "clas", the name of the label; did you mean "class"?' \
  "$coppice" train sonar.csv --label clas
rejected 1 '--label is for CSV;' "$coppice" train "$data/sonar.svm" --label class
rejected 1 '--features is for svmlight text; sonar.csv is CSV' \
  "$coppice" train sonar.csv --label class --features 60
rejected 1 '--label and --no-label are both given' \
  "$coppice" predict model.json sonar.csv --label class --no-label
rejected 1 'lacking.csv: line 1: there is no column "f60", which is a feature in training' \
  "$coppice" predict model.json lacking.csv --label class
rejected 1 'lacking.csv: line 1: there is no column "f60", which is a feature in training' \
  "$coppice" train sonar.csv --label class --test lacking.csv
rejected 1 'unlabelled.csv: line 1: there is no column "class", which is the label of sonar.csv' \
  "$coppice" train sonar.csv --label 61 --test unlabelled.csv
printf 'y,age\n1,2\n0,old\n' >words.csv
rejected 1 'words.csv: line 3, column 2 "age": value "old" is text in a column of numbers' \
  "$coppice" train words.csv
rejected 1 'standard input: line 3, column 2 "age": value "old"' \
  sh -c '"$0" train - <words.csv' "$coppice"
printf 'y,age\n1,2\n?,3\n' >unlabelled_row.csv
rejected 1 'unlabelled_row.csv: line 3, column 1 "y": label "?"' "$coppice" train unlabelled_row.csv
rejected 1 'standard input: the gzip data end in the middle' \
  sh -c 'head -c 2000 sonar.csv.gz | "$0" train - --label class' "$coppice"
