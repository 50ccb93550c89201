# SIGINT ends a fit early; the best model so far is reported, saved and usable.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/spam.train.svm" --set C=10 --set learners=1000000 --test "$data/spam.test.svm" \
  --model model.json --json >report.json 2>messages.txt &
fit=$!
(sleep 60; kill -KILL $fit) >watchdog.txt 2>&1 &  # a fit that does not listen
watchdog=$!
trap 'kill -KILL $watchdog $fit 2>/dev/null || :; rm -rf "$work"' EXIT
sleep 3
kill -INT $fit || fail "the fit was over before it could be interrupted: $(cat messages.txt)"
status=0
wait $fit || status=$?
[ $status -eq 0 ] || fail "exit status $status after SIGINT: $(cat messages.txt)"
[ ! -s messages.txt ] || fail "messages on standard error: $(cat messages.txt)"

"$coppice" info model.json --json >info.json
"$coppice" predict model.json "$data/spam.test.svm" --json --quiet >predictions.json
"$python" - <<'PYTHON'
import json
report, info, predictions = (json.load(open(name + ".json")) for name in
                             ("report", "info", "predictions"))
assert report["stop_reason"] == info["stop_reason"] == "stopped"
assert 1 <= report["learners"] < 1000000 and report["learners"] == len(info["weak_learners"])
assert len(report["curve"]) == report["iterations"] >= 1
assert report["test_error"] == predictions["error"] < 0.3
PYTHON

# A cross-validation that is interrupted has found nothing, and keeps nothing.
"$coppice" cv "$data/spam.train.svm" --set C=10 --set learners=1000000 --model best.json \
  >report.json 2>messages.txt &
fit=$!
sleep 3
kill -INT $fit || fail "cv was over before it could be interrupted: $(cat messages.txt)"
status=0
wait $fit || status=$?
[ $status -eq 1 ] || fail "exit status $status of cv after SIGINT: $(cat messages.txt)"
[ "$(cat messages.txt)" = 'coppice: interrupted; nothing was fitted' ] || fail "$(cat messages.txt)"
[ ! -s report.json ] && [ ! -e best.json ] || fail "an interrupted cv left something"

# Interrupted while it reads, before there is anything to keep, the program just ends. Python starts
# it because a shell's background command ignores SIGINT.
"$python" - "$coppice" <<'PYTHON'
import signal, subprocess, sys, time
reader = subprocess.Popen([sys.argv[1], "train", "-"], stdin=subprocess.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
time.sleep(0.5)
reader.send_signal(signal.SIGINT)
assert reader.wait(20) == -signal.SIGINT
PYTHON
