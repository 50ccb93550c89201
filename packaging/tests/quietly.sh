#!/bin/sh
# What the scripts of packaging do with long commands: quiet while all is well, with a sign of life, and
# their output if they fail. quietly.sh WORK
set -eu
debian=$(cd "$(dirname "$0")/.." && pwd)/debian.sh
work=$1
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

run() {
  COPPICE_LIFE_EVERY=1 sh -c "set -eu; . '$debian'; $1" >out.txt 2>&1
}
run 'quietly log.txt sh -c "echo much; echo more >&2"' || fail "a command that succeeds"
[ ! -s out.txt ] && [ "$(cat log.txt)" = "much
more" ] || fail "not quiet: $(cat out.txt log.txt)"
run 'quietly log.txt sh -c "echo step 7 of 9; sleep 3"' || fail "a long command"
grep -q '^   \.\. step 7 of 9$' out.txt || fail "no sign of life: $(cat out.txt)"
status=0
run 'quietly log.txt sh -c "echo what is wrong; exit 7"; echo not here' || status=$?
[ "$status" = 7 ] && [ "$(cat out.txt)" = 'what is wrong' ] || fail "status $status: $(cat out.txt)"
status=0
run 'quietly log.txt sh -c "echo wrong; exit 3" && echo no' || status=$?
[ "$status" = 3 ] || fail "status $status in a condition"
# Nothing stays behind that would keep a pipe open.
before=$(date +%s)
COPPICE_LIFE_EVERY=20 sh -c ". '$debian'; quietly log.txt true" | cat >out.txt
[ $(($(date +%s) - before)) -lt 10 ] || fail "something is left behind"
# The same packages twice are installed once, and what is there is not installed again.
run 'install_missing log.txt dpkg' || fail "dpkg is not installed"
[ ! -s out.txt ] || fail "said of what is installed: $(cat out.txt)"
