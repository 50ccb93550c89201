# Columns by name: only those that a model needs, the label as it was, ids and weights, one numbering.
. "$(dirname "$0")/common.sh"

"$python" - <<'PYTHON'
import csv, random
random.seed(3)
def write(path, rows, columns, separator=","):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, delimiter=separator)
        out.writerow(columns.values())
        for i in range(rows):
            x = [random.gauss(0, 1) for _ in range(3)]
            cells = {"index": i, "who": "person %d, of %s" % (i, path), "note": random.choice(["", "7", "text", "\u00e4"]),
                     "w": random.choice([1, 2]), "a": x[0], "b": x[1], "c": x[2],
                     "y": "ill" if x[0] + x[1] + random.gauss(0, 0.3) > 0 else "well"}
            out.writerow([cells[name] for name in columns])
same = lambda names: {name: name for name in names.split()}
write("train.csv", 200, {"index": "", **same("who note w a b c y")})
write("test.csv", 100, same("y c b a w"))
write("tomorrow.csv", 50, same("c more? a who b".replace("more?", "note")))
rows = list(csv.reader(open("train.csv", newline="")))
csv.writer(open("bare.csv", "w", newline="")).writerows(row[4:] for row in rows[1:])
csv.writer(open("same.csv", "w", newline="")).writerows([cell for k, cell in enumerate(row) if k not in (0, 1, 2, 3)] for row in rows)
csv.writer(open("latin.csv", "w", newline="", encoding="latin-1")).writerows(rows)
PYTHON

# What is left out does not matter, whatever it holds: the model is that of the others.
"$coppice" train train.csv --label y --id who --ignore 1,note --ignore w --set learners=20 \
  --model model.json --json >report.json
"$coppice" train same.csv -l y --set learners=20 --model same.json --quiet
"$coppice" info model.json --json >info.json
"$coppice" info same.json --json >same_info.json
"$python" - <<'PYTHON'
import json
report, info, same = (json.load(open(name + ".json")) for name in ("report", "info", "same_info"))
assert report["features"] == 3 and report["label"] == info["label"] == "y" and info["id"] == "who"
assert info["weak_learners"] == same["weak_learners"]
by_name = {feature["feature_name"]: feature for feature in info["features_used"]}
assert {name: feature["column"] for name, feature in by_name.items()} == {
    name: number for name, number in (("a", 5), ("b", 6), ("c", 7)) if name in by_name}, by_name
PYTHON
"$coppice" train latin.csv --label y --id 1 --ignore who,note,w --set learners=20 --json >latin.json ||
  fail "a column that is ignored is read"

# Predictions: columns by name, the others whatever they hold; the label of training and the ids.
"$coppice" predict model.json test.csv --quiet --json >test.json
"$coppice" predict model.json test.csv >classes.txt 2>said.txt
grep -q '^labels ill [0-9]*, well [0-9]*; always ' said.txt && grep -q '^error 0' said.txt ||
  fail "the label is not remembered: $(cat said.txt)"
"$coppice" predict model.json tomorrow.csv >classes.txt 2>said.txt
[ ! -s said.txt ] || fail "there is no label to tell of: $(cat said.txt)"
[ "$(head -n 2 classes.txt | cut -d, -f1-2 | tr '\n' ';')" = 'who,class;"person 0, of tomorrow.csv";' ] ||
  fail "no ids: $(head -n 2 classes.txt)"
"$coppice" predict model.json tomorrow.csv --json --quiet >tomorrow.json
"$python" - <<'PYTHON'
import csv, json
document = json.load(open("tomorrow.json"))
rows = list(csv.DictReader(open("classes.txt", newline="")))
assert document["ids"] == [row["who"] for row in rows] == ["person %d, of tomorrow.csv" % i for i in range(50)]
assert document["predictions"] == [row["class"] for row in rows]
PYTHON
# Labels that are missing, some or all, are no labels; asked for, they are missed.
sed 's/^ill,/,/' test.csv >unlabelled.csv
"$coppice" predict model.json unlabelled.csv 2>said.txt >/dev/null || fail "$(cat said.txt)"
[ ! -s said.txt ] || fail "something was said without labels: $(cat said.txt)"
rejected 1 'unlabelled.csv: line ' "$coppice" predict model.json unlabelled.csv --label y
grep -q 'column 1 "y": there is no label' rejected.err || fail "$(cat rejected.err)"

# Weights in a column are those in a file, and come along with test data of the same columns.
cut -d, -f5 test.csv | tail -n +2 >weights.txt
"$python" -c '
import csv
for row in csv.DictReader(open("train.csv", newline="")): print(row["w"])' >train_weights.txt
train() {
  "$coppice" train train.csv --label y --ignore 1,who,note,w --set learners=20 --json --quiet "$@" |
    sed 's/"seconds":{[^}]*}//'
}
train --weights train_weights.txt --test test.csv --test-weights weights.txt >file.json
"$coppice" train train.csv --label y --ignore 1,who,note --weights w --set learners=20 --json --quiet \
  --test test.csv | sed 's/"seconds":{[^}]*}//' >column.json
cmp file.json column.json || fail "weights in a column are not those in a file"
"$coppice" predict model.json test.csv --weights w --json --quiet | grep -o '"criteria":{[^}]*}' >by_column.txt
"$coppice" predict model.json test.csv --weights weights.txt --json --quiet | grep -o '"criteria":{[^}]*}' |
  cmp - by_column.txt || fail "weights in a column are not those in a file, in predict"
rejected 1 'no cell is "wt", the name of the weight; ' "$coppice" train train.csv --label y --weights wt
grep -q 'nor is there a file "wt"' rejected.err || fail "$(cat rejected.err)"

# One numbering, that of the file's columns: without a header too, in options, listings and messages.
"$coppice" train bare.csv --label 4 --set learners=20 --model bare.json --view ab=1-2 --view 'rest=3,2' \
  --pool 'union(stump@ab, stump@rest)' --quiet
"$coppice" info bare.json >info.txt
grep -q '  column 1 in ' info.txt && grep -q '^label        column 4$' info.txt || fail "$(cat info.txt)"
"$coppice" predict bare.json bare.csv >/dev/null 2>said.txt
grep -q '^error 0' said.txt || fail "the label's place is not remembered: $(cat said.txt)"
"$coppice" train same.csv --label y --view 'ab=a-b' --view 'rest=c,b' --set learners=20 --quiet \
  --pool 'union(stump@ab, stump@rest)' --model named.json
"$coppice" train same.csv --label 4 --view 'ab=1-2' --view 'rest=3,2' --set learners=20 --quiet \
  --pool 'union(stump@ab, stump@rest)' --model numbered.json
for model in named numbered; do
  "$coppice" info $model.json --json | sed 's/"seconds":{[^}]*}//' >$model.txt
done
cmp named.txt numbered.txt || fail "views by name are not those by number"
rejected 1 '--view ab=a-d: "a-d" is not a feature; expected the name of a column or its number, from 1 to 3' \
  "$coppice" train same.csv --label y --view ab=a-d --pool stump@ab

# Text beyond the width of a svmlight model is ignored, and that is said with its count.
cut -d ' ' -f 1-10 "$data/sonar.svm" >narrow.svm
"$coppice" train narrow.svm --set learners=10 --model narrow.json --quiet --test "$data/sonar.svm" 2>said.txt
grep -q 'sonar.svm: 51 features beyond the 9 of training are ignored' said.txt || fail "$(cat said.txt)"
"$coppice" predict --no-header narrow.json "$data/sonar.svm" --type decision >wide.txt 2>said.txt
grep -q 'sonar.svm: 51 features beyond the 9 of training are ignored' said.txt || fail "$(cat said.txt)"
"$coppice" predict --no-header narrow.json narrow.svm --type decision --quiet | cmp - wide.txt ||
  fail "other predictions of wider rows"

rejected 1 '--id is for CSV;' "$coppice" train narrow.svm --id a
rejected 1 '--ignore is for CSV;' "$coppice" train narrow.svm --ignore 1
rejected 1 'no cell is "wo", the name of the id; did you mean "who"?' "$coppice" train train.csv --id wo
rejected 1 'train.csv: line 1: column 2 "who" is given two roles' \
  "$coppice" train train.csv --label y --id who --ignore 2
