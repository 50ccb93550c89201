# Whichever allocation fails, alone or with all that come after it, the program does what it was asked
# for, or says that memory ran out; it is never ended by a signal.
. "$(dirname "$0")/common.sh"

"$python" - "$coppice" "$data/iris.svm" "$preloaded" <<'PYTHON'
import os, subprocess, sys

coppice, iris, preloaded = sys.argv[1:]
subprocess.run([coppice, "train", iris, "--quiet", "--set", "learners=5", "--model", "model.json"], check=True)
commands = [["train", iris, "--quiet", "--set", "learners=5", "--model", "other.cbor", "--json"],
            ["predict", "model.json", iris, "--quiet"],
            ["info", "model.json"],
            ["cv", iris, "--quiet", "--set", "learners=5", "--folds", "2"],
            ["train", "missing.svm"]]
# Those before main make what the program is loaded with: what they throw nobody can catch.
first = 1000

def run(command, **environment):
    return subprocess.run([coppice] + command, capture_output=True, text=True,
                          env={**os.environ, "LD_PRELOAD": preloaded, **environment})

for command in commands:
    whole = run(command)
    allocations = int(whole.stderr.split()[-1])
    assert allocations > 2 * first, allocations
    short = 0
    for later in ({}, {"ALL_LATER": "yes"}):
        for k in range(60):
            # Half of them among the last ones, where the command's own work is.
            share = k / 60 if k % 2 else 1 - k / 60 * 0.05
            at = first + int(share * (allocations - first))
            ended = run(command, ALLOCATION_FAILS=str(at), **later)
            told = ended.stderr.strip().splitlines()[-1:] or [""]
            case = f"{command[0]}, allocation {at} of {allocations}{', and all later' if later else ''}"
            assert ended.returncode in (0, 1, 2), f"{case}: {ended.returncode}, {ended.stderr}"
            assert ended.returncode != 2 or "out of memory" in told[0], f"{case}: {ended.stderr}"
            short += ended.returncode == 2
    assert short > 30, (command, short)
PYTHON
