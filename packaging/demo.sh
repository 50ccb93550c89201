#!/bin/sh
# Builds coppice on a Debian machine, fetching what is missing, and trains it on a real set:
# 2761 e-mails to learn spam from, 1840 others to try it on.
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

set -- "$build/programs/coppice" train capi_tests/data/spam.train.svm \
  --test capi_tests/data/spam.test.svm --set learners=200 --model "$build/spam.json"
printf '\n$ %s\n\n' "$*"
"$@"
