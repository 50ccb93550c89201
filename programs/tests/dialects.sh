# CSV as others write it gives one model: decimal commas, semicolons, tabs, bars, comments, quotes, row
# names. Files that are no text are told by what they are.
. "$(dirname "$0")/common.sh"

"$coppice" generate threenorm --rows 200 --features 4 --seed 3 --output plain.csv
"$python" - <<'PYTHON'
import csv
rows = list(csv.reader(open("plain.csv")))
def write(path, separator=",", mark=".", before="", rows=rows, **options):
    with open(path, "w", newline="") as file:
        file.write(before)
        out = csv.writer(file, delimiter=separator, **options)
        out.writerow(rows[0])
        out.writerows([cell.replace(".", mark) for cell in row] for row in rows[1:])
write("csv2.csv", ";", ",", quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
write("spreadsheet.csv", ";", ",", before="\ufeff", lineterminator="\r\n")
write("bars.txt", "|")
write("tabs.txt", "\t", ",")
write("comments.csv", before="# drawn by coppice; seed 3, rows 200\n#\n\n")
numbered = [[""] + rows[0]] + [[str(i)] + row for i, row in enumerate(rows[1:], 1)]
write("frame.csv", rows=numbered)
write("bare.csv", ";", ",", rows=[[cell.replace(".", ",") for cell in rows[1]]] + rows[2:])
write("mixed.csv", ";", ",", rows=rows[:5] + [[cell + ".5" for cell in rows[5]]])
PYTHON
fit() {
  "$coppice" train "$@" --set learners=20 --threads 1 --model model.json --quiet
  "$coppice" predict --no-header model.json "$1" --type decision --quiet
}
fit plain.csv --label label >expected.txt
for file in csv2.csv spreadsheet.csv bars.txt tabs.txt comments.csv; do
  fit $file --label label | cmp - expected.txt || fail "another model of $file"
done
fit frame.csv --label label --ignore 1 | cmp - expected.txt || fail "another model with row names"
fit bare.csv | cmp - expected.txt || fail "another model without a header"
"$coppice" train - --label label --quiet <comments.csv || fail "comments from standard input"

rejected 1 'mixed.csv: line 6, column ' "$coppice" train mixed.csv --label label
grep -q 'has a decimal point, but a number in line 2 has a decimal comma' rejected.err ||
  grep -q 'is text in a column of numbers' rejected.err || fail "$(cat rejected.err)"
printf 'x,y,z\n1,a,b,c\n2,a,b,c\n' >r.csv
rejected 1 'r.csv: line 2: there are 4 cells; expected 3 as in line 1 (where row names have no name' \
  "$coppice" train r.csv

printf 'x,y,z\n1,a,2\n2,a,3,5\n' >comma.csv
rejected 1 'comma.csv: line 3: there are 4 cells; expected 3 as in line 1 (a cell with "," in it stands in quotes)' \
  "$coppice" train comma.csv
"$python" - <<'PYTHON'
import gzip
bytes = bytes(7 * i * i % 256 for i in range(500))
open("bytes.csv", "wb").write(bytes)
gzip.open("bytes.rds", "wb").write(bytes)
with open("wide.csv", "w") as file:
    file.write(",".join("word%d" % k for k in range(300)) + "\n" + ",".join(["1"] * 300) + "\n")
PYTHON
for file in bytes.csv bytes.rds; do
  rejected 1 "$file: line 1: this is not text; expected lines of text, plain or compressed by gzip" \
    "$coppice" train $file
done
rejected 1 'the name of the label; expected one of: word0, word1, word2, word3, word4, word5, word6, word7, ... (300 in all)' \
  "$coppice" train wide.csv --label ill
printf 'x,y\n"1,5",a\n"2,5",b\n' >decimal.csv
rejected 1 'expected a decimal point, or --category, which makes the column one of text' \
  "$coppice" train decimal.csv --label y

# Files that are no text, and models that somebody has reformatted.
printf '\375\067zXZ\000...' >packed.csv.xz
rejected 1 'packed.csv.xz: line 1: this is not text, but compressed by xz; xz -dc makes text of it' \
  "$coppice" train packed.csv.xz
printf 'PK\003\004...' >sheet.csv
rejected 1 'sheet.csv: line 1: this is not text, but a zip archive, as spreadsheets are; save the sheet as CSV' \
  "$coppice" train sheet.csv
"$python" -c '
import json
print(json.dumps(json.load(open("model.json")), indent=2))' >pretty.json
rejected 1 'pretty.json: this is a coppice model whose JSON was written anew with other blanks' \
  "$coppice" info pretty.json
gzip -c model.json >model.json.gz
rejected 1 'model.json.gz: this is not a coppice model: it is compressed by gzip; gzip -dc makes it plain' \
  "$coppice" info model.json.gz
