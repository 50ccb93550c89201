# What a person sees in a terminal of 40 and of 80 columns: the line of progress, which never wraps and
# is gone at the end, Ctrl-C in cv, and behind a pipe nothing of it.
. "$(dirname "$0")/common.sh"

"$coppice" generate ringnorm --rows 3000 --noise 0.1 --seed 1 --output ring.svm
PYTHONPATH=$tests "$python" -B - "$coppice" <<'PYTHON'
import re, signal, sys
from on_terminal import on_terminal
coppice = sys.argv[1]

def is_progress(line, unit):
    return re.match(r"\[#* *\] (%s )?\d+/\d+" % unit, line) is not None

def lines_of_progress(screens, unit):
    """Of every screen; one of them has at most one, or the line has wrapped or been left."""
    shown = []
    for screen in screens:
        here = [line for line in screen if is_progress(line, unit)]
        assert len(here) <= 1, screen
        if here:
            at = screen.index(here[0])
            assert not any(screen[at + 1:]), screen[at:]
            shown += here
    return shown

for columns in 40, 80:
    fit = [coppice, "train", "ring.svm", "--set", "learners=20000", "--set", "C=1", "--set", "time_limit=3"]
    screens, status = on_terminal(columns, fit)
    shown = lines_of_progress(screens, "iteration")
    assert status == 0 and len(shown) > 5, (columns, status, len(shown))
    assert all(len(line) < columns for line in shown)
    assert any(re.search(r"  0:0[123]  \d+:\d\d(:\d\d)? left", line) for line in shown), shown
    # The error is there where there is room for it, beside the time that is left.
    wide = [re.search(r"  error 0\.\d+", line) is not None for line in shown if line.find(" left") > 0]
    assert any(wide) == (columns == 80), (columns, shown)
    assert not any(is_progress(line, "iteration") for line in screens[-1]), screens[-1]
    assert any(line.startswith("train error") for line in screens[-1]), screens[-1]

    # Cross-validation counts fits, and tells of the points that are finished where it is ended.
    cv = [coppice, "cv", "ring.svm", "--set", "learners=30", "--threads", "1", "--grid",
          "C=" + ",".join("%g" % (0.01 + 0.0001 * k) for k in range(400))]
    for number in signal.SIGINT, signal.SIGTERM:
        screens, status = on_terminal(columns, cv, until=lambda screen: any(
            re.match(r"\[#* *\] (fit )?(1[1-9]|[2-9]\d)/2000", line) for line in screen), signal=number)
        shown = lines_of_progress(screens, "fit")
        assert status == 1 and all(len(line) < columns for line in shown), (columns, status)
        assert any(re.search(r"  0:\d\d  \d+:\d\d(:\d\d)? left", line) for line in shown), shown
        last = [line for line in screens[-1] if line]
        said = "".join("".join(last).split())  # wherever the terminal has wrapped it
        found = re.search(r"coppice:interrupted;nothingwasfitted,(\d+)of400points?finished", said)
        assert found and int(found[1]) >= 2, said
        table = [line.split() for line in last if re.match(r" *0\.01", line)]
        assert len(table) == int(found[1]), (found[1], table)
        assert [float(row[0]) for row in table] == [round(0.01 + 0.0001 * k, 6) for k in range(len(table))], table
        assert all(0 < float(row[2]) < 0.5 and row[3] == "+-" for row in table), table
PYTHON

# Nothing of it in a file, nor where nobody wants it.
"$coppice" train ring.svm --set learners=200 >out.txt 2>said.txt
[ ! -s said.txt ] || fail "progress in a file: $(cat said.txt)"
PYTHONPATH=$tests "$python" -B - "$coppice" <<'PYTHON'
import sys
from on_terminal import on_terminal
screens, status = on_terminal(80, [sys.argv[1], "train", "ring.svm", "--set", "learners=500", "--quiet"])
assert status == 0 and not any(any(screen) for screen in screens), screens
PYTHON

# As JSON the points that are finished are there too.
"$python" - "$coppice" <<'PYTHON'
import json, signal, subprocess, sys, time
cv = subprocess.Popen([sys.argv[1], "cv", "ring.svm", "--set", "learners=50", "--json", "--grid",
                       "C=" + ",".join("%g" % (0.01 + 0.0001 * k) for k in range(9000))],
                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
time.sleep(5)
cv.send_signal(signal.SIGTERM)
out, said = cv.communicate(timeout=60)
document = json.loads(out)
assert cv.returncode == 1 and 1 <= len(document["grid"]) < 9000 and "best" not in document
assert said == "coppice: interrupted; nothing was fitted, %d of 9000 points finished\n" % len(document["grid"]), said
PYTHON
