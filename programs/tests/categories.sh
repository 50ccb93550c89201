# Tables of numbers and text, with gaps: columns of text are categories, others where --category says
# so; other files are read as the model's, and levels are told by name.
. "$(dirname "$0")/common.sh"

# Who stays: in Bern and Ulm, of any plan but plan 2, or older than 50. City and plan tell nothing by
# their order. About one cell in ten is empty, and gone is the label.
"$python" - <<'PYTHON'
import random
random.seed(4)
cities = ["Aachen", "Bern", "Chur", "Delft, south", "Ulm"]

def write(path, rows, header=True, columns=("gone", "city", "age", "plan", "id"), more=()):
    with open(path, "w") as file:
        if header:
            file.write(",".join(columns) + "\n")
        for i in range(rows):
            city, plan, age = random.choice(cities + list(more)), random.randrange(4), random.randrange(20, 80)
            stays = city in ("Bern", "Ulm") and plan != 2 or age > 50
            cells = {"gone": "no" if stays else "yes", "city": '"%s"' % city, "age": str(age),
                     "plan": str(plan), "id": "c%d" % i}
            for name in "city", "age", "plan":
                if i > 0 and random.random() < 0.1:  # not the first row, which would be a header
                    cells[name] = random.choice(["", "NA", "?"])
            file.write(",".join(cells[name] for name in columns) + "\n")

mixed = ("gone", "city", "age", "plan")
write("train.csv", 600, columns=mixed)
write("test.csv", 300, columns=("plan", "id", "age", "city", "gone"))
write("bare.csv", 300, header=False, columns=mixed)
write("new.csv", 300, columns=mixed, more=["Essen"])
PYTHON

# With no option but the label a table with gaps and text is trained on.
"$coppice" train train.csv --label gone --threads 1 --model model.json >summary.txt
grep -q 'train.csv: 600 rows x 3 features, 1 of them a category, ' summary.txt ||
  fail "the summary does not tell of the category: $(cat summary.txt)"
"$coppice" info model.json >info.txt
grep -q 'trained on   600 rows x 3 features, 1 of them a category in ' info.txt ||
  fail "info does not tell of the category: $(cat info.txt)"
"$coppice" info model.json --json >info.json
"$python" - <<'PYTHON'
import json
model = json.load(open("info.json"))
assert (model["features"], model["categories"]) == (3, 1), model
# As people are told it: the same learners, in the words of the levels.
text = open("info.txt").read()
stumps = [item for item in model["weak_learners"] if item["kind"] == "level-stump"]
heaviest = sorted(model["weak_learners"], key=lambda item: -abs(item["weight"]))[:10]
told = [item for item in heaviest if item["kind"] == "level-stump"]
assert stumps and told, model["weak_learners"]
for item in told:
    names = item["level_names"]
    assert set(names) <= {"Aachen", "Bern", "Chur", "Delft, south", "Ulm"}, item
    others = [name for name in ("Aachen", "Bern", "Chur", "Delft, south", "Ulm") if name not in names]
    listed = lambda names: ", ".join('"%s"' % name if "," in name else name for name in names)
    words = ("is " + listed(names) if len(names) == 1 else
             "is one of " + listed(names) if len(names) == 2 else
             "is neither " + listed(others) + " nor missing" if others else "is not missing")
    assert "  level-stump  city %s\n" % words in text, (words, text)
PYTHON

# The plan is a category if it is said to be, by name or by number. Test and validation data are read
# as the training data are: by name, or where one has none by position.
"$coppice" train train.csv --label gone --category plan --threads 1 --model both.json \
  --test test.csv --validation new.csv --json >report.json
"$python" - <<'PYTHON'
import json
report = json.load(open("report.json"))
assert (report["categories"], report["test_rows"], report["validation_rows"]) == (2, 300, 300), report
PYTHON
"$coppice" train train.csv --category 4 --category 2 --threads 1 --model again.json --quiet \
  --validation new.csv
"$coppice" train train.csv --label 1 --category city,plan --threads 1 --model third.json --quiet \
  --validation new.csv --test bare.csv
for other in again third; do
  "$coppice" info both.json --json | sed 's/"seconds":{[^}]*}//; s/,"test_error":[^}]*//g' >both.txt
  "$coppice" info $other.json --json | sed 's/"seconds":{[^}]*}//; s/,"test_error":[^}]*//g' | cmp - both.txt ||
    fail "another model: $other"
done

# Files to predict are read as the training data were, by name or, without names, by position: plans
# are levels in all of them, and nobody says so. Predictions are those of the rows in another order.
"$python" - <<'PYTHON'
import csv
rows = list(csv.DictReader(open("test.csv")))
def write(path, columns, header=True):
    with open(path, "w", newline="") as file:
        out = csv.writer(file)
        if header:
            out.writerow(columns)
        out.writerows([row[name] for name in columns] for row in rows)
write("same.csv", ["gone", "city", "age", "plan"])
write("nameless.csv", ["gone", "city", "age", "plan"], header=False)
write("unlabelled.csv", ["age", "plan", "city"])
write("numbers.csv", ["gone", "plan", "age"])
PYTHON
"$coppice" predict --no-header both.json test.csv --label gone --type decision --quiet >expected.txt
for arguments in 'same.csv' 'nameless.csv' 'unlabelled.csv --no-label' 'same.csv --category city' \
  'same.csv --category plan --label gone'; do
  "$coppice" predict --no-header both.json $arguments --type decision --quiet >got.txt
  cmp expected.txt got.txt || fail "other predictions: $arguments"
done
"$coppice" predict --no-header both.json - --label gone --type decision --quiet <test.csv | cmp - expected.txt ||
  fail "other predictions: standard input"

# A city that nobody knew is like a missing one.
sed 's/Essen//' new.csv >missing.csv
for file in new missing; do "$coppice" predict --no-header both.json $file.csv --type decision --quiet >$file.txt; done
cmp new.txt missing.txt || fail "an unknown level is not like a missing one"
! cmp -s new.csv missing.csv || fail "nobody lives in the new city"

"$coppice" cv train.csv --label gone --category plan --folds 3 --set learners=20 --json >cv.json ||
  fail "no cross-validation with categories"

# Numbers among text, and text among numbers, are told with their place and with what to do.
printf 'y,a,b\n1,5,x\n0,six,y\n1,7,z\n' >words.csv
rejected 1 'words.csv: line 3, column 2 "a": value "six" is text in a column of numbers' \
  "$coppice" train words.csv
rejected 1 '--category makes a column of both a category, --ignore leaves it out' "$coppice" train words.csv
"$coppice" train words.csv --category a --quiet || fail "--category does not help"
rejected 1 'words.csv: line 1: no cell is "aa", the name of a category; did you mean "a"?' \
  "$coppice" train words.csv --category aa
rejected 1 '--category: column "y" is the label already; expected one role a column' \
  "$coppice" train words.csv --label y --category y
rejected 1 '--category is for CSV;' "$coppice" train "$data/sonar.svm" --category 1
rejected 1 'numbers.csv: line 1: there is no column "city", which is a feature in training' \
  "$coppice" predict both.json numbers.csv
printf 'gone,city,age,plan\nno,Ulm,old,2\n' >old.csv
rejected 1 'old.csv: line 2, column 3 "age": value "old" is text in a column of numbers; expected a' \
  "$coppice" predict both.json old.csv
rejected 1 'old.csv: line 2, column 3 "age": value "old"' \
  "$coppice" train train.csv --label gone --test old.csv
