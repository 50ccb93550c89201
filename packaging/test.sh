#!/bin/sh
# Builds everything on a Debian machine, fetching what is missing, and runs every test there is.
# The last line says how many passed and failed; the status is 0 only if none failed.
#
#     sh packaging/test.sh
#
# The builds are those of CMakePresets.json, in build/. What a build or a check printed is in build/logs,
# and shown here if it failed. All of it takes about an hour on two processors, a second time less.
set -eu
cd "$(dirname "$0")/.."
. packaging/debian.sh
passed=0
failed=0
jobs=$(nproc)
logs=$PWD/build/logs
started=$(date +%s)

title() {
  printf '\n== %s, %s min after the start\n' "$1" $((($(date +%s) - started) / 60))
}

fail() {
  failed=$((failed + 1))
  echo "FAILED: $1"
}

# count_each COMMAND...: one check for every line of standard input, the command's last argument.
# As many run at once as there are processors. Not for the end of a pipe: counts would be lost.
count_each() {
  rm -rf "$logs/each"
  mkdir -p "$logs/each"
  begin_life count_done
  xargs -P "$jobs" -I {} sh -c '
    item=$1 log=$2/each/$(echo "$1" | tr / _)
    shift 2
    if "$@" "$item" >"$log" 2>&1; then mv "$log" "$log.passed"; else mv "$log" "$log.failed"; fi
  ' sh {} "$logs" "$@"
  end_life
  for log in "$logs"/each/*; do
    case $log in
      *.passed) passed=$((passed + 1)) ;;
      *.failed)
        cat "$log"
        fail "${log##*/}"
        ;;
      *) fail "there was nothing to check" ;;
    esac
  done
}

count_done() {
  echo "$(find "$logs/each" -name '*.passed' | wc -l) passed, $(find "$logs/each" -name '*.failed' | wc -l) failed"
}

# build PRESET: configures and builds; a build that fails is one failure.
build() {
  title "build $1"
  quietly "$logs/configure-$1" cmake --preset "$1" &&
    quietly "$logs/build-$1" cmake --build --preset "$1" -j "$jobs" && return 0
  fail "build $1"
  return 1
}

# run_tests PRESET [COMMAND...]: the preset's tests, with ctest as the argument of the command.
# A test that was skipped or disabled has not passed.
run_tests() {
  preset=$1
  shift
  title "tests $preset"
  report=$logs/tests-$preset.xml
  rm -f "$report"
  "$@" ctest --preset "$preset" --output-junit "$report" -j "$jobs" || true
  if ! all=$(grep -c '<testcase ' "$report"); then
    fail "no test of $preset was run"
    return 0
  fi
  good=$(grep -c '<testcase .*status="run"' "$report" || true)
  passed=$((passed + good))
  failed=$((failed + all - good))
}

# Thread sanitizer cannot map its memory where addresses are random in too many bits.
without_randomisation() {
  if setarch -R true 2>/dev/null; then setarch -R "$@"; else "$@"; fi
}

# All test programs but memory_test, which replaces malloc as valgrind itself must, silence_test, which
# measures time, and those that take minutes there: the address sanitizer watches them. They use no wide
# instructions, nor does libm, as valgrind works out every fused multiplication in software; the wide
# ones are watched in a few short programs, which have nearly all of them. Those that took longest
# among the tests come first, so that no processor is idle at the end.
check_memory() {
  title "valgrind"
  sed -n 's/.*<testcase name="c[.]\([^"]*\)".* time="\([^"]*\)".*/\2 \1/p' "$logs/tests-release.xml" | sort -rg |
    sed 's|.* \(.*\)|build/release/capi_tests/\1_test|' |
    grep -Ev '/(fuzz_[a-z]*|epsilon|large_costs|libsvm|memory|silence)_test$' |
    grep -Ev '/(subset_training|svm_additive_hard|svm_optimum)_test$' >"$logs/list"
  export COPPICE_INSTRUCTIONS=portable GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4
  watch_memory
  unset COPPICE_INSTRUCTIONS GLIBC_TUNABLES
  ls build/release/capi_tests/*_test |
    grep -E '/(columns_per_iteration|random_features|scale|svm_theorems)_test$' >"$logs/list"
  watch_memory
}

watch_memory() {
  count_each valgrind -q --leak-check=full --error-exitcode=1 \
    --suppressions=capi_tests/valgrind.suppressions <"$logs/list"
}

check_format() {
  title "clang-format"
  find * -path build -prune -o \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.inc' \) -print >"$logs/list"
  count_each clang-format --dry-run -Werror <"$logs/list"
}

# The files of a directory at once: most of the time goes into the headers that all of them include.
# The dense kernels of wider instructions are the same source once more.
check_idioms() {
  title "clang-tidy"
  if quietly "$logs/configure-tidy" cmake --preset tidy; then
    sed -n 's/.*"file": "\(.*\)".*/\1/p' build/tidy/compile_commands.json |
      grep -v '/dense_kernels_avx[0-9]*\.cpp$' >"$logs/list"
    count_each clang-tidy --quiet --config-file=.clang-tidy -p build/tidy <"$logs/list"
  else
    fail "configure tidy"
  fi
}

# For the tests that configure a project of their own: Debian's cmake comes without make, and what
# they compile with the same flags as another of the builds is not compiled again.
export CMAKE_GENERATOR=Ninja CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
export CCACHE_DIR=$PWD/build/ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

mkdir -p "$logs"
echo "All of it takes about an hour on two processors."
install_missing "$logs/packages" $build_packages abigail-tools ccache clang clang-format clang-tidy \
  coinor-libclp-dev default-jdk-headless devscripts dpkg-dev file fish junit5 libcmocka-dev \
  libsvm-dev locales-all mono-mcs mono-runtime pandoc pkgconf python3 python3-cffi python3-numpy \
  python3-pandas python3-pip python3-pyte python3-pytest python3-scipy python3-setuptools python3-sklearn python3-wheel qpdf r-base-dev \
  r-cran-jsonlite r-cran-knitr r-cran-matrix r-cran-rmarkdown r-cran-testthat swig util-linux \
  valgrind zsh
if build release; then
  run_tests release
  check_memory
  check_idioms
fi
check_format
if build asan; then run_tests asan; fi
if build tsan; then run_tests tsan without_randomisation; fi

printf '\n%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]
