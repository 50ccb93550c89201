# A table with gaps trains and predicts as it is: the same model from CSV, however its gaps are written,
# and from svmlight text. Pools that cannot take gaps say so, with the name of the column.
. "$(dirname "$0")/common.sh"

# The votes of 1984, of which some are not known, and who cast them: -1 is "no", +1 "yes".
"$python" - "$data/votes.svm" <<'PYTHON'
import csv, random, sys
random.seed(7)
rows = []
for line in open(sys.argv[1]):
    label, *entries = line.split()
    values = dict(entry.split(":") for entry in entries)
    rows.append([label] + [values.get(str(d), "0") if random.random() > 0.1 else None
                           for d in range(1, 17)])
names = ["party"] + ["vote %d" % d for d in range(1, 17)]

def write(path, marks, rows):
    with open(path, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(names)
        for i, row in enumerate(rows):
            out.writerow([marks[i % len(marks)] if value is None else value for value in row])

write("empty.csv", [""], rows)
write("marked.csv", ["NA", "?", "NaN", "nan", ""], rows)
write("other.csv", ["?"], [["1"] + [None] * 16, ["-1"] + ["1"] * 15 + [None]])
write("half.csv", ["NA"], [row[:1] + [value or "0" for value in row[1:9]] + row[9:] for row in rows])
with open("marked.svm", "w") as file:
    for i, row in enumerate(rows):
        mark = ["NA", "?", "nan"][i % 3]
        file.write(row[0] + "".join(" %d:%s" % (d, mark if value is None else value)
                                    for d, value in enumerate(row) if d > 0 and value != "0") + "\n")
PYTHON

for file in empty.csv marked.csv marked.svm; do
  "$coppice" train $file --set learners=40 --threads 1 --model $file.json --quiet
  "$coppice" predict --no-header $file.json $file --type decision --quiet >$file.txt
done
cmp empty.csv.txt marked.csv.txt || fail "other marks of gaps give another model"
cmp empty.csv.txt marked.svm.txt || fail "svmlight gives another model than CSV"
"$coppice" info empty.csv.json >info.txt
grep -Eq '^ +[0-9.-]+  stump  vote [0-9]+ > [-0-9.e]+( or missing)?$' \
  info.txt || fail "no side for missing values in: $(cat info.txt)"
"$coppice" predict --no-header empty.csv.json other.csv --type decision --quiet >other.txt
[ "$(grep -Ec '^-?[0-9.e-]+$' other.txt)" = 2 ] || fail "not two numbers: $(cat other.txt)"
"$coppice" cv marked.csv --grid C=0.001,0.01 --set learners=20 --json --quiet >cv.json
"$python" - <<'PYTHON'
import json
report = json.load(open("cv.json"))
assert all(0 < point["error"] < 0.2 for point in report["grid"]), report
PYTHON

"$python" - marked.csv >gap.txt <<'PYTHON'
import csv, sys
header, *rows = csv.reader(open(sys.argv[1]))
i, d = next((i, d) for i, row in enumerate(rows) for d in range(1, 17)
            if row[d] in ("", "?") or row[d].lower() in ("na", "nan"))
print('marked.csv: line %d, column %d "%s" is nan; pool fourier cannot take missing values; '
      'pools stump, tree can' % (i + 2, d + 1, header[d]))
PYTHON
rejected 1 "$(cut -d' ' -f2- gap.txt)" "$coppice" train marked.csv --pool fourier --quiet
"$coppice" train half.csv --view "known=vote 1-vote 8" --pool fourier:candidates=50@known --pool stump \
  --set learners=30 --model half.json --quiet
"$coppice" predict --no-header half.json half.csv --quiet >classes.txt
rejected 1 'is nan; learners of kind fourier cannot take missing values; those of kind stump can' \
  "$coppice" predict half.json other.csv
rejected 1 'other.csv: line 2, column 2 "vote 1" is nan' "$coppice" predict half.json other.csv
"$coppice" methods stump >stump.txt
grep -q '^    takes missing values; ' stump.txt || fail "not said of stump: $(cat stump.txt)"
"$coppice" methods fourier >fourier.txt
grep -q '^    no missing values; ' fourier.txt || fail "not said of fourier: $(cat fourier.txt)"
