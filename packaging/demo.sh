#!/bin/sh
# Builds coppice on a Debian machine, fetching what is missing, and trains it on two real sets:
# 2761 e-mails to learn spam from, 1840 others to try it on; and a table of 57 wage settlements,
# numbers, words and many gaps.
#
#     sh packaging/demo.sh
#
# The build is left in build/demo, or where COPPICE_BUILD says; the model beside it.
set -eu
cd "$(dirname "$0")/.."
. packaging/debian.sh
build=${COPPICE_BUILD:-build/demo}

install_missing $build_packages
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCOPPICE_TESTS=OFF
cmake --build "$build"

run() {
  printf '\n$ %s\n\n' "$*"
  "$@"
}
coppice=$build/programs/coppice
run "$coppice" train capi_tests/data/spam.train.svm --test capi_tests/data/spam.test.svm \
  --set learners=200 --model "$build/spam.json"
run "$coppice" info "$build/spam.json"
run "$coppice" train capi_tests/data/labor.csv --label class
