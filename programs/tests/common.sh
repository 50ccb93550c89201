# What the tests of the program share. Each is run as: sh NAME.sh PROGRAM DATA_FOLDER, works in an
# empty folder of its own, and stops at the first thing that is not as it should be.
set -eu
coppice=$1
data=$2
tests=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# rejected STATUS TEXT COMMAND...: the command must exit with this status, print nothing on standard
# output, and say this text on standard error.
rejected() {
  wanted=$1
  text=$2
  shift 2
  status=0
  "$@" >rejected.out 2>rejected.err </dev/null || status=$?
  [ "$status" -eq "$wanted" ] || fail "exit status $status, expected $wanted: $*"
  [ ! -s rejected.out ] || fail "something on standard output: $*"
  grep -qF -- "$text" rejected.err ||
    fail "the message is \"$(cat rejected.err)\", expected \"$text\": $*"
  head -n 1 rejected.err | grep -q '^coppice: ' || fail "no coppice: before the message: $*"
}
