# The same predictions from JSON and CBOR models, files, standard input and gzip, in text and JSON.
. "$(dirname "$0")/common.sh"

for format in json cbor; do
  "$coppice" train "$data/ionosphere.svm" --set learners=30 --model "model.$format" --quiet
done
for type in class decision; do
  "$coppice" predict --no-header model.json "$data/ionosphere.svm" --type $type --quiet >expected.txt
  [ "$(wc -l <expected.txt)" -eq 351 ] || fail "$(wc -l <expected.txt) lines, expected 351"

  "$coppice" predict --no-header model.cbor "$data/ionosphere.svm" --type $type --quiet >cbor.txt
  "$coppice" predict --no-header model.json - --type $type --quiet <"$data/ionosphere.svm" >stdin.txt
  gzip -c "$data/ionosphere.svm" >rows.gz
  "$coppice" predict --no-header model.json rows.gz --type $type --quiet >gzip.txt
  "$coppice" predict --no-header model.json - --type $type --quiet <rows.gz >gzip_stdin.txt
  "$coppice" predict --no-header - rows.gz --type $type --quiet <model.cbor >model_stdin.txt
  "$coppice" predict --no-header model.json rows.gz --type $type --quiet --output output.txt >nothing.txt
  "$coppice" predict --no-header model.json rows.gz --type $type --quiet --threads 3 >threads.txt
  for result in cbor stdin gzip gzip_stdin model_stdin output threads; do
    cmp expected.txt $result.txt || fail "$type: $result differs"
  done
  [ ! -s nothing.txt ] || fail "--output, and still something on standard output"

  "$coppice" predict model.json rows.gz --type $type --json --quiet >report.json
  "$python" - $type <<'PYTHON'
import json, sys
report = json.load(open("report.json"))
lines = open("expected.txt").read().split("\n")[:-1]
assert report["rows"] == 351 and report["classes"] == ["-1", "1"]
assert report["type"] == sys.argv[1]
predictions = report["predictions"]
assert predictions == (lines if sys.argv[1] == "class" else [float(line) for line in lines])
if sys.argv[1] == "decision":  # shortest form that reads back, as Python's repr
    digits = lambda text: len(text.lstrip("-").split("e")[0].replace(".", "").strip("0"))
    assert all(digits(line) <= digits(repr(float(line))) for line in lines)
PYTHON
done

# Rows narrower than the model are padded; the error is not said when no label is known.
sed 's/^[^ ]*/0/; s/ 3[0-4]:.*//' "$data/ionosphere.svm" >narrow.svm
"$coppice" predict --no-header model.json narrow.svm >narrow.txt 2>narrow.err
[ "$(wc -l <narrow.txt)" -eq 351 ] || fail "$(wc -l <narrow.txt) lines for narrow rows"
[ ! -s narrow.err ] || fail "an error was said for unknown labels: $(cat narrow.err)"
rejected 1 'narrow.svm: x has 33 features; the model was trained on 34' \
  "$coppice" predict model.json narrow.svm --features 33

# A file that is written again keeps its permissions, a link leads where it led, and what crashes
# have left behind is in nobody's way.
mkdir kept
echo old >kept/output.txt
chmod 600 kept/output.txt
ln -s kept/output.txt link.txt
for left in $(seq 0 150); do : >kept/output.txt.part$left; done
"$coppice" predict --no-header model.json rows.gz --quiet --output link.txt
[ -L link.txt ] || fail "the link is gone"
[ "$(stat -c %a kept/output.txt)" = 600 ] || fail "permissions are $(stat -c %a kept/output.txt)"
[ "$(wc -l <kept/output.txt)" -eq 351 ] || fail "$(wc -l <kept/output.txt) lines through a link"
[ "$(ls kept | wc -l)" -eq 152 ] || fail "something is left: $(ls kept | tail)"
ln -s circle.txt circle.txt
rejected 1 'circle.txt' "$coppice" predict model.json rows.gz --quiet --output circle.txt
