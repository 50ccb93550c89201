#!/bin/sh
# Builds coppice on a Debian machine, fetching what is missing, and trains it on two real sets:
# 2761 e-mails to learn spam from, 1840 others to try it on; and a table of 57 wage settlements,
# numbers, words and many gaps.
#
#     sh packaging/demo.sh
#
# The build is left in build/demo, or where COPPICE_BUILD says; the models beside it, and in *.log what
# installing and building print, which is shown here only if it fails.
set -eu
cd "$(dirname "$0")/.."
. packaging/debian.sh
build=${COPPICE_BUILD:-build/demo}
mkdir -p "$build"

echo "Packages are installed in a minute or two, and coppice is built in about six minutes of two processors;"
echo "the second time in seconds."
install_missing "$build/packages.log" $build_packages
quietly "$build/configure.log" cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCOPPICE_TESTS=OFF
quietly "$build/build.log" cmake --build "$build"

run() {
  printf '\n$ %s\n\n' "$*"
  "$@"
}
coppice=$build/programs/coppice
run "$coppice" train capi_tests/data/spam.train.svm --test capi_tests/data/spam.test.svm \
  --set learners=200 --model "$build/spam.json"
run "$coppice" info "$build/spam.json"
run "$coppice" train capi_tests/data/labor.csv --label class --model "$build/labor.json"
run "$coppice" info "$build/labor.json"
