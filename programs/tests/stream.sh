# A stream on standard input: rows are learned as they arrive, in memory that does not grow; it is
# saved, goes on as if it had never stopped, is interrupted, and names the line that it cannot learn.
. "$(dirname "$0")/common.sh"

"$coppice" generate mixture --rows 6000 --seed 7 --output rows.svm
"$coppice" generate mixture --rows 6000 --seed 7 --output rows.csv

# The same as a fit on all of them.
"$coppice" train rows.svm --method online --model fit.json --quiet
"$coppice" train - --method online --classes -1,1 --features 2 --model stream.json --json \
  <rows.svm >report.json
"$coppice" predict --no-header fit.json rows.svm --type decision --quiet >expected.txt
"$coppice" predict --no-header stream.json rows.svm --type decision --quiet >got.txt
cmp expected.txt got.txt || fail "a stream is not the fit of the same rows"
"$coppice" train - --classes 1,-1 --model csv.json --quiet <rows.csv
"$coppice" predict --no-header csv.json rows.csv --label label --type decision --quiet | cmp - expected.txt ||
  fail "CSV is another stream"
"$python" - <<'PYTHON'
import json
report = json.load(open("report.json"))
assert report["method"] == "online" and report["rows"] == 6000 and report["features"] == 2
assert report["learners"] == 41, report["learners"]
assert 0.02 < report["prequential_error"] < 0.3, report["prequential_error"]
PYTHON
"$coppice" train - --method pegasos --classes -1,1 --features 2 <rows.svm >summary.txt 2>messages.txt
[ ! -s messages.txt ] || fail "messages on standard error: $(cat messages.txt)"
grep -q 'standard input: 6000 rows x 2 features, classes -1, 1' summary.txt || fail "$(cat summary.txt)"
grep -q 'prequential' summary.txt || fail "no prequential error: $(cat summary.txt)"

# In two parts, in both formats.
for format in json cbor; do
  head -n 2501 rows.svm | "$coppice" train - --method online --classes -1,1 --features 2 \
    --state state.$format --quiet
  tail -n +2502 rows.svm | "$coppice" train - --state state.$format --model parts.json --quiet
  "$coppice" predict --no-header parts.json rows.svm --type decision --quiet | cmp - expected.txt ||
    fail "a stream in two parts, in $format, is another"
done

# Lines that cannot be learned are named; those before them are learned and kept.
bad_line() {
  rm -f bad.cbor
  { head -n 1700 rows.svm; printf '# a comment\n\n'; printf "$1"; tail -n +1701 rows.svm; } >bad.svm
  rejected 1 "$2" sh -c '"$0" train - --method pegasos --classes -1,1 --features 2 --state bad.cbor <bad.svm' "$coppice"
  echo '1 1:1' | "$coppice" train - --state bad.cbor --json >after.json
  grep -q '"rows":[ ]*1701' after.json || fail "not 1700 rows were kept before: $1"
}
bad_line '1 1:x 2:1\n' 'standard input: line 1703, column 5: value "x"'
bad_line '2 1:1 2:1\n' 'standard input: line 1703: the label of row'
bad_line '1 1:nan 2:1\n' 'standard input: line 1703: x[row'
bad_line '1 3:1\n' 'standard input: line 1703, column'
{ head -n 1700 rows.svm; printf '1 1:0.5 2:0.2'; } >cut.svm
rm -f bad.cbor
rejected 1 'standard input ends in the middle of line 1701' \
  sh -c '"$0" train - --method pegasos --classes -1,1 --features 2 --state bad.cbor <cut.svm' "$coppice"
tail -n +1701 rows.svm | "$coppice" train - --state bad.cbor --model whole.json --quiet
"$coppice" train - --method pegasos --classes -1,1 --features 2 --model once.json --quiet <rows.svm
cmp whole.json once.json || fail "a stream that was cut does not go on"
{ head -n 30 rows.csv; echo '1,old,2'; } >bad.csv
rejected 1 'standard input: line 31: feature 0 of the block is a category' sh -c '"$0" train - --classes -1,1 <bad.csv' "$coppice"

stream() {
  text=$1
  shift
  rejected 1 "$text" sh -c '"$0" train "$@" <rows.svm' "$coppice" "$@"
}
stream '--classes is for a stream on standard input; DATA is "rows.svm"' rows.svm --classes -1,1
stream '--classes is not given' - --state none.cbor
stream '--features is not given' - --classes -1,1
stream 'method cgens learns from whole datasets only' - --classes -1,1 --features 2 --method cgens
stream 'two classes' - --classes 1 --features 2
stream 'the label of row' - --classes 1,2 --features 2
stream '--test is for data that are read as a whole' - --classes -1,1 --features 2 --test rows.svm
stream 'kernel gaussian has gamma=0' - --classes -1,1 --features 2 --method norma --set kernel=gaussian
stream 'the path "state.txt"' - --classes -1,1 --features 2 --state state.txt
rejected 1 'this is not a coppice stream' sh -c '"$0" train - --state once.json <rows.svm' "$coppice"
rejected 1 'standard input has no rows' \
  sh -c ': | "$0" train - --classes -1,1 --features 2' "$coppice"

# Rows are learned when they arrive, and not at the end; Ctrl-C keeps them. Memory does not grow, but
# for what the address sanitizer keeps of freed blocks where it may.
ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
export ASAN_OPTIONS
"$python" - "$coppice" <<'PYTHON'
import json, resource, signal, subprocess, sys, time

lines = open("rows.svm").read().splitlines(keepends=True)
child = subprocess.Popen([sys.argv[1], "train", "-", "--method", "online", "--classes", "-1,1", "--features", "2",
                          "--set", "max_learners=10", "--state", "ended.cbor", "--json"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

def resident():
    status = open("/proc/%d/status" % child.pid).read()
    return int(status.split("VmRSS:")[1].split()[0])

text = "".join(lines)
child.stdin.write(text)
child.stdin.flush()
time.sleep(1)
before = resident()
for _ in range(20):
    child.stdin.write(text)
child.stdin.flush()
time.sleep(1)
assert resident() < before + 2048, (before, resident())
child.send_signal(signal.SIGINT)
report = json.loads(child.stdout.read())
assert child.wait(20) == 0 and report["rows"] == 21 * 6000, report["rows"]
PYTHON
echo '1 1:1' | "$coppice" train - --state ended.cbor --json | grep -q '"rows":[ ]*126001' ||
  fail "the state after Ctrl-C is another"
