# generate: what is written reads back as the same numbers, from svmlight, CSV and tabs; the same
# seed gives the same file, fewer rows its beginning; files are whole or not there.
. "$(dirname "$0")/common.sh"

"$coppice" generate ringnorm --rows 300 --noise 0.1 --seed 5 --output ring.svm
"$coppice" generate ringnorm --rows 300 --noise 0.1 --seed 5 --output - >stdout.svm
"$coppice" generate ringnorm --rows 120 --noise 0.1 --seed 5 --output first.svm
"$coppice" generate ringnorm --rows 300 --noise 0.1 --seed 6 --output other.svm
cmp ring.svm stdout.svm || fail "standard output differs from a file"
head -n 120 ring.svm | cmp - first.svm || fail "fewer rows are not the first rows"
cmp -s ring.svm other.svm && fail "another seed gives the same data"
[ "$(cut -d ' ' -f 1 ring.svm | sort -u | tr '\n' ' ')" = '-1 1 ' ] || fail "labels are not -1 and 1"

"$coppice" generate waveform --rows 50 --seed 1 --output wave.svm
"$coppice" generate waveform --rows 50 --seed 1 --output wave.csv
"$coppice" generate waveform --rows 50 --seed 1 --output wave.tsv
"$coppice" train wave.tsv --method cgens-sls --set learners=5 --json --quiet >wave.json
grep -q '"classes":\["1","2","3"\]' wave.json || fail "the classes of wave.tsv are $(cat wave.json)"
"$coppice" generate waveform-binary --rows 50 --seed 1 --output binary.csv
"$coppice" generate twonorm --rows 9 --features 3 --output narrow.csv
[ "$(head -n 1 narrow.csv)" = label,x1,x2,x3 ] || fail "the header is $(head -n 1 narrow.csv)"
"$python" - <<'PYTHON'
import csv

def svmlight(path):
    rows = []
    for line in open(path):
        label, *entries = line.split()
        pairs = [entry.split(":") for entry in entries]
        assert [int(index) for index, _ in pairs] == list(range(1, len(pairs) + 1))
        rows.append((float(label), [float(value) for _, value in pairs]))
        assert all(len(value) <= len(repr(float(value))) for _, value in pairs)  # shortest form
    return rows

def table(path, separator=","):
    rows = list(csv.reader(open(path), delimiter=separator))
    assert rows[0] == ["label"] + ["x%d" % d for d in range(1, 22)], rows[0]
    return [(float(row[0]), [float(cell) for cell in row[1:]]) for row in rows[1:]]

assert len(svmlight("ring.svm")) == 300 and len(svmlight("ring.svm")[0][1]) == 20
waves = svmlight("wave.svm")
assert waves == table("wave.csv") == table("wave.tsv", "\t")
assert {label for label, _ in waves} == {1, 2, 3}
assert table("binary.csv") == [(1 if label == 1 else -1, x) for label, x in waves]
PYTHON

generate() {
  rejected 1 "$1" "$coppice" generate "$2" --output bad.svm --rows "$3" "$4" "$5"
}
generate 'there is no generator "towrnom"; did you mean "twonorm"?' towrnom 5 --seed 1
generate '--rows is "0"; expected a whole number >= 1' twonorm 0 --seed 1
generate '--rows is "x"; expected a whole number' twonorm x --seed 1
generate '--noise is "some"; expected a number from 0 to 1' twonorm 5 --noise some
generate '--noise is "2"; expected a number from 0 to 1' twonorm 5 --noise 2
generate 'waveform: features is 20; waveform has 21' waveform 5 --features 20
rejected 1 '--output is required' "$coppice" generate twonorm --rows 5
rejected 1 '--rows is required' "$coppice" generate twonorm --output bad.svm
rejected 1 'cannot write "nowhere/bad.svm": No such file or directory' \
  "$coppice" generate twonorm --rows 5 --output nowhere/bad.svm
rejected 1 'expected a name that does not end in .gz' \
  "$coppice" generate twonorm --rows 5 --output bad.svm.gz
rejected 1 'cannot write "/dev/full": No space left on device' \
  "$coppice" generate twonorm --rows 5 --output /dev/full
rejected 1 'cannot write standard output: No space left on device' \
  sh -c '"$0" generate twonorm --rows 5 --output - >/dev/full' "$coppice"

# A write that fails half way leaves what was there, and nothing else.
echo kept >kept.csv
rejected 1 'cannot write "kept.csv": File too large' \
  sh -c 'ulimit -f 20; trap "" XFSZ; "$0" generate twonorm --rows 5000 --output kept.csv' "$coppice"
[ "$(cat kept.csv)" = kept ] || fail "a failed write changed the file"
for left in bad.* *.part*; do
  [ ! -e "$left" ] || fail "left behind: $left"
done
